// @ts-check
// The list of moves, with the way through it.

import { h, icon } from "../dom.js";
import { keepRevealed, reveal } from "../reveal.js";
import { renew } from "../renew.js";
import { say } from "../texts.js";

/** Keys that go through the moves. @type {Record<string, number>} */
const STEPS = { "[": -1, "]": 1, ArrowLeft: -1, ArrowRight: 1 };

export class MoveList {
  /** @param {(ply: number) => void} show */
  constructor(show) {
    this.show = show;
    this.list = h("ol", { class: "move-list", "aria-label": say("web-moves") });
    this.controls = h("div", { class: "browse", role: "group", "aria-label": say("web-browse") });
    this.element = h("section", { class: "moves panel" }, this.controls, this.list);
    keepRevealed(this.list);
    this.ply = 0;
    this.count = 0;
    const step = (/** @type {string} */ name, /** @type {string} */ key, /** @type {() => number} */ to) => {
      const props = { type: "button", class: "tool", title: say(key), "aria-label": say(key) };
      return h("button", { ...props, onclick: () => this.#to(to()) }, icon(name));
    };
    this.controls.append(
      step("first", "web-first", () => 0),
      step("back", "web-back", () => this.ply - 1),
      step("next", "web-next", () => this.ply + 1),
      step("last", "web-last", () => this.count),
    );
  }

  /** @param {number} ply */
  #to(ply) {
    this.show(Math.max(0, Math.min(this.count, ply)));
  }

  /** Steps by keys, wherever the focus is but in a field or on the board. @param {KeyboardEvent} event */
  key(event) {
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, select, textarea, dialog")) return;
    event.preventDefault();
    this.#to(this.ply + step);
  }

  /** @param {string[]} moves @param {number} ply */
  set(moves, ply) {
    this.ply = ply;
    this.count = moves.length;
    const none = () => [h("li", { class: "none" }, say("web-no-moves"))];
    renew(this.list, [moves, ply], () =>
      moves.length === 0 ? none() : moves.map((move, index) => this.#item(move, index + 1, index + 1 === ply)),
    );
    reveal(this.list);
  }

  /** @param {string} move @param {number} ply @param {boolean} current */
  #item(move, ply, current) {
    const first = ply % 2 === 1;
    const number = first ? h("span", { class: "move-number" }, `${(ply + 1) / 2}.`) : null;
    const props = { type: "button", class: "move", "data-id": `ply-${ply}`, "aria-current": current ? "true" : null };
    const body = h("button", { ...props, onclick: () => this.#to(ply) }, move);
    return h("li", { class: first ? "odd" : "even" }, number, body);
  }
}
