// @ts-check
// A rush: puzzles against the clock, ever harder.

/** @typedef {import("potez-schema").PuzzleView} Puzzle */

/** How long it lasts, in milliseconds, and how many errors end it. */
export const RUSH = { time: 180000, errors: 3 };

/**
 * The next puzzle: one of the easiest that are hard enough by now, another one every time.
 * @param {Puzzle[]} pool
 * @param {number} solved
 * @param {string} [last] The puzzle before, which does not come again at once.
 */
export function nextOfRush(pool, solved, last) {
  const least = Math.min(10, 1 + Math.floor(solved / 2));
  const fit = pool.filter(({ difficulty, id }) => difficulty >= least && id !== last);
  const easiest = Math.min(...fit.map(({ difficulty }) => difficulty));
  const level = fit.filter(({ difficulty }) => difficulty === easiest);
  return level[Math.floor(Math.random() * level.length)] ?? pool[0];
}
