// @ts-check
// What a move's text names on the board, read off its parts: cells by their names, walls by a letter before a cell's name.
// Enough to draw a move; whether it may be played is the server's to say.

/** @typedef {import("../schema.js").View} View */
/** @typedef {{cell: string, row: number, col: number}} Place */
/** @typedef {{cells: Place[], wall: {name: string, row: number, col: number, horizontal: boolean} | null}} Named */

/** @param {string} move @param {View} view @returns {Named} */
export function namedBy(move, view) {
  const byName = new Map(view.cells.map((cell) => [cell.name, cell]));
  /** @type {Named} */
  const named = { cells: [], wall: null };
  for (const part of move.match(/[a-z0-9]+/gi) ?? []) {
    const cell = byName.get(part);
    if (cell) {
      named.cells.push({ cell: cell.name, row: cell.row, col: cell.col });
      continue;
    }
    const corner = byName.get(part.slice(1));
    if (corner && /^[BG]/.test(part)) {
      named.wall = { name: part, row: corner.row, col: corner.col, horizontal: part.startsWith("B") };
    }
  }
  return named;
}
