// @ts-check
// Numbers of a search as they are written.

import { say } from "../texts.js";

/** @typedef {import("./data.js").AlphaBetaRun} AlphaBetaRun */

/**
 * The sign before a number that is not negative, and the one that typographers put before others.
 * @param {number} number
 * @param {number} digits
 */
function signed(number, digits) {
  const text = Math.abs(number).toFixed(digits);
  return number < 0 ? `−${text}` : `+${text}`;
}

/**
 * A value of a search in depth.
 * @param {AlphaBetaRun} run
 * @param {number | null | undefined} value
 */
export function valueText(run, value) {
  if (value === null || value === undefined) return "·";
  if (run.kind === "minimax") return signed(value, 2);
  if (value > run.largest) return say("explain-win-in", { plies: run.won - value });
  if (value < -run.largest) return say("explain-loss-in", { plies: run.won + value });
  return signed(value, 0);
}

/**
 * A window.
 * @param {AlphaBetaRun} run
 * @param {number | null | undefined} alpha
 * @param {number | null | undefined} beta
 */
export function windowText(run, alpha, beta) {
  const low = alpha === null || alpha === undefined ? "−∞" : valueText(run, alpha);
  const high = beta === null || beta === undefined ? "+∞" : valueText(run, beta);
  return `(${low}, ${high})`;
}

/** A proof number. @param {number | null | undefined} number */
export const proofText = (number) => (number === null || number === undefined ? "∞" : String(number));

/** A share of one, or a dot where there is none. @param {number | null | undefined} share */
export const shareText = (share) => (share === null || share === undefined ? "·" : share.toFixed(3));

/** A count with thin spaces. @param {number} count */
export const countText = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, "\u202f");
