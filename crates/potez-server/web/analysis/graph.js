// @ts-check
// The chances along the line of an analysis: from what the engine has seen, or from a review of all its moves.

import { call } from "../api.js";
import { button, fill, h } from "../dom.js";
import { graphOf } from "../review/graph.js";
import { gradeOf } from "../review/marks.js";
import { note } from "../speech.js";
import { say } from "../texts.js";
import { key } from "./engine.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./tree.js").Tree} Tree */
/** @typedef {import("potez-schema").Grade} Grade */

/** Milliseconds that a review of the line gives each position. */
const QUICK = 150;

export class LineGraph {
  /**
   * @param {(node: Node) => void} open
   * @param {() => void} changed Something new is known.
   */
  constructor(open, changed) {
    this.open = open;
    this.changed = changed;
    /** X's chance by position. @type {Map<string, number>} */
    this.chances = new Map();
    /** The side to move by position. @type {Map<string, "x" | "o">} */
    this.turns = new Map();
    /** @type {Map<string, Grade>} */
    this.grades = new Map();
    /** @type {Tree | null} */
    this.tree = null;
    this.left = false;
    this.body = h("div");
    this.status = h("span", { class: "facts", role: "status" });
    this.start = button(say("web-evaluate"), () => void this.#evaluate(), { icon: "graph", "data-id": "evaluate" });
    const row = h("div", { class: "row" }, this.start, this.status);
    this.element = h("section", { class: "panel line-graph", "aria-label": say("web-graph") }, this.body, row);
  }

  leave() {
    this.left = true;
  }

  /** What the engine has found. @param {Tree} tree @param {Map<string, import("potez-schema").Analysis>} found */
  learn(tree, found) {
    for (const [place, { chanceX, turn }] of found) {
      this.chances.set(place, chanceX);
      this.turns.set(place, turn);
    }
    this.show(tree);
  }

  /** @param {Tree} tree */
  show(tree) {
    this.tree = tree;
    const line = lineOf(tree);
    const graph = line.map((node) => this.chances.get(placeOf(tree, node)) ?? null);
    this.start.disabled = line.length < 2;
    if (graph.filter((chance) => chance !== null).length < 2) {
      fill(this.body, h("p", { class: "none" }, say("web-evaluate-none")));
      return;
    }
    const moves = line.slice(1).map((node, index) => ({
      ply: index + 1,
      move: { text: node.move },
      grade: this.gradeOf(tree, node) ?? "good",
      chanceX: graph[index + 1] ?? null,
    }));
    const drawn = graphOf({ graph, moves }, (ply) => line[ply] && this.open(line[ply]));
    drawn.mark(tree.current.ply);
    fill(this.body, drawn.element);
  }

  /** What a move was worth, if that is known. @param {Tree} tree @param {Node} node @returns {Grade | null} */
  gradeOf(tree, node) {
    if (!node.parent) return null;
    const [place, before] = [placeOf(tree, node), placeOf(tree, node.parent)];
    const judged = this.grades.get(place);
    if (judged) return judged;
    const [now, then, turn] = [this.chances.get(place), this.chances.get(before), this.turns.get(before)];
    if (now === undefined || then === undefined || !turn) return null;
    return gradeOf(turn === "x" ? then - now : now - then);
  }

  /** Has every move of the line judged. */
  async #evaluate() {
    const tree = this.tree;
    if (!tree) return;
    const line = lineOf(tree);
    const moves = line.slice(1).map(({ move }) => move);
    this.start.disabled = true;
    try {
      const record = { ...tree.toRecord(), moves };
      const { id } = await call("POST", "/api/reviews", { record, timeMs: QUICK });
      const result = await this.#wait(id);
      if (result) this.#take(tree, line, result);
    } catch (error) {
      note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad");
    }
    this.status.textContent = "";
    this.start.disabled = false;
  }

  /** @param {string} id @returns {Promise<import("potez-schema").ReviewView | null>} */
  async #wait(id) {
    while (!this.left) {
      const answer = await call("GET", `/api/reviews/${encodeURIComponent(id)}`);
      if (answer.result) return answer.result;
      const { status, done, total } = answer;
      this.status.textContent = say(`web-review-${status}`, { done, total, place: 0 });
      if (status !== "queued" && status !== "running") return null;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
    return null;
  }

  /** @param {Tree} tree @param {Node[]} line @param {import("potez-schema").ReviewView} review */
  #take(tree, line, review) {
    review.graph.forEach((chance, ply) => {
      const node = line[ply];
      if (node) this.chances.set(placeOf(tree, node), chance);
    });
    for (const { ply, grade } of review.moves) {
      const node = line[ply];
      if (node) this.grades.set(placeOf(tree, node), grade);
    }
    this.changed();
  }
}

/** The line through the current move, to its end. @param {Tree} tree @returns {Node[]} */
function lineOf(tree) {
  /** @type {Node[]} */
  const line = [];
  for (let at = /** @type {Node | null} */ (tree.current); at; at = at.parent) line.unshift(at);
  for (let next = tree.current.children[0]; next; next = next.children[0]) line.push(next);
  return line;
}

/** @param {Tree} tree @param {Node} node */
function placeOf(tree, node) {
  return key({ game: tree.game, position: tree.position, moves: node.line() });
}
