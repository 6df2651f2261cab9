// @ts-check
// Pieces. X is a rounded square with a cross, O a disc with a ring: nobody has to tell them apart by colour.

import { s } from "../dom.js";

/** @typedef {import("potez-schema").Piece} Piece */
/** @typedef {import("potez-schema").Player} Player */

/** How far apart the checkers of a stack lie. */
const RISE = 10;
/** Where the lowest one lies. */
const BASE = 32;

/**
 * A pawn or a stone around the point 0, 0.
 * @param {Piece} piece
 * @param {number} radius
 */
export function token(piece, radius) {
  const r = radius;
  const arm = r * 0.4;
  const shape =
    piece.owner === "x"
      ? [
          s("rect", { class: "body", x: -r * 0.9, y: -r * 0.9, width: r * 1.8, height: r * 1.8, rx: r * 0.5 }),
          s("path", { class: "figure", d: `M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}` }),
        ]
      : [s("circle", { class: "body", r }), s("circle", { class: "figure", r: r * 0.46 })];
  const number = piece.number > 0 ? [s("text", { class: "number", x: r * 0.92, y: r * 0.98 }, piece.number)] : [];
  return s("g", { class: `piece ${piece.owner}` }, ...shape, ...number);
}

/**
 * A checker of a stack, lying: its side and its upper face.
 * @param {Player} owner
 * @param {number} level From 0 at the bottom.
 * @param {number} radius
 */
export function checker(owner, level, radius) {
  const [w, e, t] = [radius, radius * 0.34, 9];
  const arm = 0.36;
  const line = (/** @type {number[]} */ ...[x0 = 0, y0 = 0, x1 = 0, y1 = 0]) =>
    `M${x0 * arm} ${y0 * arm - t}L${x1 * arm} ${y1 * arm - t}`;
  const figure =
    owner === "x"
      ? s("path", { class: "figure", d: `${line(-w, -e, w, e)}${line(w, -e, -w, e)}` })
      : s("ellipse", { class: "figure", cy: -t, rx: w * 0.42, ry: e * 0.42 });
  return s(
    "g",
    { class: `piece checker ${owner}`, "data-level": level + 1, transform: `translate(0 ${BASE - level * RISE})` },
    s("path", { class: "side", d: `M${-w} ${-t}V0A${w} ${e} 0 0 0 ${w} 0V${-t}Z` }),
    owner === "o" ? s("path", { class: "band", d: `M${-w} ${-t / 2}A${w} ${e} 0 0 0 ${w} ${-t / 2}` }) : null,
    s("ellipse", { class: "body", cy: -t, rx: w, ry: e }),
    figure,
  );
}

/**
 * The sign of a player in running text: the same shape as the pieces.
 * @param {Player} player
 */
export function badge(player) {
  const props = { class: "badge", viewBox: "-40 -40 80 80", role: "img", "aria-label": player.toUpperCase() };
  return s("svg", props, token({ owner: player, number: 0 }, 34));
}
