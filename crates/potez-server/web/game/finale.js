// @ts-check
// How a game has ended, from where the reader sits, and what may come next.

import { h } from "../dom.js";
import { reasonWords, say, sayOr } from "../texts.js";
import { nameOf } from "./seat.js";

/** @typedef {import("potez-schema").GameView} State */

/** Which way it ended for the reader. @param {State} state @returns {"won" | "lost" | "drawn" | "watched" | null} */
export function standing(state) {
  const { outcome, you } = state;
  if (!outcome) return null;
  if (you !== "x" && you !== "o") return "watched";
  return outcome.winner === null ? "drawn" : outcome.winner === you ? "won" : "lost";
}

/**
 * Why, as the winner says it, or as the loser does.
 * @param {State} state
 * @param {string} reason Codes, joined by `+`.
 */
function because(state, reason) {
  const loser = state.outcome?.winner === "x" ? "o" : "x";
  const lost = state.you === loser;
  const words = reason.split("+").map((code) => {
    const usual = reasonWords(code, nameOf(state, loser));
    return lost ? sayOr(`web-lost-${code}`, usual) : usual;
  });
  return words.join(say("reason-and"));
}

/** The heading of the end. @param {State} state */
export function heading(state) {
  const { outcome } = state;
  const how = standing(state);
  if (!outcome || !how) return "";
  if (how === "won") return say("web-you-won", { reason: because(state, outcome.reason) });
  if (how === "lost") return say("web-you-lost", { reason: because(state, outcome.reason) });
  return outcome.words;
}

/** The box that tells it. @param {State} state */
export function finale(state) {
  const how = standing(state);
  const said = heading(state);
  const winner = state.outcome?.winner;
  const whole = said === state.outcome?.words || !winner ? null : say("web-winner", { name: nameOf(state, winner) });
  return h(
    "div",
    { class: `banner result ${how ?? ""}`, tabindex: "-1", "data-id": "result" },
    h("h2", null, said),
    how === "lost" && whole ? h("p", null, whole) : null,
  );
}

/**
 * The engine of the game, one level up or down, if that is what comes next.
 * @param {State} state
 * @param {number} levels How many there are.
 * @returns {{level: number, up: boolean} | null}
 */
export function nextLevel(state, levels) {
  const how = standing(state);
  if (how !== "won" && how !== "lost") return null;
  const bot = state.players[state.you === "x" ? "o" : "x"].bot ?? "";
  const level = Number(/^potez:level=(\d+)$/.exec(bot)?.[1] ?? 0);
  const up = how === "won";
  const next = up ? level + 1 : level - 1;
  return level > 0 && next >= 1 && next <= levels ? { level: next, up } : null;
}

/** How time is given out, without what is left of it. @param {State} state */
function controlOf({ clock }) {
  if (!clock) return null;
  const { x: _x, o: _o, running: _running, ...control } = clock;
  return control;
}

/** The request for the same game against another level. @param {State} state @param {number} level */
export function sameAgainst(state, level) {
  const me = state.you === "x" || state.you === "o" ? state.players[state.you] : null;
  const own = me?.name ? { kind: "me", name: me.name } : { kind: "me" };
  const engine = { kind: "engine", bot: `potez:level=${level}` };
  const [x, o] = state.you === "o" ? [engine, own] : [own, engine];
  return { game: state.game, x, o, clock: controlOf(state), teaching: state.teaching };
}
