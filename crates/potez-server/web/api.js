// @ts-check
// The interface of the page's home: requests and their answers.

import { bootFor, earlyGame } from "./boot.js";
import { reach } from "./home.js";
import { settings } from "./settings.js";
import { ask, connected } from "./socket.js";

/** @typedef {import("potez-schema").PositionView} Position */
/** @typedef {import("potez-schema").StepView} Step */
/** @typedef {import("potez-schema").MovePart} MovePart */
/** @typedef {import("potez-schema").WhyView} Why */
/** @typedef {import("potez-schema").GameView} State */
/** @typedef {import("potez-schema").Catalogue} Catalogue */
/** @typedef {{game: string, position?: string | null, moves?: string[]}} Spot */

/**
 * Where the parts of a move are asked for: a live game, or a position of no game.
 * @typedef {object} Source
 * @property {(parts: MovePart[]) => Promise<Step>} step What can come next after these parts.
 * @property {(parts: MovePart[]) => Promise<Why>} why Why a move of these parts may not be played.
 */

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

/** How long an answer may take, in milliseconds: a network that swallows requests never says no. */
const PATIENCE = 20000;

/**
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{token?: string | null, signal?: AbortSignal, patience?: number}} [options]
 * @returns {Promise<any>}
 */
export async function call(method, path, body, options = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (options.token) headers["Authorization"] = `Bearer ${options.token}`;
  const url = `${path}${path.includes("?") ? "&" : "?"}lang=${encodeURIComponent(settings.lang)}`;
  const timeout = AbortSignal.timeout(options.patience ?? PATIENCE);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  let response;
  let answer;
  try {
    const text = body === undefined ? undefined : JSON.stringify(body);
    response = await reach(url, { method, headers, body: text, signal });
    answer = await response.json().catch(() => null);
    signal.throwIfAborted();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError("offline", "");
  }
  if (!response.ok) {
    throw answer?.error ? refusal(answer.error) : new ApiError(`http-${response.status}`, response.statusText);
  }
  return answer;
}

/** What the server refuses with. @param {{code: string, message: string, ply?: number | null}} error */
const refusal = ({ code, message, ply }) => new ApiError(code, message, ply ?? null);

/** @type {Map<string, Promise<Catalogue>>} */
const catalogues = new Map();

/** @returns {Promise<Catalogue>} */
export function catalogue() {
  const lang = settings.lang;
  let found = catalogues.get(lang);
  if (!found) {
    const came = bootFor(lang)?.catalogue;
    found = came ? Promise.resolve(/** @type {Catalogue} */ (came)) : call("GET", "/api/catalogue");
    found.catch(() => catalogues.delete(lang));
    catalogues.set(lang, found);
  }
  return found;
}

/** Whether the pieces of a game have shortest paths. @param {Catalogue} from @param {string} id */
export const hasPaths = ({ games }, id) => games.some((game) => game.id === id && game.paths);

/** @param {Spot & {setup?: unknown}} spot @param {AbortSignal} [signal] @returns {Promise<Position>} */
export const position = (spot, signal) => call("POST", "/api/position", clean(spot), { signal });

/**
 * A game as it stands, with what can be chosen first.
 * @param {string} id
 * @param {string | null} token
 * @returns {Promise<State>}
 */
export async function game(id, token) {
  const early = await earlyGame(id, token, settings.lang);
  return early ?? call("GET", `/api/games/${encodeURIComponent(id)}?steps=true`, undefined, { token });
}

/** A position that belongs to no game: it is sent along with every question. @param {Spot} spot @returns {Source} */
export const sourceOf = (spot) => ({
  step: (parts) => call("POST", "/api/step", { ...clean(spot), parts }),
  why: (parts) => call("POST", "/api/why", { ...clean(spot), parts }),
});

/** A live game: the server knows how it stands. @param {string} id @returns {Source} */
export function liveSource(id) {
  const get = (/** @type {string} */ what, /** @type {MovePart[]} */ parts) =>
    call("GET", `/api/games/${id}/${what}?parts=${encodeURIComponent(JSON.stringify(parts))}`, undefined, {
      patience: 5000,
    });
  return {
    step: async (parts) => {
      // Over the connection that stands already; without one, or when it breaks meanwhile, by a request of its own.
      const answer = await ask({ t: "step", game: id, parts });
      return answer?.t === "step" ? answer.step : get("step", parts);
    },
    why: (parts) => get("why", parts),
  };
}

/**
 * Plays a move of a live game: one message over the connection that stands already. Gives the state only where it took
 * a request; otherwise that comes by itself.
 * @param {string} id
 * @param {string | null} token
 * @param {Record<string, unknown>} move
 * @returns {Promise<State | null>}
 */
export async function playMove(id, token, move) {
  if (!connected()) return call("POST", `/api/games/${id}/move`, move, { token, patience: 5000 });
  const answer = await ask({ t: "move", game: id, ...move });
  // The connection is gone, and nobody knows whether the move has come there.
  if (!answer) throw new ApiError("offline", "");
  if (answer.t === "error") throw refusal(answer.error);
  return null;
}

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
