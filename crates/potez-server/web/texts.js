// @ts-check
// Sentences in the chosen language. The server sends patterns; here they are filled in.

import { bootFor } from "./boot.js";
import { reach } from "./home.js";
import { settings } from "./settings.js";

/** @typedef {string | {arg: string} | {select: string, default: string, variants: Record<string, Pattern>}} Part */
/** @typedef {string | Part[]} Pattern */

/** @type {Record<string, Pattern>} */
let patterns = {};
let plurals = new Intl.PluralRules("en");

/** Fetches the sentences of the language of the settings. */
export async function loadTexts() {
  patterns = (bootFor(settings.lang)?.sentences ?? (await fetched())).texts;
  plurals = new Intl.PluralRules(settings.lang === "en" ? "en" : "sr");
  document.documentElement.lang = settings.lang === "sr" ? "sr-Latn" : settings.lang;
}

async function fetched() {
  const response = await reach(`/api/texts/${encodeURIComponent(settings.lang)}`);
  if (!response.ok) throw new Error(`no texts: ${response.status}`);
  return response.json();
}

/**
 * The sentence of a key; the key itself where no language has it.
 * @param {string} key
 * @param {Record<string, string | number>} [args]
 * @returns {string}
 */
export function say(key, args = {}) {
  const pattern = patterns[key];
  // Backticks keep a word in Latin script; nobody needs to see them.
  return pattern === undefined ? key : fillIn(pattern, args).replaceAll("`", "");
}

/**
 * The sentence of a key that names nothing, or these words where no language has it.
 * @param {string} key
 * @param {string} words
 */
export function sayOr(key, words) {
  return patterns[key] === undefined ? words : say(key);
}

/**
 * How a game ended, as its record says.
 * @param {string} result `x`, `o` or `draw`.
 * @param {string | null} reason The codes of why, or nothing where nobody knows.
 */
export function endingWords(result, reason) {
  const winner = result === "x" || result === "o" ? result : null;
  const player = winner?.toUpperCase() ?? "";
  if (!reason) return winner ? say("web-won", { player }) : say("web-draw");
  const because = reason.split("+").map((code) => reasonWords(code, winner === "x" ? "O" : "X"));
  return say(winner ? "ending-win" : "ending-draw", { player, reason: because.join(say("reason-and")) });
}

/** Why a game ended, by one of its codes. @param {string} code @param {string} loser What the loser is called. */
export function reasonWords(code, loser) {
  const key = `reason-${code}`;
  return patterns[key] === undefined ? code : say(key, { loser });
}

/** What a number beside the board counts. @param {string} kind */
export function stockName(kind) {
  return sayOr(`web-stock-${kind}`, kind);
}

/**
 * @param {Pattern} pattern
 * @param {Record<string, string | number>} args
 * @returns {string}
 */
function fillIn(pattern, args) {
  if (typeof pattern === "string") return pattern;
  return pattern.map((part) => fillPart(part, args)).join("");
}

/**
 * @param {Part} part
 * @param {Record<string, string | number>} args
 * @returns {string}
 */
function fillPart(part, args) {
  if (typeof part === "string") return part;
  if ("arg" in part) return String(args[part.arg] ?? "");
  const value = args[part.select] ?? "";
  const exact = part.variants[String(value)];
  if (exact !== undefined) return fillIn(exact, args);
  const plural = typeof value === "number" ? part.variants[plurals.select(value)] : undefined;
  return fillIn(plural ?? part.variants[part.default] ?? "", args);
}

/**
 * A message as a sentence of its own: errors come as parts of a line, for terminals.
 * @param {string} text
 */
export function sentence(text) {
  const whole = /[.!?…]$/.test(text) ? text : `${text}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/**
 * A share of one as whole per cent.
 * @param {number} share
 */
export function percent(share) {
  return `${Math.round(share * 100)}\u00a0%`;
}

/**
 * A number in short, such as 12.3k.
 * @param {number} count
 */
export function short(count) {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)}G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)}M`;
  if (count >= 1e4) return `${Math.round(count / 1e3)}k`;
  return String(count);
}
