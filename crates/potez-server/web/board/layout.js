// @ts-check
// Where everything on a board lies, in units of a hundred to a cell.
//
//   squares, every cell present (walls go between)     squares, only some present (a chequerboard)
//       1   2   3                                        2 ·   ▓   ▓
//   a   □   □   □                                        1   ▓   ▓
//   b   □   □   □                                          a b c d
//
//   hexagon: rows from the top, columns along the diagonal
//
// A board may be turned by half, so that the other player's side is below.

import { s } from "../dom.js";
import { paint } from "./gradients.js";

/** @typedef {import("potez-schema").View} View */
/** @typedef {{x: number, y: number, text: string}} Label */
/** @typedef {{row: number, col: number, axis: import("potez-schema").WallAxis}} Slot */
/** @typedef {Slot & {depth: number}} NearSlot A slot near a point; `depth` is how far into a cell the point is. */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * @typedef {object} Layout
 * @property {string} key Two views with the same key are drawn on the same ground.
 * @property {number} width
 * @property {number} height
 * @property {number} radius Half the room a piece has.
 * @property {boolean} turned Whether it is seen from the other side.
 * @property {boolean} stacked Whether pieces lie on each other.
 * @property {(row: number, col: number) => [number, number]} centre
 * @property {() => SVGElement[]} outline The ground of one cell, around its centre.
 * @property {() => SVGElement[]} ground What lies below all cells.
 * @property {Label[]} labels
 * @property {(wall: Slot) => Box} wall
 * @property {(x: number, y: number) => NearSlot | null} slot The wall nearest to a point.
 */

const UNIT = 100;
/** Half the thickness of a wall. */
const HALF = 9;
/** Half the side of a cell between which walls stand. */
const TILE = 43;

/** @param {View} view @param {boolean} [turned] @returns {Layout} */
export function layoutOf(view, turned = false) {
  const { shape } = view;
  return shape.kind === "hexagon" ? hexagon(view, shape.size, turned) : squares(view, shape.rows, shape.cols, turned);
}

/** @param {View} view @param {number} rows @param {number} cols @param {boolean} turned @returns {Layout} */
function squares(view, rows, cols, turned) {
  const stacked = view.cells.length < rows * cols;
  const [left, right] = [50, 22];
  const [top, bottom] = stacked ? [22, 50] : [50, 22];
  const { rows: rowNames, cols: colNames } = view.labels;
  /** Where an index is drawn. @param {number} index @param {number} count */
  const seen = (index, count) => (turned ? count - 1 - index : index);
  /** @param {number} row @param {number} col @returns {[number, number]} */
  const centre = (row, col) => [left + (seen(col, cols) + 0.5) * UNIT, top + (seen(row, rows) + 0.5) * UNIT];
  const below = stacked ? top + rows * UNIT + 26 : 26;
  const labels = [
    ...rowNames.map((text, row) => ({ x: 26, y: centre(row, 0)[1], text })),
    ...colNames.map((text, col) => ({ x: centre(0, col)[0], y: below, text })),
  ];
  const [width, height] = [left + cols * UNIT + right, top + rows * UNIT + bottom];
  return {
    key: `squares ${rows} ${cols} ${stacked} ${turned}`,
    width,
    height,
    radius: stacked ? 42 : 33,
    turned,
    stacked,
    centre,
    outline: () => (stacked ? tile(50, 0, "grain") : [plinth(), ...tile(TILE, 9, "bevel")]),
    ground: () => {
      const edge = stacked ? 2 : 7;
      const well = { x: left - edge, y: top - edge, width: cols * UNIT + 2 * edge, height: rows * UNIT + 2 * edge };
      return [
        s("rect", { class: "frame", x: 2, y: 2, width: width - 4, height: height - 4, rx: 24 }),
        s("rect", { class: "grain", fill: paint("grain"), x: 2, y: 2, width: width - 4, height: height - 4, rx: 24 }),
        s("rect", { class: "frame-edge", x: 5, y: 5, width: width - 10, height: height - 10, rx: 21 }),
        s("rect", { class: stacked ? "light-squares" : "well", ...well, rx: stacked ? 3 : 12 }),
        ...(stacked ? [s("rect", { class: "grain", fill: paint("grain"), ...well })] : []),
      ];
    },
    labels,
    wall: ({ row, col, axis }) => {
      // A wall is named by its upper left cell; turned, it begins at the other end.
      const [down, across] = turned ? [rows - 2 - row, cols - 2 - col] : [row, col];
      return axis === "horizontal"
        ? { x: left + across * UNIT + 6, y: top + (down + 1) * UNIT - HALF, width: 2 * UNIT - 12, height: 2 * HALF }
        : { x: left + (across + 1) * UNIT - HALF, y: top + down * UNIT + 6, width: 2 * HALF, height: 2 * UNIT - 12 };
    },
    slot: (x, y) => {
      const across = (x - left) / UNIT;
      const down = (y - top) / UNIT;
      if (stacked || across < 0 || down < 0 || across > cols || down > rows) return null;
      const col = Math.min(cols - 1, Math.max(1, Math.round(across)));
      const row = Math.min(rows - 1, Math.max(1, Math.round(down)));
      const axis = Math.abs(across - col) > Math.abs(down - row) ? "horizontal" : "vertical";
      const depth = Math.min(Math.abs(across - Math.round(across)), Math.abs(down - Math.round(down)));
      return { row: seen(row - 1, rows - 1), col: seen(col - 1, cols - 1), axis, depth };
    },
  };
}

/** What a cell stands on. */
function plinth() {
  return s("rect", { class: "plinth", x: -TILE, y: -TILE + 4, width: 2 * TILE, height: 2 * TILE, rx: 9 });
}

/** A square cell and what gives it depth. @param {number} half @param {number} rx @param {string} depth */
function tile(half, rx, depth) {
  const size = { x: -half, y: -half, width: 2 * half, height: 2 * half, rx };
  return [s("rect", { class: "ground", ...size }), s("rect", { class: "sheen", ...size, fill: paint(depth) })];
}

const WIDE = Math.sqrt(3) / 2;
/** From the centre of a hexagon to its corner, so that it is a hundred wide. */
const SPOKE = UNIT / (2 * WIDE);
/** From the middle of the outermost cells to the bars that mark an edge, the labels and the end of the frame. */
const [BAR, LABEL, FRAME] = [67, 94, 116];
/** The same to the knobs that mark a corner. */
const KNOB = 57;

/** @param {View} view @param {number} size @param {boolean} turned @returns {Layout} */
function hexagon(view, size, turned) {
  const { rows: rowNames, cols: colNames } = view.labels;
  const last = 2 * size - 2;
  const [beside, above] = [FRAME / WIDE - UNIT / 2 + 2, FRAME - SPOKE + 2];
  // The leftmost cell is the first of the middle row.
  const shift = beside + UNIT / 2 + ((size - 1) / 2) * UNIT;
  const seen = (/** @type {number} */ index) => (turned ? last - index : index);
  /** @param {number} row @param {number} col @returns {[number, number]} */
  const place = (row, col) => [shift + (col - row / 2) * UNIT, above + SPOKE + row * 1.5 * SPOKE];
  /** @param {number} row @param {number} col @returns {[number, number]} */
  const centre = (row, col) => place(seen(row), seen(col));
  const out = LABEL / WIDE;
  const labels = [
    ...rowNames.map((text, row) => {
      const [x, y] = place(seen(row), Math.max(0, seen(row) - size + 1));
      return { x: x - out, y, text };
    }),
    ...colNames.map((text, col) => {
      const [x, y] = place(Math.max(0, seen(col) - size + 1), seen(col));
      return { x: x - out / 2, y: y - out * WIDE, text };
    }),
  ];
  const points = [0, 1, 2, 3, 4, 5].map((turn) => {
    const angle = (Math.PI / 3) * turn + Math.PI / 6;
    return `${(Math.cos(angle) * SPOKE).toFixed(2)},${(Math.sin(angle) * SPOKE).toFixed(2)}`;
  });
  const shape = { points: points.join(" ") };
  return {
    key: `hexagon ${size} ${turned}`,
    width: 2 * beside + (2 * size - 1) * UNIT,
    height: 2 * above + SPOKE * (2 + 1.5 * (2 * size - 2)),
    radius: 39,
    turned,
    stacked: false,
    centre,
    outline: () => [
      s("polygon", { class: "ground", ...shape }),
      s("polygon", { class: "sheen", ...shape, fill: paint("bevel") }),
    ],
    ground: () => {
      /** The six outermost cells, from the upper left on. @type {[number, number][]} */
      const corners = [
        place(0, 0),
        place(0, size - 1),
        place(size - 1, last),
        place(last, last),
        place(last, size - 1),
        place(size - 1, 0),
      ];
      return rim(corners, view);
    },
    labels,
    wall: () => ({ x: 0, y: 0, width: 0, height: 0 }),
    slot: () => null,
  };
}

/**
 * The frame of a hexagon, with a bar along every edge and a knob at every corner where the game speaks of them.
 * @param {[number, number][]} corners
 * @param {View} view
 */
function rim(corners, view) {
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / 6);
  const [mx = 0, my = 0] = middle;
  /** A corner moved outwards, until the edges beside it have moved by this much. @param {number} by */
  const moved = (by) =>
    corners.map(([x, y]) => {
      const long = Math.hypot(x - mx, y - my) || 1;
      const share = by / WIDE / long;
      return /** @type {[number, number]} */ ([x + (x - mx) * share, y + (y - my) * share]);
    });
  const polygon = (/** @type {string} */ name, /** @type {number} */ by, /** @type {object} */ more = {}) =>
    s("polygon", {
      class: name,
      ...more,
      points: moved(by)
        .map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
        .join(" "),
    });
  /** @type {SVGElement[]} */
  const drawn = [
    polygon("frame", FRAME - 14),
    polygon("grain", FRAME - 4, { fill: paint("grain") }),
    polygon("frame-edge", FRAME - 8),
    polygon("well", SPOKE - 6),
  ];
  const has = (/** @type {"edge" | "corner"} */ mark) => view.cells.some(({ marks }) => marks.includes(mark));
  const ends = moved(BAR);
  if (has("edge")) {
    ends.forEach(([x, y], index) => {
      const [u, v] = ends[(index + 1) % 6] ?? [x, y];
      // The bar ends before the corners, which belong to no edge.
      const [a, b] = [0, 1].map((end) => {
        const gap = 105 / Math.hypot(u - x, v - y);
        return end === 0 ? [x + (u - x) * gap, y + (v - y) * gap] : [u - (u - x) * gap, v - (v - y) * gap];
      });
      const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [a ?? [], b ?? []];
      drawn.push(s("line", { class: `edge-bar ${index % 2 === 0 ? "even" : "odd"}`, x1, y1, x2, y2 }));
    });
  }
  if (has("corner")) {
    for (const [x, y] of moved(KNOB)) {
      drawn.push(s("circle", { class: "knob", cx: x.toFixed(1), cy: y.toFixed(1), r: 13 }));
      drawn.push(s("circle", { class: "knob-shine", cx: (x - 4).toFixed(1), cy: (y - 5).toFixed(1), r: 4.5 }));
    }
  }
  return drawn;
}
