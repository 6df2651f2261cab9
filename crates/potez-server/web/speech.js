// @ts-check
// What a screen reader hears: one polite region for moves and results, and short notes that everybody sees.

import { h } from "./dom.js";

const region = h("div", { id: "live", class: "unseen", role: "status", "aria-live": "polite" });
const notes = h("div", { class: "notes", role: "status", "aria-live": "polite" });
document.body.append(region, notes);

/** @param {string} text */
export function announce(text) {
  // The same sentence twice must be heard twice: a new node is a new message.
  region.replaceChildren(h("p", null, text));
}

/**
 * A note that goes away by itself.
 * @param {string} text
 * @param {"plain" | "bad"} [tone]
 */
export function note(text, tone = "plain") {
  if (!text) return;
  const item = h("p", { class: `note ${tone}` }, text);
  notes.replaceChildren(item);
  setTimeout(() => item.remove(), 6000);
}
