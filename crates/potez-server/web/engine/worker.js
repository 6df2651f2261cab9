// @ts-check
// The engine in a thread of its own: fetches the module once, then answers questions one after the other.
//
// While it thinks it hears nothing, so that whoever wants it to stop ends the thread; the compiled module stays with
// the page, and the next thread has it at once.

import { Engine } from "./module.js";

/** @typedef {{t: "start", url: string, bytes: number, module: WebAssembly.Module | null}} Start */
/** @typedef {{t: "ask", question: Record<string, unknown>}} Ask */

/** @type {(engine: Promise<Engine>) => void} */
let begin;
/** Questions may come before the module does: they wait. @type {Promise<Engine>} */
const engine = new Promise((resolve) => (begin = resolve));

/** @param {unknown} message */
function say(message) {
  /** @type {any} */ (globalThis).postMessage(message);
}

/** Fetches the module and says how far it has come. @param {string} url @param {number} bytes */
async function fetched(url, bytes) {
  const answer = await fetch(url);
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status}`);
  const whole = new Uint8Array(bytes);
  const reader = answer.body.getReader();
  let received = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    whole.set(value, received);
    received += value.length;
    say({ t: "loading", share: received / bytes });
  }
  return WebAssembly.compile(whole.subarray(0, received));
}

/** @param {Start} message */
async function start({ url, bytes, module: known }) {
  const module = known ?? (await fetched(url, bytes));
  const fresh = new Engine(module);
  say({ t: "ready", module });
  return fresh;
}

/** @param {Ask} message */
async function answer({ question }) {
  const last = (await engine).ask(question, (partial) => say({ t: "answer", answer: partial }));
  say({ t: "answer", answer: last });
}

globalThis.onmessage = async ({ data }) => {
  try {
    if (data.t === "start") begin(start(data));
    await (data.t === "start" ? engine : answer(data));
  } catch (error) {
    say({ t: "failed", message: String(error) });
  }
};
