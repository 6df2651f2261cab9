// @ts-check
// The engine beside the analysis board: starts and stops when told, keeps what it found, shows its lines.

import { button, fill, h, icon } from "../dom.js";
import { begin, end, forget } from "../engine/home.js";
import { percent, say, short } from "../texts.js";
import { provenFor } from "./bar.js";
import { Proofs } from "./proofs.js";

/** @typedef {import("potez-schema").Analysis} Analysis */
/** @typedef {import("potez-schema").CandidateLine} Line */
/** @typedef {{game: string, position: string | null, moves: string[]}} Spot */
/** @typedef {{element: HTMLElement, show: (line: Line, turn: import("potez-schema").Player) => void}} Row */

/** Moves of a line that are shown. */
const PV_MOVES = 10;

let runs = 0;

export class Engine {
  /**
   * @param {object} hooks
   * @param {(analysis: Analysis | null) => void} hooks.show
   * @param {(line: Line | null, count: number) => void} hooks.preview Shows where a line leads after this many moves.
   * @param {(moves: import("potez-schema").MoveView[]) => void} hooks.play Plays moves of a line, at least one.
   * @param {() => void} hooks.learnt Something new is known of a position.
   */
  constructor(hooks) {
    this.hooks = hooks;
    this.on = false;
    this.count = 3;
    /** @type {string | null} */
    this.run = null;
    /** @type {Spot | null} */
    this.spot = null;
    /** What was found, by position. @type {Map<string, Analysis>} */
    this.found = new Map();
    this.toggle = button("", () => this.#switch(!this.on), { class: "primary", "data-id": "engine" });
    const change = () => this.#setCount(Number(counts.value));
    const counts = h("select", { "aria-label": say("web-multipv"), name: "multipv", onchange: change });
    for (let count = 1; count <= 9; count += 1) {
      counts.append(h("option", { value: count, selected: count === this.count }, count));
    }
    /** @type {Row[]} */
    this.rows = [];
    this.facts = h("span", { class: "facts" });
    this.lines = h("ol", { class: "lines", "aria-label": say("web-lines") });
    const label = h("label", { class: "inline" }, say("web-multipv"), counts);
    const row = h("div", { class: "row" }, this.toggle, label, this.facts);
    this.proofs = new Proofs((move) => hooks.play([move]));
    const parts = [row, this.lines, this.proofs.element];
    this.element = h("section", { class: "engine panel", "aria-label": say("web-engine") }, ...parts);
    this.#drawToggle();
  }

  leave() {
    this.#end();
  }

  /** Another position to think about, or none at the end of a game. @param {Spot | null} spot */
  set(spot) {
    this.#end();
    this.spot = spot;
    this.proofs.set(spot);
    this.#draw(spot ? (this.found.get(key(spot)) ?? null) : null);
    if (this.on && spot) this.#begin();
  }

  /** Starts or stops. */
  flip() {
    this.#switch(!this.on);
  }

  /** The move of a rank, from 1. @param {number} rank */
  moveOf(rank) {
    const found = this.spot && this.found.get(key(this.spot));
    return found?.lines[rank - 1]?.move ?? null;
  }

  /** @param {boolean} on */
  #switch(on) {
    this.on = on;
    this.#drawToggle();
    // A run that was told to stop says nothing more, and no new connection takes it up again.
    this.#end();
    if (on) this.#begin();
    else this.#draw(this.spot ? (this.found.get(key(this.spot)) ?? null) : null);
  }

  /** @param {number} count */
  #setCount(count) {
    this.count = count;
    if (this.on) {
      this.#end();
      this.#begin();
    } else if (this.spot) {
      this.#draw(this.found.get(key(this.spot)) ?? null);
    }
  }

  #begin() {
    const spot = this.spot;
    if (!spot) return;
    runs += 1;
    const run = `a${runs}`;
    this.run = run;
    const place = key(spot);
    const start = spot.position ? { position: spot.position } : {};
    const request = { t: "analyse", run, game: spot.game, ...start, moves: spot.moves, multipv: this.count };
    begin(request, (message) => this.#receive(run, place, message));
  }

  /** @param {string} run @param {string} place @param {any} message */
  #receive(run, place, message) {
    if (message.t === "analysis") {
      // The last word of a run that was cut short may be empty: what was found stays.
      if (message.lines?.length > 0) this.#keep(place, message);
      if (this.run === run) this.#draw(this.found.get(place) ?? null);
      if (message.done && this.run === run) this.#done();
    } else if (message.t === "loading") {
      this.facts.textContent = say("web-engine-loading", { percent: Math.floor(100 * message.share) });
    } else if (message.t === "queued") {
      this.facts.textContent = say("web-queued", { place: message.place });
    } else if (message.t === "error") {
      this.facts.textContent = message.error.message;
      this.#done();
    }
  }

  /** @param {string} place @param {Analysis} analysis */
  #keep(place, analysis) {
    this.found.set(place, analysis);
    this.hooks.learnt();
  }

  /** The engine has stopped by itself: time is up, or the result is proven. */
  #done() {
    if (this.run) forget(this.run);
    this.run = null;
    this.on = false;
    this.#drawToggle();
  }

  #end() {
    if (this.run) end(this.run);
    this.run = null;
  }

  #drawToggle() {
    fill(this.toggle, icon(this.on ? "stop" : "play"), h("span", null, say(this.on ? "web-stop" : "web-go")));
    this.toggle.setAttribute("aria-pressed", String(this.on));
  }

  /** @param {Analysis | null} analysis */
  #draw(analysis) {
    this.hooks.show(analysis);
    if (!analysis) {
      this.facts.textContent = "";
      this.rows = [];
      fill(this.lines, this.spot ? h("li", { class: "none" }, say("web-lines-none")) : null);
      return;
    }
    const seconds = (analysis.timeMs / 1000).toFixed(1);
    this.facts.textContent = say("web-facts", { depth: analysis.depth, nodes: short(analysis.nodes), seconds });
    const lines = analysis.lines.slice(0, this.count);
    // Rows are kept and only written anew: the pointer or the focus may be on one of them.
    while (this.rows.length < lines.length) this.rows.push(this.#row(this.rows.length + 1));
    this.rows.length = lines.length;
    lines.forEach((line, index) => this.rows[index]?.show(line, analysis.turn));
    if (this.lines.childElementCount !== lines.length || this.lines.querySelector(".none")) {
      fill(this.lines, ...this.rows.map(({ element }) => element));
    }
  }

  /** @param {number} rank @returns {Row} */
  #row(rank) {
    /** @type {Line | null} */
    let current = null;
    const part = (/** @type {string} */ name) => h("span", { class: `line-${name}` });
    const [move, value, remarks] = [part("move"), part("value"), part("remarks")];
    /** What a button that stands for the first moves of the line does. @param {number} count */
    const stands = (count) => {
      const preview = () => this.hooks.preview(current, count);
      const end = () => this.hooks.preview(null, 0);
      const play = () => current && this.hooks.play(current.pv.slice(0, count));
      const look = { onmouseenter: preview, onmouseleave: end, onfocus: preview, onblur: end };
      return { type: "button", onclick: play, ...look };
    };
    const body = h(
      "button",
      { ...stands(1), class: "line-head", "data-id": `line-${rank}` },
      h("span", { class: "line-rank" }, rank),
      move,
      value,
      remarks,
    );
    // Buttons are kept like rows: the line may change under the pointer.
    const later = Array.from({ length: PV_MOVES - 1 }, (_, index) =>
      h("button", { ...stands(index + 2), class: "move", "data-id": `line-${rank}-${index + 2}` }),
    );
    const pv = h("div", { class: "line-pv", role: "group", "aria-label": say("web-line-of", { rank }) }, ...later);
    const element = h("li", null, body, pv);
    return {
      element,
      show: (line, turn) => {
        current = line;
        element.className = `line ${line.quality} ${line.proven ? "proven" : ""}`;
        move.textContent = line.move.text;
        const unproven = provenFor(line.proven, turn) === null;
        value.textContent = unproven ? percent(line.winChance) : `✓ ${say(`web-proven-${line.proven}-short`)}`;
        later.forEach((each, index) => {
          const text = line.pv[index + 1]?.text ?? "";
          each.textContent = text;
          each.hidden = text === "";
        });
        pv.hidden = line.pv.length < 2;
        remarks.textContent = line.remarks.map((remark) => remark.words).join("; ");
      },
    };
  }
}

/** @param {Spot} spot */
export function key(spot) {
  return `${spot.game}|${spot.position ?? ""}|${spot.moves.join(" ")}`;
}
