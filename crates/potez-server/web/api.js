// @ts-check
// The server's HTTP interface.

import { settings } from "./settings.js";

/** @typedef {import("./schema.js").Position} Position */
/** @typedef {import("./schema.js").Step} Step */
/** @typedef {import("./schema.js").State} State */
/** @typedef {import("./schema.js").Catalogue} Catalogue */
/** @typedef {{game: string, position?: string | null, moves?: string[]}} Spot */

/** What the server, or the way to it, says went wrong. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {number | null} ply
   */
  constructor(code, message, ply = null) {
    // Backticks set notation apart in a terminal; here they would only be noise.
    super(message.replaceAll("`", ""));
    this.code = code;
    this.ply = ply;
  }

  /** Whether the server was not reached at all. */
  get offline() {
    return this.code === "offline";
  }
}

/**
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{token?: string | null, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
export async function call(method, path, body, options = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (options.token) headers["Authorization"] = `Bearer ${options.token}`;
  const url = `${path}${path.includes("?") ? "&" : "?"}lang=${encodeURIComponent(settings.lang)}`;
  let response;
  try {
    response = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal: options.signal });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError("offline", "");
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) {
    const error = answer?.error ?? {};
    throw new ApiError(error.code ?? `http-${response.status}`, error.message ?? response.statusText, error.ply ?? null);
  }
  return answer;
}

/** @type {Map<string, Promise<Catalogue>>} */
const catalogues = new Map();

/** @returns {Promise<Catalogue>} */
export function catalogue() {
  const lang = settings.lang;
  let found = catalogues.get(lang);
  if (!found) {
    found = call("GET", "/api/catalogue");
    found.catch(() => catalogues.delete(lang));
    catalogues.set(lang, found);
  }
  return found;
}

/** @param {Spot & {board?: unknown}} spot @param {AbortSignal} [signal] @returns {Promise<Position>} */
export const position = (spot, signal) => call("POST", "/api/position", clean(spot), { signal });

/** @param {Spot} spot @param {string} partial @returns {Promise<Step>} */
export const step = (spot, partial) => call("POST", "/api/step", { ...clean(spot), partial });

/** @param {Spot} spot @param {string} move @returns {Promise<{legal: boolean, move?: string, message?: string}>} */
export const why = (spot, move) => call("POST", "/api/why", { ...clean(spot), move });

/**
 * Leaves out what is not given.
 * @template {Spot} T
 * @param {T} spot
 * @returns {T}
 */
function clean(spot) {
  const { position: start, ...rest } = spot;
  return /** @type {T} */ (start ? { ...rest, position: start } : rest);
}
