// @ts-check
// A board in words: its cells, what is near one of them, its walls, its pieces. All of it is read off the view.

import { say } from "../texts.js";

/** @typedef {import("potez-schema").View} View */
/** @typedef {import("potez-schema").CellView} Cell */
/** @typedef {import("potez-schema").WallView} Wall */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {"up" | "down" | "left" | "right"} Side */

/** What is said of a cell that looks special. */
const NOTES = /** @type {[string, string][]} */ ([
  ["home-x", "home-x"],
  ["home-o", "home-o"],
  ["corner", "corner"],
  ["edge", "edge"],
  ["last-to", "last"],
  ["chosen", "chosen"],
  ["target", "target"],
  ["hint", "hint"],
  ["planned", "planned"],
  ["winning", "winning"],
]);

const OPPOSITE = /** @type {const} */ ({ up: "down", down: "up", left: "right", right: "left" });

/** @param {number} row @param {number} col */
const key = (row, col) => `${row} ${col}`;

/**
 * The sides of cells on which a wall stands, by row and column.
 * @param {View} view
 * @param {boolean} turned Whether the board is seen from the other side.
 */
export function wallSides(view, turned) {
  /** @type {Map<string, Set<Side>>} */
  const sides = new Map();
  const put = (/** @type {number} */ row, /** @type {number} */ col, /** @type {Side} */ side) => {
    const known = sides.get(key(row, col)) ?? new Set();
    sides.set(key(row, col), known.add(turned ? OPPOSITE[side] : side));
  };
  for (const { row, col, axis } of view.walls) {
    for (const along of [0, 1]) {
      const [a, b] = axis === "horizontal" ? [row, col + along] : [row + along, col];
      put(a, b, axis === "horizontal" ? "down" : "right");
      put(axis === "horizontal" ? a + 1 : a, axis === "horizontal" ? b : b + 1, axis === "horizontal" ? "up" : "left");
    }
  }
  return { of: (/** @type {Cell} */ cell) => sides.get(key(cell.row, cell.col)) ?? new Set() };
}

/** What lies on a cell, without its name; empty where nothing does. @param {Cell} cell @param {boolean} stacked */
function content(cell, stacked) {
  const names = cell.pieces.map(({ owner, number }) => owner.toUpperCase() + (number > 0 ? ` ${number}` : ""));
  if (stacked && names.length > 0) return say("web-hear-stack", { count: names.length, pieces: names.join(" ") });
  return names.at(-1) ?? "";
}

/**
 * What a screen reader says of a cell.
 * @param {Cell} cell
 * @param {{classes: string[], walls: Iterable<Side>, stacked: boolean}} looks
 */
export function cellWords(cell, { classes, walls, stacked }) {
  const names = cell.pieces.map(({ owner, number }) => owner.toUpperCase() + (number > 0 ? ` ${number}` : ""));
  const top = names.at(-1);
  let text = say("web-cell-empty", { cell: cell.name });
  if (stacked && top) text = say("web-cell-stack", { cell: cell.name, count: names.length, pieces: names.join(" ") });
  else if (top) text = say("web-cell-piece", { cell: cell.name, player: top });
  const said = NOTES.filter(([name]) => classes.includes(name)).map(([, note]) => say(`web-cell-${note}`));
  return [text, ...[...walls].map((side) => say(`web-wall-${side}`)), ...said].join(", ");
}

/** The eight ways out of a cell by their angle, from the right on, clockwise. */
const WAYS = ["right", "down-right", "down", "down-left", "left", "up-left", "up", "up-right"];

/** @param {number} dx @param {number} dy */
function wayOf(dx, dy) {
  const turn = Math.round((Math.atan2(dy, dx) / Math.PI) * 4);
  // A hexagon has no neighbour straight above or below: what is nearly so is said to lie aslant.
  return WAYS[(turn + 8) % 8] ?? "";
}

/**
 * What is around a cell: its neighbours with walls between, and how far the other pieces are where there are few.
 * @param {string} name
 * @param {View} view
 * @param {Layout} layout
 */
export function nearWords(name, view, layout) {
  const here = view.cells.find((cell) => cell.name === name);
  if (!here) return "";
  const walls = wallSides(view, layout.turned).of(here);
  const [x, y] = layout.centre(here.row, here.col);
  const around = view.cells.flatMap((cell) => {
    const [u, v] = layout.centre(cell.row, cell.col);
    const far = Math.hypot(u - x, v - y);
    if (cell === here || far > 150) return [];
    const way = wayOf(u - x, v - y);
    const text = content(cell, layout.stacked) || say("web-hear-free");
    const wall = walls.has(/** @type {Side} */ (way)) ? `${say("web-hear-wall")}, ` : "";
    return [`${say(`web-way-${way}`)}: ${wall}${cell.name} ${text}`];
  });
  const there = content(here, layout.stacked) || say("web-hear-free");
  return [`${name}: ${there}`, ...around].join("; ");
}

/** Every wall in words. @param {View} view @returns {string[]} */
export function wallWords(view) {
  const name = (/** @type {number} */ row, /** @type {number} */ col) =>
    view.cells.find((cell) => cell.row === row && cell.col === col)?.name ?? "";
  return view.walls.map(({ name: wall, row, col, axis }) => {
    const lies = axis === "horizontal";
    const [first, second] = [name(row, col), lies ? name(row, col + 1) : name(row + 1, col)];
    return say(lies ? "web-hear-wall-below" : "web-hear-wall-right", { wall, first, second });
  });
}

/**
 * The pieces in words: stacks where they lie on each other, chains where they touch in a hexagon, else one by one.
 * @param {View} view
 * @param {Layout} layout
 * @returns {string[]}
 */
export function pieceWords(view, layout) {
  const held = view.cells.filter(({ pieces }) => pieces.length > 0);
  if (layout.stacked) return held.map((cell) => `${cell.name}: ${content(cell, true)}`);
  if (view.shape.kind !== "hexagon") return held.map((cell) => `${content(cell, false)}: ${cell.name}`).sort();
  return chains(held, layout).map((chain) => {
    const player = chain[0]?.pieces[0]?.owner.toUpperCase() ?? "";
    const at = (/** @type {"corner" | "edge"} */ mark) => chain.filter(({ marks }) => marks.includes(mark)).length;
    const cells = chain.map(({ name }) => name).join(" ");
    const counts = { count: chain.length, corners: at("corner"), edges: at("edge") };
    return say("web-hear-chain", { player, cells, ...counts });
  });
}

/** Pieces of one owner that touch, the longest first. @param {Cell[]} held @param {Layout} layout */
function chains(held, layout) {
  const left = new Set(held);
  /** @type {Cell[][]} */
  const found = [];
  for (const cell of held) {
    if (!left.delete(cell)) continue;
    const chain = [cell];
    for (const from of chain) {
      const [x, y] = layout.centre(from.row, from.col);
      for (const other of left) {
        const [u, v] = layout.centre(other.row, other.col);
        if (other.pieces[0]?.owner !== cell.pieces[0]?.owner || Math.hypot(u - x, v - y) > 105) continue;
        left.delete(other);
        chain.push(other);
      }
    }
    found.push(chain);
  }
  return found.sort((a, b) => b.length - a.length);
}
