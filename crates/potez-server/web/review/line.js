// @ts-check
// A line of moves to be played through step by step: by clicking a move, by the two arrows, by keys.

import { h, icon } from "../dom.js";
import { say } from "../texts.js";

/** @typedef {import("potez-schema").MoveView} Move */

export class LineSteps {
  /**
   * @param {string} label
   * @param {Move[]} moves
   * @param {(count: number) => void} show Shows the position after this many moves of the line.
   */
  constructor(label, moves, show) {
    this.label = label;
    this.moves = moves;
    this.show = show;
    this.count = 0;
    this.buttons = moves.map(({ text }, index) =>
      h("button", { type: "button", class: "move", onclick: () => this.go(index + 1) }, text),
    );
    const tool = (/** @type {string} */ name, /** @type {string} */ key, /** @type {number} */ step) => {
      const props = {
        type: "button",
        class: "tool",
        title: say(key),
        "aria-label": say(key),
        "data-id": `line-${name}`,
      };
      return h("button", { ...props, onclick: () => this.go(this.count + step) }, icon(name));
    };
    const props = { class: "line-steps", role: "group", "aria-label": label };
    this.element = h(
      "div",
      props,
      tool("back", "web-line-back", -1),
      tool("next", "web-line-next", 1),
      ...this.buttons,
    );
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {number} count */
  go(count) {
    this.count = Math.max(0, Math.min(this.moves.length, count));
    this.buttons.forEach((each, index) => {
      if (index + 1 === this.count) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
    });
    this.show(this.count);
  }

  /** Another line is being looked at. */
  rest() {
    this.count = 0;
    for (const each of this.buttons) each.removeAttribute("aria-current");
  }

  /** Steps through this line and not through the game. @param {KeyboardEvent} event */
  #key(event) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(this.count + step);
  }
}

/**
 * Sentences one below the other; one that speaks of a position of a line shows it when it is pressed.
 * @param {{words: string, plies?: number | null}[]} remarks
 * @param {(plies: number) => void} [show]
 */
export function reasons(remarks, show) {
  if (remarks.length === 0) return null;
  const item = (/** @type {typeof remarks[number]} */ { words, plies }) => {
    if (!plies || !show) return words;
    const props = { type: "button", class: "reason", title: say("web-line-show"), onclick: () => show(plies) };
    return h("button", props, words);
  };
  return h("ul", { class: "reasons" }, ...remarks.map((remark) => h("li", null, item(remark))));
}
