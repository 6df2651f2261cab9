// @ts-check
// The position editor: put pieces and walls anywhere; the server says whether the rules allow it.

import * as api from "../api.js";
import { analysisHash } from "../analysis/address.js";
import { Board } from "../board/board.js";
import { button, fill, h, segments, select } from "../dom.js";
import { openGame } from "../game/open.js";
import { copy } from "../game/actions.js";
import { go, rename } from "../route.js";
import { settings } from "../settings.js";
import { note } from "../speech.js";
import { say } from "../texts.js";

/** @typedef {import("../schema.js").Position} Position */
/** @typedef {import("../schema.js").Player} Player */
/** @typedef {import("../schema.js").View} View */
/** @typedef {"x" | "o" | "erase" | "blue" | "green"} Tool */

/** @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Page>} */
export async function editorPage(route) {
  const catalogue = await api.catalogue();
  const game = route.query.get("game") ?? settings.last.game ?? catalogue.games[0]?.id ?? "";
  const position = await api.position({ game, position: route.query.get("position") });
  const page = new EditorPage(position, catalogue);
  return { title: say("web-editor"), element: page.element, leave: () => page.leave() };
}

class EditorPage {
  /** @param {Position} position @param {import("../schema.js").Catalogue} catalogue */
  constructor(position, catalogue) {
    this.game = position.game;
    this.family = position.family;
    this.catalogue = catalogue;
    /** @type {View} */
    this.view = position.view;
    /** @type {Player} */
    this.side = position.turn;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    /** The text of the position, once the rules allow it. @type {string | null} */
    this.text = position.position;
    /** @type {Tool} */
    this.tool = "x";
    this.board = new Board(say("web-board", { game: say(`web-name-${position.family}`) }), {
      pick: (pick) => this.#pick(pick),
      hover: (pick) => this.#hover(pick),
    });
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.stocks = h("div", { class: "knobs" });
    this.turns = h("div");
    this.field = h("input", { type: "text", name: "position", "aria-label": say("web-position"), spellcheck: "false", autocomplete: "off" });
    this.field.addEventListener("change", () => void this.#load(this.field.value.trim()));
    this.go = h("div", { class: "row" });
    this.element = h(
      "div",
      { class: "table editor" },
      h("h1", { class: "unseen" }, say("web-editor")),
      h("div", { class: "stage" }, this.board.element),
      h("div", { class: "side" }, this.#head(), this.#tools(), this.turns, this.stocks, this.verdict, this.go, h("label", { class: "field" }, h("span", { class: "field-name" }, say("web-position")), this.field)),
    );
    this.#take(position);
  }

  leave() {
    clearTimeout(this.waiting);
  }

  #head() {
    const specs = this.catalogue.games.flatMap((family) => family.variants.map(({ spec, name }, index) => ({ value: spec, text: index === 0 ? family.name : `${family.name}: ${name}` })));
    const known = specs.some(({ value }) => value === this.game) ? specs : [{ value: this.game, text: this.game }, ...specs];
    return h(
      "div",
      { class: "head-row" },
      select(say("web-game"), known, this.game, (spec) => go(`#/editor?game=${encodeURIComponent(spec)}`), { name: "game" }),
      h("div", { class: "row minor" }, button(say("web-editor-start"), () => void this.#load(""), { icon: "again", "data-id": "start" }), button(say("web-editor-clear"), () => this.#clear(), { icon: "trash", "data-id": "clear" })),
    );
  }

  #tools() {
    /** @type {Tool[]} */
    const tools = this.family === "blockade" ? ["x", "o", "blue", "green", "erase"] : ["x", "o", "erase"];
    return segments(say("web-tool"), tools.map((value) => ({ value, text: say(`web-tool-${value}`) })), this.tool, (value) => {
      this.tool = /** @type {Tool} */ (value);
      this.board.preview(null);
    });
  }

  /** @param {Position} position */
  #take(position) {
    this.view = structuredClone(position.view);
    for (const cell of this.view.cells) {
      cell.marks = cell.marks.filter((mark) => mark === "corner" || mark === "edge" || mark.startsWith("home"));
      cell.pieces = cell.pieces.map(({ owner }) => ({ owner, number: 0 }));
    }
    this.view.walls = this.view.walls.map((wall) => ({ ...wall, last: false }));
    this.side = position.turn;
    this.text = position.position;
    this.#drawFields();
    this.#allowed(position);
    this.board.show(this.view);
  }

  /** @param {string} text */
  async #load(text) {
    try {
      this.#take(await api.position({ game: this.game, position: text || null }));
    } catch (error) {
      this.#refused(error);
    }
  }

  #clear() {
    for (const cell of this.view.cells) cell.pieces = [];
    for (const { horizontal } of this.view.walls) this.#account(horizontal, 1);
    this.view.walls = [];
    this.#changed();
  }

  #drawFields() {
    const view = this.view;
    fill(this.turns, segments(say("web-turn"), [{ value: "x", text: "X" }, { value: "o", text: "O" }], this.side, (value) => {
      this.side = /** @type {Player} */ (value);
      this.#changed();
    }));
    fill(
      this.stocks,
      ...view.stocks.flatMap(([kind, counts]) =>
        counts.map((count, index) => {
          const input = h("input", { type: "number", min: 0, max: 18, value: count, name: `${kind}-${index}` });
          input.addEventListener("change", () => {
            counts[index] = Math.max(0, Math.min(18, Math.round(Number(input.value) || 0)));
            this.#changed();
          });
          return h("label", { class: "field" }, h("span", { class: "field-name" }, `${index === 0 ? "X" : "O"}: ${say(`web-stock-${kind}`)}`), input);
        }),
      ),
    );
  }

  /** @param {import("../board/board.js").Pick} pick */
  #pick(pick) {
    const view = this.view;
    if (this.tool === "blue" || this.tool === "green" || (this.tool === "erase" && pick.slot && pick.slot.depth < 0.12)) {
      const at = pick.by === "keys" ? this.board.currentCell : pick.slot;
      if (at) this.#toggleWall(at.row, at.col, this.tool === "erase" ? Boolean(pick.slot?.horizontal) : this.tool === "blue", this.tool !== "erase");
      return;
    }
    const cell = view.cells.find(({ name }) => name === pick.cell);
    if (!cell) return;
    const owner = /** @type {Player} */ (this.tool);
    if (this.tool === "erase") cell.pieces = cell.pieces.slice(0, -1);
    else if (this.board.layout?.stacked) cell.pieces = [...cell.pieces, { owner, number: 0 }].slice(0, 7);
    else cell.pieces = cell.pieces[0]?.owner === owner ? [] : [{ owner, number: 0 }];
    this.#changed();
  }

  /** @param {number} row @param {number} col @param {boolean} horizontal @param {boolean} place */
  #toggleWall(row, col, horizontal, place) {
    const view = this.view;
    const corner = view.cells.find((cell) => cell.row === row && cell.col === col);
    const same = (/** @type {View["walls"][number]} */ wall) => wall.row === row && wall.col === col && wall.horizontal === horizontal;
    if (view.walls.some(same)) {
      view.walls = view.walls.filter((wall) => !same(wall));
      this.#account(horizontal, 1);
    } else if (place && corner) {
      view.walls.push({ name: `${horizontal ? "B" : "G"}${corner.name}`, row, col, horizontal, last: false });
      this.#account(horizontal, -1);
    }
    this.#changed();
  }

  /** A wall on the board comes from the fuller stock and goes back to the emptier one. @param {boolean} horizontal @param {1 | -1} change */
  #account(horizontal, change) {
    const counts = this.view.stocks.find(([kind]) => kind === (horizontal ? "blue" : "green"))?.[1];
    if (!counts) return;
    const index = change < 0 === counts[0] >= counts[1] ? 0 : 1;
    counts[index] = Math.max(0, counts[index] + change);
    this.#drawFields();
  }

  /** @param {import("../board/board.js").Pick | null} pick */
  #hover(pick) {
    const walls = this.tool === "blue" || this.tool === "green";
    this.board.preview(walls && pick?.slot ? { ...pick.slot, horizontal: this.tool === "blue", ok: true } : null);
  }

  #changed() {
    const view = this.view;
    this.board.show(view);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.#check(), 200);
  }

  async #check() {
    const view = this.view;
    const cells = Object.fromEntries(view.cells.filter(({ pieces }) => pieces.length > 0).map(({ name, pieces }) => [name, pieces.map(({ owner }) => owner).join("")]));
    const board = { cells, walls: view.walls.map(({ name }) => name), stocks: Object.fromEntries(view.stocks), turn: this.side };
    try {
      const position = await api.position({ game: this.game, board });
      this.text = position.position;
      this.#allowed(position);
    } catch (error) {
      this.#refused(error);
    }
  }

  /** @param {Position} position */
  #allowed(position) {
    const text = position.position;
    this.field.value = text;
    this.verdict.classList.remove("bad");
    this.verdict.textContent = position.outcome ? position.outcome.words : say("web-editor-fine", { player: position.turn.toUpperCase(), count: position.legal });
    rename(`#/editor?game=${encodeURIComponent(this.game)}&position=${encodeURIComponent(text)}`);
    const level = settings.last.level ?? "3";
    const engine = { kind: "engine", bot: `potez:level=${level}` };
    const mine = position.turn === "x";
    fill(
      this.go,
      button(say("web-analyse"), () => go(analysisHash({ game: this.game, position: text })), { class: "primary", icon: "eye", "data-id": "analyse" }),
      button(say("web-play-from"), () => void openGame({ game: this.game, position: text, x: mine ? { kind: "me" } : engine, o: mine ? engine : { kind: "me" }, clock: null }).catch((error) => note(error.message, "bad")), { icon: "play", disabled: position.outcome !== null, "data-id": "play-from" }),
      button(say("web-copy"), () => void copy(text), { icon: "copy" }),
    );
  }

  /** @param {unknown} error */
  #refused(error) {
    this.text = null;
    this.verdict.classList.add("bad");
    this.verdict.textContent = error instanceof Error && error.message ? error.message : say("web-offline");
    fill(this.go);
  }
}
