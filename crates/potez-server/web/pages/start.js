// @ts-check
// The start page: one click from a game, and every choice below.

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { badge } from "../board/pieces.js";
import { button, fill, h, segments, select } from "../dom.js";
import { openGame } from "../game/open.js";
import { keep, settings } from "../settings.js";
import { note } from "../speech.js";
import { say } from "../texts.js";
import { variantPicker } from "./variant.js";

/** @typedef {import("../schema.js").Catalogue} Catalogue */
/** @typedef {import("../schema.js").Family} Family */

const DEFAULT_LEVEL = "3";

/** @returns {Promise<import("../app.js").Page>} */
export async function startPage() {
  const catalogue = await api.catalogue();
  const cards = h("div", { class: "cards" }, ...catalogue.games.map((family) => gameCard(family)));
  const recent = h("section", { class: "recent", hidden: true });
  void showRecent(recent);
  const element = h(
    "div",
    { class: "start" },
    h("div", { class: "intro" }, h("h1", null, say("web-start-title")), h("p", null, say("web-start-lead"))),
    cards,
    recent,
    setup(catalogue),
  );
  return { title: "", element };
}

/** @param {Family} family */
function gameCard(family) {
  const picture = h("div", { class: "card-picture", "aria-hidden": "true" });
  const spec = family.id === "havannah" ? "havannah:size=6" : family.id;
  api.position({ game: spec, moves: SAMPLES[family.id] ?? [] }).then(
    ({ view }) => {
      const board = new Board(family.name);
      board.show({ ...view, walls: view.walls.map((wall) => ({ ...wall, last: false })), cells: view.cells.map((cell) => ({ ...cell, marks: cell.marks.filter((mark) => !mark.startsWith("last")) })) });
      for (const part of board.svg.querySelectorAll("[tabindex]")) part.removeAttribute("tabindex");
      picture.append(board.element);
    },
    () => {},
  );
  const level = settings.last.level ?? DEFAULT_LEVEL;
  const play = () => void openGame({ game: family.id, x: { kind: "me" }, o: { kind: "engine", bot: `potez:level=${level}` }, clock: null }).catch(complain);
  return h(
    "article",
    { class: "card", "data-game": family.id },
    picture,
    h("div", { class: "card-text" }, h("h2", null, family.name), h("p", null, family.about)),
    h(
      "div",
      { class: "card-actions" },
      button(say("web-play-now"), play, { class: "primary big", icon: "play", "data-id": `play-${family.id}`, "aria-label": say("web-play-now-game", { game: family.name }) }),
      h("a", { class: "button quiet", href: `#/learn/${family.id}` }, say("web-rules")),
    ),
  );
}

/** A few moves, so that the pictures show what the games look like. @type {Record<string, string[]>} */
const SAMPLES = {
  blockade: ["d4-d6/Bd7", "d11-d9/Gf8", "h4-h6/Gc9", "h11-h9/Bg5"],
  havannah: ["e5", "f6", "d6", "f5", "g7", "e4", "c4", "h8"],
  byte: ["b6-c5", "g3-f4", "d2-e3", "e3-f4", "b2-c3", "a3-b4", "c5:2-b4", "b4:2-c3"],
};

/** @param {unknown} error */
function complain(error) {
  note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad");
}

/** @param {Catalogue} catalogue */
function setup(catalogue) {
  const chosen = settings.last;
  const remember = (/** @type {string} */ key, /** @type {string} */ value) => {
    chosen[key] = value;
    keep();
  };
  let family = catalogue.games.find(({ id }) => id === chosen.game) ?? /** @type {Family} */ (catalogue.games[0]);
  const variant = h("div", { class: "variant" });
  let spec = () => family.id;
  const showVariant = () => {
    const picker = variantPicker(family, chosen[`spec-${family.id}`] ?? family.id, (text) => remember(`spec-${family.id}`, text));
    spec = picker.spec;
    fill(variant, picker.element);
  };
  showVariant();
  const level = levelField(catalogue, chosen.level ?? DEFAULT_LEVEL, (value) => remember("level", value));
  const teaching = h("input", { type: "checkbox", name: "teaching", checked: chosen.teaching === "yes", onchange: () => remember("teaching", teaching.checked ? "yes" : "no") });
  const teach = h("label", { class: "check" }, teaching, h("span", null, say("web-teaching"), h("small", null, say("web-teaching-about"))));
  const name = h("input", { type: "text", name: "name", maxlength: catalogue.limits.nameChars, value: settings.name, autocomplete: "nickname", onchange: () => ((settings.name = name.value.trim()), keep()) });
  const versus = h("div", { class: "versus" });
  let opponent = chosen.opponent ?? "engine";
  const showVersus = () => {
    const side = segments(say("web-side"), [
      { value: "x", text: say("web-side-x") },
      { value: "o", text: say("web-side-o") },
      { value: "any", text: say("web-side-any") },
    ], chosen.side ?? "x", (value) => remember("side", value));
    const own = h("label", { class: "field" }, h("span", { class: "field-name" }, say("web-your-name")), name);
    if (opponent === "engine") fill(versus, level, side, teach);
    else if (opponent === "friend") fill(versus, side, own);
    else fill(versus, h("p", { class: "hint-text" }, say("web-screen-about")));
  };
  showVersus();
  const clocks = catalogue.clocks.map(({ id, name: text }) => ({ value: id, text }));
  const begin = () => {
    const clock = catalogue.clocks.find(({ id }) => id === (chosen.clock ?? "none"))?.clock ?? null;
    const side = chosen.side ?? "x";
    const me = settings.name ? { kind: "me", name: settings.name } : { kind: "me" };
    const other = opponent === "engine" ? { kind: "engine", bot: `potez:level=${chosen.level ?? DEFAULT_LEVEL}` } : opponent === "friend" ? { kind: "friend" } : { kind: "me" };
    const [x, o] = side === "o" && opponent !== "screen" ? [other, me] : [opponent === "screen" ? { kind: "me" } : me, other];
    const shuffle = side === "any" && opponent !== "screen";
    void openGame({ game: spec(), x, o, clock, shuffle, teaching: opponent === "engine" && teaching.checked }).catch(complain);
  };
  const form = h(
    "form",
    { class: "setup panel", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), begin()) },
    h("h2", null, say("web-setup")),
    segments(say("web-game"), catalogue.games.map(({ id, name: text }) => ({ value: id, text })), family.id, (id) => {
      family = catalogue.games.find((each) => each.id === id) ?? family;
      remember("game", id);
      showVariant();
    }),
    variant,
    segments(say("web-opponent"), [
      { value: "engine", text: say("web-opponent-engine"), icon: "engine" },
      { value: "friend", text: say("web-opponent-friend"), icon: "link" },
      { value: "screen", text: say("web-opponent-screen"), icon: "people" },
    ], opponent, (value) => {
      opponent = value;
      remember("opponent", value);
      showVersus();
    }),
    versus,
    select(say("web-clock"), clocks, chosen.clock ?? "none", (value) => remember("clock", value), { name: "clock" }),
    h("button", { type: "submit", class: "primary big", "data-id": "begin" }, say("web-begin")),
  );
  return form;
}

/** @param {Catalogue} catalogue @param {string} value @param {(value: string) => void} change */
function levelField(catalogue, value, change) {
  const text = (/** @type {string} */ level) => catalogue.levels.find((each) => String(each.level) === level)?.name ?? level;
  const output = h("output", null, text(value));
  const input = h("input", { type: "range", name: "level", min: 1, max: catalogue.levels.length, value, "aria-valuetext": text(value) });
  input.addEventListener("input", () => {
    output.textContent = text(input.value);
    input.setAttribute("aria-valuetext", text(input.value));
    change(input.value);
  });
  return h("label", { class: "field level-field" }, h("span", { class: "field-name" }, say("web-level-of-engine")), input, output);
}

/** @param {HTMLElement} section */
async function showRecent(section) {
  const ids = Object.entries(settings.games).sort(([, a], [, b]) => b.at - a.at).map(([id]) => id).slice(0, 8);
  if (ids.length === 0) return;
  const { games } = await api.call("POST", "/api/games/brief", { ids });
  if (games.length === 0) return;
  const items = games.map((/** @type {any} */ game) =>
    h(
      "li",
      null,
      h(
        "a",
        { href: `#/game/${game.id}`, class: "recent-game" },
        h("strong", null, say(`web-name-${game.family}`)),
        h("span", { class: "pair" }, badge("x"), game.x ?? say("web-guest"), badge("o"), game.o ?? say("web-guest")),
        h("small", null, game.outcome ? game.outcome.words : say("web-move-count", { count: game.ply })),
      ),
    ),
  );
  fill(section, h("h2", null, say("web-recent")), h("ul", null, ...items));
  section.hidden = false;
}
