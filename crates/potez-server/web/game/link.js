// @ts-check
// An address to give away: to copy, to share, and as a QR code; with a warning where it is good on this machine only.

import { button, fill, h, s } from "../dom.js";
import { announce, note } from "../speech.js";
import { say } from "../texts.js";

/** Whether nobody on another machine can open addresses of this page. */
export function isLoopback(host = location.hostname) {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    note(say("web-copied"));
  } catch {
    // Without the permission the address is shown, to be copied by hand.
    note(text);
  }
  announce(say("web-copied"));
}

/**
 * @param {string} address
 * @param {string} label
 * @param {Record<string, any>} [props] Of the field.
 */
export function linkBox(address, label, props = {}) {
  const select = { "aria-label": label, onfocus: () => field.select() };
  const field = h("input", { type: "text", readonly: true, value: address, ...select, ...props });
  const take = button(say("web-copy"), () => void copy(address), { icon: "copy", class: "primary" });
  const picture = h("div", { class: "qr", hidden: true });
  const show = button(say("web-qr"), () => void toggle(), { icon: "qr", "data-id": "qr", "aria-expanded": "false" });
  const toggle = async () => {
    if (!picture.firstChild) fill(picture, await qrPicture(address));
    picture.hidden = !picture.hidden;
    show.setAttribute("aria-expanded", String(!picture.hidden));
  };
  const give = () => void navigator.share({ title: "Potez", url: address }).catch(() => {});
  const share = "share" in navigator ? button(say("web-share"), give, { icon: "share", "data-id": "share" }) : null;
  const warning = isLoopback() ? h("p", { class: "warning", role: "note" }, say("web-loopback")) : null;
  return h("div", { class: "link-box" }, h("div", { class: "row" }, field, take, share, show), warning, picture);
}

/** @param {string} text */
async function qrPicture(text) {
  const { qrCode } = await import("../qr.js");
  const code = qrCode(text);
  const path = code.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  const box = `-4 -4 ${code.length + 8} ${code.length + 8}`;
  const props = { viewBox: box, role: "img", "aria-label": say("web-qr-of-link"), "shape-rendering": "crispEdges" };
  const paper = { x: -4, y: -4, width: code.length + 8, height: code.length + 8, fill: "#fff" };
  return s("svg", props, s("rect", paper), s("path", { d: path, fill: "#000" }));
}
