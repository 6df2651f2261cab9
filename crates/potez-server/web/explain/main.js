// @ts-check
// The page of a recorded search: step, play, pause, jump; the board of every node beside it. It needs no server.

import { bootFor } from "../boot.js";
import { button, fill, h, icon, select } from "../dom.js";
import { applyTheme, settings } from "../settings.js";
import { announce } from "../speech.js";
import { loadTexts, say } from "../texts.js";
import { comparison, countsOf, foundText, pliesOf, rootMoves, runName } from "./counts.js";
import { Boards } from "./data.js";
import { searchExamples, searchForm } from "./form.js";
import { Pane } from "./pane.js";

/** @typedef {import("./data.js").Explanation} Explanation */
/** Steps per second that can be chosen. */
const PACES = [1, 2, 5, 10, 25, 50];

class SearchViewer {
  /** @param {Explanation} explanation @param {string | null} gameName */
  constructor(explanation, gameName) {
    this.explanation = explanation;
    this.boards = new Boards(explanation);
    this.run = 0;
    this.pane = this.#paneOf(0);
    /** The search beside it, and which of them it is. @type {Pane | null} */
    this.beside = null;
    this.besideRun = -1;
    this.pace = 5;
    /** The step that both searches are at, each as far as it goes. */
    this.at = 0;
    /** @type {ReturnType<typeof setInterval> | null} */
    this.timer = null;
    this.event = "";
    this.panes = h("div", { class: "panes" });
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
      this.panes,
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

  /** @param {number} at */
  #paneOf(at) {
    const run = /** @type {import("./data.js").Run} */ (this.explanation.runs[at]);
    /** @type {Pane} */
    const pane = new Pane(this.boards, run, runName(run, this.explanation.bot), (node) => this.#pick(node, pane));
    return pane;
  }

  /** Looks at a run from its first step. @param {number} run */
  #open(run) {
    this.#pause();
    if (!this.explanation.runs[run]) return;
    this.run = run;
    this.pane = this.#paneOf(run);
    if (run === this.besideRun) this.#close();
    this.event = this.pane.steps.events[0] ?? "";
    this.#redraw();
  }

  /** Puts a run beside the one that is looked at, or takes it away. @param {number} run */
  #compare(run) {
    this.#pause();
    if (run === this.besideRun) this.#close();
    else {
      this.beside = this.#paneOf(run);
      this.besideRun = run;
    }
    this.#redraw();
  }

  #close() {
    this.beside = null;
    this.besideRun = -1;
  }

  #redraw() {
    const { pane, beside } = this;
    this.panes.classList.toggle("two", beside !== null);
    fill(this.panes, pane.element, beside?.element ?? null);
    this.#drawNumbers();
    this.#drawControls();
    this.#go(pane.step, false);
  }

  /** The last step of the longer search. */
  get last() {
    return Math.max(this.pane.last, this.beside?.last ?? 0);
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
      comparison(
        runs,
        bot,
        { shown: this.run, beside: this.besideRun },
        (at) => this.#open(at),
        (at) => this.#compare(at),
      ),
      rootMoves(run),
      pliesOf(run, base),
      countsOf(run),
    );
  }

  #drawControls() {
    const { steps } = this.pane;
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
    const sign = (/** @type {string} */ key, /** @type {() => void} */ act, /** @type {string} */ icon) =>
      button(say(key), act, { icon, class: "sign", title: say(key) });
    // On a phone only the first of the two stays in sight.
    fill(
      this.controls,
      h(
        "div",
        { class: "row steps" },
        sign("explain-first", () => this.#go(0), "first"),
        sign("explain-back", () => this.#go(this.at - 1), "back"),
        this.player,
        sign("explain-next", () => this.#go(this.at + 1), "next"),
        sign("explain-last", () => this.#go(this.last), "last"),
        h("label", { class: "jump" }, field, ` / ${this.last + 1}`),
        slider,
      ),
      h(
        "div",
        { class: "row finding" },
        select(say("explain-find"), events, this.event, (event) => (this.event = event)),
        sign("explain-find-back", find(-1), "back"),
        sign("explain-find-next", find(1), "next"),
        select(say("explain-speed"), paces, String(this.pace), (pace) => this.#setPace(Number(pace))),
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
    if (this.at >= this.last) this.at = -1;
    this.timer = setInterval(() => this.#tick(), 1000 / this.pace);
    if (this.player) fill(this.player, icon("stop"), h("span", null, say("explain-pause")));
  }

  #pause() {
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
    if (this.player) fill(this.player, icon("play"), h("span", null, say("explain-play")));
  }

  #tick() {
    if (this.at >= this.last) return this.#pause();
    this.#set(this.at + 1);
    this.#show(false);
  }

  /** Sets both searches to a step, each as far as it goes. @param {number} step */
  #set(step) {
    this.at = Math.min(this.last, Math.max(0, Number.isFinite(step) ? Math.round(step) : 0));
    this.pane.go(this.at);
    this.beside?.go(this.at);
  }

  /** Goes to a step. @param {number} step @param {boolean} [aloud] */
  #go(step, aloud = true) {
    this.#pause();
    this.#set(step);
    this.#show(aloud);
  }

  /** Goes to the next step at which something happens. @param {1 | -1} way */
  #find(way) {
    for (let step = this.at + way; step >= 0 && step <= this.last; step += way) {
      if (this.pane.steps.is(step, this.event)) return this.#go(step);
    }
    announce(say("explain-not-found"));
  }

  /**
   * Looks at a node of a tree, and in the search beside it at the same position.
   * @param {number} node
   * @param {Pane} pane
   */
  #pick(node, pane = this.pane) {
    this.#pause();
    pane.pick(node);
    const other = pane === this.pane ? this.beside : this.pane;
    const same = other?.nodesAt(pane.steps.position(node)).at(-1);
    if (other && same !== undefined) other.pick(same);
    this.at = this.pane.step;
    this.#show(true);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (target?.closest("input, select, textarea, .board-svg")) return;
    const { node, steps } = this.pane;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowRight: () => this.#go(this.at + 1),
      ArrowLeft: () => this.#go(this.at - 1),
      PageDown: () => this.#go(this.at + 20),
      PageUp: () => this.#go(this.at - 20),
      Home: () => this.#go(0),
      End: () => this.#go(this.last),
      ArrowUp: () => {
        const parent = steps.parent(node);
        if (parent >= 0) this.#pick(parent);
      },
      ArrowDown: () => {
        const [child] = steps.children(node);
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
    const { pane, beside } = this;
    const sentence = pane.show(beside);
    beside?.show(pane);
    if (this.slider) this.slider.value = String(this.at);
    if (this.field) this.field.value = String(this.at + 1);
    this.slider?.setAttribute("aria-valuetext", sentence);
    if (aloud) announce(sentence);
  }
}

async function start() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  settings.lang = document.documentElement.lang;
  if (bootFor(settings.lang)) await loadTexts();
  applyTheme();
  // Paper is white, whatever the screen is.
  window.addEventListener("beforeprint", () => (document.documentElement.dataset.theme = "light"));
  window.addEventListener("afterprint", applyTheme);
  /**
   * @type {{explanation: Explanation | null, error: string | null, form: import("./form.js").Asked | null,
   *   gameName: string | null}}
   */
  const data = JSON.parse(document.getElementById("data")?.textContent ?? "{}");
  const form = data.form ? searchForm(data.form) : null;
  if (form) main.append(form);
  if (data.error) main.append(h("p", { class: "panel wrong", role: "alert" }, data.error));
  if (data.explanation) main.append(new SearchViewer(data.explanation, data.gameName).element);
  else if (!data.error)
    main.append(h("h1", null, say("explain-title")), h("p", null, say("explain-about")), searchExamples());
}

void start();
