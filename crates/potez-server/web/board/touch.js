// @ts-check
// Pointer and keys on a board: presses, drags and hovering become picks of cells, checkers and walls.

import { fill } from "../dom.js";
import { Sketch } from "./sketch.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Pick} Pick */

/** How far a pointer may go before a press is a drag, in pixels. */
const STILL = 6;

/**
 * The place on the board under a point of the screen.
 * @param {Board} board
 * @param {PointerEvent | MouseEvent} event
 * @returns {Pick}
 */
function pickAt(board, event) {
  const under = document.elementFromPoint(event.clientX, event.clientY);
  const group = under && board.svg.contains(under) ? under.closest("[data-cell]") : null;
  const level = under?.closest("[data-level]")?.getAttribute("data-level");
  const matrix = board.svg.getScreenCTM();
  const point = matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
  const by = "pointerType" in event && event.pointerType !== "mouse" ? "touch" : "mouse";
  return {
    cell: group?.getAttribute("data-cell") ?? null,
    level: level ? Number(level) : null,
    slot: point && board.layout ? board.layout.slot(point.x, point.y) : null,
    by,
  };
}

/** @param {Board} board */
export function listen(board) {
  const { svg } = board;
  /** @type {{pick: Pick, x: number, y: number, ready: boolean, dragging: boolean} | null} */
  let press = null;

  svg.addEventListener("pointerdown", (event) => {
    if (Sketch.means(event)) {
      board.sketch.begin(pickAt(board, event).cell, event);
      return;
    }
    if (event.button !== 0) return;
    board.sketch.clear();
    if (!board.hooks.pick) return;
    const pick = pickAt(board, event);
    const ready = pick.cell !== null && (board.hooks.drags?.(pick.cell) ?? false);
    press = { pick, x: event.clientX, y: event.clientY, ready, dragging: false };
    if (ready) {
      // Selected at once: the targets are seen while the piece is dragged.
      svg.setPointerCapture(event.pointerId);
      board.hooks.pick(pick);
    }
  });

  svg.addEventListener("contextmenu", (event) => event.preventDefault());
  svg.addEventListener("pointermove", (event) => {
    if (board.sketch.begun) {
      board.sketch.over(pickAt(board, event).cell);
      return;
    }
    if (press?.ready && (press.dragging || Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL)) {
      press.dragging = true;
      drawGhost(board, press.pick, event);
    }
    if (!press || press.dragging) board.hooks.hover?.(pickAt(board, event));
  });

  svg.addEventListener("pointerup", (event) => {
    if (board.sketch.begun) {
      board.sketch.end(pickAt(board, event).cell);
      return;
    }
    const ended = press;
    press = null;
    fill(board.ghost);
    board.element.classList.remove("dragging");
    if (!ended || !board.hooks.pick) return;
    const pick = pickAt(board, event);
    if (ended.dragging) {
      if (pick.cell !== ended.pick.cell) board.hooks.pick(pick);
    } else if (!ended.ready) {
      board.hooks.pick(pick);
    }
    if (ended.pick.cell) board.focusCell(pick.cell ?? ended.pick.cell);
  });

  svg.addEventListener("pointercancel", () => {
    press = null;
    fill(board.ghost);
    board.element.classList.remove("dragging");
  });
  svg.addEventListener("pointerleave", () => board.hooks.hover?.(null));

  svg.addEventListener("click", (event) => {
    // A click without a pointer comes from a screen reader or another aid.
    if (event.detail !== 0) return;
    const cell = /** @type {Element} */ (event.target).closest("[data-cell]")?.getAttribute("data-cell") ?? null;
    board.hooks.pick?.({ cell, level: null, slot: null, by: "keys" });
  });

  // Not on the drawing itself: browsers make one that listens for the focus a stop of the Tab key.
  board.element.addEventListener("focusin", () => {
    const cell = document.activeElement?.getAttribute("data-cell");
    if (cell) board.hooks.focus?.(cell);
  });

  svg.addEventListener("keydown", (event) => onKey(board, event));
}

/** Rows down and columns right. @type {Record<string, [number, number]>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {Board} board @param {KeyboardEvent} event */
function onKey(board, event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = ARROWS[event.key];
  if (step) {
    const next = board.neighbour(...step);
    if (next) board.focusCell(next);
  } else if (event.key === "Enter") {
    board.hooks.pick?.({ cell: board.current, level: null, slot: null, by: "keys" });
  } else if (event.key === "f") {
    board.turn();
  } else if (event.key === "m") {
    board.sketch.toggle({ from: board.current, to: board.current, tone: "first" });
  } else if (event.key === "Escape" && board.sketch.clear()) {
    // Only the drawings go: the move that is being made stays.
  } else if (!board.hooks.key?.(event, board.current)) {
    return;
  }
  event.preventDefault();
  event.stopPropagation();
}

/** The dragged piece under the pointer. @param {Board} board @param {Pick} pick @param {PointerEvent} event */
function drawGhost(board, pick, event) {
  const tile = pick.cell ? board.tiles.get(pick.cell) : undefined;
  const matrix = board.svg.getScreenCTM();
  if (!tile || !matrix) return;
  board.element.classList.add("dragging");
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  if (!board.ghost.firstChild) {
    const copy = /** @type {SVGGElement} */ (tile.pieces.cloneNode(true));
    for (const part of copy.querySelectorAll("[data-level]")) {
      // Only what is lifted comes along.
      if (Number(part.getAttribute("data-level")) < (pick.level ?? 1)) part.remove();
      part.removeAttribute("data-level");
    }
    board.ghost.append(copy);
  }
  board.ghost.setAttribute("transform", `translate(${point.x} ${point.y})`);
}
