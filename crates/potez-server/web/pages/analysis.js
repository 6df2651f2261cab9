// @ts-check
// The analysis board.

import * as api from "../api.js";
import { hashOf, treeOf } from "../analysis/address.js";
import { EvalBar, provenFor } from "../analysis/bar.js";
import { candidatesOf } from "../analysis/candidates.js";
import { Engine } from "../analysis/engine.js";
import { Explorer } from "../analysis/explorer.js";
import { openExport, openImport } from "../analysis/files.js";
import { gameLine } from "../analysis/game_line.js";
import { LineGraph } from "../analysis/graph.js";
import { Tree } from "../analysis/tree.js";
import { TreeView } from "../analysis/treeview.js";
import { Board } from "../board/board.js";
import { Mover } from "../board/mover.js";
import { nameAt, partOf } from "../board/parts.js";
import { confirmed } from "../dialog.js";
import { button, h, icon, select } from "../dom.js";
import { copy } from "../game/actions.js";
import { openGame } from "../game/open.js";
import { Paths } from "../game/paths.js";
import { startReview } from "../game/review.js";
import { typedMove } from "../game/typed.js";
import { go, rename } from "../route.js";
import { siteFiles } from "../boot.js";
import { settings } from "../settings.js";
import { announce, note } from "../speech.js";
import { say, stockName } from "../texts.js";
import { editorHash } from "./editor.js";
import { specChoices } from "./presets.js";

/** @typedef {import("potez-schema").PositionView} Position */
/** @typedef {import("potez-schema").Analysis} Analysis */
/** @typedef {import("potez-schema").CandidateLine} Line */
/** @typedef {import("potez-schema").MoveView} Move */
/** @typedef {import("potez-schema").Catalogue} Catalogue */
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
    this.board = new Board(say("web-board", { game: position.gameName }));
    this.mover = new Mover(this.board, ({ text }) => this.play(text));
    this.paths = new Paths(this.board, api.hasPaths(catalogue, position.baseGame));
    this.view = new TreeView((node) => void this.open(node));
    this.engine = new Engine({
      show: (analysis) => this.#showAnalysis(analysis),
      preview: (line, count) => this.#preview(line, count),
      play: (moves) => this.#try(this.#playLine(moves)),
      learnt: () => this.#learnt(),
    });
    this.explorer = new Explorer({
      play: (text) => this.#try(this.play(text)),
      open: ({ game, position, moves }) => void this.#take(Tree.ofRecord({ game, position, moves })),
      marked: () => this.board.sketch.marked(),
    });
    this.graph = new LineGraph(
      (node) => void this.open(node),
      () => this.#changed(),
    );
    this.typed = typedMove((move) => this.play(move));
    this.turn = h("p", { class: "turn-line", role: "status" });
    this.played = h("p", { class: "played" });
    const [label, most] = [say("web-comment"), catalogue.limits.commentChars];
    const field = { name: "comment", rows: 2, maxlength: most, "aria-label": label, placeholder: label };
    this.comment = h("textarea", field);
    this.comment.addEventListener("input", () => {
      this.tree.current.comment = this.comment.value.trim();
      this.#changed();
    });
    this.element = h(
      "div",
      { class: "table analysis" },
      h("h1", { class: "unseen" }, say("web-nav-analyse")),
      h("div", { class: "stage with-bar" }, this.bar.element, this.board.element),
      h(
        "div",
        { class: "side" },
        this.#head(),
        this.played,
        this.turn,
        this.mover.element,
        this.engine.element,
        this.typed.element,
        this.paths.element,
        this.#treePanel(),
        this.graph.element,
        this.explorer.element,
      ),
    );
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
    this.#render(false);
  }

  leave() {
    clearTimeout(this.waiting);
    this.engine.leave();
    this.graph.leave();
    document.removeEventListener("keydown", this.onKey);
  }

  #head() {
    const tool = (/** @type {string} */ key, /** @type {string} */ icon, /** @type {() => void} */ run) =>
      button(say(`web-${key}`), run, { icon, "data-id": key });
    const { game } = this.position;
    const other = (/** @type {string} */ spec) => go(`#/analysis?game=${encodeURIComponent(spec)}`);
    return h(
      "div",
      { class: "head-row" },
      select(say("web-game"), specChoices(this.catalogue, game), game, other, { name: "game" }),
      h(
        "div",
        { class: "row minor" },
        tool("import", "up", () => openImport(this.tree.game, (record) => void this.#take(Tree.ofRecord(record)))),
        tool("export", "down", () => openExport(this.tree.toRecord(), this.position.baseGame, this.catalogue.formats)),
        tool("editor", "edit", () => go(editorHash(this.tree.game, this.position.position))),
        tool("link", "link", () => void copy(location.href)),
        tool("review", "graph", () => void startReview({ record: this.#mainLine() })),
        // Where there is no server, nobody puts the page of a search together.
        siteFiles ? null : tool("explain", "engine", () => location.assign(this.#searchAddress())),
        tool("play-from", "play", () => void this.#playFrom()),
      ),
    );
  }

  /** Where the search of this position is shown step by step. */
  #searchAddress() {
    const { game, position } = this.position;
    return `/explain?${new URLSearchParams({ game, position, lang: settings.lang })}`;
  }

  #treePanel() {
    const tool = (/** @type {string} */ name, /** @type {string} */ key, /** @type {() => void} */ onclick) =>
      h("button", { type: "button", class: "tool", title: say(key), "aria-label": say(key), onclick }, icon(name));
    return h(
      "section",
      { class: "panel tree-panel" },
      h(
        "div",
        { class: "browse", role: "group", "aria-label": say("web-browse") },
        tool("first", "web-first", () => this.#open(this.tree.root)),
        tool("back", "web-back", () => this.#open(this.tree.current.parent)),
        tool("next", "web-next", () => this.#open(this.tree.current.children[0])),
        tool("last", "web-last", () => this.#open(this.tree.end())),
        tool("up", "web-promote", () => this.#edit(() => this.tree.promote(this.tree.current))),
        tool("trash", "web-delete", () => void this.#delete()),
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

  /** Deletes a move; more than one only after a question. */
  async #delete() {
    const node = this.tree.current;
    const count = Tree.count(node);
    if (!node.parent) return;
    if ((count > 1 || node.comment) && !(await confirmed(say("web-delete-ask", { count }), say("web-delete")))) return;
    this.#edit(() => this.tree.remove(node));
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

  /** @param {string[]} moves */
  #spot(moves) {
    return { game: this.tree.game, position: this.tree.position, moves };
  }

  /** Goes to a move of the tree. @param {Node} node @param {boolean} [animate] */
  async open(node, animate = false) {
    const mine = ++this.visit;
    try {
      const position = await api.position(this.#spot(node.line()));
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
    const position = await api.position(this.#spot([...from.line(), move]));
    if (this.tree.current !== from) return;
    this.visit += 1;
    this.tree.play(position.last?.text ?? move);
    this.position = position;
    announce(position.outcome ? position.outcome.words : (position.last?.words ?? ""));
    this.#render(true);
  }

  /** Says why something could not be played. @param {Promise<void>} played */
  #try(played) {
    played.catch((error) => note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad"));
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
    const start = this.tree.position ? { position: this.tree.position } : {};
    const players = { x: mine ? me : engine, o: mine ? engine : me, clock: null };
    const request = { game: this.tree.game, ...start, moves: this.tree.current.line(), ...players };
    await openGame(request).catch((error) => note(error.message, "bad"));
  }

  #changed() {
    rename(hashOf(this.tree));
    this.view.show(this.tree, (node) => this.graph.gradeOf(this.tree, node));
    this.graph.show(this.tree);
    const text = gameLine(this.tree);
    this.played.textContent = text;
    this.played.hidden = !text;
  }

  /** The engine knows something new: the graph and the signs behind the moves follow. */
  #learnt() {
    this.graph.learn(this.tree, this.engine.found);
    this.view.mark((node) => this.graph.gradeOf(this.tree, node));
  }

  /** Plays moves of an engine's line and shows where they lead. @param {Move[]} moves */
  async #playLine(moves) {
    const [first, ...rest] = moves;
    if (!first) return;
    if (rest.length === 0) return this.play(first.text);
    const from = this.tree.current;
    const texts = moves.map(({ text }) => text);
    const position = await api.position(this.#spot([...from.line(), ...texts]));
    if (this.tree.current !== from) return;
    this.visit += 1;
    for (const text of texts) this.tree.play(text);
    this.position = position;
    announce(position.outcome ? position.outcome.words : (position.last?.words ?? ""));
    this.#render(true);
  }

  /** @param {boolean} animate */
  #render(animate) {
    const { position, tree } = this;
    // What was pointed at may be gone without a word: nobody is looking ahead any more.
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.board.show(position.view, animate);
    this.paths.show(position.game, position.position);
    const spot = this.#spot(tree.current.line());
    const [source, active, idle] = [api.sourceOf(spot), position.outcome === null, position.outcome?.words ?? ""];
    void this.mover.set({ source, view: position.view, active, idle });
    this.typed.enable(active);
    const stocks = position.view.stocks.map(([kind, [x, o]]) => `${stockName(kind)}: X ${x}, O ${o}`);
    const standing = position.outcome?.words ?? say("to-move", { player: position.turn.toUpperCase() });
    this.turn.textContent = [standing, ...stocks].join(" · ");
    this.comment.value = tree.current.comment;
    this.engine.set(position.outcome ? null : spot);
    this.explorer.set(spot);
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
    this.board.candidates(candidatesOf(this.analysis, this.engine?.count ?? 3));
  }

  /** Shows where a line leads after this many moves. @param {Line | null} line @param {number} count */
  #preview(line, count) {
    clearTimeout(this.waiting);
    if (!line) {
      this.waiting = undefined;
      this.mover.redraw();
      this.#drawCandidates();
      return;
    }
    const { position: at } = this;
    // Whoever points at the candidate itself wants to see the whole line.
    const pv = line.pv.slice(0, count > 1 ? count : 10);
    const moves = [...this.tree.current.line(), ...pv.map(({ text }) => text)];
    this.waiting = setTimeout(async () => {
      const shown = await api.position(this.#spot(moves)).catch(() => null);
      if (!shown || this.position !== at || !this.waiting) return;
      const end = (/** @type {Move} */ { parts }) => nameAt(shown.view, partOf(parts, "target") ?? null) ?? "";
      const numbers = new Map(pv.map((move, index) => [end(move), String(index + 1)]));
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
    if (event.key === "ArrowLeft" || event.key === "[") this.#open(tree.current.parent);
    else if (event.key === "ArrowRight" || event.key === "]") this.#open(tree.current.children[0]);
    else if (/^[1-9]$/.test(event.key)) {
      const move = this.engine.moveOf(Number(event.key));
      if (move) this.#try(this.play(move.text));
    } else if (event.key === " " && !target.closest("button, a, [data-cell]")) this.engine.flip();
    else return;
    event.preventDefault();
  }
}
