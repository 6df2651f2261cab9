// @ts-check
// Leads through a move half by half. The server says what can come next and why something cannot; this shows it.

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { say } from "../texts.js";
import { badge } from "./pieces.js";

/** @typedef {import("../schema.js").Step} Step */
/** @typedef {import("../schema.js").Choice} Choice */
/** @typedef {import("../schema.js").Blocked} Blocked */
/** @typedef {import("../schema.js").View} View */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Pick} Pick */
/** @typedef {import("./layout.js").Slot} Slot */
/** @typedef {{spot: api.Spot, view: View, active: boolean, idle?: string}} Scene */

/** Nearer to an edge than this, a touch means the wall and not the cell. */
const EDGE = 0.2;

export class Mover {
  /**
   * @param {Board} board
   * @param {(move: string) => Promise<void> | void} play
   */
  constructor(board, play) {
    this.board = board;
    this.play = play;
    this.help = h("p", { class: "help", role: "status" });
    this.tools = h("div", { class: "tools" });
    this.element = h("div", { class: "mover" }, this.help, this.tools);
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Step | null} */
    this.step = null;
    /** @type {Map<string, Promise<Step>>} */
    this.steps = new Map();
    /** @type {Set<string>} */
    this.hints = new Set();
    /** Whether the keyboard's wall lies. */
    this.horizontal = true;
    /** The wall that a touch has shown and a second one will place. @type {Slot | null} */
    this.pending = null;
    this.turn = 0;
    this.queue = Promise.resolve();
    board.hooks = {
      pick: (pick) => void (this.queue = this.queue.then(() => this.#pick(pick)).catch((error) => this.#fail(error))),
      hover: (pick) => this.#hover(pick),
      drags: (cell) => this.#drags(cell),
      key: (event, cell) => this.#key(event, cell),
      focus: () => this.#followFocus(),
    };
  }

  /** A new position, or the same one with somebody else to choose. @param {Scene} scene */
  async set(scene) {
    this.scene = scene;
    this.turn += 1;
    this.steps.clear();
    this.hints.clear();
    await this.reset();
  }

  /** Begins the move again. */
  async reset() {
    this.pending = null;
    this.step = null;
    this.board.preview(null);
    this.#draw();
    if (!this.scene?.active) return;
    try {
      await this.#go("");
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Marks cells as a hint. @param {string[]} cells */
  hint(cells) {
    this.hints = new Set(cells);
    this.#draw();
  }

  /** Draws everything again, after the board has shown something else. */
  redraw() {
    this.#draw();
  }

  /** @param {string} partial */
  #fetch(partial) {
    const spot = /** @type {Scene} */ (this.scene).spot;
    let step = this.steps.get(partial);
    if (!step) {
      step = api.step(spot, partial);
      this.steps.set(partial, step);
      step.catch(() => this.steps.delete(partial));
    }
    return step;
  }

  /** @param {string} partial */
  async #go(partial) {
    const turn = this.turn;
    const step = await this.#fetch(partial);
    if (turn !== this.turn) return false;
    this.step = step;
    this.pending = null;
    this.board.preview(null);
    this.#draw();
    this.#followFocus();
    return true;
  }

  /** @param {unknown} error */
  #fail(error) {
    const text = error instanceof api.ApiError && error.offline ? say("web-offline") : error instanceof Error ? error.message : "";
    this.#tell(text, true);
  }

  /** @param {string} text @param {boolean} [bad] */
  #tell(text, bad = false) {
    const plain = text.replaceAll("`", "");
    if (this.help.textContent !== plain) this.help.textContent = plain;
    this.help.classList.toggle("bad", bad);
  }

  /** @param {Choice} choice */
  async #choose(choice) {
    if (!choice.final) {
      await this.#go(choice.text);
      return;
    }
    await this.#finish(choice.text);
  }

  /** @param {string} move */
  async #finish(move) {
    const turn = this.turn;
    try {
      await this.play(move);
    } catch (error) {
      if (turn === this.turn) await this.reset();
      this.#fail(error);
    }
  }

  /** @param {Pick} pick */
  async #pick(pick) {
    const { step, scene } = this;
    if (!step || !scene?.active) return;
    const choices = step.choices;
    const level = pick.level && choices.find((each) => each.kind === "level" && each.cell === pick.cell && each.level === pick.level);
    if (level) return this.#choose(level);
    const cell = choices.find((each) => each.kind === "cell" && each.cell === pick.cell);
    const slot = this.#slotOf(pick);
    const nearEdge = pick.slot !== null && pick.slot.depth < EDGE;
    if (slot && step.expects.includes("wall") && (!cell || nearEdge)) return this.#pickWall(slot, pick.by);
    if (cell) {
      await this.#choose(cell);
      return this.#lift(pick);
    }
    if (!pick.cell) return;
    if (step.path.length > 0) {
      const root = await this.#fetch("");
      const again = root.choices.find((each) => each.kind === "cell" && each.cell === pick.cell);
      if (again) {
        if (again.text !== step.partial) await this.#choose(again);
        return this.#lift(pick);
      }
      if (step.path.includes(pick.cell)) return this.reset();
    }
    await this.#explain(pick.cell);
  }

  /** Touching a checker lifts the stack from there, if it may be lifted there. @param {Pick} pick */
  async #lift(pick) {
    const level = this.step?.choices.find((each) => each.kind === "level" && each.cell === pick.cell && each.level === pick.level);
    if (level && pick.level !== 1) await this.#choose(level);
  }

  /** Says why a cell cannot be chosen. @param {string} cell */
  async #explain(cell) {
    const { step, scene } = this;
    if (!step || !scene) return;
    const placing = scene.view.shape.kind === "hexagon";
    let text = say("web-not-now", { cell });
    if (step.path.length > 0 || placing) {
      const answer = await api.why(scene.spot, step.partial ? `${step.partial}-${cell}` : cell);
      if (!answer.legal && answer.message) text = answer.message;
    }
    this.#tell(text, true);
  }

  /** The wall that a pick means. @param {Pick} pick @returns {Slot | null} */
  #slotOf(pick) {
    if (pick.slot) return pick.slot;
    const cell = pick.by === "keys" ? this.board.currentCell : null;
    return cell ? { row: cell.row, col: cell.col, horizontal: this.horizontal } : null;
  }

  /** @param {Slot} slot */
  #wallAt(slot) {
    const same = (/** @type {Choice | Blocked} */ each) => each.row === slot.row && each.col === slot.col && each.horizontal === slot.horizontal;
    const choice = this.step?.choices.find((each) => each.kind === "wall" && same(each)) ?? null;
    const blocked = choice ? null : (this.step?.blocked.find(same) ?? null);
    return { choice, blocked };
  }

  /** @param {Slot} slot @param {Pick["by"]} by */
  async #pickWall(slot, by) {
    const { choice } = this.#wallAt(slot);
    const again = this.pending && this.pending.row === slot.row && this.pending.col === slot.col && this.pending.horizontal === slot.horizontal;
    if (choice && (by !== "touch" || again)) return this.#choose(choice);
    // A finger covers what it touches: show the wall first, and place it at the second touch.
    this.pending = slot;
    this.horizontal = slot.horizontal;
    this.#showWall(slot);
    this.#drawTools();
  }

  /** @param {Slot | null} slot */
  #showWall(slot) {
    const step = this.step;
    if (!step?.expects.includes("wall") || !slot) {
      this.board.preview(null);
      if (step) this.#tell(step.helpWords);
      return;
    }
    const { choice, blocked } = this.#wallAt(slot);
    this.board.preview({ ...slot, ok: choice !== null });
    const name = choice ? say(this.pending ? "web-wall-again" : "web-wall-here", { wall: choice.part }) : (blocked?.message ?? say("web-wall-none"));
    this.#tell(name, !choice);
  }

  /** @param {Pick | null} pick */
  #hover(pick) {
    if (!this.step?.expects.includes("wall") || this.pending) return;
    const overCell = pick?.cell && this.step.choices.some((each) => each.kind === "cell" && each.cell === pick.cell);
    const slot = pick?.slot && !(overCell && pick.slot.depth >= EDGE) ? pick.slot : null;
    this.#showWall(slot);
  }

  #followFocus() {
    const step = this.step;
    if (!step?.expects.includes("wall") || !this.board.svg.querySelector(":focus-visible")) return;
    const cell = this.board.currentCell;
    if (cell) this.#showWall({ row: cell.row, col: cell.col, horizontal: this.horizontal });
  }

  /** @param {string} cell */
  #drags(cell) {
    if (!this.scene?.active || this.scene.view.shape.kind === "hexagon") return false;
    const step = this.step;
    const here = step?.choices.some((each) => each.kind === "cell" && each.cell === cell);
    const held = this.scene.view.cells.some((each) => each.name === cell && each.pieces.length > 0);
    return Boolean(held && step && (step.path.length === 0 ? here : step.path[0] === cell && step.path.length === 1));
  }

  /** @param {KeyboardEvent} event @param {string} cell */
  #key(event, cell) {
    const step = this.step;
    if (!step) return false;
    if (event.key === "Escape") {
      void this.reset();
      return true;
    }
    if (step.expects.includes("wall") && (event.key === " " || event.key.toLowerCase() === "r")) {
      this.horizontal = !this.horizontal;
      this.#followFocus();
      return true;
    }
    const level = step.choices.find((each) => each.kind === "level" && String(each.level) === event.key);
    if (level) {
      void this.#choose(level);
      return true;
    }
    if (event.key === " ") {
      this.board.hooks.pick?.({ cell, level: null, slot: null, by: "keys" });
      return true;
    }
    return false;
  }

  #draw() {
    const { scene, step, board } = this;
    if (!scene) return;
    const path = step?.path ?? [];
    const levels = step?.choices.filter((each) => each.kind === "level") ?? [];
    const cells = step?.choices.filter((each) => each.kind === "cell") ?? [];
    const lifted = path.map(Number).find((part) => Number.isInteger(part)) ?? null;
    const stackCell = levels[0]?.cell ?? (lifted ? (path[0] ?? null) : null);
    board.show(step?.expects.includes("wall") && path.length > 1 ? provisional(scene.view, path) : scene.view);
    board.element.classList.toggle("beginning", path.length === 0);
    board.element.classList.toggle("placing", path.length === 0 && cells.some((each) => each.final));
    board.mark({
      targets: new Set(cells.map((each) => each.cell ?? "")),
      chosen: new Set(path),
      hints: this.hints,
      stack: stackCell ? { cell: stackCell, levels: new Set(levels.map((each) => each.level ?? 0)), from: lifted } : null,
      walls: step?.expects.includes("wall") ?? false,
    });
    this.#tell(step ? step.helpWords : scene.active ? "" : (scene.idle ?? ""));
    this.#drawTools();
  }

  /** Buttons for what cannot be touched on the board. */
  #drawTools() {
    const step = this.step;
    if (!step) {
      fill(this.tools);
      return;
    }
    const words = step.choices.filter((each) => each.kind === "word");
    const complete = step.complete !== null && step.choices.length > 0 ? step.complete : null;
    const pending = this.pending ? this.#wallAt(this.pending).choice : null;
    fill(
      this.tools,
      ...words.map((each) => button(say(`web-word-${each.part}`), () => void this.#choose(each), { class: "primary", "data-word": each.part })),
      complete ? button(say("web-finish", { move: complete }), () => void this.#finish(complete), { class: "primary" }) : null,
      pending ? button(say("web-place", { wall: pending.part }), () => void this.#choose(pending), { class: "primary" }) : null,
      this.pending ? button(say("web-turn-wall"), () => this.#turnPending(), { icon: "turn" }) : null,
      ...this.#levels(step),
      step.path.length > 0 ? button(say("web-cancel"), () => void this.reset(), { class: "quiet", icon: "close" }) : null,
    );
  }

  #turnPending() {
    if (!this.pending) return;
    this.pending = { ...this.pending, horizontal: !this.pending.horizontal };
    this.#showWall(this.pending);
    this.#drawTools();
  }

  /** The chosen stack, large enough for a finger, from the top down. @param {Step} step */
  #levels(step) {
    const levels = step.choices.filter((each) => each.kind === "level");
    const cell = this.scene?.view.cells.find((each) => each.name === levels[0]?.cell);
    if (!cell) return [];
    const checkers = cell.pieces.map((piece, index) => {
      const choice = levels.find((each) => each.level === index + 1);
      const text = say("web-level", { level: index + 1 });
      return h("button", { type: "button", class: "level", disabled: !choice, title: text, "aria-label": `${text}, ${piece.owner.toUpperCase()}`, onclick: () => choice && void this.#choose(choice) }, badge(piece.owner), h("span", null, index + 1));
    });
    return [h("div", { class: "levels", role: "group", "aria-label": say("web-levels", { cell: cell.name }) }, ...checkers)];
  }
}

/** The piece stands where it is going while the rest of the move is chosen. @param {View} view @param {string[]} path @returns {View} */
function provisional(view, path) {
  const from = view.cells.find((cell) => cell.name === path[0]);
  const piece = from?.pieces[from.pieces.length - 1];
  if (!from || !piece) return view;
  const cells = view.cells.map((cell) => {
    const marks = cell.marks.filter((mark) => mark !== "lastFrom" && mark !== "lastTo");
    if (cell === from) return { ...cell, pieces: cell.pieces.slice(0, -1), marks };
    if (cell.name === path[1]) return { ...cell, pieces: [...cell.pieces, piece], marks };
    return { ...cell, marks };
  });
  return { ...view, cells };
}
