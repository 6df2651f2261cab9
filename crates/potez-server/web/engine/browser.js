// @ts-check
// The engine in the reader's own browser: a worker that is started when it is first needed, and ended to stop it.

import { engineFiles } from "../boot.js";
import { settings } from "../settings.js";
import { hasVectors } from "./module.js";

/** How long an analysis goes on, in milliseconds; nobody else waits for this engine. */
const LONGEST = 600_000;

/** @type {Worker | null} */
let worker = null;
/** @type {WebAssembly.Module | null} */
let compiled = null;
/** The analysis under way: how its listener hears, and how it is given up. @type {Run | null} */
let current = null;
let isBroken = false;

/** @typedef {{run: string, hear: (message: any) => void, fail: () => void}} Run */

/** Whether an engine for this browser came with the page, and has not failed here. */
export function isAvailable() {
  return engineFiles !== null && !isBroken && typeof WebAssembly === "object" && typeof Worker === "function";
}

/** A thread with the engine; it loads what it needs by itself. */
function start() {
  const files = engineFiles;
  if (!files) throw new Error("no engine came with the page");
  const { url, bytes } = hasVectors() ? files.simd : files.plain;
  const fresh = new Worker(files.worker);
  fresh.onmessage = ({ data }) => {
    if (worker === fresh) hear(data);
  };
  fresh.onerror = () => {
    if (worker === fresh) giveUp();
  };
  fresh.postMessage({ t: "start", url, bytes, module: compiled });
  return fresh;
}

/** @param {any} message */
function hear(message) {
  const run = current;
  if (message.t === "ready") compiled = message.module;
  else if (message.t === "failed") giveUp();
  else if (!run) return;
  else if (message.t === "loading") run.hear({ t: "loading", run: run.run, share: message.share });
  else if (message.answer.error) {
    stop();
    run.hear({ t: "error", run: run.run, error: message.answer.error });
  } else {
    const done = message.answer.partial !== true;
    // Nothing is under way: the thread goes, and its memory with it.
    if (done) stop();
    run.hear({ ...message.answer, t: "analysis", run: run.run, done });
  }
}

/** The engine does not work here: whoever waits is told, and nobody tries again. */
function giveUp() {
  const run = current;
  stop();
  isBroken = true;
  run?.fail();
}

function stop() {
  worker?.terminate();
  worker = null;
  current = null;
}

/**
 * Starts an analysis; another one that is under way ends.
 * @param {any} request As the server takes it.
 * @param {(message: any) => void} listener Hears what a server would say, and how much of the engine is loaded.
 * @param {() => void} fail Told if there is no engine here after all.
 */
export function begin(request, listener, fail) {
  if (current) stop();
  current = { run: request.run, hear: listener, fail };
  const { game, position, moves, multipv, run } = request;
  const place = { game, moves, ...(position ? { position } : {}) };
  const limits = { timeMs: LONGEST };
  worker ??= start();
  worker.postMessage({
    t: "ask",
    question: { query: "analyse", id: run, lang: settings.lang, ...place, multipv, limits },
  });
}

/** Ends an analysis at once. @param {string} run */
export function end(run) {
  if (current?.run === run) stop();
}
