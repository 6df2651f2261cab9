// @ts-check
// Whose turn it is in the games of this browser: in the title, on the icon of the application and, where that is
// allowed, as a notification.

import * as api from "./api.js";
import { settings } from "./settings.js";
import { say } from "./texts.js";

/** @typedef {import("potez-schema").Brief} Brief */

/** How often it is asked, in milliseconds. Whoever looks at a game hears of it at once by other means. */
const EVERY = 30000;
/** The most that the server tells at once. */
const MOST = 100;

/** Games that were known to wait for the reader. @type {Set<string> | null} */
let known = null;
let title = "Potez";

/** The games of this browser, the newest first. @returns {Promise<Brief[]>} */
export async function ownGames() {
  const newest = Object.entries(settings.games).sort(([, a], [, b]) => b.at - a.at);
  const ids = newest.map(([id]) => id).slice(0, MOST);
  if (ids.length === 0) return [];
  const tokens = ids.map((id) => settings.games[id]?.token ?? null);
  const { games } = await api.call("POST", "/api/games/brief", { ids, tokens });
  return games;
}

/** Whether a game waits for the reader to move. @param {Brief} game */
export const isMyTurn = (game) => game.outcome === null && game.you === game.turn;

/** Sets the title of the page; games that wait stand before it. @param {string} text */
export function setTitle(text) {
  title = text;
  const count = known?.size ?? 0;
  document.title = count > 0 ? `(${count}) ${title}` : title;
}

/** Takes over which games wait, and tells of new ones. @param {Brief[]} games */
export function take(games) {
  const mine = games.filter((game) => isMyTurn(game) && game.people);
  const fresh = known ? mine.filter(({ id }) => !known?.has(id)) : [];
  known = new Set(mine.map(({ id }) => id));
  setTitle(title);
  if ("setAppBadge" in navigator)
    void (mine.length > 0 ? navigator.setAppBadge(mine.length) : navigator.clearAppBadge());
  for (const game of fresh) notify(game.id, game.gameName);
}

/** A notification, if they are wanted and nobody looks. @param {string} id @param {string} game */
export function notify(id, game) {
  if (!settings.notices || !document.hidden || !("Notification" in window)) return;
  if (Notification.permission !== "granted") return;
  const notice = new Notification(say("web-your-turn"), { body: game, tag: id, icon: "/icon.svg" });
  notice.onclick = () => {
    window.focus();
    location.hash = `#/game/${id}`;
    notice.close();
  };
}

/** Whether notifications can be asked for at all. */
export const canNotify = () => "Notification" in window && Notification.permission !== "denied";

/** Asks whether notifications may be shown. */
export async function allowNotices() {
  return (await Notification.requestPermission()) === "granted";
}

/** Asks again and again, as long as there are games. */
export function watchTurns() {
  const look = async () => {
    if (Object.values(settings.games).some(({ token }) => token)) take(await ownGames().catch(() => []));
  };
  setInterval(() => void look(), EVERY);
  void look();
}
