// @ts-check
// Questions before something that cannot be undone, and small windows.

import { button, h } from "./dom.js";
import { say } from "./texts.js";

/**
 * Asks; true if the answer is yes.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    const dialog = h("dialog", { class: "dialog", "aria-label": question });
    const close = (/** @type {boolean} */ answer) => {
      dialog.close();
      dialog.remove();
      resolve(answer);
    };
    const accept = button(yes, () => close(true), { class: "primary", "data-id": "yes" });
    const refuse = button(say("web-cancel"), () => close(false), { "data-id": "no" });
    dialog.append(h("p", null, question), h("div", { class: "row" }, accept, refuse));
    dialog.addEventListener("cancel", () => close(false));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * A window with a title; closes by its button or Escape.
 * @param {string} title
 * @param {...import("./dom.js").Child} content
 */
export function openWindow(title, ...content) {
  const dialog = h("dialog", { class: "dialog wide", "aria-label": title });
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const leave = button(say("web-close"), close, { class: "quiet", icon: "close" });
  const head = h("div", { class: "dialog-head" }, h("h2", null, title), leave);
  dialog.append(head, h("div", { class: "dialog-body" }, ...content));
  dialog.addEventListener("cancel", close);
  document.body.append(dialog);
  dialog.showModal();
  return close;
}
