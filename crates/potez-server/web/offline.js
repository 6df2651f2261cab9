// @ts-check
// What opens without the server: the page itself, the rules, and finished games of one's own.

import { settings } from "./settings.js";

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
    await navigator.serviceWorker.register("/sw.js");
    const { active } = await navigator.serviceWorker.ready;
    setTimeout(() => active?.postMessage({ t: "rules", lang: settings.lang }), LATER);
  } catch {
    // Without a safe connection there is none; everything else works.
  }
}

/** Keeps a game that is over. @param {import("potez-schema").GameView} state */
export async function keepGame(state) {
  if (!state.outcome || !("caches" in globalThis)) return;
  try {
    const games = await caches.open(GAMES);
    const headers = { "Content-Type": "application/json" };
    await games.put(`/api/games/${state.id}`, new Response(JSON.stringify(state), { headers }));
    const kept = await games.keys();
    for (const old of kept.slice(0, Math.max(0, kept.length - MOST))) await games.delete(old);
  } catch {
    // A browser that keeps nothing shows the game as long as there is a server.
  }
}
