// @ts-check
// The structure that has won, drawn as one thing: halos around its pieces and links between neighbours. Where pieces
// lie on each other it is a tower that has left the board: it is drawn where it stood.

import { fill, s } from "../dom.js";
import { numberOf } from "./pieces.js";
import { rising, takenAway, towerOn } from "./tower.js";

/** @typedef {import("potez-schema").View} View */
/** @typedef {import("potez-schema").Player} Player */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {{x: number, y: number, name: string, number: number}} Spot */

/** What the tower that has won was made of, by where it is drawn. @type {WeakMap<Element, Player[]>} */
const towers = new WeakMap();
/** How long one link waits for the one before it, in milliseconds. */
const BEAT = 70;
/** Neighbours lie at most this far apart, in units of the board. */
const NEXT = 105;

/**
 * @param {SVGGElement} layer
 * @param {View} view
 * @param {Layout} layout
 * @param {boolean} moving Whether it grows piece by piece.
 * @param {View | null} before What the board showed until now.
 */
export function structure(layer, view, layout, moving, before) {
  const won = view.cells.filter(({ marks }) => marks.includes("winning"));
  const key = won.map(({ name }) => name).join(" ") + layout.key;
  if (layer.getAttribute("data-key") === key) return;
  layer.setAttribute("data-key", key);
  const [tower] = won;
  if (!tower) towers.delete(layer);
  if (layout.stacked && tower) {
    // A board that is turned has not been seen before; the tower is still the same.
    const owners = before ? takenAway(view, before) : (towers.get(layer) ?? []);
    towers.set(layer, owners);
    const drawn = towerOn(layout, tower, owners);
    fill(layer, drawn);
    if (moving) rising(drawn);
    return;
  }
  const spots = won.map(({ row, col, name, pieces }) => {
    const [x, y] = layout.centre(row, col);
    return { x, y, name, number: pieces.at(-1)?.number ?? 0 };
  });
  const order = inOrder(spots);
  const parts = order.flatMap(([spot, from], index) => {
    /** @type {SVGElement[]} */
    const drawn = [halo(spot, layout.radius)];
    for (const other of from) drawn.unshift(link(spot, other, layout.radius));
    if (moving) for (const each of drawn) appear(each, index * BEAT);
    return drawn;
  });
  fill(layer, ...parts);
}

/**
 * The pieces as a wave reaches them, each with its neighbours that came before it.
 * @param {Spot[]} spots
 * @returns {[Spot, Spot[]][]}
 */
function inOrder(spots) {
  const near = (/** @type {Spot} */ a, /** @type {Spot} */ b) => Math.hypot(a.x - b.x, a.y - b.y) < NEXT;
  const left = [...spots];
  /** @type {[Spot, Spot[]][]} */
  const order = [];
  while (left.length > 0) {
    const next = left.findIndex((spot) => order.some(([known]) => near(known, spot)));
    const [spot] = left.splice(Math.max(0, next), 1);
    if (!spot) break;
    order.push([spot, order.filter(([known]) => near(known, spot)).map(([known]) => known)]);
  }
  return order;
}

/** @param {Spot} spot @param {number} radius */
function halo({ x, y, number }, radius) {
  const ring = s("circle", { class: "halo", cx: x, cy: y, r: radius + 3 });
  // The number of a pawn stands before its halo.
  return number ? s("g", null, ring, s("g", { transform: `translate(${x} ${y})` }, numberOf(number, radius))) : ring;
}

/** From rim to rim. @param {Spot} a @param {Spot} b @param {number} radius */
function link(a, b, radius) {
  const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const share = (radius + 1) / long;
  const [dx, dy] = [(b.x - a.x) * share, (b.y - a.y) * share];
  return s("line", { class: "link", x1: a.x + dx, y1: a.y + dy, x2: b.x - dx, y2: b.y - dy });
}

/** @param {SVGElement} element @param {number} delay */
function appear(element, delay) {
  const frames = [{ opacity: 0 }, { opacity: 1 }];
  element.animate(frames, { duration: 220, delay, fill: "backwards", easing: "ease-out" });
}
