// @ts-check
// The shortest paths of all pieces, drawn on the board and as a list, where the player wants to see them.

import * as api from "../api.js";
import { fill, h } from "../dom.js";
import { keep, settings } from "../settings.js";
import { say } from "../texts.js";

/** @typedef {import("../board/board.js").Board} Board */

export class Paths {
  /** @param {Board} board @param {boolean} known Whether the game has such paths at all. */
  constructor(board, known) {
    this.board = board;
    this.known = known;
    this.list = h("ul", { class: "path-list" });
    const props = { type: "checkbox", name: "paths", checked: settings.paths };
    const box = h("input", { ...props, onchange: () => this.#turn(box.checked) });
    const text = h("span", null, say("web-paths"), h("small", null, say("web-paths-about")));
    this.element = h("div", { class: "paths", hidden: !known }, h("label", { class: "check" }, box, text), this.list);
    /** What is shown: a game and one of its positions. @type {{game: string, position: string} | null} */
    this.shown = null;
  }

  /** @param {string} game @param {string} position */
  show(game, position) {
    this.shown = { game, position };
    void this.#draw();
  }

  /** @param {boolean} on */
  #turn(on) {
    settings.paths = on;
    keep();
    void this.#draw();
  }

  async #draw() {
    const { shown } = this;
    if (!this.known || !settings.paths || !shown) {
      this.#fill([], []);
      return;
    }
    const answer = await api.call("POST", "/api/paths", shown).catch(() => null);
    // Another position may have come meanwhile, and its paths with it.
    if (this.shown === shown && settings.paths) this.#fill(answer?.paths ?? [], answer?.words ?? []);
  }

  /** @param {import("potez-schema").PathView[]} paths @param {string[]} words */
  #fill(paths, words) {
    this.board.paths(paths);
    fill(this.list, ...words.map((text) => h("li", null, text)));
  }
}
