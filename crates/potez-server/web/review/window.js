// @ts-check
// A line on a board of its own, in a window: the game beside it stays as it is.

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { openWindow } from "../dialog.js";
import { h } from "../dom.js";
import { say } from "../texts.js";
import { LineSteps, reasons } from "./line.js";

/**
 * Shows what follows a move, step by step.
 * @param {{game: string, position: string | null, moves: string[]}} spot Where the line begins.
 * @param {import("potez-schema").MoveView[]} line
 * @param {{title: string, words: string[]}} about
 */
export function openLine(spot, line, { title, words }) {
  const board = new Board(title);
  let visit = 0;
  const steps = new LineSteps(title, line, async (count) => {
    const mine = ++visit;
    const moves = [...spot.moves, ...line.slice(0, count).map(({ text }) => text)];
    const shown = await api.position({ ...spot, moves }).catch(() => null);
    if (shown && mine === visit) board.show(shown.view, true);
  });
  const said = reasons(words.map((text) => ({ words: text })));
  openWindow(
    title,
    h("div", { class: "line-window" }, board.element, steps.element, said, h("p", null, say("web-line-keys"))),
  );
  steps.go(1);
}
