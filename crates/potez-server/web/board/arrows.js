// @ts-check
// Drawn over the board: candidate moves (an arrow, a ring or a dashed wall, with the rank) and shortest paths.

import { s } from "../dom.js";
import { partOf } from "./parts.js";

/** @typedef {import("potez-schema").MovePart} MovePart */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {{parts: MovePart[], rank: number, quality: string, text: string, proven: boolean}} Candidate */

/** @typedef {[number, number]} Point */

/** The radius of the disc of a move that has other signs, and of a stone, which has room for its chance. */
const [SMALL, LARGE] = [22, 40];
/** The least radius of a disc on the screen, in pixels: its number is to be read on a phone, too. */
const LEAST = 9;

/**
 * Draws candidates, given from the best to the worst: the best lies on top, and no disc hides another.
 * @param {Candidate[]} candidates
 * @param {Layout} layout
 * @param {number} width How wide the board is on the screen, in pixels.
 */
export function candidateMoves(candidates, layout, width) {
  const radius = width > 0 ? Math.max(SMALL, (LEAST * layout.width) / width) : SMALL;
  /** @type {Point[]} */
  const taken = [];
  const drawn = candidates.map((each) => {
    const place = freePlace(placesOf(each.parts, layout), taken, radius);
    if (place) taken.push(place);
    return candidate(each, layout, place, radius);
  });
  return drawn.reverse();
}

/** The two ends of a move on the board. @param {MovePart[]} parts @param {Layout} layout */
function endsOf(parts, layout) {
  const [piece, target] = [partOf(parts, "piece"), partOf(parts, "target")];
  const from = piece ? layout.centre(piece.row, piece.col) : null;
  const to = target ? layout.centre(target.row, target.col) : null;
  return { from, to };
}

/** Where the disc of a move may lie, the best place first. @param {MovePart[]} parts @param {Layout} layout */
function placesOf(parts, layout) {
  const { from, to } = endsOf(parts, layout);
  const wall = partOf(parts, "wall");
  /** @type {Point[]} */
  const places = [];
  if (wall) {
    const { x, y, width, height } = layout.wall(wall);
    for (const share of [0.5, 0.12, 0.88]) {
      places.push(width > height ? [x + width * share, y + height / 2] : [x + width / 2, y + height * share]);
    }
  }
  if (to) places.push(to);
  // Along the arrow, from its head to its foot.
  if (from && to) {
    for (const share of [0.25, 0.5, 0.75]) {
      places.push([to[0] + (from[0] - to[0]) * share, to[1] + (from[1] - to[1]) * share]);
    }
  }
  if (from) places.push(from);
  return places;
}

/**
 * The first place at which a disc hides no other; where there is none, beside the first, further and further out.
 * @param {Point[]} places
 * @param {Point[]} taken
 * @param {number} radius
 * @returns {Point | null}
 */
function freePlace(places, taken, radius) {
  const [first] = places;
  if (!first) return null;
  const apart = 2 * radius + 2;
  const free = (/** @type {Point} */ [x, y]) => taken.every(([a, b]) => Math.hypot(a - x, b - y) >= apart);
  const ring = (/** @type {number} */ turn) => {
    const [angle, far] = [(turn * Math.PI) / 3, apart * (1 + Math.floor(turn / 6))];
    return /** @type {Point} */ ([first[0] + Math.cos(angle) * far, first[1] + Math.sin(angle) * far]);
  };
  const around = Array.from({ length: 24 }, (_, turn) => ring(turn));
  return [...places, ...around].find(free) ?? first;
}

/**
 * @param {Candidate} candidate
 * @param {Layout} layout
 * @param {Point | null} place Where its disc lies.
 * @param {number} radius The radius of a disc with a rank alone.
 */
function candidate({ parts, rank, quality, text, proven }, layout, place, radius) {
  const group = s("g", { class: `candidate ${quality} ${proven ? "proven" : ""}` });
  const { from, to } = endsOf(parts, layout);
  const wall = partOf(parts, "wall");
  if (from && to) group.append(arrow(from, to));
  if (wall) group.append(s("rect", { class: "planned", rx: 7, ...layout.wall(wall) }));
  if (place) {
    const [x, y] = place;
    // A stone that is put down has room for its chance; a piece that moves only for its rank.
    const single = !(from && to) && !wall;
    group.append(
      s("circle", { class: "disc", cx: x, cy: y, r: single ? Math.max(LARGE, radius) : radius }),
      s("text", { class: "rank", x, y: single ? y - 10 : y, "font-size": radius * 1.2 }, rank),
      single ? s("text", { class: "chance", x, y: y + 20 }, text) : "",
    );
  }
  return group;
}

/** @param {[number, number]} from @param {[number, number]} to */
export function arrow([x0, y0], [x1, y1]) {
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
  const [ex, ey] = [x1 - dx * 26, y1 - dy * 26];
  const [bx, by] = [ex - dx * 22, ey - dy * 22];
  const head = `${ex},${ey} ${bx - dy * 14},${by + dx * 14} ${bx + dy * 14},${by - dx * 14}`;
  const shaft = s("line", { x1: x0 + dx * 30, y1: y0 + dy * 30, x2: bx, y2: by });
  return s("g", { class: "arrow" }, shaft, s("polygon", { points: head }));
}

/** How far paths that run side by side lie from each other. */
const APART = 7;

/**
 * A shortest path, through the middle of its cells.
 * @param {import("potez-schema").PathView} path
 * @param {number} index Its place among all paths.
 * @param {Layout} layout
 * @param {import("potez-schema").View} view
 */
export function route(path, index, layout, view) {
  const aside = ((index % 4) - 1.5) * APART;
  const at = (/** @type {string} */ name) => {
    const cell = view.cells.find((each) => each.name === name);
    const [x, y] = cell ? layout.centre(cell.row, cell.col) : [0, 0];
    return [x + aside, y + aside];
  };
  const line = s("polyline", { points: path.cells.map((name) => at(name).join(",")).join(" ") });
  const stops = path.stops.slice(1).map((name) => {
    const [cx = 0, cy = 0] = at(name);
    return s("circle", { cx, cy, r: 6 });
  });
  return s("g", { class: `route ${path.owner}`, "data-piece": path.number }, line, ...stops);
}
