// @ts-check
// An alpha-beta search, step by step: windows, order, cutoffs and why.

import { h } from "../dom.js";
import { say, sayOr } from "../texts.js";
import { childrenOf, stepsOf } from "./data.js";
import { valueText, windowText } from "./values.js";

/** @typedef {import("./data.js").AlphaBetaRun} AlphaBetaRun */
/** @typedef {import("./data.js").Boards} Boards */
/** @typedef {import("./outline.js").Item} Item */

/** What a reader can look for. @type {Record<string, (run: AlphaBetaRun, visit: number) => boolean>} */
const EVENTS = {
  cutoff: (run, visit) => run.end[visit] === "cutoff",
  table: (run, visit) => run.end[visit] === "table",
  research: (run, visit) => (run.pass[visit] ?? "").endsWith("+"),
  reduced: (run, visit) => run.pass[visit] === "reduced",
  over: (run, visit) => run.end[visit] === "over" || run.end[visit] === "known",
  root: (run, visit) => run.parent[visit] === -1,
};

export class DepthSteps {
  /** @param {AlphaBetaRun} run @param {Boards} boards */
  constructor(run, boards) {
    this.run = run;
    this.boards = boards;
    const { steps, entered, left } = stepsOf(run.parent);
    this.steps = steps;
    this.entered = entered;
    this.left = left;
    this.below = childrenOf(run.parent);
    this.roots = run.parent.flatMap((parent, visit) => (parent === -1 ? [visit] : []));
    this.reduced = new Map(run.reduced);
    this.extended = new Map(run.extended);
    this.blind = new Set(run.blind);
    this.table = new Map(run.table.map(([visit, ...known]) => [visit, known]));
    this.terms = new Map(run.terms);
    this.history = new Map(run.history);
  }

  get count() {
    return this.steps.length;
  }

  get events() {
    return Object.keys(EVENTS);
  }

  /** Whether a step is one that a reader looks for. @param {number} step @param {string} event */
  is(step, event) {
    const { visit, leaves } = this.steps[step] ?? { visit: 0, leaves: false };
    return leaves && Boolean(EVENTS[event]?.(this.run, visit));
  }

  /** The node of a step. @param {number} step */
  node(step) {
    return this.steps[step]?.visit ?? 0;
  }

  /** The step that says most about a node: when its result was known. @param {number} node */
  stepOf(node) {
    const step = this.left[node] ?? 0;
    return Number.isFinite(step) ? step : (this.entered[node] ?? 0);
  }

  /** @param {number} node */
  position(node) {
    return this.run.position[node] ?? 0;
  }

  /** @param {number} node */
  parent(node) {
    return this.run.parent[node] ?? -1;
  }

  /** @param {number} node */
  children(node) {
    return this.below[node] ?? [];
  }

  /** The window of the player to move in a visit. @param {number} node @returns {[number | null, number | null]} */
  ownWindow(node) {
    const { run, boards } = this;
    const [alpha, beta] = [run.alpha[node] ?? null, run.beta[node] ?? null];
    const above = this.parent(node);
    if (run.kind === "minimax" || above < 0) return [alpha, beta];
    const flips = boards.turn(this.position(above)) !== boards.turn(this.position(node));
    const turned = (/** @type {number | null} */ edge) => (edge === null ? null : -edge);
    return flips ? [turned(beta), turned(alpha)] : [alpha, beta];
  }

  /** @param {number} node */
  name(node) {
    const { run, boards } = this;
    if (this.parent(node) >= 0) return boards.move(this.position(node));
    return say("explain-iteration", { depth: run.remaining[node] ?? 0 });
  }

  /** A node in the tree, as it stands at a step. @param {number} node @param {number} step @returns {Item} */
  item(node, step) {
    const { run } = this;
    const known = (this.left[node] ?? Infinity) <= step;
    const ahead = (this.entered[node] ?? 0) > step;
    const end = run.end[node] ?? "";
    const facts = [windowText(run, run.alpha[node], run.beta[node])];
    if (known) facts.unshift(valueText(run, run.value[node]));
    if (known && end !== "all") facts.push(say(`explain-end-${end}`));
    const pass = run.pass[node] ?? "";
    if (pass === "reduced" || pass.endsWith("+")) facts.push(say(`explain-pass-${pass.replace("+", "")}`));
    const tones = /** @type {Record<string, string>} */ ({
      cutoff: "cut",
      table: "table",
      over: "over",
      known: "over",
    });
    return { id: node, text: this.name(node), facts, tone: known ? (tones[end] ?? "") : "open", ahead };
  }

  /** What happens at a step, in one sentence. @param {number} step */
  sentence(step) {
    const { visit, enters, leaves } = this.steps[step] ?? { visit: 0, enters: true, leaves: false };
    const { run } = this;
    const move = this.name(visit);
    if (!leaves && enters) {
      const [alpha, beta] = this.ownWindow(visit);
      const player = this.#player(visit);
      return say("explain-enters", { move, player, window: windowText(run, alpha, beta) });
    }
    return this.#ending(visit, move);
  }

  /** @param {number} visit */
  #player(visit) {
    return this.boards.turn(this.position(visit)).toUpperCase();
  }

  /** How a visit ended, and why. @param {number} visit @param {string} move */
  #ending(visit, move) {
    const { run } = this;
    const end = run.end[visit] ?? "";
    const value = valueText(run, run.value[visit]);
    const player = this.#player(visit);
    const [alpha, beta] = this.ownWindow(visit);
    const last = this.children(visit).at(-1);
    if (end === "cutoff" && last !== undefined) {
      const reply = this.name(last);
      const worth = valueText(run, run.value[last]);
      const first = (run.index[last] ?? 0) === 0 ? say("explain-first-move") : "";
      if (run.kind === "minimax") {
        const maximises = this.boards.turn(this.position(visit)) === this.boards.turn(0);
        const key = maximises ? "explain-why-beta" : "explain-why-alpha";
        const edge = valueText(run, maximises ? beta : alpha);
        return `${say(key, { move, reply, worth, edge, player })} ${first}`.trim();
      }
      const edge = beta === null ? "+∞" : valueText(run, beta);
      return `${say("explain-why-cutoff", { move, reply, worth, edge, player })} ${first}`.trim();
    }
    if (end === "table") {
      const [known, bound, depth] = this.table.get(visit) ?? [0, "exact", 0];
      const stored = valueText(run, known);
      const needed = run.remaining[visit] ?? 0;
      return say("explain-why-table", { move, value: stored, bound: say(`explain-bound-${bound}`), depth, needed });
    }
    const all = { move, value, player, count: this.children(visit).length, plies: run.remaining[visit] ?? 0 };
    if (end === "all") {
      const above = alpha !== null && (run.value[visit] ?? null) !== null && this.#failsLow(visit, alpha);
      return say(above ? "explain-why-low" : "explain-why-all", { ...all, window: windowText(run, alpha, beta) });
    }
    return say(`explain-why-${end}`, all);
  }

  /** Whether no move came up to what the player has elsewhere. @param {number} visit @param {number} alpha */
  #failsLow(visit, alpha) {
    const { run, boards } = this;
    const value = run.value[visit] ?? 0;
    const above = this.parent(visit);
    if (run.kind === "minimax" || above < 0) return value <= alpha;
    const flips = boards.turn(this.position(above)) !== boards.turn(this.position(visit));
    return (flips ? -value : value) <= alpha;
  }

  /**
   * The facts of a node, a name and a text each.
   * @param {number} node
   * @param {number} step
   * @returns {[string, string][]}
   */
  facts(node, step) {
    const { run } = this;
    const known = (this.left[node] ?? Infinity) <= step;
    /** @type {[string, string][]} */
    const facts = [];
    const put = (/** @type {string} */ key, /** @type {string | number} */ text) =>
      facts.push([say(`explain-fact-${key}`), String(text)]);
    put("window", windowText(run, run.alpha[node], run.beta[node]));
    const [alpha, beta] = this.ownWindow(node);
    if (run.kind !== "minimax") put("own-window", windowText(run, alpha, beta));
    put("depth", run.remaining[node] ?? 0);
    if (this.parent(node) >= 0) {
      const source = say(`explain-source-${run.source[node] ?? "order"}`);
      const history = this.history.get(node);
      const added = history === undefined ? "" : ` (${say("explain-history", { points: history })})`;
      put("order", `${(run.index[node] ?? 0) + 1}. ${source}${added}`);
      const pass = (run.pass[node] ?? "").replace("+", "");
      const plies = this.reduced.get(node);
      put("pass", say(`explain-pass-${pass}`) + (plies === undefined ? "" : ` −${plies}`));
    }
    const extended = this.extended.get(node);
    if (extended !== undefined) put("extended", `+${extended}`);
    if (this.blind.has(node)) put("blind", "−1");
    const hit = this.table.get(node);
    if (hit) {
      const [value, bound, depth] = hit;
      put("table", say("explain-hit", { value: valueText(run, value), bound: say(`explain-bound-${bound}`), depth }));
    }
    if (known) put("value", valueText(run, run.value[node]));
    return facts;
  }

  /** The terms of the evaluation of a node, where it has some. @param {number} node */
  extra(node) {
    const terms = this.terms.get(node);
    if (!terms) return null;
    const rows = terms.map((term, at) => {
      const name = this.run.termNames[at] ?? "";
      const text = term.toFixed(2).replace("-", "−");
      return h("tr", null, h("th", { scope: "row" }, sayOr(`explain-term-${name}`, name)), h("td", null, text));
    });
    const caption = h("caption", null, say("explain-terms"));
    return h("table", { class: "terms" }, caption, h("tbody", null, ...rows));
  }
}
