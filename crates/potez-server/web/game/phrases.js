// @ts-check
// A few polite words between players, each heard in the reader's own language.

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { settings, keep } from "../settings.js";
import { announce, note } from "../speech.js";
import { say } from "../texts.js";
import { nameOf } from "./seat.js";

/** @typedef {import("potez-schema").GameView} State */

const BEFORE = ["hello", "good-luck", "nice-move", "oops", "moment", "thanks"];
const AFTER = ["good-game", "thanks", "nice-move", "goodbye"];
/** How long the buttons rest after a phrase, in milliseconds. */
const REST = 3000;

export class Phrases {
  /** @param {string} id @param {string | null} token */
  constructor(id, token) {
    this.id = id;
    this.token = token;
    this.buttons = h("div", { class: "row minor" });
    this.heard = h("p", { class: "phrase-heard", hidden: true });
    this.quiet = h("input", { type: "checkbox", checked: settings.quiet, onchange: () => this.#hush() });
    const hush = h("label", { class: "check" }, this.quiet, h("span", null, say("web-phrases-quiet")));
    this.element = h(
      "details",
      { class: "phrases", hidden: true },
      h("summary", null, say("web-phrases")),
      this.buttons,
      hush,
    );
    this.over = /** @type {boolean | null} */ (null);
  }

  #hush() {
    settings.quiet = this.quiet.checked;
    keep();
  }

  /** @param {State} state @param {State} old */
  show(state, old) {
    const people = state.players.x.kind === "human" && state.players.o.kind === "human";
    this.element.hidden = !people || state.you === null || state.you === "both";
    const over = state.outcome !== null;
    if (over !== this.over) {
      this.over = over;
      fill(this.buttons, ...(over ? AFTER : BEFORE).map((phrase) => this.#button(phrase)));
    }
    for (const side of /** @type {const} */ (["x", "o"])) {
      const said = state.players[side].said;
      const before = old.players[side].said;
      if (!said || said.at === before?.at || settings.quiet || state.you === side) continue;
      const text = say("web-said", { name: nameOf(state, side), words: say(`web-phrase-${said.phrase}`) });
      this.heard.textContent = text;
      this.heard.hidden = false;
      announce(text);
    }
  }

  /** @param {string} phrase */
  #button(phrase) {
    return button(say(`web-phrase-${phrase}`), () => void this.#say(phrase), { "data-id": `phrase-${phrase}` });
  }

  /** @param {string} phrase */
  async #say(phrase) {
    for (const each of this.buttons.querySelectorAll("button")) each.disabled = true;
    setTimeout(() => {
      for (const each of this.buttons.querySelectorAll("button")) each.disabled = false;
    }, REST);
    try {
      await api.call("POST", `/api/games/${this.id}/phrase`, { phrase }, { token: this.token });
      note(say("web-phrase-sent", { words: say(`web-phrase-${phrase}`) }));
    } catch (error) {
      note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad");
    }
  }
}
