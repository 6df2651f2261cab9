// The engine for Node, browsers and bundlers: loads the module that runs here.

import { Engine, hasVectors } from "./module.js";

export { Engine, hasVectors };

/** The address of the module that runs here, as fast as it can. */
export function moduleUrl() {
  // Written out twice: bundlers look for exactly this form.
  return hasVectors() ? new URL("./potez-simd.wasm", import.meta.url) : new URL("./potez.wasm", import.meta.url);
}

async function bytes(url) {
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Loads and compiles the module; it can be handed to workers. */
export async function compile(url = moduleUrl()) {
  return WebAssembly.compile(await bytes(url));
}

/** An engine, ready to be asked. */
export async function load(host = {}) {
  return new Engine(await compile(), host);
}
