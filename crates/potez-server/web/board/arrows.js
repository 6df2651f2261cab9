// @ts-check
// Drawn over the board: candidate moves (an arrow, a ring or a dashed wall, with the rank) and shortest paths.

import { s } from "../dom.js";
import { partOf } from "./parts.js";

/** @typedef {import("potez-schema").MovePart} MovePart */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {{parts: MovePart[], rank: number, quality: string, text: string, proven: boolean}} Candidate */

/** @param {Candidate} candidate @param {Layout} layout */
export function candidate({ parts, rank, quality, text, proven }, layout) {
  const group = s("g", { class: `candidate ${quality} ${proven ? "proven" : ""}` });
  const [piece, target, wall] = [partOf(parts, "piece"), partOf(parts, "target"), partOf(parts, "wall")];
  const from = piece ? layout.centre(piece.row, piece.col) : null;
  const to = target ? layout.centre(target.row, target.col) : null;
  let place = to ?? from;
  if (from && to) group.append(arrow(from, to));
  if (wall) {
    const box = layout.wall(wall);
    group.append(s("rect", { class: "planned", rx: 7, ...box }));
    place = [box.x + box.width / 2, box.y + box.height / 2];
  }
  if (place) {
    const [x, y] = place;
    // A stone that is put down has room for its chance; a piece that moves only for its rank.
    const single = !(from && to) && !wall;
    group.append(
      s("circle", { class: "disc", cx: x, cy: y, r: single ? 40 : 22 }),
      s("text", { class: "rank", x, y: single ? y - 10 : y }, rank),
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
