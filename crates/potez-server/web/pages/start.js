// @ts-check
// The start page: one click from a game, and every choice below.

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { button, fill, h, segments, select } from "../dom.js";
import { openGame } from "../game/open.js";
import { isLocal } from "../home.js";
import { keep, remember, settings } from "../settings.js";
import { note } from "../speech.js";
import { say } from "../texts.js";
import { EngineChoice, levelSpec } from "./engines.js";
import { Lobby } from "./lobby.js";
import { ownFiles } from "./own.js";
import { presetPicker } from "./presets.js";
import { showOwn } from "./yours.js";

/** @typedef {import("potez-schema").Catalogue} Catalogue */
/** @typedef {import("potez-schema").CatalogueGame} Game */
/** @typedef {import("potez-schema").View} View */
/** @typedef {{x: object, o: object, shuffle: boolean, teaching: boolean, open: boolean}} Players */

/** @returns {Promise<import("../app.js").Page>} */
export async function startPage() {
  const catalogue = await api.catalogue();
  const cards = h("div", { class: "cards" }, ...catalogue.games.map((game) => gameCard(game)));
  const recent = h("section", { class: "recent", hidden: true });
  void showOwn(recent).catch(() => {});
  const lobby = isLocal ? null : new Lobby(catalogue);
  const element = h(
    "div",
    { class: "start" },
    h(
      "div",
      { class: "intro" },
      h("h1", null, say("web-start-title")),
      h("p", null, say(isLocal ? "web-start-lead-local" : "web-start-lead")),
    ),
    cards,
    recent,
    lobby?.element ?? ownFiles(() => void showOwn(recent).catch(() => {})),
    setup(catalogue),
  );
  return { title: "", element, leave: () => lobby?.leave() };
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
  const icons = { engine: "engine", ...(isLocal ? {} : { friend: "link" }), screen: "people" };
  let opponent = Object.hasOwn(icons, chosen.opponent ?? "") ? (chosen.opponent ?? "engine") : "engine";
  const engine = new EngineChoice(catalogue, game);
  const learn = () => remember("teaching", teaching.checked ? "yes" : "no");
  const wanted = chosen.teaching === "yes";
  const teaching = h("input", { type: "checkbox", name: "teaching", checked: wanted, onchange: learn });
  const about = h("small", null, say("web-teaching-about"));
  const teach = h("label", { class: "check" }, teaching, h("span", null, say("web-teaching"), about));
  const own = nameField(catalogue);
  const invite = () => remember("open", opening.checked ? "yes" : "no");
  const opening = h("input", { type: "checkbox", name: "open", checked: chosen.open === "yes", onchange: invite });
  const opened = h("small", null, say("web-open-hint"));
  const open = h("label", { class: "check" }, opening, h("span", null, say("web-open"), opened));
  const fields = h("div", { class: "versus" });
  const show = () => {
    const sides = ["x", "o", "any"].map((value) => ({ value, text: say(`web-side-${value}`) }));
    const side = segments(say("web-side"), sides, chosen.side ?? "x", (value) => remember("side", value));
    if (opponent === "engine") fill(fields, engine.element, side, teach);
    else if (opponent === "friend") fill(fields, side, own, open);
    else fill(fields, h("p", { class: "hint-text" }, say("web-screen-about")));
  };
  show();
  const opponents = Object.entries(icons).map(([value, icon]) => ({ value, text: say(`web-opponent-${value}`), icon }));
  const choose = segments(say("web-opponent"), opponents, opponent, (value) => {
    opponent = value;
    remember("opponent", value);
    show();
  });
  const players = () => {
    if (opponent === "screen") {
      return { x: { kind: "me" }, o: { kind: "me" }, shuffle: false, teaching: false, open: false };
    }
    const me = settings.name ? { kind: "me", name: settings.name } : { kind: "me" };
    const other = opponent === "engine" ? { kind: "engine", bot: engine.spec } : { kind: "friend" };
    const [x, o] = chosen.side === "o" ? [other, me] : [me, other];
    const teach = opponent === "engine" && teaching.checked;
    return { x, o, shuffle: chosen.side === "any", teaching: teach, open: opponent === "friend" && opening.checked };
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
