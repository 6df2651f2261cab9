// @ts-check
// The signs behind moves: what they were worth, as in chess books.

import { say } from "../texts.js";

/** @typedef {import("potez-schema").Grade} Grade */

/** @type {Record<string, string>} */
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * Marks the button of a move by its grade, or takes the mark away.
 * @param {Element | null} button
 * @param {string | null} grade
 */
export function markMove(button, grade) {
  if (!(button instanceof HTMLElement)) return;
  const sign = grade ? SIGNS[grade] : undefined;
  if (sign && grade) {
    button.dataset.grade = grade;
    button.dataset.sign = sign;
    button.setAttribute("aria-description", say(`web-grade-${grade}`));
  } else {
    delete button.dataset.grade;
    delete button.dataset.sign;
    button.removeAttribute("aria-description");
  }
}

/** What a move is called that gives away so much of the mover's chance. @param {number} loss @returns {Grade} */
export function gradeOf(loss) {
  if (loss >= 0.3) return "blunder";
  if (loss >= 0.16) return "mistake";
  if (loss >= 0.08) return "inaccuracy";
  return loss >= 0.01 ? "good" : "best";
}
