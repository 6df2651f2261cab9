// @ts-check
// Analyses in the reader's own browser: a thread that is started when it is first needed, and ended to stop it.

import { settings } from "../settings.js";
import { Thread, hasEngine, onLoading } from "./thread.js";

/** How long an analysis goes on, in milliseconds; nobody else waits for this engine. */
const LONGEST = 600_000;

/** The analysis under way. @type {{run: string, thread: Thread} | null} */
let current = null;
let isBroken = false;

/** Whether an engine for this browser came with the page, and has not failed here. */
export function isAvailable() {
  return hasEngine() && !isBroken;
}

/**
 * Starts an analysis; another one that is under way ends.
 * @param {any} request As the server takes it.
 * @param {(message: any) => void} listener Hears what a server would say, and how much of the engine is loaded.
 * @param {() => void} fail Told if there is no engine here after all.
 */
export function begin(request, listener, fail) {
  stop();
  const { game, position, moves, multipv, run } = request;
  const place = { game, moves, ...(position ? { position } : {}) };
  const thread = new Thread();
  const mine = { run, thread };
  current = mine;
  const quiet = onLoading((share) => listener({ t: "loading", run, share }));
  const question = { query: "analyse", lang: settings.lang, ...place, multipv, limits: { timeMs: LONGEST } };
  const say = (/** @type {any} */ answer, /** @type {boolean} */ done) => {
    if (current !== mine) return;
    // Nothing is under way: the thread goes, and its memory with it.
    if (done) stop();
    if (answer.error) listener({ t: "error", run, error: answer.error });
    else listener({ ...answer, t: "analysis", run, done });
  };
  thread
    .ask(question, (partial) => say(partial, false))
    .then(
      (answer) => say(answer, true),
      () => {
        // A thread that was told to stop has not failed.
        if (current !== mine) return;
        current = null;
        isBroken = true;
        fail();
      },
    )
    .finally(quiet);
}

function stop() {
  const old = current;
  current = null;
  old?.thread.end();
}

/** Ends an analysis at once. @param {string} run */
export function end(run) {
  if (current?.run === run) stop();
}
