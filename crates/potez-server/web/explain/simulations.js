// @ts-check
// A Monte-Carlo tree search, simulation by simulation: what was selected and why, and what came of it.

import { h } from "../dom.js";
import { say } from "../texts.js";
import { childrenOf } from "./data.js";
import { shareText } from "./values.js";

/** @typedef {import("./data.js").TreeRun} TreeRun */
/** @typedef {import("./data.js").Boards} Boards */
/** @typedef {import("./outline.js").Item} Item */

/** The columns of the table of choices, with the term that each shows. */
const COLUMNS = /** @type {[string, number][]} */ ([
  ["visits", 0],
  ["mean", 1],
  ["amaf-visits", 2],
  ["amaf-mean", 3],
  ["beta", 4],
  ["exploration", 5],
  ["prior", 6],
  ["prior-term", 7],
  ["sum", 8],
]);

export class SimulationSteps {
  /** @param {TreeRun} run @param {Boards} boards */
  constructor(run, boards) {
    this.run = run;
    this.boards = boards;
    this.below = childrenOf(run.parent);
    this.roots = [0];
    /** Visits and X's points of every node after the simulations up to `at`. */
    this.visits = run.parent.map(() => 0);
    this.points = run.parent.map(() => 0);
    this.at = -1;
    /** The winner of nodes that are proven, and since when. @type {Map<number, [number, string]>} */
    this.proofs = new Map();
    run.simulations.forEach(({ proofs }, step) => {
      for (const [node, winner] of proofs ?? []) if (!this.proofs.has(node)) this.proofs.set(node, [step, winner]);
    });
    /** The first simulation that went through a node. */
    this.first = run.parent.map(() => 0);
    for (let step = run.simulations.length - 1; step >= 0; step--)
      for (const node of run.simulations[step]?.path ?? []) this.first[node] = step;
  }

  get count() {
    return this.run.simulations.length;
  }

  get events() {
    return ["expanded", "proven", "over"];
  }

  /** @param {number} step @param {string} event */
  is(step, event) {
    const simulation = this.run.simulations[step];
    if (event === "expanded") return (simulation?.children ?? 0) > 0;
    if (event === "proven") return (simulation?.proofs ?? []).length > 0;
    return simulation?.end === "over";
  }

  /** The leaf of a simulation. @param {number} step */
  node(step) {
    return this.run.simulations[step]?.path.at(-1) ?? 0;
  }

  /** The first simulation that went through a node. @param {number} node */
  stepOf(node) {
    return this.first[node] ?? 0;
  }

  /** @param {number} node */
  position(node) {
    return this.run.position[node] ?? 0;
  }

  /** @param {number} node */
  parent(node) {
    return node === 0 ? -1 : (this.run.parent[node] ?? -1);
  }

  /** The children of a node, the most visited first. @param {number} node */
  children(node) {
    return [...(this.below[node] ?? [])].sort((a, b) => (this.visits[b] ?? 0) - (this.visits[a] ?? 0));
  }

  /** @param {number} node */
  name(node) {
    return node === 0 ? say("explain-root") : this.boards.move(this.position(node));
  }

  /** Counts the visits up to a step. @param {number} step */
  #count(step) {
    if (step < this.at) {
      this.visits.fill(0);
      this.points.fill(0);
      this.at = -1;
    }
    for (; this.at < step; this.at++) {
      const simulation = this.run.simulations[this.at + 1];
      if (!simulation) continue;
      const weight = this.run.visitsPerSimulation;
      for (const node of [0, ...simulation.path]) {
        this.visits[node] = (this.visits[node] ?? 0) + weight;
        this.points[node] = (this.points[node] ?? 0) + weight * simulation.value;
      }
    }
  }

  /** The mean value of a node for the player who chooses it. @param {number} node */
  #mean(node) {
    const visits = this.visits[node] ?? 0;
    if (visits === 0) return null;
    const chooser = this.boards.turn(this.position(node === 0 ? 0 : this.parent(node)));
    const share = (this.points[node] ?? 0) / visits;
    return chooser === "x" ? share : 1 - share;
  }

  /** @param {number} node @param {number} step @returns {Item} */
  item(node, step) {
    this.#count(step);
    const visits = this.visits[node] ?? 0;
    const facts = [say("explain-visits", { count: visits }), shareText(this.#mean(node))];
    const proof = this.proofs.get(node);
    const proven = proof && proof[0] <= step ? proof[1] : null;
    if (proven) facts.push(say("explain-proven-for", { winner: proven }));
    const on = [0, ...(this.run.simulations[step]?.path ?? [])].includes(node);
    return { id: node, text: this.name(node), facts, tone: proven ? "over" : on ? "on" : "", ahead: visits === 0 };
  }

  /** @param {number} step */
  sentence(step) {
    const simulation = this.run.simulations[step];
    if (!simulation) return "";
    const moves = this.boards.line(this.position(this.node(step))).join(" ");
    const value = shareText(simulation.value);
    const parts = [say(`explain-leaf-${simulation.end}`, { number: step + 1, moves, value })];
    if (simulation.children) parts.push(say("explain-expanded", { count: simulation.children }));
    for (const [node, winner] of simulation.proofs ?? [])
      parts.push(say("explain-now-proven", { move: this.name(node), winner }));
    return parts.join(" ");
  }

  /** @param {number} node @param {number} step @returns {[string, string][]} */
  facts(node, step) {
    this.#count(step);
    return [
      [say("explain-fact-visits"), String(this.visits[node] ?? 0)],
      [say("explain-fact-mean"), shareText(this.#mean(node))],
    ];
  }

  /** Why each move of a simulation was selected. @param {number} _node @param {number} step */
  extra(_node, step) {
    const simulation = this.run.simulations[step];
    if (!simulation || simulation.path.length === 0) return null;
    const used = COLUMNS.filter(([, at]) => simulation.terms.some((terms) => (terms[at] ?? 0) !== 0));
    const head = used.map(([name]) => h("th", { scope: "col" }, say(`explain-column-${name}`)));
    const rows = simulation.path.map((node, at) => {
      const terms = simulation.terms[at] ?? [];
      const cells = used.map(([, term]) => {
        const number = terms[term] ?? null;
        const whole = term === 0 || term === 2;
        return h("td", null, number === null ? "·" : whole ? String(number) : number.toFixed(3));
      });
      const rivals = (simulation.rivals[at] ?? []).map(([move, sum]) => `${move} ${sum.toFixed(3)}`).join(", ");
      return h("tr", null, h("th", { scope: "row" }, this.name(node)), ...cells, h("td", { class: "rivals" }, rivals));
    });
    const last = h("th", { scope: "col" }, say("explain-column-rivals"));
    const top = h("thead", null, h("tr", null, h("th", { scope: "col" }, say("explain-column-move")), ...head, last));
    const caption = h("caption", null, say("explain-choices"));
    return h("div", { class: "wide" }, h("table", { class: "terms" }, caption, top, h("tbody", null, ...rows)));
  }
}
