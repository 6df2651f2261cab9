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
import { announce } from "../speech.js";
import { percent, say } from "../texts.js";

/** @typedef {import("../schema.js").Review} Review */
/** @typedef {import("../schema.js").Judged} Judged */
/** @typedef {import("../schema.js").Position} Position */

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
    fill(element, progress(answer, () => void api.call("DELETE", `/api/reviews/${encodeURIComponent(id)}`).catch(() => {})));
    if (answer.status === "queued" || answer.status === "running") setTimeout(() => void poll().catch(() => setTimeout(() => void poll(), 2000)), 400);
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
    this.played = review.moves.map(({ move }) => move);
    /** @type {Position | null} */
    this.position = null;
    /** The move to be tried again. @type {Judged | null} */
    this.trying = null;
    this.visit = 0;
    const family = review.game.split(":")[0] ?? "";
    this.board = new Board(say("web-board", { game: say(`web-name-${family}`) }));
    this.mover = new Mover(this.board, (move) => this.#judge(move));
    this.moves = new MoveList((ply) => void this.open(ply));
    this.graph = graphOf(review, (ply) => void this.open(ply));
    this.card = h("section", { class: "panel judged", "aria-live": "polite" });
    this.element = h(
      "div",
      { class: "table" },
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
    const row = (/** @type {string} */ name, /** @type {string | number} */ x, /** @type {string | number} */ o) => h("tr", null, h("th", { scope: "row" }, say(name)), h("td", null, x), h("td", null, o));
    const grades = ["inaccuracy", "mistake", "blunder"].map((grade) => row(`web-grade-${grade}`, counts.x[grade] ?? 0, counts.o[grade] ?? 0));
    return h(
      "section",
      { class: "panel summary" },
      outcome ? h("p", null, h("strong", null, outcome.words)) : null,
      h("table", null, h("thead", null, h("tr", null, h("td"), h("th", { scope: "col" }, badge("x")), h("th", { scope: "col" }, badge("o")))), h("tbody", null, row("web-accuracy", percent(accuracy.x), percent(accuracy.o)), ...grades)),
      button(say("web-analyse"), () => go(analysisHash({ game: this.review.game, position: this.review.position, moves: this.played })), { icon: "eye" }),
    );
  }

  #worst() {
    const worst = this.review.worst.map((ply) => this.review.moves[ply - 1]).filter((move) => move !== undefined && move.loss > 0.005).slice(0, 8);
    const items = worst.map((move) => move && h("li", null, h("button", { type: "button", class: `worst ${move.grade}`, onclick: () => void this.#tryAgain(move) }, badge(move.by), h("span", null, say("web-worst-move", { ply: move.ply, move: move.move })), h("span", { class: "loss" }, `−${percent(move.loss)}`), h("span", { class: "grade" }, say(`web-grade-${move.grade}`)))));
    return h("section", { class: "panel" }, h("h2", null, say("web-worst")), items.length > 0 ? h("ol", { class: "worst-list" }, ...items) : h("p", null, say("web-worst-none")));
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
    void this.mover.set({ spot: this.#spot(ply), view: position.view, active });
    this.moves.set(this.played, ply);
    this.graph.mark(ply);
  }

  /** The position before a move, to find a better one. @param {Judged} move */
  async #tryAgain(move) {
    const mine = ++this.visit;
    const position = await api.position(this.#spot(move.ply - 1));
    if (mine !== this.visit) return;
    this.trying = move;
    this.#show(position, move.ply - 1, true);
    fill(
      this.card,
      h("h2", null, say("web-try")),
      h("p", null, badge(move.by), " ", say("web-try-about", { move: move.move, loss: percent(move.loss) })),
      h("div", { class: "row" }, button(say("web-answer"), () => this.#answer(move), { "data-id": "answer" })),
    );
    this.element.querySelector(".stage")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} move */
  async #judge(move) {
    const wanted = this.trying;
    if (!wanted) return;
    const mine = this.visit;
    fill(this.card, h("p", { class: "busy" }, say("web-judging", { move })));
    const answer = await api.call("POST", "/api/judge", { ...strip(this.#spot(wanted.ply - 1)), move });
    if (mine !== this.visit) return;
    const better = answer.isBest || answer.loss + 0.02 < wanted.loss;
    fill(
      this.card,
      h("h2", null, say(answer.isBest ? "web-judged-best" : better ? "web-judged-better" : "web-judged-worse", { move })),
      h("p", null, say(`web-grade-${answer.grade}`), " · ", say("web-bar-chance", { chance: percent(answer.chanceX) })),
      reasons(answer.remarks),
      h("div", { class: "row" }, button(say("web-try"), () => void this.#tryAgain(wanted), { icon: "again" }), button(say("web-answer"), () => this.#answer(wanted))),
    );
    await this.mover.reset();
  }

  /** @param {Judged} move */
  #answer(move) {
    this.#verdict(move, false);
    this.board.candidates([{ move: move.best, rank: 1, quality: "best", text: percent(move.bestChanceX), proven: false }]);
  }

  /** @param {Judged} move @param {boolean} again Whether to offer a second try instead of the answer. */
  #verdict(move, again) {
    const good = move.grade === "best" || move.grade === "good" || move.grade === "forced";
    fill(
      this.card,
      h("h2", null, badge(move.by), ` ${move.move} `, h("span", { class: `grade ${move.grade}` }, say(`web-grade-${move.grade}`))),
      h("p", null, say("web-chances", { before: percent(move.chanceXBefore), after: percent(move.chanceX) })),
      reasons(move.remarks),
      good || again ? null : h("p", null, say("web-better", { move: move.best, line: move.pv.slice(1, 7).join(" ") })),
      good || again ? null : reasons(move.bestRemarks),
      !good && again ? h("div", { class: "row" }, button(say("web-try"), () => void this.#tryAgain(move), { class: "primary", icon: "again", "data-id": "try" }), button(say("web-answer"), () => this.#answer(move))) : null,
    );
  }
}

/** @param {import("../schema.js").Remark[]} remarks */
function reasons(remarks) {
  return remarks.length > 0 ? h("ul", { class: "reasons" }, ...remarks.map(({ words }) => h("li", null, words))) : null;
}

/** @param {{game: string, position: string | null, moves: string[]}} spot */
function strip({ game, position, moves }) {
  return position ? { game, position, moves } : { game, moves };
}
