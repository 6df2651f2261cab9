// @ts-check
// What is proven, beside the analysis board: every move that the solver can decide. Each of them can be played, and
// the list follows the board for as long as it is open.

import { call } from "../api.js";
import { fill, h } from "../dom.js";
import { say } from "../texts.js";

/** @typedef {import("potez-schema").ProofsView} Found */
/** @typedef {import("potez-schema").MoveView} Move */
/** @typedef {{game: string, position: string | null, moves: string[]}} Spot */

/** The tone of each result, as lines of the engine have it. */
const TONES = { win: "best", draw: "fair", loss: "bad" };

export class Proofs {
  /** @param {(move: Move) => void} play Plays a move of the list. */
  constructor(play) {
    this.play = play;
    /** @type {Spot | null} */
    this.spot = null;
    /** What was found, by position. @type {Map<string, Found>} */
    this.found = new Map();
    this.words = h("p", { class: "hint-text", role: "status" });
    this.list = h("ul", { class: "lines proven-moves", "aria-label": say("web-proofs") });
    this.element = h(
      "details",
      { class: "proofs", "data-id": "proofs" },
      h("summary", null, say("web-proofs")),
      this.words,
      this.list,
    );
    this.element.addEventListener("toggle", () => void this.#look());
  }

  /** Another position, or none at the end of a game. @param {Spot | null} spot */
  set(spot) {
    this.spot = spot;
    void this.#look();
  }

  async #look() {
    const { spot } = this;
    if (!spot) {
      this.words.textContent = "";
      fill(this.list);
      return;
    }
    if (!this.element.open) return;
    const place = JSON.stringify(spot);
    const known = this.found.get(place);
    if (known) {
      this.#draw(known);
      return;
    }
    this.words.textContent = say("web-proofs-looking");
    fill(this.list);
    try {
      const { game, position, moves } = spot;
      const found = await call("POST", "/api/proofs", { game, ...(position ? { position } : {}), moves });
      this.found.set(place, found);
      if (this.spot === spot) this.#draw(found);
    } catch (error) {
      if (this.spot === spot) this.words.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {Found} found */
  #draw({ turn, proven, moves, legal }) {
    const other = turn === "x" ? "o" : "x";
    const winner = proven === "win" ? turn : proven === "loss" ? other : null;
    const all = winner
      ? say("web-proven-win", { player: winner.toUpperCase() })
      : proven === "draw"
        ? say("web-proven-draw")
        : "";
    const count = say("web-proofs-count", { count: moves.length, legal });
    this.words.textContent = all ? `${all}. ${count}` : count;
    fill(
      this.list,
      ...moves.map(({ move, proven: result, answer }) => {
        const text = h("span", { class: "line-move" }, move.text);
        const value = h("span", { class: "line-value" }, `✓ ${say(`web-proven-${result}-short`)}`);
        const title = answer.map((each) => each.text).join(" ");
        const props = { type: "button", class: "line-head", title, onclick: () => this.play(move) };
        return h("li", { class: `line proven ${TONES[result]}` }, h("button", props, text, value));
      }),
    );
  }
}
