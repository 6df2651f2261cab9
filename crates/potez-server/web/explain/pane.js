// @ts-check
// One recorded search at one of its steps: the board of a node, what happens there and why, and the tree around it.

import { Board } from "../board/board.js";
import { fill, h } from "../dom.js";
import { say } from "../texts.js";
import { DepthSteps } from "./depth.js";
import { Outline } from "./outline.js";
import { ProofSteps } from "./proof.js";
import { SimulationSteps } from "./simulations.js";
import { countText } from "./values.js";

/** @typedef {import("./data.js").Run} Run */
/** @typedef {import("./data.js").Boards} Boards */
/** @typedef {DepthSteps | ProofSteps | SimulationSteps} Steps */

/** @param {Run} run @param {Boards} boards @returns {Steps} */
function stepsOfRun(run, boards) {
  if (run.kind === "tree") return new SimulationSteps(run, boards);
  return run.kind === "proof" ? new ProofSteps(run, boards) : new DepthSteps(run, boards);
}

export class Pane {
  /** @param {Boards} boards @param {Run} run @param {string} name @param {(node: number) => void} picked */
  constructor(boards, run, name, picked) {
    this.boards = boards;
    this.run = run;
    this.steps = stepsOfRun(run, boards);
    this.step = 0;
    /** A node that is looked at instead of that of the step. @type {number | null} */
    this.picked = null;
    this.board = new Board(say("explain-board"));
    this.outline = new Outline(picked);
    this.card = h("section", { class: "panel card" });
    this.title = h("h2", { class: "pane-name" }, name);
    this.extra = h("section", { class: "panel extra" });
    const stage = h("div", { class: "stage" }, this.board.element, this.card, this.extra);
    this.element = h("div", { class: "pane" }, this.title, h("div", { class: "desk" }, stage, this.outline.element));
  }

  get last() {
    return Math.max(0, this.steps.count - 1);
  }

  /** The node that is looked at. */
  get node() {
    return this.picked ?? this.steps.node(this.step);
  }

  /** Goes to a step. @param {number} step */
  go(step) {
    this.step = Math.min(this.last, Math.max(0, Number.isFinite(step) ? Math.round(step) : 0));
    this.picked = null;
  }

  /** Looks at a node: at the step that says most about it. @param {number} node */
  pick(node) {
    // A tree stands as it is: a click looks at a node of it, and not at the simulation that made it.
    if (this.run.kind !== "tree" || this.steps.stepOf(node) > this.step) this.step = this.steps.stepOf(node);
    this.picked = node;
  }

  /** The nodes of this search at a position, in the order of the search. @param {number} position */
  nodesAt(position) {
    return this.run.position.flatMap((each, node) => (each === position ? [node] : []));
  }

  /** How often a position was visited, and the nodes below these visits. @param {number} position */
  worth(position) {
    const nodes = this.nodesAt(position);
    const below = (/** @type {number} */ node) => {
      let count = 0;
      const open = [...this.steps.children(node)];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        count += 1;
        open.push(...this.steps.children(next));
      }
      return count;
    };
    return { visits: nodes.length, below: nodes.reduce((sum, node) => sum + below(node), 0) };
  }

  /** Draws the step; returns its sentence. @param {Pane | null} other The search beside it. */
  show(other) {
    const { steps, boards, step, node } = this;
    if (steps.count === 0) return "";
    const position = steps.position(node);
    this.board.show(boards.view(position));
    const sentence = steps.sentence(step);
    const line = boards.line(position).join(" ") || say("explain-root");
    const turn = say("explain-to-move", { player: boards.turn(position).toUpperCase() });
    const facts = steps.facts(node, step).flatMap(([name, text]) => [h("dt", null, name), h("dd", null, text)]);
    fill(
      this.card,
      h("h2", null, say("explain-step-of", { step: step + 1, count: steps.count })),
      h("p", { class: "said" }, sentence),
      h("p", { class: "line" }, `${line} · ${turn}`),
      other ? h("p", { class: "soft beside" }, this.#compared(other, position)) : null,
      h("dl", null, ...facts),
    );
    const extra = steps.extra(node, step);
    this.extra.hidden = extra === null;
    fill(this.extra, extra);
    const source = {
      roots: steps.roots,
      children: (/** @type {number} */ id) => steps.children(id),
      parent: (/** @type {number} */ id) => steps.parent(id),
      item: (/** @type {number} */ id) => steps.item(id, step),
    };
    // The counts of a tree stand for the step: they are made before its children are put in order.
    steps.item(node, step);
    this.outline.show(source, node);
    return sentence;
  }

  /** What the position cost here and in the search beside it. @param {Pane} other @param {number} position */
  #compared(other, position) {
    const here = this.worth(position);
    const there = other.worth(position);
    if (there.visits === 0) return say("explain-beside-never");
    return say("explain-beside-worth", {
      visits: here.visits,
      below: countText(here.below),
      otherVisits: there.visits,
      otherBelow: countText(there.below),
    });
  }
}
