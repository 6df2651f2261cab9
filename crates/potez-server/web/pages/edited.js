// @ts-check
// A board that is being edited. Whether the rules allow it is for the server to say.

/** @typedef {import("potez-schema").PositionView} Position */
/** @typedef {import("potez-schema").WallView} Wall */
/** @typedef {import("potez-schema").WallRef} WallRef */
/** @typedef {Extract<import("potez-schema").EditorTool, {kind: "piece"}>} PieceTool */
/** @typedef {import("../board/layout.js").Slot} Slot */

export class EditedBoard {
  /** @param {Position} position */
  constructor(position) {
    this.view = structuredClone(position.view);
    this.turn = position.turn;
    for (const cell of this.view.cells) {
      cell.marks = cell.marks.filter((mark) => mark === "corner" || mark === "edge" || mark.startsWith("home"));
      cell.pieces = cell.pieces.map(({ owner }) => ({ owner, number: 0 }));
    }
    this.view.walls = this.view.walls.map((wall) => ({ ...wall, last: false }));
  }

  /** Takes everything off the board. */
  clear() {
    for (const cell of this.view.cells) cell.pieces = [];
    for (const wall of this.view.walls) this.#account(wall, 1);
    this.view.walls = [];
  }

  /** @param {string} name @param {PieceTool} tool */
  putPiece(name, { owner, height }) {
    const cell = this.#cell(name);
    if (!cell) return;
    if (height > 1) cell.pieces = [...cell.pieces, { owner, number: 0 }].slice(0, height);
    else cell.pieces = cell.pieces[0]?.owner === owner ? [] : [{ owner, number: 0 }];
  }

  /** Takes the topmost piece off a cell. @param {string} name */
  erasePiece(name) {
    const cell = this.#cell(name);
    if (cell) cell.pieces = cell.pieces.slice(0, -1);
  }

  /** @param {WallRef} wall */
  toggleWall({ row, col, axis, colour }) {
    if (this.eraseWall({ row, col, axis })) return;
    const wall = { name: "", row, col, axis, colour, last: false };
    this.view.walls.push(wall);
    this.#account(wall, -1);
  }

  /** Takes a wall off the board; false if none is there. @param {Slot} slot */
  eraseWall({ row, col, axis }) {
    const there = this.view.walls.find((wall) => wall.row === row && wall.col === col && wall.axis === axis);
    if (!there) return false;
    this.view.walls = this.view.walls.filter((wall) => wall !== there);
    this.#account(there, 1);
    return true;
  }

  /** The board as the server takes it. */
  setup() {
    const { view, turn } = this;
    const held = view.cells.filter(({ pieces }) => pieces.length > 0);
    const cells = held.map(({ row, col, pieces }) => ({ row, col, pieces: pieces.map(({ owner }) => owner) }));
    const walls = view.walls.map(({ row, col, axis, colour }) => ({ row, col, axis, colour }));
    return { cells, walls, stocks: Object.fromEntries(view.stocks), turn };
  }

  /** @param {string} name */
  #cell(name) {
    return this.view.cells.find((cell) => cell.name === name);
  }

  /**
   * A wall on the board comes from the fuller stock and goes back to the emptier one.
   * @param {Wall} wall
   * @param {1 | -1} change
   */
  #account(wall, change) {
    const counts = this.view.stocks.find(([kind]) => kind === wall.colour)?.[1];
    if (!counts) return;
    const index = change < 0 === counts[0] >= counts[1] ? 0 : 1;
    counts[index] = Math.max(0, counts[index] + change);
  }
}
