// @ts-check
// Where everything on a board lies, in units of a hundred to a cell.
//
//   squares, every cell present (walls go between)     squares, only some present (a chequerboard)
//       1   2   3                                        2 ·   ▓   ▓
//   a   □   □   □                                        1   ▓   ▓
//   b   □   □   □                                          a b c d
//
//   hexagon: rows from the top, columns along the diagonal

import { s } from "../dom.js";

/** @typedef {import("potez-schema").View} View */
/** @typedef {{row: number, col: number, axis: import("potez-schema").WallAxis}} Slot */
/** @typedef {Slot & {depth: number}} NearSlot A slot near a point; `depth` is how far into a cell the point is. */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */

/**
 * @typedef {object} Layout
 * @property {string} key Two views with the same key are drawn on the same ground.
 * @property {number} width
 * @property {number} height
 * @property {number} radius Half the room a piece has.
 * @property {boolean} stacked Whether pieces lie on each other.
 * @property {(row: number, col: number) => [number, number]} centre
 * @property {() => SVGElement} outline The ground of one cell, around its centre.
 * @property {() => SVGElement[]} ground What lies below all cells.
 * @property {{x: number, y: number, text: string}[]} labels
 * @property {(wall: Slot) => Box} wall
 * @property {(x: number, y: number) => NearSlot | null} slot The wall nearest to a point.
 */

const UNIT = 100;
/** Half the thickness of a wall. */
const HALF = 8;

/** @param {View} view @returns {Layout} */
export function layoutOf(view) {
  const { shape } = view;
  return shape.kind === "hexagon" ? hexagon(view, shape.size) : squares(view, shape.rows, shape.cols);
}

/** @param {View} view @param {number} rows @param {number} cols @returns {Layout} */
function squares(view, rows, cols) {
  const stacked = view.cells.length < rows * cols;
  const left = 46;
  const top = stacked ? 10 : 46;
  const { rows: rowNames, cols: colNames } = view.labels;
  /** @param {number} row @param {number} col @returns {[number, number]} */
  const centre = (row, col) => [left + (col + 0.5) * UNIT, top + (row + 0.5) * UNIT];
  const below = stacked ? top + rows * UNIT + 24 : 22;
  const labels = [
    ...rowNames.map((text, row) => ({ x: 22, y: centre(row, 0)[1], text })),
    ...colNames.map((text, col) => ({ x: centre(0, col)[0], y: below, text })),
  ];
  return {
    key: `squares ${rows} ${cols} ${stacked}`,
    width: left + cols * UNIT + 10,
    height: top + rows * UNIT + (stacked ? 46 : 10),
    radius: stacked ? 42 : 33,
    stacked,
    centre,
    outline: () =>
      stacked
        ? s("rect", { class: "ground", x: -50, y: -50, width: UNIT, height: UNIT })
        : s("rect", { class: "ground", x: -44, y: -44, width: 88, height: 88, rx: 9 }),
    ground: () => {
      const size = { x: left - 6, y: top - 6, width: cols * UNIT + 12, height: rows * UNIT + 12, rx: 14 };
      return [s("rect", { class: stacked ? "light-squares" : "frame", ...size })];
    },
    labels,
    wall: ({ row, col, axis }) =>
      axis === "horizontal"
        ? { x: left + col * UNIT + 6, y: top + (row + 1) * UNIT - HALF, width: 2 * UNIT - 12, height: 2 * HALF }
        : { x: left + (col + 1) * UNIT - HALF, y: top + row * UNIT + 6, width: 2 * HALF, height: 2 * UNIT - 12 },
    slot: (x, y) => {
      const across = (x - left) / UNIT;
      const down = (y - top) / UNIT;
      if (stacked || across < 0 || down < 0 || across > cols || down > rows) return null;
      const col = Math.min(cols - 1, Math.max(1, Math.round(across)));
      const row = Math.min(rows - 1, Math.max(1, Math.round(down)));
      const axis = Math.abs(across - col) > Math.abs(down - row) ? "horizontal" : "vertical";
      const depth = Math.min(Math.abs(across - Math.round(across)), Math.abs(down - Math.round(down)));
      return { row: row - 1, col: col - 1, axis, depth };
    },
  };
}

const WIDE = Math.sqrt(3) / 2;
/** From the centre of a hexagon to its corner, so that it is a hundred wide. */
const SPOKE = UNIT / (2 * WIDE);

/** @param {View} view @param {number} size @returns {Layout} */
function hexagon(view, size) {
  const { rows: rowNames, cols: colNames } = view.labels;
  const margin = 62;
  // The leftmost cell is the first of the middle row.
  const shift = margin + UNIT / 2 + ((size - 1) / 2) * UNIT;
  /** @param {number} row @param {number} col @returns {[number, number]} */
  const centre = (row, col) => [shift + (col - row / 2) * UNIT, margin + SPOKE + row * 1.5 * SPOKE];
  const labels = [
    ...rowNames.map((text, row) => {
      const [x, y] = centre(row, Math.max(0, row - size + 1) - 1);
      return { x: x + 18, y, text };
    }),
    ...colNames.map((text, col) => {
      const [x, y] = centre(Math.max(0, col - size + 1) - 1, col);
      return { x: x - 8, y: y + 14, text };
    }),
  ];
  const corners = [0, 1, 2, 3, 4, 5].map((turn) => {
    const angle = (Math.PI / 3) * turn + Math.PI / 6;
    return `${(Math.cos(angle) * SPOKE).toFixed(2)},${(Math.sin(angle) * SPOKE).toFixed(2)}`;
  });
  return {
    key: `hexagon ${size}`,
    width: 2 * margin + (2 * size - 1) * UNIT,
    height: 2 * margin + SPOKE * (2 + 1.5 * (2 * size - 2)),
    radius: 36,
    stacked: false,
    centre,
    outline: () => s("polygon", { class: "ground", points: corners.join(" ") }),
    ground: () => [],
    labels,
    wall: () => ({ x: 0, y: 0, width: 0, height: 0 }),
    slot: () => null,
  };
}
