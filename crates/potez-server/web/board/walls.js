// @ts-check
// Choosing a wall: by pointer, finger or keys, with a picture of it before it stands.

import { button } from "../dom.js";
import { say } from "../texts.js";

/** @typedef {import("potez-schema").StepView} Step */
/** @typedef {import("potez-schema").PartChoice} Choice */
/** @typedef {import("potez-schema").BlockedView} Blocked */
/** @typedef {import("potez-schema").WallAxis} WallAxis */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Pick} Pick */
/** @typedef {import("./layout.js").Slot} Slot */

/**
 * @typedef {object} Owner
 * @property {(text: string, bad?: boolean) => void} tell Says something about the wall.
 * @property {(choice: Choice) => Promise<void>} choose
 * @property {() => void} changed Its buttons are others now.
 */

/** Nearer to an edge than this, a touch means the wall and not the cell. */
const EDGE = 0.2;

export class WallChooser {
  /** @param {Board} board @param {Owner} owner */
  constructor(board, owner) {
    this.board = board;
    this.owner = owner;
    /** @type {Step | null} */
    this.step = null;
    /** How the keyboard's wall lies. @type {WallAxis} */
    this.axis = "horizontal";
    /** The wall that a touch has shown and a second one will place. @type {Slot | null} */
    this.pending = null;
  }

  /** What can come next. @param {Step | null} step */
  set(step) {
    this.step = step;
    this.pending = null;
    this.board.preview(null);
  }

  /** Whether a wall can come next. */
  get expected() {
    return this.step?.choices.some(({ part }) => part.kind === "wall") ?? false;
  }

  /**
   * Whether a pick means a wall.
   * @param {Pick} pick
   * @param {boolean} cell Whether the cell there could be chosen instead.
   */
  means(pick, cell) {
    const nearEdge = pick.slot !== null && pick.slot.depth < EDGE;
    return this.expected && this.#slotOf(pick) !== null && (!cell || nearEdge);
  }

  /** @param {Pick} pick */
  async pick(pick) {
    const slot = this.#slotOf(pick);
    if (!slot) return;
    const { choice } = this.#wallAt(slot);
    const again = this.pending && sameSlot(this.pending, slot);
    if (choice && (pick.by !== "touch" || again)) {
      await this.owner.choose(choice);
      return;
    }
    // A finger covers what it touches: show the wall first, and place it at the second touch.
    this.pending = slot;
    this.axis = slot.axis;
    this.#show(slot);
    this.owner.changed();
  }

  /** @param {Pick | null} pick @param {boolean} overCell Whether a cell under the pointer can be chosen. */
  hover(pick, overCell) {
    if (!this.expected || this.pending) return;
    const slot = pick?.slot && !(overCell && pick.slot.depth >= EDGE) ? pick.slot : null;
    this.#show(slot);
  }

  /** Shows the wall at the cell that the keyboard is on. */
  followFocus() {
    if (!this.expected || !this.board.svg.querySelector(":focus-visible")) return;
    const cell = this.board.currentCell;
    if (cell) this.#show({ row: cell.row, col: cell.col, axis: this.axis });
  }

  /** Turns the wall; true if the key meant that. @param {KeyboardEvent} event */
  key(event) {
    if (!this.expected || (event.key !== " " && event.key.toLowerCase() !== "r")) return false;
    this.axis = turned(this.axis);
    this.followFocus();
    return true;
  }

  /** Buttons for the wall that a touch has shown. */
  buttons() {
    const { pending } = this;
    if (!pending) return [];
    const { choice } = this.#wallAt(pending);
    const place = () => choice && void this.owner.choose(choice);
    const turn = () => {
      this.pending = { ...pending, axis: turned(pending.axis) };
      this.axis = this.pending.axis;
      this.#show(this.pending);
      this.owner.changed();
    };
    return [
      choice ? button(say("web-place", { move: choice.text }), place, { class: "primary" }) : null,
      button(say("web-turn-wall"), turn, { icon: "turn" }),
    ];
  }

  /** The wall that a pick means. @param {Pick} pick @returns {Slot | null} */
  #slotOf(pick) {
    if (pick.slot) return pick.slot;
    const cell = pick.by === "keys" ? this.board.currentCell : null;
    return cell ? { row: cell.row, col: cell.col, axis: this.axis } : null;
  }

  /** @param {Slot} slot */
  #wallAt(slot) {
    const isThere = (/** @type {Choice | Blocked} */ { part }) => part.kind === "wall" && sameSlot(part, slot);
    const choice = this.step?.choices.find(isThere) ?? null;
    const blocked = choice ? null : (this.step?.blocked.find(isThere) ?? null);
    return { choice, blocked };
  }

  /** @param {Slot | null} slot */
  #show(slot) {
    const { step } = this;
    if (!this.expected || !slot) {
      this.board.preview(null);
      if (step) this.owner.tell(step.helpWords);
      return;
    }
    const { choice, blocked } = this.#wallAt(slot);
    const part = (choice ?? blocked)?.part;
    const colour = part?.kind === "wall" ? part.colour : "";
    this.board.preview({ ...slot, colour, ok: choice !== null });
    const place = choice ? say(this.pending ? "web-wall-again" : "web-wall-here", { move: choice.text }) : null;
    this.owner.tell(place ?? blocked?.message ?? say("web-wall-none"), !choice);
  }
}

/** @param {WallAxis} axis @returns {WallAxis} */
function turned(axis) {
  return axis === "horizontal" ? "vertical" : "horizontal";
}

/** @param {Slot} a @param {Slot} b */
function sameSlot(a, b) {
  return a.row === b.row && a.col === b.col && a.axis === b.axis;
}
