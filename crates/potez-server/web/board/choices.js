// @ts-check
// What can be chosen where on the board: the choices of a step, looked up by cell and level.

import { cellOf, nameAt, partOf, placeOf } from "./parts.js";

/** @typedef {import("potez-schema").StepView} Step */
/** @typedef {import("potez-schema").PartChoice} Choice */
/** @typedef {import("potez-schema").View} View */
/** @typedef {import("./board.js").Pick} Pick */

/**
 * The choice of a piece or a target on a cell.
 * @param {View} view
 * @param {Step} step
 * @param {string | null} cell
 */
export function cellChoice(view, step, cell) {
  const isCell = (/** @type {Choice} */ { part }) => part.kind === "piece" || part.kind === "target";
  return step.choices.find((choice) => isCell(choice) && nameAt(view, cellOf(choice.part)) === cell) ?? null;
}

/** The choice of a level on a stack. @param {View} view @param {Step} step @param {Pick} pick */
export function levelChoice(view, step, pick) {
  const is = (/** @type {Choice} */ choice) => choice.part.kind === "level" && choice.part.level === pick.level;
  return step.choices.find((choice) => is(choice) && nameAt(view, placeOf(step, choice)) === pick.cell) ?? null;
}

/**
 * The stack whose checkers can be chosen, and from where it is lifted.
 * @param {View} view
 * @param {Step} step
 * @param {Step | null} lifting What could be lifted when the stack was chosen.
 */
export function chosenStack(view, step, lifting) {
  const levels = (lifting?.choices ?? []).flatMap(({ part }) => (part.kind === "level" ? [part.level] : []));
  const from = partOf(step.chosen, "level")?.level ?? null;
  if (levels.length === 0 && from === null) return null;
  const cell = nameAt(view, partOf(step.chosen, "piece") ?? null);
  return cell ? { cell, levels: new Set(levels), from } : null;
}

/** Whether a piece can be dragged from a cell. @param {View} view @param {Step} step @param {string} cell */
export function canDrag(view, step, cell) {
  const held = view.cells.some((each) => each.name === cell && each.pieces.length > 0);
  if (!held || partOf(step.chosen, "target")) return false;
  const [first] = step.chosen;
  return first ? nameAt(view, cellOf(first)) === cell : cellChoice(view, step, cell) !== null;
}
