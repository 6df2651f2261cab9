// @ts-check
// Leads through a move part by part. The server says what can come next and why something cannot; this shows it.

import { ApiError } from "../api.js";
import { button, fill, h } from "../dom.js";
import { say } from "../texts.js";
import { cellAt, cellOf, nameAt, partOf, placeOf, sameParts } from "./parts.js";
import { badge } from "./pieces.js";

/** @typedef {import("potez-schema").StepView} Step */
/** @typedef {import("potez-schema").PartChoice} Choice */
/** @typedef {import("potez-schema").BlockedView} Blocked */
/** @typedef {import("potez-schema").MovePart} MovePart */
/** @typedef {import("potez-schema").MoveView} Move */
/** @typedef {import("potez-schema").View} View */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Pick} Pick */
/** @typedef {import("./layout.js").Slot} Slot */
/** @typedef {{source: import("../api.js").Source, view: View, active: boolean, idle?: string}} Scene */

/** Nearer to an edge than this, a touch means the wall and not the cell. */
const EDGE = 0.2;

export class Mover {
  /**
   * @param {Board} board
   * @param {(move: Move) => Promise<void> | void} play
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
    /** What was asked already, by the parts chosen. @type {Map<string, Promise<Step>>} */
    this.steps = new Map();
    /** @type {Set<string>} */
    this.hints = new Set();
    /** How the keyboard's wall lies. @type {import("potez-schema").WallAxis} */
    this.axis = "horizontal";
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
      await this.#go([]);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Marks cells as a hint. @param {import("potez-schema").CellRef[]} cells */
  hint(cells) {
    const view = this.scene?.view;
    this.hints = new Set(view ? cells.map((cell) => nameAt(view, cell) ?? "") : []);
    this.#draw();
  }

  /** Draws everything again, after the board has shown something else. */
  redraw() {
    this.#draw();
  }

  /** @param {MovePart[]} parts */
  #fetch(parts) {
    const { source } = /** @type {Scene} */ (this.scene);
    const key = JSON.stringify(parts);
    let step = this.steps.get(key);
    if (!step) {
      step = source.step(parts);
      this.steps.set(key, step);
      step.catch(() => this.steps.delete(key));
    }
    return step;
  }

  /** @param {MovePart[]} parts */
  async #go(parts) {
    const turn = this.turn;
    const step = await this.#fetch(parts);
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
    const offline = error instanceof ApiError && error.offline;
    this.#tell(offline ? say("web-offline") : error instanceof Error ? error.message : "", true);
  }

  /** @param {string} text @param {boolean} [bad] */
  #tell(text, bad = false) {
    const plain = text.replaceAll("`", "");
    if (this.help.textContent !== plain) this.help.textContent = plain;
    this.help.classList.toggle("bad", bad);
  }

  /** The name of the cell at which a choice is made. @param {Choice} choice */
  #cell(choice) {
    const { step, scene } = this;
    return step && scene ? nameAt(scene.view, placeOf(step, choice)) : null;
  }

  /** Whether a part of this kind can come next. @param {MovePart["kind"]} kind */
  #expects(kind) {
    return this.step?.choices.some(({ part }) => part.kind === kind) ?? false;
  }

  /** The choice of a piece or a target on a cell. @param {Step | null} step @param {string | null} cell */
  #cellChoice(step, cell) {
    const view = this.scene?.view;
    const found = step?.choices.find(
      ({ part }) => (part.kind === "piece" || part.kind === "target") && view && nameAt(view, part) === cell,
    );
    return found ?? null;
  }

  /** The choice of a level on a stack. @param {Pick} pick */
  #levelChoice(pick) {
    const is = (/** @type {Choice} */ choice) => choice.part.kind === "level" && choice.part.level === pick.level;
    return this.step?.choices.find((choice) => is(choice) && this.#cell(choice) === pick.cell) ?? null;
  }

  /** @param {Choice} choice */
  async #choose(choice) {
    const parts = [...(this.step?.chosen ?? []), choice.part];
    if (choice.isFinal) await this.#finish({ text: choice.text, parts });
    else await this.#go(parts);
  }

  /** @param {Move} move */
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
    const level = pick.level ? this.#levelChoice(pick) : null;
    if (level) return this.#choose(level);
    const cell = this.#cellChoice(step, pick.cell);
    const slot = this.#slotOf(pick);
    const nearEdge = pick.slot !== null && pick.slot.depth < EDGE;
    if (slot && this.#expects("wall") && (!cell || nearEdge)) return this.#pickWall(slot, pick.by);
    if (cell) {
      await this.#choose(cell);
      return this.#lift(pick);
    }
    if (!pick.cell) return;
    if (step.chosen.length > 0) {
      const again = this.#cellChoice(await this.#fetch([]), pick.cell);
      if (again) {
        if (!sameParts(step.chosen, [again.part])) await this.#go([again.part]);
        return this.#lift(pick);
      }
      if (step.chosen.some((part) => nameAt(scene.view, cellOf(part)) === pick.cell)) return this.reset();
    }
    await this.#explain(pick.cell);
  }

  /** Touching a checker lifts the stack from there, if it may be lifted there. @param {Pick} pick */
  async #lift(pick) {
    const level = this.#levelChoice(pick);
    if (level && pick.level !== 1) await this.#choose(level);
  }

  /** Says why a cell cannot be chosen. @param {string} name */
  async #explain(name) {
    const { step, scene } = this;
    const cell = scene?.view.cells.find((each) => each.name === name);
    if (!step || !scene || !cell) return;
    let text = say("web-not-now", { cell: name });
    // Before a piece is chosen a cell is no target, and the rules have nothing to say about it.
    if (step.chosen.length > 0 || this.#expects("target")) {
      const tried = /** @type {MovePart} */ ({ kind: "target", row: cell.row, col: cell.col });
      const answer = await scene.source.why([...step.chosen, tried]);
      if (!answer.legal && answer.message) text = answer.message;
    }
    this.#tell(text, true);
  }

  /** The wall that a pick means. @param {Pick} pick @returns {Slot | null} */
  #slotOf(pick) {
    if (pick.slot) return pick.slot;
    const cell = pick.by === "keys" ? this.board.currentCell : null;
    return cell ? { row: cell.row, col: cell.col, axis: this.axis } : null;
  }

  /** @param {Slot} slot */
  #wallAt(slot) {
    const isThere = (/** @type {Choice | Blocked} */ { part }) => part.kind === "wall" && sameSlot(part, slot);
    const choice = this.step?.choices.find(isThere) ?? null;
    const blocked = choice ? null : (this.step?.blocked.find(isThere) ?? null);
    return { choice, blocked };
  }

  /** @param {Slot} slot @param {Pick["by"]} by */
  async #pickWall(slot, by) {
    const { choice } = this.#wallAt(slot);
    const again = this.pending && sameSlot(this.pending, slot);
    if (choice && (by !== "touch" || again)) return this.#choose(choice);
    // A finger covers what it touches: show the wall first, and place it at the second touch.
    this.pending = slot;
    this.axis = slot.axis;
    this.#showWall(slot);
    this.#drawTools();
  }

  /** @param {Slot | null} slot */
  #showWall(slot) {
    const step = this.step;
    if (!this.#expects("wall") || !slot) {
      this.board.preview(null);
      if (step) this.#tell(step.helpWords);
      return;
    }
    const { choice, blocked } = this.#wallAt(slot);
    const part = (choice ?? blocked)?.part;
    const colour = part?.kind === "wall" ? part.colour : "";
    this.board.preview({ ...slot, colour, ok: choice !== null });
    const place = choice ? say(this.pending ? "web-wall-again" : "web-wall-here", { move: choice.text }) : null;
    this.#tell(place ?? blocked?.message ?? say("web-wall-none"), !choice);
  }

  /** @param {Pick | null} pick */
  #hover(pick) {
    if (!this.#expects("wall") || this.pending) return;
    const overCell = pick?.cell && this.#cellChoice(this.step, pick.cell);
    const slot = pick?.slot && !(overCell && pick.slot.depth >= EDGE) ? pick.slot : null;
    this.#showWall(slot);
  }

  #followFocus() {
    if (!this.#expects("wall") || !this.board.svg.querySelector(":focus-visible")) return;
    const cell = this.board.currentCell;
    if (cell) this.#showWall({ row: cell.row, col: cell.col, axis: this.axis });
  }

  /** Whether a piece can be dragged from a cell. @param {string} cell */
  #drags(cell) {
    const { scene, step } = this;
    if (!scene?.active || !step) return false;
    const held = scene.view.cells.some((each) => each.name === cell && each.pieces.length > 0);
    if (!held || step.chosen.length > 1) return false;
    const [first] = step.chosen;
    return first ? nameAt(scene.view, cellOf(first)) === cell : this.#cellChoice(step, cell) !== null;
  }

  /** @param {KeyboardEvent} event @param {string} cell */
  #key(event, cell) {
    const step = this.step;
    if (!step) return false;
    if (event.key === "Escape") {
      void this.reset();
      return true;
    }
    if (this.#expects("wall") && (event.key === " " || event.key.toLowerCase() === "r")) {
      this.axis = turned(this.axis);
      this.#followFocus();
      return true;
    }
    const level = step.choices.find(({ part }) => part.kind === "level" && String(part.level) === event.key);
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
    const chosen = step?.chosen ?? [];
    const choices = step?.choices ?? [];
    const cells = choices.filter(({ part }) => part.kind === "piece" || part.kind === "target");
    const placingWall = this.#expects("wall");
    board.show(placingWall && chosen.length > 1 ? provisional(scene.view, chosen) : scene.view);
    board.element.classList.toggle("beginning", chosen.length === 0);
    board.element.classList.toggle("placing", chosen.length === 0 && cells.some(({ isFinal }) => isFinal));
    board.mark({
      targets: new Set(cells.map((choice) => this.#cell(choice) ?? "")),
      chosen: new Set(chosen.map((part) => nameAt(scene.view, cellOf(part)) ?? "")),
      hints: this.hints,
      stack: this.#stack(scene.view),
      walls: placingWall,
    });
    this.#tell(step ? step.helpWords : scene.active ? "" : (scene.idle ?? ""));
    this.#drawTools();
  }

  /** The stack whose checkers can be chosen, and from where it is lifted. @param {View} view */
  #stack(view) {
    const step = this.step;
    if (!step) return null;
    const levels = step.choices.flatMap(({ part }) => (part.kind === "level" ? [part.level] : []));
    const from = partOf(step.chosen, "level")?.level ?? null;
    if (levels.length === 0 && from === null) return null;
    const cell = nameAt(view, partOf(step.chosen, "piece") ?? null);
    return cell ? { cell, levels: new Set(levels), from } : null;
  }

  /** Buttons for what cannot be touched on the board. */
  #drawTools() {
    const step = this.step;
    if (!step) {
      fill(this.tools);
      return;
    }
    const words = step.choices.filter(({ part }) => part.kind === "swap" || part.kind === "pass");
    const complete = step.complete !== null && step.choices.length > 0 ? step.complete : null;
    const whole = complete === null ? null : { text: complete, parts: step.chosen };
    const pending = this.pending ? this.#wallAt(this.pending).choice : null;
    const primary = { class: "primary" };
    fill(
      this.tools,
      ...words.map((each) => {
        const { kind } = each.part;
        return button(say(`web-word-${kind}`), () => void this.#choose(each), { ...primary, "data-word": kind });
      }),
      whole ? button(say("web-finish", { move: whole.text }), () => void this.#finish(whole), primary) : null,
      pending ? button(say("web-place", { move: pending.text }), () => void this.#choose(pending), primary) : null,
      this.pending ? button(say("web-turn-wall"), () => this.#turnPending(), { icon: "turn" }) : null,
      ...this.#levels(step),
      step.chosen.length > 0
        ? button(say("web-cancel"), () => void this.reset(), { class: "quiet", icon: "close" })
        : null,
    );
  }

  #turnPending() {
    if (!this.pending) return;
    this.pending = { ...this.pending, axis: turned(this.pending.axis) };
    this.#showWall(this.pending);
    this.#drawTools();
  }

  /** The chosen stack, large enough for a finger, from the top down. @param {Step} step */
  #levels(step) {
    const levels = step.choices.filter(({ part }) => part.kind === "level");
    const [first] = levels;
    const cell = first && this.scene ? cellAt(this.scene.view, placeOf(step, first)) : null;
    if (!cell) return [];
    const checkers = cell.pieces.map((piece, index) => {
      const choice = levels.find(({ part }) => part.kind === "level" && part.level === index + 1);
      const text = say("web-level", { level: index + 1 });
      const props = {
        type: "button",
        class: "level",
        disabled: !choice,
        title: text,
        "aria-label": `${text}, ${piece.owner.toUpperCase()}`,
        onclick: () => choice && void this.#choose(choice),
      };
      return h("button", props, badge(piece.owner), h("span", null, index + 1));
    });
    const label = say("web-levels", { cell: cell.name });
    return [h("div", { class: "levels", role: "group", "aria-label": label }, ...checkers)];
  }
}

/** @param {import("potez-schema").WallAxis} axis @returns {import("potez-schema").WallAxis} */
function turned(axis) {
  return axis === "horizontal" ? "vertical" : "horizontal";
}

/** @param {Slot} a @param {Slot} b */
function sameSlot(a, b) {
  return a.row === b.row && a.col === b.col && a.axis === b.axis;
}

/**
 * The piece stands where it is going while the rest of the move is chosen.
 * @param {View} view
 * @param {MovePart[]} chosen
 * @returns {View}
 */
function provisional(view, chosen) {
  const from = cellAt(view, partOf(chosen, "piece") ?? null);
  const to = cellAt(view, partOf(chosen, "target") ?? null);
  const piece = from?.pieces.at(-1);
  if (!from || !piece) return view;
  const cells = view.cells.map((cell) => {
    const marks = cell.marks.filter((mark) => mark !== "lastFrom" && mark !== "lastTo");
    if (cell === from) return { ...cell, pieces: cell.pieces.slice(0, -1), marks };
    if (cell === to) return { ...cell, pieces: [...cell.pieces, piece], marks };
    return { ...cell, marks };
  });
  return { ...view, cells };
}
