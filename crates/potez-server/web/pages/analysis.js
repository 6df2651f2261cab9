// @ts-check
// The analysis board.

import * as api from "../api.js";
import { hashOf, treeOf } from "../analysis/address.js";
import { EvalBar, provenFor } from "../analysis/bar.js";
import { Engine } from "../analysis/engine.js";
import { openExport, openImport } from "../analysis/files.js";
import { Tree } from "../analysis/tree.js";
import { TreeView } from "../analysis/treeview.js";
import { Board } from "../board/board.js";
import { Mover } from "../board/mover.js";
import { namedBy } from "../board/notation.js";
import { button, h, icon, select } from "../dom.js";
import { copy } from "../game/actions.js";
import { openGame } from "../game/open.js";
import { startReview } from "../game/review.js";
import { typedMove } from "../game/typed.js";
import { go, rename } from "../route.js";
import { settings } from "../settings.js";
import { announce, note } from "../speech.js";
import { say } from "../texts.js";

/** @typedef {import("../schema.js").Position} Position */
/** @typedef {import("../schema.js").Analysis} Analysis */
/** @typedef {import("../schema.js").Line} Line */
/** @typedef {import("../schema.js").Catalogue} Catalogue */
/** @typedef {import("../analysis/tree.js").Node} Node */

/** @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Page>} */
export async function analysisPage(route) {
  const catalogue = await api.catalogue();
  const tree = treeOf(route.query, settings.last.game ?? catalogue.games[0]?.id ?? "");
  const position = await api.position({ game: tree.game, position: tree.position, moves: tree.current.line() });
  const page = new AnalysisPage(tree, position, catalogue);
  return { title: say("web-nav-analyse"), element: page.element, leave: () => page.leave() };
}

class AnalysisPage {
  /** @param {Tree} tree @param {Position} position @param {Catalogue} catalogue */
  constructor(tree, position, catalogue) {
    this.tree = tree;
    this.position = position;
    this.catalogue = catalogue;
    /** @type {Analysis | null} */
    this.analysis = null;
    this.visit = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    this.bar = new EvalBar();
    this.board = new Board(say("web-board", { game: say(`web-name-${position.family}`) }));
    this.mover = new Mover(this.board, (move) => this.play(move));
    this.view = new TreeView((node) => void this.open(node));
    this.engine = new Engine({ show: (analysis) => this.#showAnalysis(analysis), preview: (line) => this.#preview(line), play: (move) => void this.play(move) });
    this.typed = typedMove((move) => this.play(move));
    this.turn = h("p", { class: "turn-line", role: "status" });
    this.comment = h("textarea", { name: "comment", rows: 2, maxlength: catalogue.limits.commentChars, "aria-label": say("web-comment"), placeholder: say("web-comment") });
    this.comment.addEventListener("input", () => {
      this.tree.current.comment = this.comment.value.trim();
      this.#changed();
    });
    this.element = h(
      "div",
      { class: "table analysis" },
      h("h1", { class: "unseen" }, say("web-nav-analyse")),
      h("div", { class: "stage with-bar" }, this.bar.element, this.board.element),
      h("div", { class: "side" }, this.#head(), this.turn, this.mover.element, this.engine.element, this.typed.element, this.#treePanel()),
    );
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
    this.#render(false);
  }

  leave() {
    clearTimeout(this.waiting);
    this.engine.leave();
    document.removeEventListener("keydown", this.onKey);
  }

  #head() {
    const specs = this.catalogue.games.flatMap((family) => family.variants.map(({ spec, name }, index) => ({ value: spec, text: index === 0 ? family.name : `${family.name}: ${name}` })));
    const { game } = this.position;
    const known = specs.some(({ value }) => value === game) ? specs : [{ value: game, text: game }, ...specs];
    return h(
      "div",
      { class: "head-row" },
      select(say("web-game"), known, game, (spec) => go(`#/analysis?game=${encodeURIComponent(spec)}`), { name: "game" }),
      h(
        "div",
        { class: "row minor" },
        button(say("web-import"), () => openImport((record) => void this.#take(Tree.ofRecord(record))), { icon: "up", "data-id": "import" }),
        button(say("web-export"), () => openExport(this.tree.toRecord(), this.position.family, this.catalogue.formats), { icon: "down", "data-id": "export" }),
        button(say("web-editor"), () => go(`#/editor?game=${encodeURIComponent(this.tree.game)}&position=${encodeURIComponent(this.position.position)}`), { icon: "edit", "data-id": "editor" }),
        button(say("web-link"), () => void copy(location.href), { icon: "link", "data-id": "link" }),
        button(say("web-review"), () => void startReview({ record: this.#mainLine() }), { icon: "graph", "data-id": "review" }),
        button(say("web-play-from"), () => void this.#playFrom(), { icon: "play", "data-id": "play-from" }),
      ),
    );
  }

  #treePanel() {
    const step = (/** @type {string} */ name, /** @type {string} */ key, /** @type {() => Node | null | undefined} */ to) =>
      h("button", { type: "button", class: "tool", title: say(key), "aria-label": say(key), onclick: () => this.#open(to()) }, icon(name));
    return h(
      "section",
      { class: "panel tree-panel" },
      h(
        "div",
        { class: "browse", role: "group", "aria-label": say("web-browse") },
        step("first", "web-first", () => this.tree.root),
        step("back", "web-back", () => this.tree.current.parent),
        step("next", "web-next", () => this.tree.current.children[0]),
        step("last", "web-last", () => this.tree.end()),
        h("button", { type: "button", class: "tool", title: say("web-promote"), "aria-label": say("web-promote"), onclick: () => this.#edit(() => this.tree.promote(this.tree.current)) }, icon("up")),
        h("button", { type: "button", class: "tool", title: say("web-delete"), "aria-label": say("web-delete"), onclick: () => this.#edit(() => this.tree.remove(this.tree.current)) }, icon("trash")),
      ),
      this.view.element,
      this.comment,
    );
  }

  /** The record without its variations, as a review wants it. */
  #mainLine() {
    const record = this.tree.toRecord();
    return { ...record, moves: record.moves.map((item) => (typeof item === "string" ? item : item.move)) };
  }

  /** @param {() => void} change */
  #edit(change) {
    change();
    void this.open(this.tree.current);
  }

  /** @param {Node | null | undefined} node */
  #open(node) {
    if (node) void this.open(node);
  }

  /** Goes to a move of the tree. @param {Node} node @param {boolean} [animate] */
  async open(node, animate = false) {
    const mine = ++this.visit;
    try {
      const position = await api.position({ game: this.tree.game, position: this.tree.position, moves: node.line() });
      if (mine !== this.visit) return;
      this.tree.current = node;
      this.position = position;
      this.#render(animate);
    } catch (error) {
      note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad");
    }
  }

  /** @param {string} move */
  async play(move) {
    const from = this.tree.current;
    const position = await api.position({ game: this.tree.game, position: this.tree.position, moves: [...from.line(), move] });
    if (this.tree.current !== from) return;
    this.visit += 1;
    this.tree.play(position.last?.move ?? move);
    this.position = position;
    announce(position.outcome ? position.outcome.words : (position.last?.words ?? ""));
    this.#render(true);
  }

  /** Another game on the board. @param {Tree} tree */
  async #take(tree) {
    tree.current = tree.end();
    go(hashOf(tree));
  }

  async #playFrom() {
    const level = settings.last.level ?? "3";
    const me = { kind: "me" };
    const engine = { kind: "engine", bot: `potez:level=${level}` };
    const mine = this.position.turn === "x";
    const request = { game: this.tree.game, ...(this.tree.position ? { position: this.tree.position } : {}), moves: this.tree.current.line(), x: mine ? me : engine, o: mine ? engine : me, clock: null };
    await openGame(request).catch((error) => note(error.message, "bad"));
  }

  #changed() {
    rename(hashOf(this.tree));
    this.view.show(this.tree);
  }

  /** @param {boolean} animate */
  #render(animate) {
    const { position, tree } = this;
    clearTimeout(this.waiting);
    this.board.show(position.view, animate);
    const spot = { game: tree.game, position: tree.position, moves: tree.current.line() };
    void this.mover.set({ spot, view: position.view, active: position.outcome === null, idle: position.outcome?.words ?? "" });
    this.typed.enable(position.outcome === null);
    const stocks = position.view.stocks.map(([kind, [x, o]]) => `${say(`web-stock-${kind}`)}: X ${x}, O ${o}`);
    this.turn.textContent = [position.outcome?.words ?? say("to-move", { player: position.turn.toUpperCase() }), ...stocks].join(" · ");
    this.comment.value = tree.current.comment;
    this.engine.set(position.outcome ? null : spot);
    if (position.outcome) this.bar.set(null, position.outcome.winner ?? "draw");
    this.#changed();
  }

  /** @param {Analysis | null} analysis */
  #showAnalysis(analysis) {
    this.analysis = analysis;
    if (!analysis) {
      this.bar.set(null, null);
      this.board.candidates([]);
      return;
    }
    this.bar.set(analysis.chanceX, provenFor(analysis.proven, analysis.turn));
    if (!this.waiting) this.#drawCandidates();
  }

  #drawCandidates() {
    const lines = this.analysis?.lines.slice(0, this.engine?.count ?? 3) ?? [];
    this.board.candidates(lines.map((line, index) => ({ move: line.move, rank: index + 1, quality: line.quality, text: line.proven ? "✓" : String(Math.round(line.winChance * 100)), proven: line.proven !== null })));
  }

  /** Shows where a line leads. @param {Line | null} line */
  #preview(line) {
    clearTimeout(this.waiting);
    if (!line) {
      this.waiting = undefined;
      this.mover.redraw();
      this.#drawCandidates();
      return;
    }
    const { position: at } = this;
    const moves = [...this.tree.current.line(), ...line.pv.slice(0, 10)];
    this.waiting = setTimeout(async () => {
      const shown = await api.position({ game: this.tree.game, position: this.tree.position, moves }).catch(() => null);
      if (!shown || this.position !== at || !this.waiting) return;
      const numbers = new Map(line.pv.slice(0, 10).map((move, index) => [namedBy(move, shown.view).cells.at(-1)?.cell ?? "", String(index + 1)]));
      this.board.candidates([]);
      this.board.show(shown.view);
      this.board.mark({ numbers });
    }, 150);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
    const { tree } = this;
    const steps = /** @type {Record<string, Node | null | undefined>} */ ({ ArrowLeft: tree.current.parent, "[": tree.current.parent, ArrowRight: tree.current.children[0], "]": tree.current.children[0] });
    if (event.key in steps) this.#open(steps[event.key]);
    else if (/^[1-9]$/.test(event.key)) {
      const move = this.engine.moveOf(Number(event.key));
      if (move) void this.play(move);
    } else if (event.key === " " && !target.closest("button, a, [data-cell]")) this.engine.flip();
    else return;
    event.preventDefault();
  }
}
