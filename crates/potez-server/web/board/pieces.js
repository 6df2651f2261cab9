// @ts-check
// Pieces. X is a rounded square with a cross, O a disc with a ring: nobody has to tell them apart by colour.

import { s } from "../dom.js";
import { paint } from "./gradients.js";

/** @typedef {import("potez-schema").Piece} Piece */
/** @typedef {import("potez-schema").Player} Player */

/** How far apart the checkers of a stack lie. */
const RISE = 10;
/** Where the lowest one lies. */
const BASE = 32;
/** How thick a checker is. */
const THICK = 9;

/**
 * A pawn or a stone around the point 0, 0.
 * @param {Piece} piece
 * @param {number} radius
 */
export function token(piece, radius) {
  const r = radius;
  const arm = r * 0.38;
  const square = (/** @type {string} */ name, /** @type {number} */ half, /** @type {object} */ more = {}) =>
    s("rect", { class: name, x: -half, y: -half, width: 2 * half, height: 2 * half, rx: half * 0.55, ...more });
  const disc = (/** @type {string} */ name, /** @type {number} */ size, /** @type {object} */ more = {}) =>
    s("circle", { class: name, r: size, ...more });
  const { owner } = piece;
  const fill = paint(`${owner}-body`);
  const shape =
    owner === "x"
      ? [
          square("body", r * 0.92, { fill }),
          square("rim", r * 0.76),
          s("path", { class: "figure", d: `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}` }),
        ]
      : [disc("body", r, { fill }), disc("rim", r * 0.82), disc("figure", r * 0.42)];
  const cast = s("ellipse", { class: "cast", cx: r * 0.08, cy: r * 0.2, rx: r * 1.26, ry: r * 1.2 });
  cast.setAttribute("fill", paint("cast"));
  return s("g", { class: `piece ${owner}` }, cast, ...shape, piece.number > 0 ? numberOf(piece.number, r) : null);
}

/** The number of a pawn, on a small plate of its own. @param {number} number @param {number} r */
export function numberOf(number, r) {
  const [x, y] = [r * 0.86, r * 0.86];
  return s(
    "g",
    { class: "number" },
    s("circle", { class: "plate", cx: x, cy: y, r: 13 }),
    s("text", { x, y: y + 1 }, number),
  );
}

/**
 * A checker of a stack, lying: its side with its edge, and its upper face. X's edge is milled, O's has a band.
 * @param {Player} owner
 * @param {number} level From 0 at the bottom.
 * @param {number} radius
 */
export function checker(owner, level, radius) {
  const [w, e, t] = [radius, radius * 0.34, THICK];
  const arm = 0.36;
  const line = (/** @type {number[]} */ ...[x0 = 0, y0 = 0, x1 = 0, y1 = 0]) =>
    `M${x0 * arm} ${y0 * arm - t}L${x1 * arm} ${y1 * arm - t}`;
  const figure =
    owner === "x"
      ? s("path", { class: "figure", d: `${line(-w, -e, w, e)}${line(w, -e, -w, e)}` })
      : s("ellipse", { class: "figure", cy: -t, rx: w * 0.42, ry: e * 0.42 });
  const cast = level === 0 ? s("ellipse", { class: "cast", cx: 3, cy: 5, rx: w * 1.22, ry: e * 1.5 }) : null;
  cast?.setAttribute("fill", paint("cast"));
  const edge = (/** @type {number} */ y) => `M${-w} ${y}A${w} ${e} 0 0 0 ${w} ${y}`;
  return s(
    "g",
    { class: `piece checker ${owner}`, "data-level": level + 1, transform: `translate(0 ${BASE - level * RISE})` },
    cast,
    s("path", { class: "side", d: `M${-w} ${-t}V0A${w} ${e} 0 0 0 ${w} 0V${-t}Z`, fill: paint(`${owner}-side`) }),
    s("path", { class: owner === "x" ? "milled" : "band", d: edge(-t / 2) }),
    s("ellipse", { class: "body", cy: -t, rx: w, ry: e, fill: paint(`${owner}-top`) }),
    s("ellipse", { class: "rim", cy: -t, rx: w * 0.86, ry: e * 0.82 }),
    s("path", { class: "lip", d: edge(-t) }),
    figure,
  );
}

/**
 * The height of a stack, on a plate beside its top.
 * @param {number} height
 */
export function heightPlate(height) {
  return s("g", { class: "count" }, s("circle", { class: "plate", r: 15, cx: 34, cy: -34 }), text(34, -33, height));
}

/** @param {number} x @param {number} y @param {number} what */
function text(x, y, what) {
  return s("text", { x, y }, what);
}

/**
 * The sign of a player in running text: the same shape as the pieces.
 * @param {Player} player
 */
export function badge(player) {
  const props = { class: "badge", viewBox: "-40 -40 80 80", role: "img", "aria-label": player.toUpperCase() };
  return s("svg", props, token({ owner: player, number: 0 }, 34));
}
