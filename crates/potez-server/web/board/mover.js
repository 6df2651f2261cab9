// @ts-check
// Leads through a move part by part. The server says what can come next and why something cannot; this shows it.

import { ApiError } from "../api.js";
import { button, fill, h } from "../dom.js";
import { say } from "../texts.js";
import { canDrag, cellChoice, chosenStack, levelChoice } from "./choices.js";
import { cellOf, nameAt, partOf, placeOf, provisional, sameParts } from "./parts.js";
import { Plan } from "./plan.js";
import { Steps } from "./steps.js";
import { levelButtons, moveButtons } from "./tools.js";
import { WallChooser } from "./walls.js";

/** @typedef {import("potez-schema").StepView} Step */
/** @typedef {import("potez-schema").PartChoice} Choice */
/** @typedef {import("potez-schema").MovePart} MovePart */
/** @typedef {import("potez-schema").MoveView} Move */
/** @typedef {import("potez-schema").View} View */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Pick} Pick */
/**
 * What is on the board, who may move, and whether a move may be planned before it is one's turn.
 * @typedef {object} Scene
 * @property {import("../api.js").Source} source
 * @property {View} view
 * @property {boolean} active
 * @property {string} [idle]
 * @property {boolean} [plans]
 * @property {Step | null} [first] What can be chosen first, where it came along.
 */

/** Where cells are smaller than this, in pixels, a finger has to confirm what it meant. */
const FINGER = 32;

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
    this.steps = new Steps();
    /** @type {Set<string>} */
    this.hints = new Set();
    this.walls = new WallChooser(board, {
      tell: (text, bad) => this.#tell(text, bad),
      choose: (choice) => this.#choose(choice),
      changed: () => this.#drawTools(),
    });
    /** What could be lifted when a stack was chosen: another level may still be taken. @type {Step | null} */
    this.lifting = null;
    this.turn = 0;
    this.plan = new Plan();
    /** The small cell that a finger has touched and not yet confirmed. */
    this.touched = "";
    this.queue = Promise.resolve();
    board.hooks = {
      pick: (pick) => this.#enqueue(() => this.#pick(pick)),
      hover: (pick) => this.walls.hover(pick, Boolean(pick?.cell && this.#cellChoice(this.step, pick.cell))),
      drags: (cell) => this.#drags(cell),
      key: (event, cell) => this.#key(event, cell),
      focus: () => this.walls.followFocus(),
    };
  }

  /**
   * Does one thing after the other: a press may come while the one before it still asks the server.
   * @param {() => Promise<void>} run
   */
  #enqueue(run) {
    this.queue = this.queue.then(run).catch((error) => this.#fail(error));
  }

  /** A new position, or the same one with somebody else to choose. @param {Scene} scene */
  async set(scene) {
    this.scene = scene;
    this.turn += 1;
    this.steps.begin(scene.source, scene.first ?? null);
    this.hints.clear();
    this.touched = "";
    if (!scene.active && !scene.plans) this.plan.take();
    await this.reset();
    if (scene.active && this.plan.picks.length > 0) this.#enqueue(() => this.#playPlan());
  }

  /** Plays what was planned, as far as the rules still allow it. */
  async #playPlan() {
    const turn = this.turn;
    for (const pick of this.plan.take()) {
      const before = this.step;
      if (turn !== this.turn || !before) return;
      await this.#pick(pick);
      if (turn === this.turn && this.step === before) {
        await this.reset();
        this.#tell(say("web-premove-gone"), true);
        return;
      }
    }
  }

  /** What to say while nothing can be chosen, where nothing else has changed. @param {string} idle */
  rest(idle) {
    if (!this.scene) return;
    this.scene.idle = idle;
    if (!this.scene.active) this.#tell(this.plan.words || idle);
  }

  /** Begins the move again. */
  async reset() {
    this.#take(null);
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
  async #go(parts) {
    const turn = this.turn;
    const step = await this.steps.fetch(parts);
    if (turn !== this.turn) return;
    this.#take(step);
    this.walls.followFocus();
  }

  /** @param {Step | null} step */
  #take(step) {
    this.step = step;
    this.touched = "";
    if (!step || step.chosen.length === 0) this.lifting = null;
    if (step?.choices.some(({ part }) => part.kind === "level")) this.lifting = step;
    this.walls.set(step);
    this.#draw();
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

  /** Whether a part of this kind can come next. @param {MovePart["kind"]} kind */
  #expects(kind) {
    return this.step?.choices.some(({ part }) => part.kind === kind) ?? false;
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
    if (scene?.plans && !scene.active) {
      this.plan.add(pick);
      this.#draw();
      return;
    }
    if (!step || !scene?.active) return;
    const level = pick.level ? this.#levelChoice(pick) : null;
    if (level) return this.#choose(level);
    const cell = this.#cellChoice(step, pick.cell);
    if (this.walls.means(pick, cell !== null)) return this.walls.pick(pick);
    if (cell) {
      if (this.#mustConfirm(pick, cell)) return;
      await this.#choose(cell);
      return this.#lift(pick);
    }
    if (!pick.cell) return;
    if (step.chosen.length > 0) {
      const again = this.#cellChoice(await this.steps.fetch([]), pick.cell);
      if (again) {
        if (!sameParts(step.chosen, [again.part])) await this.#go([again.part]);
        return this.#lift(pick);
      }
      if (step.chosen.some((part) => nameAt(scene.view, cellOf(part)) === pick.cell)) return this.reset();
    }
    await this.#explain(pick.cell);
  }

  /**
   * A finger covers small cells: the first touch shows which one is meant, the second one means it.
   * @param {Pick} pick
   * @param {Choice} choice
   */
  #mustConfirm(pick, choice) {
    const name = pick.cell ?? "";
    const sure = pick.by !== "touch" || choice.part.kind !== "target" || this.board.cellPixels >= FINGER;
    if (sure || this.touched === name) {
      this.touched = "";
      return false;
    }
    this.touched = name;
    this.#draw();
    this.#tell(say("web-touch-again", { cell: name }));
    return true;
  }

  /** Touching a checker lifts it with all above it, if it may be lifted there. @param {Pick} pick */
  async #lift(pick) {
    const level = pick.level ? this.#levelChoice(pick) : null;
    if (level) await this.#choose(level);
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

  /** Whether a piece can be dragged from a cell. @param {string} cell */
  #drags(cell) {
    const { scene, step } = this;
    return Boolean(scene?.active && step && canDrag(scene.view, step, cell));
  }

  /** @param {Step | null} step @param {string | null} cell */
  #cellChoice(step, cell) {
    return step && this.scene ? cellChoice(this.scene.view, step, cell) : null;
  }

  /** @param {Pick} pick */
  #levelChoice(pick) {
    return this.step && this.scene ? levelChoice(this.scene.view, this.step, pick) : null;
  }

  /** @param {KeyboardEvent} event @param {string} cell */
  #key(event, cell) {
    const step = this.step;
    if (event.key === "Escape" && this.plan.take().length > 0) {
      this.#draw();
      return true;
    }
    if (!step) return false;
    if (event.key === "Escape") {
      void this.reset();
      return true;
    }
    if (this.walls.key(event)) return true;
    const level = this.lifting?.choices.find(({ part }) => part.kind === "level" && String(part.level) === event.key);
    if (level) {
      this.#enqueue(() => this.#relift(level));
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
      targets: new Set(cells.map((choice) => (step && nameAt(scene.view, placeOf(step, choice))) ?? "")),
      chosen: new Set(chosen.map((part) => nameAt(scene.view, cellOf(part)) ?? "")),
      hints: this.hints,
      planned: this.plan.cells,
      touched: this.touched,
      stack: step && chosenStack(scene.view, step, this.lifting),
      walls: placingWall,
    });
    const idle = this.plan.words || (scene.idle ?? "");
    this.#tell(step ? step.helpWords : scene.active ? "" : idle);
    this.#drawTools();
  }

  /** Buttons for what cannot be touched on the board. */
  #drawTools() {
    const { step, scene, lifting } = this;
    if (!step || !scene) {
      fill(this.tools);
      return;
    }
    const finish = (/** @type {Move} */ move) => this.#enqueue(() => this.#finish(move));
    const reset = () => this.#enqueue(() => this.reset());
    const choose = (/** @type {Choice} */ choice) => this.#enqueue(() => this.#choose(choice));
    const lift = (/** @type {Choice} */ choice) => this.#enqueue(() => this.#relift(choice));
    const touched = this.touched ? this.#cellChoice(step, this.touched) : null;
    const confirm = () => touched && choose(touched);
    fill(
      this.tools,
      touched ? button(say("web-place", { move: touched.text }), confirm, { class: "primary" }) : null,
      ...moveButtons(step, { choose, finish }),
      ...this.walls.buttons(),
      lifting ? levelButtons(lifting, scene.view, partOf(step.chosen, "level")?.level ?? null, lift) : null,
      step.chosen.length > 0 ? button(say("web-cancel"), reset, { class: "quiet", icon: "close" }) : null,
    );
  }

  /** Lifts the stack from a level, whether or not another was chosen before. @param {Choice} choice */
  async #relift(choice) {
    const lifting = this.lifting;
    if (!lifting) return;
    if (this.step !== lifting) await this.#go(lifting.chosen);
    await this.#choose(choice);
  }
}
