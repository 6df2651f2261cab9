// @ts-check
// The start page: one click from a game, and every choice below.

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { badge } from "../board/pieces.js";
import { button, fill, h, segments, select } from "../dom.js";
import { openGame } from "../game/open.js";
import { keep, remember, settings } from "../settings.js";
import { note } from "../speech.js";
import { say } from "../texts.js";
import { EngineChoice, levelSpec } from "./engines.js";
import { presetPicker } from "./presets.js";

/** @typedef {import("potez-schema").Catalogue} Catalogue */
/** @typedef {import("potez-schema").CatalogueGame} Game */
/** @typedef {import("potez-schema").View} View */
/** @typedef {{x: object, o: object, shuffle: boolean, teaching: boolean}} Players */

/** @returns {Promise<import("../app.js").Page>} */
export async function startPage() {
  const catalogue = await api.catalogue();
  const cards = h("div", { class: "cards" }, ...catalogue.games.map((game) => gameCard(game)));
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

/** @param {Game} game */
function gameCard(game) {
  const picture = h("div", { class: "card-picture", "aria-hidden": "true" });
  const draw = (/** @type {View} */ view) => {
    const board = new Board(game.name);
    board.show(unmarked(view));
    for (const part of board.svg.querySelectorAll("[tabindex]")) part.removeAttribute("tabindex");
    picture.append(board.element);
  };
  api.position(game.sample).then(
    ({ view }) => draw(view),
    () => {},
  );
  // The level is the one that is chosen when the button is pressed.
  const request = () => ({ game: game.id, x: { kind: "me" }, o: { kind: "engine", bot: levelSpec() }, clock: null });
  const props = {
    class: "primary big",
    icon: "play",
    "data-id": `play-${game.id}`,
    "aria-label": say("web-play-now-game", { game: game.name }),
  };
  return h(
    "article",
    { class: "card", "data-game": game.id },
    picture,
    h("div", { class: "card-text" }, h("h2", null, game.name), h("p", null, game.about)),
    h(
      "div",
      { class: "card-actions" },
      button(say("web-play-now"), () => void openGame(request()).catch(complain), props),
      h("a", { class: "button quiet", href: `#/learn/${game.id}` }, say("web-rules")),
    ),
  );
}

/** A board without the signs of its last move. @param {View} view @returns {View} */
function unmarked(view) {
  const walls = view.walls.map((wall) => ({ ...wall, last: false }));
  const cells = view.cells.map((cell) => ({ ...cell, marks: cell.marks.filter((mark) => !mark.startsWith("last")) }));
  return { ...view, walls, cells };
}

/** @param {unknown} error */
function complain(error) {
  note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad");
}

/** @param {Catalogue} catalogue */
function setup(catalogue) {
  const chosen = settings.last;
  let game = catalogue.games.find(({ id }) => id === chosen.game) ?? /** @type {Game} */ (catalogue.games[0]);
  const preset = h("div", { class: "preset" });
  let spec = () => game.id;
  const showPreset = () => {
    const key = `spec-${game.id}`;
    const picker = presetPicker(game, chosen[key] ?? game.id, (text) => remember(key, text));
    spec = picker.spec;
    fill(preset, picker.element);
  };
  showPreset();
  const versus = versusFields(catalogue, game);
  const clocks = catalogue.clocks.map(({ id, name: text }) => ({ value: id, text }));
  const games = catalogue.games.map(({ id, name: text }) => ({ value: id, text }));
  const chooseGame = (/** @type {string} */ id) => {
    game = catalogue.games.find((each) => each.id === id) ?? game;
    remember("game", id);
    showPreset();
    versus.of(game);
  };
  const begin = () => {
    const clock = catalogue.clocks.find(({ id }) => id === (chosen.clock ?? "none"))?.clock ?? null;
    void openGame({ game: spec(), clock, ...versus.players() }).catch(complain);
  };
  return h(
    "form",
    { class: "setup panel", onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), begin()) },
    h("h2", null, say("web-setup")),
    segments(say("web-game"), games, game.id, chooseGame),
    preset,
    versus.element,
    select(say("web-clock"), clocks, chosen.clock ?? "none", (value) => remember("clock", value), { name: "clock" }),
    h("button", { type: "submit", class: "primary big", "data-id": "begin" }, say("web-begin")),
  );
}

/**
 * Who plays whom, and on which side.
 * @param {Catalogue} catalogue
 * @param {Game} game
 * @returns {{element: HTMLElement, players: () => Players, of: (game: Game) => void}}
 */
function versusFields(catalogue, game) {
  const chosen = settings.last;
  let opponent = chosen.opponent ?? "engine";
  const engine = new EngineChoice(catalogue, game);
  const learn = () => remember("teaching", teaching.checked ? "yes" : "no");
  const wanted = chosen.teaching === "yes";
  const teaching = h("input", { type: "checkbox", name: "teaching", checked: wanted, onchange: learn });
  const about = h("small", null, say("web-teaching-about"));
  const teach = h("label", { class: "check" }, teaching, h("span", null, say("web-teaching"), about));
  const own = nameField(catalogue);
  const fields = h("div", { class: "versus" });
  const show = () => {
    const sides = ["x", "o", "any"].map((value) => ({ value, text: say(`web-side-${value}`) }));
    const side = segments(say("web-side"), sides, chosen.side ?? "x", (value) => remember("side", value));
    if (opponent === "engine") fill(fields, engine.element, side, teach);
    else if (opponent === "friend") fill(fields, side, own);
    else fill(fields, h("p", { class: "hint-text" }, say("web-screen-about")));
  };
  show();
  const icons = { engine: "engine", friend: "link", screen: "people" };
  const opponents = Object.entries(icons).map(([value, icon]) => ({ value, text: say(`web-opponent-${value}`), icon }));
  const choose = segments(say("web-opponent"), opponents, opponent, (value) => {
    opponent = value;
    remember("opponent", value);
    show();
  });
  const players = () => {
    if (opponent === "screen") return { x: { kind: "me" }, o: { kind: "me" }, shuffle: false, teaching: false };
    const me = settings.name ? { kind: "me", name: settings.name } : { kind: "me" };
    const other = opponent === "engine" ? { kind: "engine", bot: engine.spec } : { kind: "friend" };
    const [x, o] = chosen.side === "o" ? [other, me] : [me, other];
    return { x, o, shuffle: chosen.side === "any", teaching: opponent === "engine" && teaching.checked };
  };
  return { element: h("div", { class: "versus" }, choose, fields), players, of: (other) => engine.show(other) };
}

/** @param {Catalogue} catalogue */
function nameField(catalogue) {
  const props = { type: "text", name: "name", maxlength: catalogue.limits.nameChars, autocomplete: "nickname" };
  const name = h("input", { ...props, value: settings.name });
  name.addEventListener("change", () => {
    settings.name = name.value.trim();
    keep();
  });
  return h("label", { class: "field" }, h("span", { class: "field-name" }, say("web-your-name")), name);
}

/** @param {HTMLElement} section */
async function showRecent(section) {
  const newest = Object.entries(settings.games).sort(([, a], [, b]) => b.at - a.at);
  const ids = newest.map(([id]) => id).slice(0, 8);
  if (ids.length === 0) return;
  const { games } = await api.call("POST", "/api/games/brief", { ids });
  if (games.length === 0) return;
  const items = games.map((/** @type {import("potez-schema").Brief} */ game) => {
    const standing = game.outcome ? game.outcome.words : say("web-move-count", { count: game.ply });
    const guest = say("web-guest");
    const pair = h("span", { class: "pair" }, badge("x"), game.x || guest, badge("o"), game.o || guest);
    const props = { href: `#/game/${game.id}`, class: "recent-game" };
    return h("li", null, h("a", props, h("strong", null, game.gameName), pair, h("small", null, standing)));
  });
  fill(section, h("h2", null, say("web-recent")), h("ul", null, ...items));
  section.hidden = false;
}
