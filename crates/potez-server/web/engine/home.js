// @ts-check
// Where the engine thinks: on the server or in the reader's browser. Whoever asks for an analysis need not know.

import { settings } from "../settings.js";
import { isLocal } from "../home.js";
import { subscribe, unsubscribe } from "../socket.js";
import { say } from "../texts.js";
import * as browser from "./browser.js";

/** What can be chosen: `auto` is the browser where it has an engine, and the server otherwise. */
export const HOMES = ["auto", "browser", "server"];

/** Where an analysis would begin now. @returns {"browser" | "server"} */
export function home() {
  return (isLocal || settings.engine !== "server") && browser.isAvailable() ? "browser" : "server";
}

/** Runs by their homes. @type {Map<string, "browser" | "server">} */
const runs = new Map();

/**
 * Starts an analysis.
 * @param {{run: string}} request A message of the server's interface.
 * @param {(message: any) => void} listener
 */
export function begin(request, listener) {
  const { run } = request;
  const chosen = home();
  runs.set(run, chosen);
  if (chosen === "browser") browser.begin(request, listener, () => goOn(request, listener));
  else beginOnServer(request, listener);
}

/**
 * The engine does not run here: the server may have one.
 * @param {{run: string}} request
 * @param {(message: any) => void} listener
 */
function goOn(request, listener) {
  if (!isLocal) beginOnServer(request, listener);
  else listener({ t: "error", run: request.run, error: { code: "engine", message: say("web-engine-failed") } });
}

/** @param {{run: string}} request @param {(message: any) => void} listener */
function beginOnServer(request, listener) {
  runs.set(request.run, "server");
  subscribe(`run ${request.run}`, () => request, listener);
}

/** An analysis that has ended by itself is forgotten. @param {string} run */
export function forget(run) {
  if (runs.get(run) === "server") unsubscribe(`run ${run}`);
  runs.delete(run);
}

/** Ends an analysis. @param {string} run */
export function end(run) {
  if (runs.get(run) === "server") unsubscribe(`run ${run}`, { t: "stop", run });
  else browser.end(run);
  runs.delete(run);
}
