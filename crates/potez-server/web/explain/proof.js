// @ts-check
// A proof-number search, step by step: proof and disproof numbers, thresholds, and when a position is left.

import { say } from "../texts.js";
import { childrenOf, stepsOf } from "./data.js";
import { proofText } from "./values.js";

/** @typedef {import("./data.js").ProofRun} ProofRun */
/** @typedef {import("./data.js").Boards} Boards */
/** @typedef {import("./data.js").Numbers} Numbers */
/** @typedef {import("./outline.js").Item} Item */

/** @param {Numbers | null | undefined} numbers */
const pair = (numbers) => (numbers ? `${proofText(numbers[0])} / ${proofText(numbers[1])}` : "·");

export class ProofSteps {
  /** @param {ProofRun} run @param {Boards} boards */
  constructor(run, boards) {
    this.run = run;
    this.boards = boards;
    const { steps, entered, left } = stepsOf(run.parent);
    this.steps = steps;
    this.entered = entered;
    this.left = left;
    this.below = childrenOf(run.parent);
    this.roots = run.parent.flatMap((parent, visit) => (parent === -1 ? [visit] : []));
  }

  get count() {
    return this.steps.length;
  }

  get events() {
    return ["proven", "disproven", "root"];
  }

  /** @param {number} step @param {string} event */
  is(step, event) {
    const { visit, leaves } = this.steps[step] ?? { visit: 0, leaves: false };
    const [proof, disproof] = this.run.after[visit] ?? [1, 1];
    if (event === "root") return leaves && this.run.parent[visit] === -1;
    return leaves && (event === "proven" ? proof === 0 : disproof === 0);
  }

  /** @param {number} step */
  node(step) {
    return this.steps[step]?.visit ?? 0;
  }

  /** @param {number} node */
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

  /** @param {number} node */
  name(node) {
    if (this.parent(node) >= 0) return this.boards.move(this.position(node));
    return say("explain-can-win", { player: (this.run.player[node] ?? "x").toUpperCase() });
  }

  /** @param {number} node @param {number} step @returns {Item} */
  item(node, step) {
    const { run } = this;
    const known = (this.left[node] ?? Infinity) <= step;
    const ahead = (this.entered[node] ?? 0) > step;
    const numbers = known ? run.after[node] : run.before[node];
    const [proof, disproof] = numbers ?? [1, 1];
    const facts = [pair(numbers), say(run.or[node] ? "explain-or" : "explain-and")];
    const tone = !known ? "open" : proof === 0 ? "cut" : disproof === 0 ? "over" : "";
    return { id: node, text: this.name(node), facts, tone, ahead };
  }

  /** @param {number} step */
  sentence(step) {
    const { visit, enters, leaves } = this.steps[step] ?? { visit: 0, enters: true, leaves: false };
    const { run } = this;
    const move = this.name(visit);
    const player = (run.player[visit] ?? "x").toUpperCase();
    const numbers = { proof: proofText(run.before[visit]?.[0]), disproof: proofText(run.before[visit]?.[1]) };
    const limits = {
      proofLimit: proofText(run.proofThreshold[visit]),
      disproofLimit: proofText(run.disproofThreshold[visit]),
    };
    if (enters && !leaves) return say("explain-proof-enters", { move, player, ...numbers, ...limits });
    const after = run.after[visit];
    if (!after) return say("explain-why-stopped", { move });
    const [proof, disproof] = after;
    const now = { proof: proofText(proof), disproof: proofText(disproof) };
    if (proof === 0) return say(run.or[visit] ? "explain-proven-or" : "explain-proven-and", { move, player });
    if (disproof === 0) return say(run.or[visit] ? "explain-disproven-or" : "explain-disproven-and", { move, player });
    const byProof = proof !== null && run.proofThreshold[visit] !== null && proof >= (run.proofThreshold[visit] ?? 0);
    return say(byProof ? "explain-left-proof" : "explain-left-disproof", { move, ...now, ...limits });
  }

  /** @param {number} node @param {number} step @returns {[string, string][]} */
  facts(node, step) {
    const { run } = this;
    const known = (this.left[node] ?? Infinity) <= step;
    const [proven, disproven] = run.solved[node] ?? [0, 0];
    /** @type {[string, string][]} */
    const facts = [
      [say("explain-fact-kind"), say(run.or[node] ? "explain-or-node" : "explain-and-node")],
      [say("explain-fact-thresholds"), pair([run.proofThreshold[node] ?? null, run.disproofThreshold[node] ?? null])],
      [say("explain-fact-before"), pair(run.before[node])],
      [say("explain-fact-moves"), say("explain-solved", { count: run.children[node] ?? 0, proven, disproven })],
    ];
    if (known) facts.push([say("explain-fact-after"), pair(run.after[node])]);
    if (known) facts.push([say("explain-fact-work"), String(run.work[node] ?? 0)]);
    return facts;
  }

  /** @returns {HTMLElement | null} */
  extra() {
    return null;
  }
}
