// @ts-check
// The move tree on the page: the main line runs on, variations stand indented, comments in between.

import { fill, h } from "../dom.js";
import { keepRevealed, reveal } from "../reveal.js";
import { markMove } from "../review/marks.js";
import { say } from "../texts.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Tree} Tree */

export class TreeView {
  /** @param {(node: Node) => void} open */
  constructor(open) {
    this.open = open;
    /** @type {Map<Node, HTMLElement>} */
    this.buttons = new Map();
    this.element = h("div", { class: "tree", role: "group", "aria-label": say("web-moves") });
    keepRevealed(this.element);
  }

  /** @param {Tree} tree @param {(node: Node) => string | null} gradeOf What a move was worth, if that is known. */
  show(tree, gradeOf) {
    this.buttons.clear();
    const focused = this.element.contains(document.activeElement);
    const { root } = tree;
    fill(
      this.element,
      this.#button(root, tree, say("web-tree-start")),
      root.comment ? h("span", { class: "comment" }, root.comment) : null,
      ...this.#line(root, tree, true),
    );
    const here = this.element.querySelector("[aria-current]");
    if (here instanceof HTMLElement && focused) here.focus({ preventScroll: true });
    reveal(this.element);
    this.mark(gradeOf);
  }

  /** Puts the signs behind the moves. @param {(node: Node) => string | null} gradeOf */
  mark(gradeOf) {
    for (const [node, button] of this.buttons) markMove(button, gradeOf(node));
  }

  /**
   * Everything after a move.
   * @param {Node} from
   * @param {Tree} tree
   * @param {boolean} numbered
   * @returns {HTMLElement[]}
   */
  #line(from, tree, numbered) {
    /** @type {HTMLElement[]} */
    const parts = [];
    let at = from;
    let number = numbered;
    for (;;) {
      const [main, ...others] = at.children;
      if (!main) return parts;
      parts.push(...this.#move(main, tree, number));
      number = Boolean(main.comment) || others.length > 0;
      for (const other of others) {
        const moves = [...this.#move(other, tree, true), ...this.#line(other, tree, false)];
        parts.push(h("div", { class: "variation" }, ...moves));
      }
      at = main;
    }
  }

  /** @param {Node} node @param {Tree} tree @param {boolean} numbered @returns {HTMLElement[]} */
  #move(node, tree, numbered) {
    const ply = node.ply;
    const parts = [];
    if (ply % 2 === 1) parts.push(h("span", { class: "move-number" }, `${(ply + 1) / 2}.`));
    else if (numbered) parts.push(h("span", { class: "move-number" }, `${ply / 2}…`));
    parts.push(this.#button(node, tree, node.move));
    if (node.comment) parts.push(h("span", { class: "comment" }, node.comment));
    return parts;
  }

  /** @param {Node} node @param {Tree} tree @param {string} text */
  #button(node, tree, text) {
    const current = node === tree.current ? "true" : null;
    const props = { type: "button", class: "move", "aria-current": current, onclick: () => this.open(node) };
    const button = h("button", props, text);
    this.buttons.set(node, button);
    return button;
  }
}
