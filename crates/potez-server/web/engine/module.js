// @ts-check
// A module of the engine: questions in, answers out. The page's worker and the npm package both call it through here.

/** A function of a vector: whoever takes it for valid has vectors. */
const VECTORS = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];

/** Whether the build with vectors runs here. */
export function hasVectors() {
  return WebAssembly.validate(new Uint8Array(VECTORS));
}

/**
 * What the engine needs from outside.
 * @typedef {object} Host
 * @property {() => number} [now] Milliseconds since some moment; the system's own clock if there is none.
 * @property {() => boolean} [shouldStop] Whether what is under way should end with what it has; asked often.
 * @property {number} [seed] Where random numbers begin.
 */

/** @typedef {(answer: any) => void} Listener */

/** The engine in this thread: whoever asks waits. */
export class Engine {
  /** @type {any} */
  #exports;
  /** @type {Listener | null} */
  #hear = null;
  #failure = "";
  #isBroken = false;

  /** @param {WebAssembly.Module} module @param {Host} [host] */
  constructor(module, host = {}) {
    const now = host.now ?? (() => performance.now());
    const shouldStop = host.shouldStop ?? (() => false);
    const potez = {
      now,
      should_stop: () => (shouldStop() ? 1 : 0),
      tell: (/** @type {number} */ text, /** @type {number} */ length) => {
        const answer = this.#read(text, length);
        this.#hear?.(JSON.parse(answer));
      },
      fail: (/** @type {number} */ text, /** @type {number} */ length) => {
        this.#failure = this.#read(text, length);
      },
    };
    this.#exports = new WebAssembly.Instance(module, { potez }).exports;
    this.#exports.potez_start(host.seed ?? Math.random());
  }

  /** The bytes that the engine has taken; it never gives any back. */
  get memory() {
    return /** @type {number} */ (this.#exports.memory.buffer.byteLength);
  }

  /**
   * Asks, and gives the answer. What is wrong with the question is under `error`; an engine that fails throws, and is
   * of no use any more.
   * @param {Record<string, unknown>} question
   * @param {Listener | null} [hear] Hears answers that are not the last. It must not ask anything itself.
   * @returns {any}
   */
  ask(question, hear = null) {
    if (this.#isBroken) throw new Error(this.#failure || "the engine has failed before");
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    this.#hear = hear;
    try {
      const at = this.#exports.potez_buffer(bytes.length);
      new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
      const length = this.#exports.potez_answer();
      return JSON.parse(this.#read(this.#exports.potez_text(), length));
    } catch (error) {
      this.#isBroken = true;
      throw new Error(this.#failure || String(error));
    } finally {
      this.#hear = null;
    }
  }

  /** @param {number} at @param {number} length */
  #read(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, at >>> 0, length));
  }
}
