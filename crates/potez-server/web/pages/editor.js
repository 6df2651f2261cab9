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
import { say, sentence, stockName } from "../texts.js";
import { EditedBoard } from "./edited.js";
import { specChoices } from "./presets.js";

/** @typedef {import("potez-schema").PositionView} Position */
/** @typedef {import("potez-schema").Player} Player */
/** @typedef {import("potez-schema").EditorTool} EditorTool */
/** @typedef {import("potez-schema").Catalogue} Catalogue */
/** @typedef {import("../board/board.js").Pick} Pick */

/** Nearer to an edge than this, the eraser means the wall and not the cell. */
const EDGE = 0.12;
/** The most that can be written beside the board where the game begins with nothing there. */
const MOST = 18;

/** @param {string} game @param {string} [position] */
export function editorHash(game, position) {
  const start = position ? `&position=${encodeURIComponent(position)}` : "";
  return `#/editor?game=${encodeURIComponent(game)}${start}`;
}

/** @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Page>} */
export async function editorPage(route) {
  const catalogue = await api.catalogue();
  const game = route.query.get("game") ?? settings.last.game ?? catalogue.games[0]?.id ?? "";
  const text = route.query.get("position");
  const start = api.position({ game });
  const [begin, position] = await Promise.all([start, text ? api.position({ game, position: text }) : start]);
  const page = new EditorPage(position, catalogue, begin.view.stocks);
  return { title: say("web-editor"), element: page.element, leave: () => page.leave() };
}

class EditorPage {
  /** @param {Position} position @param {Catalogue} catalogue @param {Position["view"]["stocks"]} full At the start. */
  constructor(position, catalogue, full) {
    this.game = position.game;
    /** The most of each kind: nobody has more than at the start. */
    this.most = new Map(full.map(([kind, counts]) => [kind, Math.max(...counts) || MOST]));
    this.catalogue = catalogue;
    /** What the game lets one put on the board. @type {EditorTool[]} */
    this.tools = catalogue.games.find(({ id }) => id === position.baseGame)?.editor ?? [];
    /** The tool in hand, or null for the eraser. @type {EditorTool | null} */
    this.tool = this.tools[0] ?? null;
    this.edited = new EditedBoard(position);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.board = new Board(say("web-board", { game: position.gameName }), {
      pick: (pick) => this.#pick(pick),
      hover: (pick) => this.#hover(pick),
    });
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.stocks = h("div", { class: "options" });
    this.turns = h("div");
    const field = { type: "text", name: "position", spellcheck: "false", autocomplete: "off" };
    this.field = h("input", { ...field, "aria-label": say("web-position") });
    this.field.addEventListener("change", () => void this.#load(this.field.value.trim()));
    this.go = h("div", { class: "row" });
    const text = h("label", { class: "field" }, h("span", { class: "field-name" }, say("web-position")), this.field);
    const parts = [this.#head(), this.#toolbar(), this.turns, this.stocks, this.verdict, this.go, text];
    this.element = h(
      "div",
      { class: "table editor" },
      h("h1", { class: "unseen" }, say("web-editor")),
      h("div", { class: "stage" }, this.board.element),
      h("div", { class: "side" }, ...parts),
    );
    this.#take(position);
  }

  leave() {
    clearTimeout(this.waiting);
  }

  #head() {
    const start = button(say("web-editor-start"), () => void this.#load(""), { icon: "again", "data-id": "start" });
    const clear = button(say("web-editor-clear"), () => this.#clear(), { icon: "trash", "data-id": "clear" });
    const other = (/** @type {string} */ spec) => go(editorHash(spec));
    return h(
      "div",
      { class: "head-row" },
      select(say("web-game"), specChoices(this.catalogue, this.game), this.game, other, { name: "game" }),
      h("div", { class: "row minor" }, start, clear),
    );
  }

  #toolbar() {
    const names = [...this.tools.map(toolName), "erase"];
    const choices = names.map((value) => ({ value, text: say(`web-tool-${value}`) }));
    return segments(say("web-tool"), choices, names[0] ?? "", (value) => {
      this.tool = this.tools.find((tool) => toolName(tool) === value) ?? null;
      this.board.preview(null);
    });
  }

  /** @param {Position} position */
  #take(position) {
    this.edited = new EditedBoard(position);
    this.#drawFields();
    this.#allowed(position);
    this.board.show(this.edited.view);
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
    this.edited.clear();
    this.#drawFields();
    this.#changed();
  }

  #drawFields() {
    const players = ["x", "o"].map((value) => ({ value, text: value.toUpperCase() }));
    const turn = segments(say("web-turn"), players, this.edited.turn, (value) => {
      this.edited.turn = /** @type {Player} */ (value);
      this.#changed();
    });
    fill(this.turns, turn);
    const stocks = this.edited.view.stocks.flatMap(([kind, counts]) =>
      [0, 1].map((index) => this.#stock(kind, counts, index)),
    );
    fill(this.stocks, ...stocks);
  }

  /** The field of one number beside the board. @param {string} kind @param {number[]} counts @param {number} index */
  #stock(kind, counts, index) {
    const most = this.most.get(kind) ?? MOST;
    const input = h("input", { type: "number", min: 0, max: most, value: counts[index], name: `${kind}-${index}` });
    input.addEventListener("change", () => {
      counts[index] = Math.max(0, Math.min(most, Math.round(Number(input.value) || 0)));
      // What was typed may be no such number: the field shows what counts.
      input.value = String(counts[index]);
      this.#changed();
    });
    const name = `${index === 0 ? "X" : "O"}: ${stockName(kind)}`;
    return h("label", { class: "field" }, h("span", { class: "field-name" }, name), input);
  }

  /** @param {Pick} pick */
  #pick(pick) {
    const { tool, edited } = this;
    if (tool?.kind === "wall") {
      const at = pick.by === "keys" ? this.board.currentCell : pick.slot;
      if (at) edited.toggleWall({ row: at.row, col: at.col, axis: tool.axis, colour: tool.colour });
    } else if (tool === null && pick.slot && pick.slot.depth < EDGE) {
      edited.eraseWall(pick.slot);
    } else if (pick.cell) {
      if (tool) edited.putPiece(pick.cell, tool);
      else edited.erasePiece(pick.cell);
    }
    this.#drawFields();
    this.#changed();
  }

  /** @param {Pick | null} pick */
  #hover(pick) {
    const { tool } = this;
    const shown = tool?.kind === "wall" && pick?.slot ? { ...pick.slot, ...tool, ok: true } : null;
    this.board.preview(shown);
  }

  #changed() {
    this.board.show(this.edited.view);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => void this.#check(), 200);
  }

  async #check() {
    const setup = this.edited.setup();
    try {
      this.#allowed(await api.position({ game: this.game, setup }));
    } catch (error) {
      this.#refused(error);
    }
  }

  /** @param {Position} position */
  #allowed(position) {
    const text = position.position;
    this.field.value = text;
    this.verdict.classList.remove("bad");
    const fine = { player: position.turn.toUpperCase(), count: position.legal };
    this.verdict.textContent = position.outcome ? position.outcome.words : say("web-editor-fine", fine);
    rename(editorHash(this.game, text));
    const analyse = () => go(analysisHash({ game: this.game, position: text }));
    const over = position.outcome !== null;
    const play = () => void this.#play(position).catch((error) => note(error.message, "bad"));
    fill(
      this.go,
      button(say("web-analyse"), analyse, { class: "primary", icon: "eye", "data-id": "analyse" }),
      button(say("web-play-from"), play, { icon: "play", disabled: over, "data-id": "play-from" }),
      button(say("web-copy"), () => void copy(text), { icon: "copy" }),
    );
  }

  /** @param {Position} position */
  async #play(position) {
    const engine = { kind: "engine", bot: `potez:level=${settings.last.level ?? "3"}` };
    const me = { kind: "me" };
    const [x, o] = position.turn === "x" ? [me, engine] : [engine, me];
    await openGame({ game: this.game, position: position.position, x, o, clock: null });
  }

  /** @param {unknown} error */
  #refused(error) {
    this.verdict.classList.add("bad");
    this.verdict.textContent = error instanceof Error && error.message ? sentence(error.message) : say("web-offline");
    fill(this.go);
  }
}

/** The name of a tool among those of a game. @param {EditorTool} tool */
function toolName(tool) {
  return tool.kind === "piece" ? tool.owner : tool.colour;
}
