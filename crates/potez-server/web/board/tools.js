// @ts-check
// Buttons for what cannot be touched on the board: swap, pass, a move that may end early, the levels of a stack.

import { button, h } from "../dom.js";
import { say } from "../texts.js";
import { cellAt, placeOf } from "./parts.js";
import { badge } from "./pieces.js";

/** @typedef {import("potez-schema").StepView} Step */
/** @typedef {import("potez-schema").PartChoice} Choice */
/** @typedef {import("potez-schema").MoveView} Move */
/** @typedef {import("potez-schema").View} View */

/**
 * @param {Step} step
 * @param {{choose: (choice: Choice) => void, finish: (move: Move) => void}} owner
 */
export function moveButtons(step, { choose, finish }) {
  const primary = { class: "primary" };
  const words = step.choices.filter(({ part }) => part.kind === "swap" || part.kind === "pass");
  const buttons = words.map((each) => {
    const { kind } = each.part;
    return button(say(`web-word-${kind}`), () => choose(each), { ...primary, "data-word": kind });
  });
  if (step.complete !== null && step.choices.length > 0) {
    const whole = { text: step.complete, parts: step.chosen };
    buttons.push(button(say("web-finish", { move: whole.text }), () => finish(whole), primary));
  }
  return buttons;
}

/**
 * The chosen stack, large enough for a finger, from the top down.
 * @param {Step} step The step that asks for a level.
 * @param {View} view
 * @param {number | null} chosen The level chosen already.
 * @param {(choice: Choice) => void} choose
 */
export function levelButtons(step, view, chosen, choose) {
  const levels = step.choices.filter(({ part }) => part.kind === "level");
  const [first] = levels;
  const cell = first ? cellAt(view, placeOf(step, first)) : null;
  if (!cell) return null;
  const checkers = cell.pieces.map((piece, index) => {
    const choice = levels.find(({ part }) => part.kind === "level" && part.level === index + 1);
    const text = say("web-level", { level: index + 1 });
    const props = {
      type: "button",
      class: "level",
      disabled: !choice,
      title: text,
      "aria-label": `${text}, ${piece.owner.toUpperCase()}`,
      "aria-pressed": String(chosen === index + 1),
      onclick: () => choice && choose(choice),
    };
    return h("button", props, badge(piece.owner), h("span", null, index + 1));
  });
  const label = say("web-levels", { cell: cell.name });
  return h("div", { class: "levels", role: "group", "aria-label": label }, ...checkers);
}
