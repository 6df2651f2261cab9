// @ts-check
// A move that is seen: pieces glide, stones settle, walls snap into their place.

import { leaving, takenAway, towerOn } from "./tower.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Cell} Cell */
/** @typedef {import("potez-schema").View} View */

const GLIDE = { duration: 260, easing: "cubic-bezier(.25,.8,.3,1)" };
const SNAP = { duration: 280, easing: "cubic-bezier(.3,1.6,.5,1)" };

/**
 * Shows the last move of a board that was just drawn.
 * @param {Board} board
 * @param {View | null} before What the board showed until now.
 */
export function glide(board, before) {
  const { layout } = board;
  if (!layout) return;
  const at = (/** @type {Cell["marks"][number]} */ mark) =>
    [...board.tiles.values()].find(({ cell }) => cell.marks.includes(mark));
  const [from, to] = [at("lastFrom"), at("lastTo")];
  if (from && to) {
    const [x0, y0] = layout.centre(from.cell.row, from.cell.col);
    const [x1, y1] = layout.centre(to.cell.row, to.cell.col);
    // Only what came along moves: the checkers below it lay there before.
    const lay = before?.cells.find(({ name }) => name === to.cell.name)?.pieces.length ?? 0;
    const had = layout.stacked ? lay : to.cell.pieces.length - 1;
    const pieces = [...to.pieces.children].filter((each) => !each.matches(".count, .order"));
    const moving = pieces.slice(had);
    for (const piece of moving) {
      const base = piece
        .getAttribute("transform")
        ?.replace(/[\d.-]+/g, (number) => `${number}px`)
        .replace(" ", ", ");
      const there = base ?? "none";
      const start = `translate(${x0 - x1}px, ${y0 - y1}px) ${base ?? ""}`;
      piece.animate([{ transform: start }, { transform: there }], GLIDE);
    }
  } else if (to) {
    const settle = [
      { opacity: 0, transform: "scale(1.35)" },
      { opacity: 1, transform: "scale(.94)", offset: 0.7 },
      { opacity: 1, transform: "none" },
    ];
    to.pieces.animate(settle, GLIDE);
  }
  if (layout.stacked && to?.cell.pieces.length === 0 && board.view && !to.cell.marks.includes("winning")) {
    leaving(board.victory, towerOn(layout, to.cell, takenAway(board.view, before)));
  }
  const wall = board.walls.querySelector(".last");
  const known = before?.walls.some(({ name }) => name === wall?.getAttribute("data-wall"));
  if (wall && !known) {
    wall.animate(
      [
        { opacity: 0, transform: "translateY(-26px)" },
        { opacity: 1, transform: "none" },
      ],
      SNAP,
    );
  }
}
