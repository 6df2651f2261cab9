// @ts-check
// Threads with the engine of this browser: asked one question after the other, ended to stop one at once.
//
// The module is fetched and compiled once, by the first thread; those that follow have it at once.

import { engineFiles } from "../boot.js";
import { hasVectors } from "./module.js";

/**
 * @typedef {{settle: (answer: any) => void, fail: (error: Error) => void, hear: ((partial: any) => void) | null}} Asked
 */

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;
/** @type {Set<(share: number) => void>} */
const watchers = new Set();

/** Tells how much of the module is here while it is fetched. @param {(share: number) => void} watcher */
export function onLoading(watcher) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Whether an engine for this browser came with the page. */
export function hasEngine() {
  return engineFiles !== null && typeof WebAssembly === "object" && typeof Worker === "function";
}

/** The address of a file that came with the page: a thread has another base. @param {string} url */
const absolute = (url) => new URL(url, document.baseURI).href;

/** The module that runs here, as fast as it can: where it is, and how large. */
export function moduleFile() {
  if (!engineFiles) throw new Error("no engine came with the page");
  const { url, bytes } = hasVectors() ? engineFiles.simd : engineFiles.plain;
  return { url: absolute(url), bytes };
}

export class Thread {
  /** @type {Map<number, Asked>} */
  #asked = new Map();
  #count = 0;
  #ended = false;

  constructor() {
    if (!engineFiles) throw new Error("no engine came with the page");
    const { url, bytes } = moduleFile();
    this.worker = new Worker(absolute(engineFiles.worker));
    this.worker.onmessage = ({ data }) => this.#hear(data);
    this.worker.onerror = () => this.#fail("the thread cannot be started");
    const start = (/** @type {WebAssembly.Module | null} */ module) =>
      this.worker.postMessage({ t: "start", url, bytes, module });
    if (compiled) {
      compiled.then(start, () => this.#fail("the engine cannot be loaded"));
      return;
    }
    const own = new Promise((resolve, reject) => {
      this.compiled = resolve;
      this.broken = reject;
    });
    compiled = /** @type {Promise<WebAssembly.Module>} */ (own);
    own.catch(() => (compiled = null));
    start(null);
  }

  /**
   * Asks, and waits for the answer.
   * @param {Record<string, unknown>} question
   * @param {((partial: any) => void) | null} [hear] Hears answers that are not the last.
   * @returns {Promise<any>}
   */
  ask(question, hear = null) {
    if (this.#ended) return Promise.reject(new Error("the thread has ended"));
    this.#count += 1;
    const id = this.#count;
    return new Promise((settle, fail) => {
      this.#asked.set(id, { settle, fail, hear });
      this.worker.postMessage({ t: "ask", question: { ...question, id } });
    });
  }

  /** Ends the thread, whatever it does. What was asked is answered no more. */
  end() {
    this.#fail("the thread was ended");
  }

  get ended() {
    return this.#ended;
  }

  /** @param {any} message */
  #hear(message) {
    if (message.t === "ready") this.compiled?.(message.module);
    else if (message.t === "loading") for (const watcher of watchers) watcher(message.share);
    else if (message.t === "failed") this.#fail(message.message);
    else this.#answer(message.answer);
  }

  /** @param {any} answer */
  #answer(answer) {
    const asked = this.#asked.get(answer.id);
    if (answer.partial === true) {
      asked?.hear?.(answer);
      return;
    }
    this.#asked.delete(answer.id);
    asked?.settle(answer);
  }

  /** @param {string} why */
  #fail(why) {
    if (this.#ended) return;
    this.#ended = true;
    this.worker.terminate();
    const error = new Error(why);
    // Whoever waits for the module of this thread must fetch it anew.
    this.broken?.(error);
    for (const { fail } of this.#asked.values()) fail(error);
    this.#asked.clear();
  }
}
