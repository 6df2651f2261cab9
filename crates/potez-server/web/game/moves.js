// @ts-check
// The list of moves, with the way through it.

import { h, icon } from "../dom.js";
import { renew } from "../renew.js";
import { say } from "../texts.js";

export class MoveList {
  /** @param {(ply: number) => void} show */
  constructor(show) {
    this.show = show;
    this.list = h("ol", { class: "move-list", "aria-label": say("web-moves") });
    this.controls = h("div", { class: "browse", role: "group", "aria-label": say("web-browse") });
    this.element = h("section", { class: "moves panel" }, this.controls, this.list);
    this.ply = 0;
    this.count = 0;
    const step = (/** @type {string} */ name, /** @type {string} */ key, /** @type {() => number} */ to) =>
      h("button", { type: "button", class: "tool", title: say(key), "aria-label": say(key), onclick: () => this.#to(to()) }, icon(name));
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
    const steps = /** @type {Record<string, number>} */ ({ "[": this.ply - 1, "]": this.ply + 1, ArrowLeft: this.ply - 1, ArrowRight: this.ply + 1 });
    const to = steps[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, select, textarea, dialog")) return;
    event.preventDefault();
    this.#to(to);
  }

  /** @param {string[]} moves @param {number} ply */
  set(moves, ply) {
    this.ply = ply;
    this.count = moves.length;
    renew(this.list, [moves, ply], () =>
      moves.length === 0
        ? [h("li", { class: "none" }, say("web-no-moves"))]
        : moves.map((move, index) =>
            h(
              "li",
              { class: index % 2 === 0 ? "odd" : "even" },
              index % 2 === 0 ? h("span", { class: "move-number" }, `${index / 2 + 1}.`) : null,
              h("button", { type: "button", class: "move", "data-id": `ply-${index + 1}`, "aria-current": index + 1 === ply ? "true" : null, onclick: () => this.#to(index + 1) }, move),
            ),
          ),
    );
    const here = this.list.querySelector("[aria-current]");
    if (here instanceof HTMLElement) {
      const top = here.offsetTop - this.list.offsetTop;
      this.list.scrollTop = Math.max(0, top - this.list.clientHeight / 2);
      // On a phone the list is one line that scrolls sideways.
      this.list.scrollLeft = Math.max(0, here.offsetLeft - this.list.offsetLeft - this.list.clientWidth / 2);
    }
  }
}
