// @ts-check
// Which search to look at: a plain form, which the server answers with another page.

import { h } from "../dom.js";
import { settings } from "../settings.js";
import { say } from "../texts.js";

/**
 * @typedef {object} Asked
 * @property {string} game
 * @property {string} position
 * @property {string} moves
 * @property {string} bot
 * @property {number | null} nodes
 * @property {number} most
 * @property {string[]} bots
 * @property {string[]} games
 */

/** @param {string} name @param {string} label @param {Record<string, any>} props */
function field(name, label, props) {
  return h(
    "label",
    { class: "field" },
    h("span", { class: "field-name" }, label),
    h("input", { type: "text", name, ...props }),
  );
}

/** @param {string} id @param {string[]} options */
const list = (id, options) => h("datalist", { id }, ...options.map((value) => h("option", { value })));

/** Searches that are worth looking at: the sentence that says which, and what is asked for. */
const EXAMPLES = [
  ["explain-example-alphabeta", { game: "byte" }],
  ["explain-example-tree", { game: "havannah:size=4", bot: "potez:without=net" }],
  ["explain-example-proof", { game: "havannah:size=3", moves: "a1 c3", bot: "pns" }],
  ["explain-example-minimax", { game: "blockade", bot: "classic:depth=2" }],
];

/** What stands on the page while nothing is asked for. */
export function searchExamples() {
  const item = (/** @type {string} */ key, /** @type {Record<string, string>} */ asked) =>
    h("li", null, h("a", { href: `/explain?${new URLSearchParams({ ...asked, lang: settings.lang })}` }, say(key)));
  return h("ul", null, ...EXAMPLES.map(([key, asked]) => item(/** @type {string} */ (key), Object(asked))));
}

/** @param {Asked} asked */
export function searchForm(asked) {
  const { game, position, moves, bot, nodes, most, bots, games } = asked;
  const lang = h("input", { type: "hidden", name: "lang", value: settings.lang });
  return h(
    "form",
    { class: "panel ask noprint", method: "get", action: "/explain" },
    h("a", { href: "/" }, say("explain-to-potez")),
    list("games", games),
    list("bots", bots),
    field("game", say("explain-ask-game"), { value: game, required: true, list: "games" }),
    field("position", say("explain-ask-position"), { value: position }),
    field("moves", say("explain-ask-moves"), { value: moves }),
    field("bot", say("explain-ask-bot"), { value: bot, list: "bots" }),
    field("nodes", say("explain-ask-nodes"), { type: "number", min: 1, max: most, value: nodes ?? "" }),
    lang,
    h("button", { type: "submit", class: "primary" }, say("explain-ask")),
  );
}
