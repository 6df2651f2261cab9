// @ts-check
// The tree of a search: the way to the node one is at, and what lies beside and below it. A click goes there.

import { fill, h } from "../dom.js";
import { say } from "../texts.js";

/** Nodes of one level that are shown. */
const SHOWN = 24;

/**
 * A node of the tree as it is shown.
 * @typedef {object} Item
 * @property {number} id
 * @property {string} text The move, or what the root is called.
 * @property {string[]} facts What is known of it, each in a column of its own.
 * @property {string} tone How it ended: `cut`, `table`, `over`, `open` or nothing.
 * @property {boolean} ahead Whether the search has not come to it yet.
 */

/**
 * @typedef {object} Source
 * @property {number[]} roots
 * @property {(id: number) => number[]} children
 * @property {(id: number) => number} parent Minus one at a root.
 * @property {(id: number) => Item} item
 */

export class Outline {
  /** @param {(id: number) => void} go */
  constructor(go) {
    this.go = go;
    this.element = h("section", { class: "panel outline", "aria-label": say("explain-tree") });
  }

  /** Draws the tree around a node. @param {Source} source @param {number} here */
  show(source, here) {
    const path = [];
    for (let at = here; at >= 0; at = source.parent(at)) path.unshift(at);
    const held = this.element.contains(document.activeElement);
    const heading = h("h2", null, say("explain-tree"));
    fill(this.element, heading, this.#level(source, source.roots, path, here));
    const current = /** @type {HTMLElement | null} */ (this.element.querySelector("[aria-current]"));
    if (held) current?.focus({ preventScroll: true });
    const list = this.element;
    if (current && list.scrollHeight > list.clientHeight) {
      const off = current.getBoundingClientRect().top - list.getBoundingClientRect().top;
      if (off < 40 || off > list.clientHeight - 40) list.scrollTop += off - list.clientHeight / 2;
    }
  }

  /**
   * @param {Source} source
   * @param {number[]} ids
   * @param {number[]} path
   * @param {number} here
   * @returns {HTMLElement}
   */
  #level(source, ids, path, here) {
    const [next, ...rest] = path;
    const at = Math.max(0, next === undefined ? 0 : ids.indexOf(next));
    const from = Math.max(0, Math.min(at - SHOWN / 2, ids.length - SHOWN));
    const shown = ids.slice(from, from + SHOWN);
    const list = h("ul");
    if (from > 0) list.append(h("li", { class: "more" }, say("explain-more", { count: from })));
    for (const id of shown) {
      const { text, facts, tone, ahead } = source.item(id);
      const columns = facts.map((fact) => h("span", { class: "fact" }, fact));
      const props = {
        type: "button",
        class: `node ${tone} ${ahead ? "ahead" : ""}`,
        "aria-current": id === here ? "true" : null,
        onclick: () => this.go(id),
      };
      const item = h("li", null, h("button", props, h("strong", null, text), ...columns));
      if (id === next) {
        const below = source.children(id);
        if (below.length > 0) item.append(this.#level(source, below, rest, here));
      }
      list.append(item);
    }
    const left = ids.length - from - shown.length;
    if (left > 0) list.append(h("li", { class: "more" }, say("explain-more", { count: left })));
    return list;
  }
}
