// @ts-check
// The page of a recorded search: step, play, pause, jump; the board of every node beside it. It needs no server.

import { bootFor } from "../boot.js";
import { Board } from "../board/board.js";
import { button, fill, h, select } from "../dom.js";
import { applyTheme, settings } from "../settings.js";
import { announce } from "../speech.js";
import { loadTexts, say } from "../texts.js";
import { comparison, countsOf, foundText, pliesOf, rootMoves, runName } from "./counts.js";
import { Boards } from "./data.js";
import { DepthSteps } from "./depth.js";
import { searchForm } from "./form.js";
import { Outline } from "./outline.js";
import { ProofSteps } from "./proof.js";
import { SimulationSteps } from "./simulations.js";

/** @typedef {import("./data.js").Explanation} Explanation */
/** @typedef {import("./data.js").Run} Run */
/** @typedef {DepthSteps | ProofSteps | SimulationSteps} Steps */

/** Steps per second that can be chosen. */
const PACES = [1, 2, 5, 10, 25, 50];

/** @param {Run} run @param {Boards} boards @returns {Steps} */
function stepsOfRun(run, boards) {
  if (run.kind === "tree") return new SimulationSteps(run, boards);
  return run.kind === "proof" ? new ProofSteps(run, boards) : new DepthSteps(run, boards);
}

class SearchViewer {
  /** @param {Explanation} explanation @param {string | null} gameName */
  constructor(explanation, gameName) {
    this.explanation = explanation;
    this.boards = new Boards(explanation);
    this.run = 0;
    this.step = 0;
    /** A node that is looked at instead of that of the step. @type {number | null} */
    this.picked = null;
    this.pace = 5;
    /** @type {ReturnType<typeof setInterval> | null} */
    this.timer = null;
    this.event = "";
    this.board = new Board(say("explain-board"));
    this.outline = new Outline((node) => this.#pick(node));
    this.card = h("section", { class: "panel card" });
    this.numbers = h("div", { class: "numbers" });
    this.controls = h("div", {
      class: "panel transport noprint",
      role: "group",
      "aria-label": say("explain-controls"),
    });
    const title = gameName ? say("explain-heading", { game: gameName, bot: explanation.bot }) : say("explain-title");
    this.note = h("p", { class: "soft" });
    this.element = h(
      "div",
      { class: "explain" },
      h("header", { class: "top" }, h("h1", null, title), this.#looks()),
      this.note,
      h("div", { class: "desk" }, h("div", { class: "stage" }, this.board.element, this.card), this.outline.element),
      this.controls,
      this.numbers,
      h("p", { class: "soft noprint keys" }, say("explain-keys")),
    );
    document.addEventListener("keydown", (event) => this.#key(event));
    this.#open(0);
  }

  #looks() {
    const themes = ["system", "light", "dark", "contrast"].map((value) => ({
      value,
      text: say(`explain-theme-${value}`),
    }));
    const change = (/** @type {string} */ theme) => {
      settings.theme = /** @type {import("../settings.js").Theme} */ (theme);
      applyTheme();
    };
    const print = button(say("explain-print"), () => window.print(), { class: "quiet" });
    return h("div", { class: "row noprint" }, select(say("explain-theme"), themes, settings.theme, change), print);
  }

  /** Looks at a run from its first step. @param {number} run */
  #open(run) {
    this.#pause();
    const shown = this.explanation.runs[run];
    if (!shown) return;
    this.run = run;
    this.step = 0;
    this.picked = null;
    this.steps = stepsOfRun(shown, this.boards);
    this.event = this.steps.events[0] ?? "";
    this.#drawNumbers();
    this.#drawControls();
    this.#show(false);
  }

  get last() {
    return Math.max(0, (this.steps?.count ?? 1) - 1);
  }

  #drawNumbers() {
    const { runs, bot } = this.explanation;
    const [base] = runs;
    const run = runs[this.run];
    if (!run || !base) return;
    const moves = run.found?.pv.slice(0, 8).join(" ") ?? "";
    const parts = [say("explain-result", { name: runName(run, bot), moves, value: foundText(run), nodes: run.nodes })];
    if (run.truncated) parts.push(say("explain-truncated", { kept: run.kept, made: run.made }));
    if (run.givenUp) parts.push(say("explain-given-up", { nodes: run.nodes }));
    fill(this.note, parts.join(" "));
    fill(
      this.numbers,
      comparison(runs, bot, this.run, (at) => this.#open(at)),
      rootMoves(run),
      pliesOf(run, base),
      countsOf(run),
    );
  }

  #drawControls() {
    const steps = this.steps;
    if (!steps) return;
    const props = { type: "range", min: 0, max: this.last, value: 0, "aria-label": say("explain-step") };
    const slider = h("input", { ...props, oninput: () => this.#go(Number(slider.value)) });
    this.slider = slider;
    const field = h("input", {
      type: "number",
      min: 1,
      max: this.last + 1,
      value: 1,
      "aria-label": say("explain-jump"),
      onchange: () => this.#go(Number(field.value) - 1),
    });
    this.field = field;
    this.player = button(say("explain-play"), () => this.#toggle(), { icon: "play", class: "primary play" });
    const events = steps.events.map((value) => ({ value, text: say(`explain-event-${value}`) }));
    const find = (/** @type {1 | -1} */ way) => () => this.#find(way);
    const paces = PACES.map((pace) => ({ value: String(pace), text: say("explain-pace", { pace }) }));
    fill(
      this.controls,
      h(
        "div",
        { class: "row" },
        button(say("explain-first"), () => this.#go(0), { icon: "first" }),
        button(say("explain-back"), () => this.#go(this.step - 1), { icon: "back" }),
        this.player,
        button(say("explain-next"), () => this.#go(this.step + 1), { icon: "next" }),
        button(say("explain-last"), () => this.#go(this.last), { icon: "last" }),
        h("label", { class: "jump" }, field, ` / ${this.last + 1}`),
        select(say("explain-speed"), paces, String(this.pace), (pace) => this.#setPace(Number(pace))),
      ),
      slider,
      h(
        "div",
        { class: "row" },
        select(say("explain-find"), events, this.event, (event) => (this.event = event)),
        button(say("explain-find-back"), find(-1), { icon: "back" }),
        button(say("explain-find-next"), find(1), { icon: "next" }),
      ),
    );
  }

  /** @param {number} pace */
  #setPace(pace) {
    this.pace = pace;
    if (this.timer === null) return;
    this.#pause();
    this.#toggle();
  }

  #toggle() {
    if (this.timer !== null) return this.#pause();
    if (this.step >= this.last) this.step = -1;
    this.timer = setInterval(() => this.#tick(), 1000 / this.pace);
    if (this.player) fill(this.player, h("span", null, say("explain-pause")));
  }

  #pause() {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    if (this.player) fill(this.player, h("span", null, say("explain-play")));
  }

  #tick() {
    if (this.step >= this.last) return this.#pause();
    this.step += 1;
    this.picked = null;
    this.#show(false);
  }

  /** Goes to a step. @param {number} step */
  #go(step) {
    this.#pause();
    this.step = Math.min(this.last, Math.max(0, Number.isFinite(step) ? Math.round(step) : 0));
    this.picked = null;
    this.#show(true);
  }

  /** Goes to the next step at which something happens. @param {1 | -1} way */
  #find(way) {
    for (let step = this.step + way; step >= 0 && step <= this.last; step += way) {
      if (this.steps?.is(step, this.event)) return this.#go(step);
    }
    announce(say("explain-not-found"));
  }

  /** Looks at a node of the tree: at the step that says most about it. @param {number} node */
  #pick(node) {
    if (!this.steps) return;
    this.#pause();
    const run = this.explanation.runs[this.run];
    // A tree stands as it is: a click looks at a node of it, and not at the simulation that made it.
    if (run?.kind !== "tree" || this.steps.stepOf(node) > this.step) this.step = this.steps.stepOf(node);
    this.picked = node;
    this.#show(true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (target?.closest("input, select, textarea, .board-svg")) return;
    const node = this.picked ?? this.steps?.node(this.step) ?? 0;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => this.#go(this.step + 1),
      ArrowLeft: () => this.#go(this.step - 1),
      PageDown: () => this.#go(this.step + 20),
      PageUp: () => this.#go(this.step - 20),
      Home: () => this.#go(0),
      End: () => this.#go(this.last),
      ArrowUp: () => {
        const parent = this.steps?.parent(node) ?? -1;
        if (parent >= 0) this.#pick(parent);
      },
      ArrowDown: () => {
        const [child] = this.steps?.children(node) ?? [];
        if (child !== undefined) this.#pick(child);
      },
      n: () => this.#find(1),
      N: () => this.#find(-1),
      " ": () => this.#toggle(),
    };
    const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (!act || (event.key === " " && target?.closest("button, a"))) return;
    event.preventDefault();
    act();
  }

  /** Draws the step. @param {boolean} aloud */
  #show(aloud) {
    const { steps, boards, step } = this;
    if (!steps || steps.count === 0) return;
    const node = this.picked ?? steps.node(step);
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
      h("dl", null, ...facts),
      steps.extra(node, step),
    );
    const source = {
      roots: steps.roots,
      children: (/** @type {number} */ id) => steps.children(id),
      parent: (/** @type {number} */ id) => steps.parent(id),
      item: (/** @type {number} */ id) => steps.item(id, step),
    };
    // The counts of a tree stand for the step: they are made before its children are put in order.
    steps.item(node, step);
    this.outline.show(source, node);
    if (this.slider) this.slider.value = String(step);
    if (this.field) this.field.value = String(step + 1);
    this.slider?.setAttribute("aria-valuetext", sentence);
    if (aloud) announce(sentence);
  }
}

async function start() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  settings.lang = document.documentElement.lang;
  if (bootFor(settings.lang)) await loadTexts();
  applyTheme();
  /** @type {{explanation: Explanation | null, error: string | null, form: import("./form.js").Asked | null, gameName: string | null}} */
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
  const form = data.form ? searchForm(data.form) : null;
  if (form) main.append(form);
  if (data.error) main.append(h("p", { class: "panel wrong", role: "alert" }, data.error));
  if (data.explanation) main.append(new SearchViewer(data.explanation, data.gameName).element);
  else if (!data.error) main.append(h("h1", null, say("explain-title")), h("p", null, say("explain-about")));
}

void start();
