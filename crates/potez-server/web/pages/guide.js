// @ts-check
// The guide to playing a game well: the way from the rules to games at the level that fits, and one lesson at a time.

import * as api from "../api.js";
import { button, h } from "../dom.js";
import { fittingLevel, ladderBanner, levelWords } from "../game/ladder.js";
import { openGame } from "../game/open.js";
import { keep, remember, settings } from "../settings.js";
import { note } from "../speech.js";
import { say } from "../texts.js";
import { block } from "./blocks.js";

/** @typedef {import("potez-schema").CourseSection} Section */
/** @typedef {import("potez-schema").CatalogueGame} Game */

/** @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Page>} */
export async function guidePage(route) {
  const catalogue = await api.catalogue();
  const games = catalogue.games.filter(({ guide }) => guide);
  const game = games.find(({ id }) => id === route.path[1]) ?? games[0];
  if (!game) throw new Error(say("web-missing"));
  const course = await api.call("GET", `/api/guide/${game.id}`);
  /** @type {Section[]} */
  const lessons = course.sections;
  const at = lessons.findIndex(({ id }) => id === route.path[2]);
  const tabs = games.map(({ id, name }) => {
    const current = id === game.id ? "page" : null;
    return h("a", { href: `#/guide/${id}`, "aria-current": current }, name);
  });
  const title = say("web-guide-title", { game: game.name });
  const shown = at < 0 ? overview(game, lessons, catalogue.levels.length) : lesson(game, lessons, at);
  const nav = h("nav", { class: "tabs", "aria-label": say("web-game") }, ...tabs);
  const name = at < 0 ? title : `${lessons[at]?.title ?? ""} · ${title}`;
  return { title: name, element: h("article", { class: "learn guide" }, nav, ...shown) };
}

/** The lessons of a game that are done. @param {string} game */
const doneIn = (game) => settings.lessons[game] ?? [];

/** @param {string} game @param {string} lesson */
function finish(game, lesson) {
  settings.lessons[game] = [...new Set([...doneIn(game), lesson])];
  keep();
}

/** @param {Game} game @param {Section} lesson */
const hrefOf = (game, lesson) => `#/guide/${game.id}/${lesson.id}`;

/** @param {Game} game @param {Section[]} lessons @param {number} levels */
function overview(game, lessons, levels) {
  const done = new Set(doneIn(game.id));
  const next = lessons.find(({ id }) => !done.has(id)) ?? lessons[0];
  const count = lessons.filter(({ id }) => done.has(id)).length;
  const level = fittingLevel(game.id, levels);
  const begin = () => {
    remember("level", String(level));
    const engine = { kind: "engine", bot: `potez:level=${level}` };
    void openGame({ game: game.id, x: { kind: "me" }, o: engine, clock: null }).catch((error) =>
      note(error.message, "bad"),
    );
  };
  const steps = h(
    "ol",
    { class: "path" },
    h("li", null, h("a", { href: `#/learn/${game.id}` }, say("web-rules")), h("p", null, say("web-path-rules"))),
    h(
      "li",
      null,
      next ? h("a", { href: hrefOf(game, next), "data-id": "continue" }, say("web-guide-continue")) : null,
      h("p", null, say("web-path-guide", { done: count, count: lessons.length })),
    ),
    h(
      "li",
      null,
      h("a", { href: `#/puzzles/${game.id}`, "data-id": "path-puzzles" }, say("web-nav-puzzles")),
      h("p", null, say("web-path-puzzles")),
    ),
    h(
      "li",
      null,
      button(say("web-path-level", { level }), begin, { icon: "play", "data-id": "path-play" }),
      h("p", null, levelWords(game.scores, level)),
    ),
  );
  const items = lessons.map((each) => {
    const tick = done.has(each.id) ? h("span", { class: "done" }, say("web-guide-done")) : null;
    return h("li", null, h("a", { href: hrefOf(game, each) }, each.title), tick);
  });
  return [
    h("h1", null, say("web-guide-title", { game: game.name })),
    h("p", null, say("web-guide-lead")),
    ladderBanner(game.id, { scores: game.scores, levels, begin: null }),
    steps,
    h("h2", null, say("web-guide-lessons")),
    h("ol", { class: "lessons" }, ...items),
  ];
}

/** @param {Game} game @param {Section[]} lessons @param {number} at */
function lesson(game, lessons, at) {
  const { id, title, blocks } = /** @type {Section} */ (lessons[at]);
  let open = blocks.filter((each) => each.kind === "diagram" && each.task).length;
  // A lesson without a task is done when it is read.
  if (open === 0) finish(game.id, id);
  const solved = () => {
    open -= 1;
    if (open === 0) finish(game.id, id);
  };
  const [before, after] = [lessons[at - 1], lessons[at + 1]];
  const back = before
    ? h("a", { class: "button quiet", href: hrefOf(game, before) }, say("web-guide-before", { title: before.title }))
    : h("a", { class: "button quiet", href: `#/learn/${game.id}` }, say("web-rules"));
  const on = after
    ? h(
        "a",
        { class: "button primary", href: hrefOf(game, after), "data-id": "next-lesson" },
        say("web-guide-next", { title: after.title }),
      )
    : h("a", { class: "button primary", href: `#/guide/${game.id}`, "data-id": "next-lesson" }, say("web-guide-end"));
  return [
    h("p", { class: "crumbs" }, h("a", { href: `#/guide/${game.id}` }, say("web-guide-title", { game: game.name }))),
    h("h1", null, say("web-guide-lesson", { number: at + 1, title })),
    ...blocks.map((each) => block(each, once(solved))),
    h("nav", { class: "row onwards", "aria-label": say("web-guide-lessons") }, back, on),
  ];
}

/** A task counts once, however often it is solved. @param {() => void} run */
function once(run) {
  let done = false;
  return () => {
    if (!done) run();
    done = true;
  };
}
