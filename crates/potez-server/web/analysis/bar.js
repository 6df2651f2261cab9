// @ts-check
// The evaluation bar: X's chance from 0 to 1, and whether it is proven.

import { h } from "../dom.js";
import { percent, say } from "../texts.js";

/** @typedef {import("../schema.js").Proof} Proof */
/** @typedef {import("../schema.js").Player} Player */

export class EvalBar {
  constructor() {
    this.fill = h("span", { class: "bar-fill" });
    this.text = h("span", { class: "bar-text" });
    this.element = h("div", { class: "eval-bar", role: "meter", "aria-label": say("web-bar"), "aria-valuemin": 0, "aria-valuemax": 100 }, this.fill, this.text);
    this.set(null, null);
  }

  /** @param {number | null} chanceX @param {"x" | "o" | "draw" | null} proven Who is proven to win. */
  set(chanceX, proven) {
    const chance = proven === "x" ? 1 : proven === "o" ? 0 : proven === "draw" ? 0.5 : (chanceX ?? 0.5);
    this.element.style.setProperty("--chance", String(chance));
    this.element.classList.toggle("unknown", chanceX === null && proven === null);
    this.element.classList.toggle("proven", proven !== null);
    const text = proven === "draw" ? say("web-proven-draw") : proven ? say("web-proven-win", { player: proven.toUpperCase() }) : chanceX === null ? say("web-bar-unknown") : say("web-bar-chance", { chance: percent(chance) });
    this.text.textContent = proven ? `✓ ${proven === "draw" ? "=" : proven.toUpperCase()}` : chanceX === null ? "" : String(Math.round(chance * 100));
    this.element.setAttribute("aria-valuenow", String(Math.round(chance * 100)));
    this.element.setAttribute("aria-valuetext", text);
    this.element.title = text;
  }
}

/** Who a proof for the side to move says will win. @param {Proof} proof @param {Player} turn @returns {"x" | "o" | "draw" | null} */
export function provenFor(proof, turn) {
  if (proof === "draw" || proof === null) return proof;
  return (proof === "win") === (turn === "x") ? "x" : "o";
}
