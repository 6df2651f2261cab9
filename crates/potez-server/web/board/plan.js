// @ts-check
// A move that is planned while the other side is to move: what was touched, to be touched again when the turn comes.
// Whether it can be played then is for the rules to say.

import { say } from "../texts.js";

/** @typedef {import("./board.js").Pick} Pick */

/** No move has more parts than this. */
const MOST = 4;

export class Plan {
  constructor() {
    /** @type {Pick[]} */
    this.picks = [];
  }

  /** The cells that are planned. */
  get cells() {
    return new Set(this.picks.map(({ cell }) => cell ?? ""));
  }

  /** What is said about it, or nothing. */
  get words() {
    const cells = this.picks.map(({ cell }) => cell).join(" ");
    return cells ? say("web-premove", { cells }) : "";
  }

  /** Adds a touch; the same place twice forgets everything. @param {Pick} pick */
  add(pick) {
    if (!pick.cell) return;
    const last = this.picks.at(-1);
    if (last?.cell === pick.cell && last.level === pick.level) this.picks = [];
    else this.picks = [...this.picks, { ...pick, by: /** @type {const} */ ("mouse") }].slice(-MOST);
  }

  /** Takes all of it, to be played. */
  take() {
    const { picks } = this;
    this.picks = [];
    return picks;
  }
}
