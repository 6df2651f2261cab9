// @ts-check
// Giving a text to the browser as a file.

import { h } from "./dom.js";

/** @param {string} name @param {string} text @param {string} type */
export function saveText(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
