// @ts-check
// The board to be heard: what is near, the walls, the pieces, the ways to the goals. By buttons, and by keys on it.

import * as api from "../api.js";
import { nearWords, pieceWords, wallWords } from "../board/describe.js";
import { button, fill, h } from "../dom.js";
import { announce } from "../speech.js";
import { say } from "../texts.js";

/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {"near" | "walls" | "pieces" | "ways"} What */

/** @type {Record<string, What>} */
const KEYS = { n: "near", w: "walls", p: "pieces", g: "ways" };

export class Hearing {
  /**
   * @param {Board} board
   * @param {() => {game: string, position: string}} spot What is shown.
   * @param {boolean} hasPaths Whether the game has shortest paths.
   */
  constructor(board, spot, hasPaths) {
    this.board = board;
    this.spot = spot;
    /** @type {What[]} */
    this.offered = ["near", "walls", "pieces", "ways"];
    if (!hasPaths) this.offered = ["near", "pieces"];
    // Shown as well as said: whoever listens may want to read it again.
    this.output = h("ul", { class: "heard" });
    const buttons = this.offered.map((what) =>
      button(say(`web-hear-${what}`), () => void this.tell(what), { "data-id": `hear-${what}` }),
    );
    this.element = h(
      "details",
      { class: "hearing" },
      h("summary", null, say("web-hear")),
      h("div", { class: "row minor" }, ...buttons),
      h("p", { class: "hint-text" }, say("web-hear-keys")),
      this.output,
    );
    board.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const what = KEYS[event.key.toLowerCase()];
    if (!what || event.ctrlKey || event.metaKey || event.altKey || !this.offered.includes(what)) return;
    event.preventDefault();
    void this.tell(what);
  }

  /** @param {What} what */
  async tell(what) {
    const lines = await this.#lines(what);
    const said = lines.length > 0 ? lines : [say("web-hear-none")];
    fill(this.output, ...said.map((line) => h("li", null, line)));
    announce(said.join(". "));
  }

  /** @param {What} what @returns {Promise<string[]>} */
  async #lines(what) {
    const { view, layout, current } = this.board;
    if (!view || !layout) return [];
    if (what === "near") return [nearWords(current, view, layout)];
    if (what === "walls") return wallWords(view);
    if (what === "pieces") return pieceWords(view, layout);
    const answer = await api.call("POST", "/api/paths", this.spot()).catch(() => null);
    return answer?.words ?? [];
  }
}
