// @ts-check
// A reader's own arrows and rings on the board: the right button draws them, or the left one with Alt; M marks the
// cell that has the focus. The same drawing again takes it away, and so does any press with the left button.

import { fill, s } from "../dom.js";
import { arrow } from "./arrows.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{from: string, to: string, tone: string}} Stroke */

export class Sketch {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.layer = s("g", { class: "sketch", "aria-hidden": "true" });
    /** @type {Stroke[]} */
    this.strokes = [];
    /** Where the one being drawn began. @type {{from: string, tone: string} | null} */
    this.begun = null;
  }

  /** Whether a press means to draw. @param {PointerEvent} event */
  static means(event) {
    return event.button === 2 || (event.button === 0 && event.altKey);
  }

  /** @param {string | null} cell @param {PointerEvent} event */
  begin(cell, event) {
    this.begun = cell ? { from: cell, tone: event.shiftKey ? "second" : "first" } : null;
  }

  /** @param {string | null} cell */
  over(cell) {
    if (!this.begun) return;
    this.draw(cell ? [...this.strokes, { ...this.begun, to: cell }] : this.strokes);
  }

  /** @param {string | null} cell */
  end(cell) {
    const { begun } = this;
    this.begun = null;
    if (begun && cell) this.toggle({ ...begun, to: cell });
    else this.draw();
  }

  /** Adds a stroke, or takes it away if it is there. @param {Stroke} stroke */
  toggle(stroke) {
    const same = (/** @type {Stroke} */ each) => each.from === stroke.from && each.to === stroke.to;
    const without = this.strokes.filter((each) => !same(each));
    this.strokes = without.length < this.strokes.length ? without : [...without, stroke];
    this.draw();
  }

  /** Takes everything away; true if there was anything. */
  clear() {
    const had = this.strokes.length > 0;
    this.strokes = [];
    if (had) this.draw();
    return had;
  }

  /** The cells with rings. */
  marked() {
    return this.strokes.filter(({ from, to }) => from === to).map(({ from }) => from);
  }

  draw(strokes = this.strokes) {
    fill(this.layer, ...strokes.map((stroke) => this.#shape(stroke)));
  }

  /** @param {Stroke} stroke */
  #shape({ from, to, tone }) {
    const centre = (/** @type {string} */ name) => {
      const cell = this.board.tiles.get(name)?.cell;
      return cell && this.board.layout ? this.board.layout.centre(cell.row, cell.col) : null;
    };
    const [a, b] = [centre(from), centre(to)];
    if (!a || !b) return null;
    const shape = from === to ? s("circle", { class: "ring", cx: a[0], cy: a[1], r: 45 }) : arrow(a, b);
    return s("g", { class: `stroke ${tone}` }, shape);
  }
}
