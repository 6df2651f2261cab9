// @ts-check
// The review of a game: judged in the background, the worst moves first, and a second try before the answer.

import * as api from "../api.js";
import { analysisHash } from "../analysis/address.js";
import { Board } from "../board/board.js";
import { Mover } from "../board/mover.js";
import { badge } from "../board/pieces.js";
import { button, fill, h } from "../dom.js";
import { MoveList } from "../game/moves.js";
import { go } from "../route.js";
import { graphOf } from "../review/graph.js";
import { LineSteps, reasons } from "../review/line.js";
import { markMove } from "../review/marks.js";
import { announce } from "../speech.js";
import { percent, say } from "../texts.js";

/** @typedef {import("potez-schema").ReviewView} Review */
/** @typedef {import("potez-schema").ReviewedMove} Judged */
/** @typedef {import("potez-schema").PositionView} Position */

/** Moves of a line that are worth playing through. */
const LINE_MOVES = 12;

/** @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Page>} */
export async function reviewPage(route) {
  const id = route.path[1] ?? "";
  const element = h("div", { class: "review" });
  let left = false;
  /** @type {ReviewDesk | null} */
  let desk = null;
  const poll = async () => {
    const answer = await api.call("GET", `/api/reviews/${encodeURIComponent(id)}`);
    if (left) return;
    if (answer.result) {
      desk = new ReviewDesk(answer.result);
      fill(element, desk.element);
      announce(say("web-review-done"));
      return;
    }
    const cancel = () => void api.call("DELETE", `/api/reviews/${encodeURIComponent(id)}`).catch(() => {});
    fill(element, progress(answer, cancel));
    const waits = answer.status === "queued" || answer.status === "running";
    if (waits) setTimeout(() => void poll().catch(() => setTimeout(() => void poll(), 2000)), 400);
  };
  await poll();
  return { title: say("web-review"), element, leave: () => ((left = true), desk?.leave()) };
}

/** @param {{status: string, done: number, total: number, place?: number}} answer @param {() => void} cancel */
function progress({ status, done, total, place }, cancel) {
  const waiting = status === "queued" || status === "running";
  return h(
    "section",
    { class: "plain" },
    h("h1", null, say("web-review")),
    h("p", { role: "status" }, say(`web-review-${status}`, { done, total, place: place ?? 0 })),
    waiting ? h("progress", { max: Math.max(1, total), value: done, "aria-label": say("web-review") }) : null,
    waiting ? h("p", null, button(say("web-cancel"), cancel)) : null,
  );
}

class ReviewDesk {
  /** @param {Review} review */
  constructor(review) {
    this.review = review;
    this.played = review.moves.map(({ move }) => move.text);
    /** @type {Position | null} */
    this.position = null;
    /** The move to be tried again. @type {Judged | null} */
    this.trying = null;
    this.visit = 0;
    /** The lines beside the board. @type {LineSteps[]} */
    this.lines = [];
    this.board = new Board(say("web-board", { game: review.gameName }));
    this.mover = new Mover(this.board, (move) => this.#judge(move));
    this.moves = new MoveList((ply) => void this.open(ply));
    this.graph = graphOf(review, (ply) => void this.open(ply));
    this.card = h("section", { class: "panel judged", "aria-live": "polite" });
    this.element = h(
      "div",
      { class: "table reviewed" },
      h("h1", { class: "unseen" }, say("web-review")),
      h("div", { class: "stage" }, this.board.element, this.graph.element),
      h("div", { class: "side" }, this.#summary(), this.card, this.mover.element, this.#worst(), this.moves.element),
    );
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.moves.key(event);
    document.addEventListener("keydown", this.onKey);
    void this.open(this.played.length);
  }

  leave() {
    document.removeEventListener("keydown", this.onKey);
  }

  #summary() {
    const { accuracy, counts, outcome } = this.review;
    const row = (/** @type {string} */ name, /** @type {string | number} */ x, /** @type {string | number} */ o) =>
      h("tr", null, h("th", { scope: "row" }, say(name)), h("td", null, x), h("td", null, o));
    const grades = ["inaccuracy", "mistake", "blunder"].map((grade) =>
      row(`web-grade-${grade}`, counts.x[grade] ?? 0, counts.o[grade] ?? 0),
    );
    const column = (/** @type {"x" | "o"} */ player) => h("th", { scope: "col" }, badge(player));
    const head = h("thead", null, h("tr", null, h("td"), column("x"), column("o")));
    const kept = row("web-accuracy", percent(accuracy.x), percent(accuracy.o));
    const { game, position } = this.review;
    const analyse = () => go(analysisHash({ game, position, moves: this.played }));
    return h(
      "section",
      { class: "panel summary" },
      outcome ? h("p", null, h("strong", null, outcome.words)) : null,
      h("table", null, head, h("tbody", null, kept, ...grades)),
      button(say("web-analyse"), analyse, { icon: "eye" }),
    );
  }

  #worst() {
    const moves = this.review.worst.flatMap((ply) => this.review.moves[ply - 1] ?? []);
    const items = moves
      .filter(({ loss }) => loss > 0.005)
      .slice(0, 8)
      .map((judged) => this.#worstItem(judged));
    const list = items.length > 0 ? h("ol", { class: "worst-list" }, ...items) : h("p", null, say("web-worst-none"));
    return h("section", { class: "panel" }, h("h2", null, say("web-worst")), list);
  }

  /** @param {Judged} judged */
  #worstItem(judged) {
    const { by, ply, move, loss, grade } = judged;
    const props = { type: "button", class: `worst ${grade}`, onclick: () => void this.#tryAgain(judged) };
    const name = h("span", null, say("web-worst-move", { ply, move: move.text }));
    const cost = h("span", { class: "loss" }, `−${percent(loss)}`);
    const verdict = h("span", { class: "grade" }, say(`web-grade-${grade}`));
    return h("li", null, h("button", props, badge(by), name, cost, verdict));
  }

  #spot(/** @type {number} */ ply) {
    return { game: this.review.game, position: this.review.position, moves: this.played.slice(0, ply) };
  }

  /** Looks at the position after a move. @param {number} ply */
  async open(ply) {
    const mine = ++this.visit;
    const position = await api.position(this.#spot(ply));
    if (mine !== this.visit) return;
    this.position = position;
    this.trying = null;
    this.#show(position, ply, false);
    const move = this.review.moves[ply - 1];
    if (!move) fill(this.card, h("p", null, say("web-review-start")));
    else this.#verdict(move, true);
  }

  /** @param {Position} position @param {number} ply @param {boolean} active */
  #show(position, ply, active) {
    this.board.candidates([]);
    this.board.show(position.view);
    void this.mover.set({ source: api.sourceOf(this.#spot(ply)), view: position.view, active });
    this.moves.set(this.played, ply);
    for (const judged of this.review.moves) {
      markMove(this.moves.list.querySelector(`[data-id="ply-${judged.ply}"]`), judged.grade);
    }
    this.graph.mark(ply);
  }

  /**
   * A line that can be played through on the board.
   * @param {string} label
   * @param {number} ply How many moves of the game come before it.
   * @param {import("potez-schema").MoveView[]} line
   * @returns {LineSteps}
   */
  #steps(label, ply, line) {
    const steps = new LineSteps(label, line, (count) => void this.#follow(ply, line.slice(0, count), steps));
    this.lines.push(steps);
    return steps;
  }

  /**
   * Shows the board after some moves of a line; what is said beside it stays.
   * @param {number} ply
   * @param {import("potez-schema").MoveView[]} line
   * @param {LineSteps} steps
   */
  async #follow(ply, line, steps) {
    const mine = ++this.visit;
    this.trying = null;
    for (const other of this.lines) if (other !== steps) other.rest();
    const spot = this.#spot(ply);
    const moves = [...spot.moves, ...line.map(({ text }) => text)];
    const position = await api.position({ ...spot, moves });
    if (mine !== this.visit) return;
    this.board.candidates([]);
    this.board.show(position.view, true);
    void this.mover.set({ source: api.sourceOf({ ...spot, moves }), view: position.view, active: false });
    announce(position.outcome ? position.outcome.words : (position.last?.words ?? ""));
  }

  /** The position before a move, to find a better one. @param {Judged} move */
  async #tryAgain(move) {
    const mine = ++this.visit;
    // What is touched before the position is there was meant for another one: it must not be judged.
    this.trying = null;
    const position = await api.position(this.#spot(move.ply - 1));
    if (mine !== this.visit) return;
    this.trying = move;
    this.#show(position, move.ply - 1, true);
    fill(
      this.card,
      h("h2", null, say("web-try")),
      h("p", null, badge(move.by), " ", say("web-try-about", { move: move.move.text, loss: percent(move.loss) })),
      h(
        "div",
        { class: "row" },
        button(say("web-answer"), () => this.#answer(move), { "data-id": "answer" }),
      ),
    );
    this.element.querySelector(".stage")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {import("potez-schema").MoveView} move */
  async #judge({ text, parts }) {
    const wanted = this.trying;
    if (!wanted) return;
    const mine = this.visit;
    this.lines = [];
    fill(this.card, h("p", { class: "busy" }, say("web-judging", { move: text })));
    const answer = await api.call("POST", "/api/judge", { ...strip(this.#spot(wanted.ply - 1)), parts });
    if (mine !== this.visit) return;
    const better = answer.isBest || answer.loss + 0.02 < wanted.loss;
    const key = answer.isBest ? "web-judged-best" : better ? "web-judged-better" : "web-judged-worse";
    const chance = say("web-bar-chance", { chance: percent(answer.chanceX) });
    const again = button(say("web-try"), () => void this.#tryAgain(wanted), { icon: "again" });
    const steps = answer.answer.length > 0 ? this.#refuted(wanted.ply - 1, text, answer.answer) : null;
    fill(
      this.card,
      h("h2", null, say(key, { move: text })),
      h("p", null, say(`web-grade-${answer.grade}`), " · ", chance),
      steps ? h("div", { class: "punished" }, h("p", null, steps.label), steps.element) : null,
      reasons(answer.remarks, steps ? (plies) => steps.go(plies) : undefined),
      h(
        "div",
        { class: "row" },
        again,
        button(say("web-answer"), () => this.#answer(wanted)),
      ),
    );
    await this.mover.reset();
  }

  /** @param {number} ply @param {string} text @param {import("potez-schema").MoveView[]} answer */
  #refuted(ply, text, answer) {
    const label = say("web-refuted", { move: answer[0]?.text ?? "" });
    const line = [{ text, parts: [] }, ...answer.slice(0, LINE_MOVES)];
    return this.#steps(label, ply, line);
  }

  /** @param {Judged} move */
  #answer(move) {
    this.#verdict(move, false);
    const best = { parts: move.best.parts, rank: 1, quality: "best", text: percent(move.bestChanceX), proven: false };
    this.board.candidates([best]);
  }

  /** @param {Judged} move @param {boolean} again Whether to offer a second try instead of the answer. */
  #verdict(move, again) {
    const good = move.grade === "best" || move.grade === "good" || move.grade === "forced";
    const grade = h("span", { class: `grade ${move.grade}` }, say(`web-grade-${move.grade}`));
    this.lines = [];
    const retry = { class: "primary", icon: "again", "data-id": "try" };
    const questions = h(
      "div",
      { class: "row" },
      button(say("web-try"), () => void this.#tryAgain(move), retry),
      button(say("web-answer"), () => this.#answer(move)),
    );
    fill(
      this.card,
      h("h2", null, badge(move.by), ` ${move.move.text} `, grade),
      h("p", null, say("web-chances", { before: percent(move.chanceXBefore), after: percent(move.chanceX) })),
      ...(good ? [reasons(move.remarks)] : this.#punishment(move)),
      good || again ? null : this.#better(move),
      !good && again ? questions : null,
    );
  }

  /** The answer to a bad move, to be played through. @param {Judged} move */
  #punishment({ ply, by, answer, remarks }) {
    const [first] = answer;
    if (!first) return [reasons(remarks)];
    const label = say("web-punished", { player: by === "x" ? "O" : "X", move: first.text });
    const steps = this.#steps(label, ply, answer.slice(0, LINE_MOVES));
    // What is said counts the criticised move, which is on the board already.
    const said = reasons(remarks, (plies) => steps.go(plies - 1));
    return [h("div", { class: "punished" }, h("p", null, label), steps.element), said];
  }

  /** What would have been better, to be played through. @param {Judged} move */
  #better({ ply, best, pv, bestRemarks }) {
    const label = say("web-better", { move: best.text });
    const steps = pv.length > 0 ? this.#steps(label, ply - 1, pv.slice(0, LINE_MOVES)) : null;
    const said = reasons(bestRemarks, steps ? (plies) => steps.go(plies) : undefined);
    return h("div", { class: "better" }, h("p", null, label), steps?.element ?? null, said);
  }
}

/** @param {{game: string, position: string | null, moves: string[]}} spot */
function strip({ game, position, moves }) {
  return position ? { game, position, moves } : { game, moves };
}
