// @ts-check
// How a game looks and sounds: the board turned, sounds on or off.

import { button, h } from "../dom.js";
import { keep, settings } from "../settings.js";
import { say } from "../texts.js";

/** @param {import("../board/board.js").Board} board */
export function appearance(board) {
  const turn = button(say("web-turn-board"), () => board.turn(), { class: "quiet", icon: "again", "data-id": "flip" });
  return h("div", { class: "row minor" }, turn, soundSwitch());
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
