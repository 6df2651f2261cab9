// @ts-check
// Parts of moves, as the server writes them: which cell they name, and whether two are the same.

/** @typedef {import("potez-schema").MovePart} MovePart */
/** @typedef {import("potez-schema").CellRef} CellRef */
/** @typedef {import("potez-schema").View} View */
/** @typedef {import("potez-schema").CellView} Cell */
/** @typedef {import("potez-schema").StepView} Step */
/** @typedef {import("potez-schema").PartChoice} Choice */

/** The cell that a part names, of a wall the top left one. @param {MovePart} part @returns {CellRef | null} */
export function cellOf(part) {
  return "row" in part ? part : null;
}

/**
 * Where a choice is made on the board: a level is chosen on the stack named before it.
 * @param {Step} step
 * @param {Choice} choice
 */
export function placeOf(step, choice) {
  if (choice.part.kind !== "level") return cellOf(choice.part);
  const stack = step.chosen.at(-1);
  return stack ? cellOf(stack) : null;
}

/** @param {View} view @param {CellRef | null} ref @returns {Cell | null} */
export function cellAt(view, ref) {
  return (ref && view.cells.find(({ row, col }) => row === ref.row && col === ref.col)) ?? null;
}

/** The name of a cell, or nothing. @param {View} view @param {CellRef | null} ref */
export function nameAt(view, ref) {
  return cellAt(view, ref)?.name ?? null;
}

/** Whether two lists of parts are the same. @param {MovePart[]} a @param {MovePart[]} b */
export function sameParts(a, b) {
  return a.length === b.length && a.every((part, index) => samePart(part, /** @type {MovePart} */ (b[index])));
}

/** @param {MovePart} a @param {MovePart} b */
function samePart(a, b) {
  const other = /** @type {Record<string, unknown>} */ (b);
  return Object.entries(a).every(([key, value]) => other[key] === value);
}

/** The first part of a kind. @template {MovePart["kind"]} K @param {MovePart[]} parts @param {K} kind */
export function partOf(parts, kind) {
  return /** @type {Extract<MovePart, {kind: K}> | undefined} */ (parts.find((part) => part.kind === kind));
}

/**
 * The piece stands where it is going while the rest of the move is chosen.
 * @param {View} view
 * @param {MovePart[]} chosen
 * @returns {View}
 */
export function provisional(view, chosen) {
  const from = cellAt(view, partOf(chosen, "piece") ?? null);
  const to = cellAt(view, partOf(chosen, "target") ?? null);
  const piece = from?.pieces.at(-1);
  if (!from || !piece) return view;
  const cells = view.cells.map((cell) => {
    const marks = cell.marks.filter((mark) => mark !== "lastFrom" && mark !== "lastTo");
    if (cell === from) return { ...cell, pieces: cell.pieces.slice(0, -1), marks };
    if (cell === to) return { ...cell, pieces: [...cell.pieces, piece], marks };
    return { ...cell, marks };
  });
  return { ...view, cells };
}
