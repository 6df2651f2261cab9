// @ts-check
// What opens without the server: the page itself, the rules, and finished games of one's own.

import { call } from "./api.js";
import { moduleFile } from "./engine/thread.js";
import { replayPath } from "./game/replay.js";
import { isLocal } from "./home.js";
import { settings, tokenOf } from "./settings.js";

/** Where finished games are kept; the service worker looks for them there. */
const GAMES = "potez-games";
/** How many of them. */
const MOST = 60;
/** How long to wait before the rules are fetched for later, in milliseconds: the page comes first. */
const LATER = 4000;

/** Lets the service worker in, where the browser has one. */
export function workOffline() {
  if (!("serviceWorker" in navigator)) return;
  addEventListener("load", () => setTimeout(() => void register(), 0), { once: true });
  if (document.readyState === "complete") void register();
}

let registered = false;

async function register() {
  if (registered) return;
  registered = true;
  try {
    await navigator.serviceWorker.register("sw.js");
    const { active } = await navigator.serviceWorker.ready;
    // Where there is no server everything is kept, the engine too: the page works without a network from then on.
    const errand = () => (isLocal ? { t: "keep", engine: moduleFile().url } : { t: "rules", lang: settings.lang });
    setTimeout(() => active?.postMessage(errand()), LATER);
  } catch {
    // Without a safe connection there is none; everything else works.
  }
}

/** Where the state of a game is kept. @param {string} id */
const statePath = (id) => `/api/games/${id}`;

/** @param {unknown} data */
const stored = (data) => new Response(JSON.stringify(data), { headers: { "Content-Type": "application/json" } });

/** Keeps a game that is over, with all its positions. @param {import("potez-schema").GameView} state */
export async function keepGame(state) {
  if (isLocal || !state.outcome || !("caches" in globalThis)) return;
  try {
    const replay = await call("GET", replayPath(state.id));
    const games = await caches.open(GAMES);
    await games.put(replayPath(state.id), stored(replay));
    // The state last: whoever finds it finds the positions too.
    await games.put(statePath(state.id), stored({ ...state, step: undefined }));
    const kept = await games.keys();
    for (const old of kept.slice(0, Math.max(0, kept.length - 2 * MOST))) await games.delete(old);
  } catch {
    // A browser that keeps nothing shows the game as long as there is a server.
  }
}

/** Keeps what has ended while nobody looked, one after the other. @param {import("potez-schema").Brief[]} games */
export async function keepGames(games) {
  if (isLocal || !("caches" in globalThis)) return;
  try {
    const kept = await caches.open(GAMES);
    for (const { id, you, outcome } of games.slice(0, MOST)) {
      if (!outcome || !you || (await kept.match(statePath(id)))) continue;
      await keepGame(await call("GET", statePath(id), undefined, { token: tokenOf(id) }));
    }
  } catch {
    // Another time.
  }
}
