// @ts-check
// A tower that was completed: it has left the board, and is seen once more where it stood.

import { s } from "../dom.js";
import { checker } from "./pieces.js";

/** @typedef {import("potez-schema").View} View */
/** @typedef {import("potez-schema").CellView} Cell */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("potez-schema").Player} Owner */

const RISE = { duration: 1400, easing: "cubic-bezier(.2,.7,.3,1)" };

/**
 * What the last move has taken away, from the bottom up; nothing where it was not seen, or where more has changed.
 * @param {View} view
 * @param {View | null} before
 * @returns {Owner[]}
 */
export function takenAway(view, before) {
  const marked = (/** @type {"lastFrom" | "lastTo"} */ mark) => view.cells.find(({ marks }) => marks.includes(mark));
  const [from, to] = [marked("lastFrom"), marked("lastTo")];
  const known = new Map(before?.cells.map(({ name, pieces }) => [name, pieces]));
  const same = (/** @type {Cell} */ { name, pieces }) => known.get(name)?.length === pieces.length;
  if (!from || !to || !view.cells.every((cell) => cell === from || cell === to || same(cell))) return [];
  const lifted = (known.get(from.name) ?? []).slice(from.pieces.length);
  return [...(known.get(to.name) ?? []), ...lifted].map(({ owner }) => owner);
}

/**
 * A tower on a square that is empty now.
 * @param {Layout} layout
 * @param {Cell} cell
 * @param {Owner[]} owners
 */
export function towerOn(layout, cell, owners) {
  const [x, y] = layout.centre(cell.row, cell.col);
  const checkers = owners.map((owner, level) => checker(owner, level, layout.radius));
  const ring = s("ellipse", { class: "halo", cy: 30, rx: layout.radius + 4, ry: layout.radius * 0.34 + 6 });
  return s("g", { class: "tower", transform: `translate(${x} ${y})` }, ring, s("g", null, ...checkers));
}

/** The tower comes together from above. @param {SVGElement} tower */
export function rising(tower) {
  [...(tower.lastElementChild?.children ?? [])].forEach((each, level) => {
    const frames = [
      { opacity: 0, translate: "0 -60px" },
      { opacity: 1, translate: "none" },
    ];
    each.animate(frames, { ...RISE, duration: 420, delay: level * 70, fill: "backwards" });
  });
  tower.firstElementChild?.animate([{ opacity: 0 }, { opacity: 1 }], RISE);
}

/**
 * A tower that is completed while the game goes on is seen leaving.
 * @param {SVGElement} layer
 * @param {SVGElement} tower
 */
export function leaving(layer, tower) {
  layer.append(tower);
  const frames = [
    { opacity: 1, translate: "none" },
    { opacity: 1, translate: "0 -8px", offset: 0.45 },
    { opacity: 0, translate: "0 -70px" },
  ];
  tower.animate(frames, RISE).finished.then(
    () => tower.remove(),
    () => tower.remove(),
  );
}
