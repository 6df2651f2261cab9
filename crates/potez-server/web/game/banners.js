// @ts-check
// What stands above the moves of a game: its result, what the other player asks for, a lesson, the way back.

import { button, h } from "../dom.js";
import { openLine } from "../review/window.js";
import { note } from "../speech.js";
import { percent, say } from "../texts.js";
import { finale, sameAgainst } from "./finale.js";
import { ladderBanner } from "./ladder.js";
import { openGame } from "./open.js";
import { nameOf } from "./seat.js";

/** @typedef {import("potez-schema").GameView} State */
/** @typedef {(action: string) => void} Act */

/** What can be offered, and what its two answers are called. */
const OFFERS = /** @type {const} */ ({ takeback: "Takeback", draw: "Draw", rematch: "Rematch" });

/**
 * @param {State} state
 * @param {{act: Act, back: (() => void) | null, ladder: {scores: number[], levels: number}}} page
 */
export function banners(state, { act, back, ladder }) {
  const own = state.you === "x" || state.you === "o";
  const other = state.you === "x" ? "o" : "x";
  /** @type {HTMLElement[]} */
  const shown = [];
  if (state.outcome) shown.push(finale(state), ...nextStep(state, ladder));
  for (const what of /** @type {(keyof typeof OFFERS)[]} */ (Object.keys(OFFERS))) {
    if (own && state.offers[what] === other) shown.push(offer(state, what, other, act));
  }
  if (state.lesson && !state.outcome) shown.push(lesson(state, state.lesson, act));
  if (back) shown.push(h("div", { class: "banner past" }, button(say("web-to-present"), back, { icon: "last" })));
  return shown;
}

/**
 * Another level, when the last few games speak for it.
 * @param {State} state
 * @param {{scores: number[], levels: number}} ladder
 */
function nextStep(state, ladder) {
  if (state.you !== "x" && state.you !== "o") return [];
  const complain = (/** @type {Error} */ error) => note(error.message, "bad");
  const begin = (/** @type {number} */ level) => void openGame(sameAgainst(state, level)).catch(complain);
  const banner = ladderBanner(state.baseGame, { ...ladder, begin });
  return banner ? [banner] : [];
}

/** @param {State} state @param {keyof typeof OFFERS} what @param {"x" | "o"} by @param {Act} act */
function offer(state, what, by, act) {
  const question = say(`web-${what}-asked`, { name: nameOf(state, by) });
  const accept = button(say("web-accept"), () => act(`accept${OFFERS[what]}`), { class: "primary" });
  const decline = button(say("web-decline"), () => act(`decline${OFFERS[what]}`));
  return h("div", { class: "banner", role: "alert" }, h("p", null, question), accept, decline);
}

/** @param {State} state @param {import("potez-schema").LessonView} lesson @param {Act} act */
function lesson(state, { move, words, chanceBefore, chanceAfter, answer }, act) {
  const title = say("web-lesson-answer", { move: move.text });
  const spot = { game: state.game, position: state.start, moves: [...state.moves.map(({ text }) => text), move.text] };
  const show = () => openLine(spot, answer, { title, words });
  return h(
    "div",
    { class: "banner lesson" },
    h("strong", null, say("web-lesson", { move: move.text })),
    h("p", null, say("web-lesson-chance", { before: percent(chanceBefore), after: percent(chanceAfter) })),
    words.length > 0 ? h("ul", null, ...words.map((text) => h("li", null, text))) : null,
    answer.length > 0 ? button(title, show, { icon: "eye", "data-id": "lesson-answer" }) : null,
    button(say("web-lesson-insist"), () => act("insist"), { class: "quiet" }),
  );
}
