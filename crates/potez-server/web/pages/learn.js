// @ts-check
// The rules of the games, with boards to try them on.

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { Mover } from "../board/mover.js";
import { button, fill, h } from "../dom.js";
import { openGame } from "../game/open.js";
import { note } from "../speech.js";
import { say } from "../texts.js";

/** @typedef {import("potez-schema").RulesBlock} Block */
/** @typedef {import("potez-schema").RulesSection} Section */
/** @typedef {Extract<Block, {kind: "diagram"}>} Diagram */

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
    h("section", { id: `rule-${id}` }, h("h2", null, title), ...blocks.map(block)),
  );
  const begin = button(say("web-teach"), teach, { class: "primary", icon: "play", "data-id": "teach" });
  const element = h(
    "article",
    { class: "learn" },
    h("nav", { class: "tabs", "aria-label": say("web-game") }, ...tabs),
    h("h1", null, rules.title),
    h("div", { class: "lead panel" }, h("p", null, say("web-teach-about")), begin),
    ...sections,
  );
  return { title: rules.title, element };
}

/** @param {Block} each @returns {HTMLElement} */
function block(each) {
  if (each.kind === "text") return h("p", null, each.text);
  if (each.kind === "list") return h("ul", null, ...each.items.map((item) => h("li", null, item)));
  return diagram(each);
}

/** @param {Diagram} data */
function diagram(data) {
  const board = new Board(data.caption || data.game);
  const words = h("p", { class: "task", role: "status" }, data.task?.words ?? "");
  const tools = h("div", { class: "row minor" });
  const figure = h("figure", { class: "diagram" }, board.element);
  let moves = [...data.moves];
  const spot = () => ({ game: data.game, position: data.position, moves });
  const mover = new Mover(board, ({ text }) => play(text));
  const show = async (/** @type {boolean} */ animate) => {
    const position = await api.position(spot());
    board.show(position.view, animate);
    const active = data.interactive && position.outcome === null;
    const [source, idle] = [api.sourceOf(spot()), position.outcome?.words ?? ""];
    await mover.set({ source, view: position.view, active, idle });
    const again = button(say("web-diagram-again"), () => void reset(), { icon: "again", class: "quiet" });
    fill(tools, moves.length > data.moves.length ? again : null);
    return position;
  };
  const reset = async () => {
    moves = [...data.moves];
    words.textContent = data.task?.words ?? "";
    words.classList.remove("solved");
    await show(false);
  };
  const play = async (/** @type {string} */ move) => {
    if (data.task && moves.length === data.moves.length && !data.task.accept.includes(move)) {
      words.textContent = say("web-task-wrong", { move, task: data.task.words });
      await mover.reset();
      return;
    }
    moves = [...moves, move];
    if (data.task) {
      words.textContent = say("web-task-right", { move });
      words.classList.add("solved");
    }
    await show(true);
  };
  if (!data.interactive) {
    board.hooks = {};
    board.element.classList.add("still");
  }
  figure.append(...(data.interactive ? [mover.element] : []), words, tools, h("figcaption", null, data.caption));
  show(false).catch((error) => (words.textContent = error instanceof Error ? error.message : ""));
  return figure;
}
