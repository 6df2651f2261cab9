// @ts-check
// How a game looks and sounds: the board turned, its style, sounds on or off.

import { button, h, select } from "../dom.js";
import { applyTheme, keep, settings } from "../settings.js";
import { say } from "../texts.js";

/** The styles of boards. */
const STYLES = ["wood", "slate", "plain"];

/** @param {import("../board/board.js").Board} board */
export function appearance(board) {
  const turn = button(say("web-turn-board"), () => board.turn(), { class: "quiet", icon: "again", "data-id": "flip" });
  const styles = STYLES.map((value) => ({ value, text: say(`web-board-${value}`) }));
  const choose = (/** @type {string} */ style) => {
    settings.board = style;
    keep();
    applyTheme();
  };
  const style = select(say("web-board-style"), styles, settings.board, choose, { name: "board-style" });
  style.classList.add("inline");
  return h("div", { class: "row minor appearance" }, turn, soundSwitch(), style);
}

/** A switch that says its state. */
function soundSwitch() {
  const text = () => say(settings.sound ? "web-sound-on" : "web-sound-off");
  const state = h("span", null, text());
  const toggle = () => {
    settings.sound = !settings.sound;
    keep();
    state.textContent = text();
    control.setAttribute("aria-checked", String(settings.sound));
  };
  const props = { type: "button", role: "switch", class: "quiet switch", "data-id": "sound", onclick: toggle };
  const knob = h("i", { "aria-hidden": "true" });
  const control = h("button", { ...props, "aria-checked": String(settings.sound) }, knob, state);
  return control;
}
