// @ts-check
// The rules of the games, with boards to try them on.

import * as api from "../api.js";
import { button, h } from "../dom.js";
import { openGame } from "../game/open.js";
import { note } from "../speech.js";
import { say } from "../texts.js";
import { block } from "./blocks.js";

/** @typedef {import("potez-schema").CourseSection} Section */

/** @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Page>} */
export async function learnPage(route) {
  const catalogue = await api.catalogue();
  const chosen = catalogue.games.find(({ id }) => id === route.path[1]) ?? catalogue.games[0];
  if (!chosen) throw new Error(say("web-missing"));
  const rules = await api.call("GET", `/api/rules/${chosen.id}`);
  const tabs = catalogue.games.map(({ id, name }) => {
    const current = id === chosen.id ? "page" : null;
    return h("a", { href: `#/learn/${id}`, "aria-current": current }, name);
  });
  const players = { x: { kind: "me" }, o: { kind: "engine", bot: "potez:level=2" } };
  const lesson = { game: chosen.id, ...players, clock: null, teaching: true };
  const teach = () => void openGame(lesson).catch((error) => note(error.message, "bad"));
  const sections = rules.sections.map((/** @type {Section} */ { id, title, blocks }) =>
    h("section", { id: `rule-${id}` }, h("h2", null, title), ...blocks.map((each) => block(each))),
  );
  const begin = button(say("web-teach"), teach, { class: "primary", icon: "play", "data-id": "teach" });
  const element = h(
    "article",
    { class: "learn" },
    h("nav", { class: "tabs", "aria-label": say("web-game") }, ...tabs),
    h("h1", null, rules.title),
    h("div", { class: "lead panel" }, h("p", null, say("web-teach-about")), begin),
    ...sections,
    chosen.guide ? onwards(chosen.id) : null,
  );
  return { title: rules.title, element };
}

/** Where somebody goes who knows the rules. @param {string} game */
function onwards(game) {
  const link = h("a", { class: "button primary", href: `#/guide/${game}`, "data-id": "to-guide" }, say("web-guide-to"));
  return h("section", { class: "lead panel" }, h("p", null, say("web-guide-about")), link);
}
