// @ts-check
// The level that fits: how the last games went, kept in this browser, and what is offered after a few of them.

import { button, h } from "../dom.js";
import { keep, remember, settings } from "../settings.js";
import { say } from "../texts.js";
import { standing } from "./finale.js";

/** @typedef {import("potez-schema").GameView} State */
/** @typedef {{id: string, level: number, points: number}} Result */
/** @typedef {{level: number, from: number, up: boolean, points: number, games: number}} Offer */

/** Games that are looked at, how few are enough, and how many are kept for each game. */
const [WINDOW, LEAST, MOST] = [4, 3, 12];
/** The share of points from which on another level is offered; below its complement an easier one. */
const SHARE = 0.75;
/** Where a newcomer begins. */
const FIRST = 2;

/** The level of a bot of the ladder; 0 of any other. @param {string | null | undefined} bot */
const levelOf = (bot) => Number(/^potez:level=(\d+)$/.exec(bot ?? "")?.[1] ?? 0);

/**
 * Keeps how a game against a level has ended. Games from other positions, and lessons in which bad moves are taken
 * back, say nothing about a level.
 * @param {State} state
 */
export function keepResult(state) {
  const how = standing(state);
  if (!how || how === "watched" || state.teaching || state.start !== null) return;
  const level = levelOf(state.players[state.you === "x" ? "o" : "x"].bot);
  const known = settings.results[state.baseGame] ?? [];
  if (level === 0 || known.some(({ id }) => id === state.id)) return;
  const points = how === "won" ? 1 : how === "drawn" ? 0.5 : 0;
  settings.results[state.baseGame] = [...known, { id: state.id, level, points }].slice(-MOST);
  keep();
}

/**
 * The last games at the level that was played last, at most as many as are looked at.
 * @param {string} game
 * @returns {Result[]}
 */
function lastGames(game) {
  const known = settings.results[game] ?? [];
  const level = known.at(-1)?.level;
  const newest = [...known].reverse();
  const other = newest.findIndex((each) => each.level !== level);
  const same = other < 0 ? newest : newest.slice(0, other);
  return same.slice(0, WINDOW);
}

/**
 * Another level, when the last few games speak for it.
 * @param {string} game
 * @param {number} levels
 * @returns {Offer | null}
 */
export function offeredLevel(game, levels) {
  const last = lastGames(game);
  const [first] = last;
  if (!first || last.length < LEAST) return null;
  const points = last.reduce((sum, each) => sum + each.points, 0);
  const up = points >= SHARE * last.length;
  const level = up ? first.level + 1 : first.level - 1;
  const clear = up || points <= (1 - SHARE) * last.length;
  return clear && level >= 1 && level <= levels ? { level, from: first.level, up, points, games: last.length } : null;
}

/**
 * The level to play at: the one that is offered, or the one played last.
 * @param {string} game
 * @param {number} levels
 */
export function fittingLevel(game, levels) {
  const offered = offeredLevel(game, levels);
  return offered?.level ?? (settings.results[game] ?? []).at(-1)?.level ?? FIRST;
}

/** What a level is, in words and in games against its neighbours. @param {number[]} scores @param {number} level */
export function levelWords(scores, level) {
  // A game whose levels nobody has measured says nothing of them.
  if (scores.length === 0) return "";
  const kind = level === 1 ? "first" : level === 2 ? "second" : level <= 4 ? "low" : level <= 6 ? "middle" : "high";
  const last = scores.length + 1;
  const words = [say(`web-level-is-${level === last ? "last" : kind}`)];
  const [below, above] = [scores[level - 2], scores[level - 1]];
  if (below !== undefined) words.push(say("web-level-below", { level: level - 1, percent: below }));
  if (above !== undefined) words.push(say("web-level-above", { level: level + 1, percent: 100 - above }));
  return words.join(" ");
}

/**
 * Offers another level, politely: whoever does not want it is asked again after a few more games.
 * @param {string} game
 * @param {{scores: number[], levels: number, begin: ((level: number) => void) | null}} about
 */
export function ladderBanner(game, { scores, levels, begin }) {
  const offer = offeredLevel(game, levels);
  if (!offer) return null;
  const { level, from, up, points, games } = offer;
  const element = h("div", { class: "banner ladder", "data-id": "ladder" });
  const decline = () => {
    // The count begins anew.
    settings.results[game] = [];
    keep();
    element.remove();
  };
  const accept = () => {
    remember("level", String(level));
    begin?.(level);
  };
  const key = up ? "web-ladder-up" : "web-ladder-down";
  element.append(
    h("p", null, say(key, { points: String(points), games, from, level })),
    h("p", null, levelWords(scores, level)),
    ...(begin
      ? [button(say("web-path-level", { level }), accept, { class: "primary", "data-id": "ladder-play" })]
      : []),
    button(say("web-ladder-no"), decline, { class: "quiet", "data-id": "ladder-no" }),
  );
  return element;
}
