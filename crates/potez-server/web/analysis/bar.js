// @ts-check
// The evaluation bar: X's chance from 0 to 1, and whether it is proven.

import { h } from "../dom.js";
import { percent, say } from "../texts.js";

/** @typedef {(import("potez-schema").Proof | null)} Proof */
/** @typedef {import("potez-schema").Player} Player */

export class EvalBar {
  constructor() {
    this.fill = h("span", { class: "bar-fill" });
    this.text = h("span", { class: "bar-text" });
    const props = { class: "eval-bar", role: "meter", "aria-label": say("web-bar") };
    this.element = h("div", { ...props, "aria-valuemin": 0, "aria-valuemax": 100 }, this.fill, this.text);
    this.set(null, null);
  }

  /** @param {number | null} chanceX @param {"x" | "o" | "draw" | null} proven Who is proven to win. */
  set(chanceX, proven) {
    const chance = proven === "x" ? 1 : proven === "o" ? 0 : proven === "draw" ? 0.5 : (chanceX ?? 0.5);
    this.element.style.setProperty("--chance", String(chance));
    this.element.classList.toggle("unknown", chanceX === null && proven === null);
    this.element.classList.toggle("proven", proven !== null);
    const [text, short] = described(chanceX, proven);
    this.text.textContent = short;
    this.element.setAttribute("aria-valuenow", String(Math.round(chance * 100)));
    this.element.setAttribute("aria-valuetext", text);
    this.element.title = text;
  }
}

/**
 * What the bar says, in a sentence and in short.
 * @param {number | null} chanceX
 * @param {"x" | "o" | "draw" | null} proven
 * @returns {[string, string]}
 */
function described(chanceX, proven) {
  if (proven === "draw") return [say("web-proven-draw"), "✓ ="];
  if (proven) return [say("web-proven-win", { player: proven.toUpperCase() }), `✓ ${proven.toUpperCase()}`];
  if (chanceX === null) return [say("web-bar-unknown"), ""];
  return [say("web-bar-chance", { chance: percent(chanceX) }), String(Math.round(chanceX * 100))];
}

/**
 * Who a proof for the side to move says will win.
 * @param {Proof} proof
 * @param {Player} turn
 * @returns {"x" | "o" | "draw" | null}
 */
export function provenFor(proof, turn) {
  if (proof === "draw" || proof === null) return proof;
  return (proof === "win") === (turn === "x") ? "x" : "o";
}
