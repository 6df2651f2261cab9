// @ts-check
// What can come next after some parts of a move: asked of the rules once, and remembered for the position.

/** @typedef {import("potez-schema").StepView} Step */
/** @typedef {import("potez-schema").MovePart} MovePart */
/** @typedef {import("../api.js").Source} Source */

export class Steps {
  constructor() {
    /** @type {Source | null} */
    this.source = null;
    /** What was asked already, by the parts chosen. @type {Map<string, Promise<Step>>} */
    this.known = new Map();
  }

  /** Begins with another position. @param {Source} source @param {Step | null} first What came along with it. */
  begin(source, first) {
    this.source = source;
    this.known.clear();
    if (first) this.known.set("[]", Promise.resolve(first));
  }

  /** @param {MovePart[]} parts @returns {Promise<Step>} */
  fetch(parts) {
    const key = JSON.stringify(parts);
    let step = this.known.get(key);
    if (!step) {
      step = /** @type {Source} */ (this.source).step(parts);
      this.known.set(key, step);
      // What failed is asked again.
      step.catch(() => this.known.delete(key));
    }
    return step;
  }
}
