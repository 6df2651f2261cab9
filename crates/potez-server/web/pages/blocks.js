// @ts-check
// The blocks of a course: paragraphs, lists, sources, games to play, and boards to look at, to try or to solve.

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { Mover } from "../board/mover.js";
import { button, fill, h } from "../dom.js";
import { openGame } from "../game/open.js";
import { openLine } from "../review/window.js";
import { note } from "../speech.js";
import { say } from "../texts.js";

/** @typedef {import("potez-schema").CourseBlock} Block */
/** @typedef {import("potez-schema").MoveView} Move */
/** @typedef {Extract<Block, {kind: "diagram"}>} Diagram */
/** @typedef {Extract<Block, {kind: "play"}>} Play */

/**
 * @param {Block} each
 * @param {() => void} [onSolved] Called when the task of a board is solved.
 * @returns {HTMLElement}
 */
export function block(each, onSolved = () => {}) {
  if (each.kind === "text") return h("p", null, each.text);
  if (each.kind === "list") return h("ul", null, ...each.items.map((item) => h("li", null, item)));
  if (each.kind === "source") return source(each.text, each.command);
  if (each.kind === "play") return play(each);
  return diagram(each, onSolved);
}

/** What was measured, and how to measure it again. @param {string} text @param {string} command */
function source(text, command) {
  const how = h(
    "details",
    null,
    h("summary", null, say("web-guide-measured")),
    h("pre", null, h("code", null, command)),
  );
  return h("aside", { class: "source" }, h("p", null, text), how);
}

/** A game against a level; the reader is to move. @param {Play} data */
function play({ game, position, level, turn }) {
  const engine = { kind: "engine", bot: `potez:level=${level}` };
  const [x, o] = turn === "o" ? [engine, { kind: "me" }] : [{ kind: "me" }, engine];
  const wish = { game, x, o, clock: null, ...(position ? { position } : {}) };
  const begin = () => void openGame(wish).catch((error) => note(error.message, "bad"));
  const words = say(position ? "web-guide-play-position" : "web-guide-play", { level });
  return h("p", { class: "row" }, button(words, begin, { icon: "play", "data-id": "guide-play" }));
}

/** @param {Diagram} data @param {() => void} onSolved */
function diagram(data, onSolved) {
  const board = new Board(data.caption || data.game);
  const words = h("p", { class: "task", role: "status" }, data.task?.words ?? "");
  const why = h("div", { class: "why", "aria-live": "polite" });
  const tools = h("div", { class: "row minor" });
  const figure = h("figure", { class: "diagram" }, board.element);
  let moves = [...data.moves];
  let visit = 0;
  const spot = () => ({ game: data.game, position: data.position, moves });
  const mover = new Mover(board, (move) => played(move));
  const show = async (/** @type {boolean} */ animate) => {
    const position = await api.position(spot());
    board.show(position.view, animate);
    const active = data.interactive && position.outcome === null;
    const [from, idle] = [api.sourceOf(spot()), position.outcome?.words ?? ""];
    await mover.set({ source: from, view: position.view, active, idle });
    if (moves.length === data.moves.length) point(board, data.marks);
    const again = button(say("web-diagram-again"), () => void reset(), { icon: "again", class: "quiet" });
    fill(tools, moves.length > data.moves.length ? again : null);
    return position;
  };
  const reset = async () => {
    moves = [...data.moves];
    words.textContent = data.task?.words ?? "";
    words.classList.remove("solved");
    await show(false);
  };
  const played = async (/** @type {Move} */ move) => {
    const mine = ++visit;
    fill(why);
    if (data.task && moves.length === data.moves.length && !data.task.accept.includes(move.text)) {
      words.textContent = say("web-task-wrong", { move: move.text, task: data.task.words });
      await mover.reset();
      const reasons = await refutation(data, move);
      if (mine === visit) fill(why, ...reasons);
      return;
    }
    const solved = data.task && moves.length === data.moves.length;
    moves = [...moves, move.text];
    if (solved) {
      words.textContent = say("web-task-right", { move: move.text });
      words.classList.add("solved");
      onSolved();
    }
    await show(true);
  };
  if (!data.interactive) {
    board.hooks = {};
    board.element.classList.add("still");
  }
  const proof = data.proof ? h("p", { class: "proof" }, data.proof) : null;
  const caption = h("figcaption", null, data.caption, proof);
  figure.append(...(data.interactive ? [mover.element] : []), words, why, tools, caption);
  show(false).catch((error) => (words.textContent = error instanceof Error ? error.message : ""));
  return figure;
}

/** Cells to look at, ringed beneath whatever else is shown. @param {Board} board @param {string[]} cells */
function point(board, cells) {
  if (cells.length > 0) board.mark({ ...board.overlay, hints: new Set(cells) });
}

/**
 * Why a move does not solve a task: what the engine says of it, and the answer to it.
 * @param {Diagram} data
 * @param {Move} move
 */
async function refutation({ game, position, moves }, { text, parts }) {
  const at = { game, moves, ...(position ? { position } : {}) };
  const judged = await api.call("POST", "/api/judge", { ...at, parts }).catch(() => null);
  if (!judged) return [];
  const words = judged.remarks.map((/** @type {{words: string}} */ remark) => remark.words);
  const title = say("web-lesson-answer", { move: text });
  const show = () => openLine({ game, position, moves: [...moves, text] }, judged.answer, { title, words });
  return [
    words.length > 0 ? h("ul", null, ...words.map((/** @type {string} */ each) => h("li", null, each))) : null,
    judged.answer.length > 0 ? button(title, show, { icon: "eye", "data-id": "refutation" }) : null,
  ];
}
