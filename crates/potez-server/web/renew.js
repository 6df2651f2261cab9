// @ts-check
// Parts of a page that change with its state: drawn again only when they differ, and without losing the focus.

import { fill } from "./dom.js";

/** @type {WeakMap<Element, string>} */
const drawn = new WeakMap();

/**
 * Fills an element anew if its key has changed. What had the focus gets it back by its `data-id`.
 * @param {Element} element
 * @param {unknown} key
 * @param {() => import("./dom.js").Child[]} build
 */
export function renew(element, key, build) {
  const text = JSON.stringify(key);
  if (drawn.get(element) === text) return;
  drawn.set(element, text);
  const active = document.activeElement;
  const id = active && element.contains(active) ? active.getAttribute("data-id") : null;
  fill(element, ...build());
  if (id) {
    const again = element.querySelector(`[data-id="${CSS.escape(id)}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}
