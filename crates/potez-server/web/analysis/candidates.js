// @ts-check
// The moves that the engine considers, as the board draws them.

/** @typedef {import("potez-schema").Analysis} Analysis */

/** The first lines of an analysis as candidates. @param {Analysis | null} analysis @param {number} count */
export function candidatesOf(analysis, count) {
  const lines = analysis?.lines.slice(0, count) ?? [];
  return lines.map(({ move, quality, proven, winChance }, index) => ({
    parts: move.parts,
    rank: index + 1,
    quality,
    text: proven ? "✓" : String(Math.round(winChance * 100)),
    proven: proven !== null,
  }));
}
