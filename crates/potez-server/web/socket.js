// @ts-check
// One WebSocket for the page: it comes back by itself, and takes up again whatever was going on.

import { settings } from "./settings.js";

/** @typedef {(message: any) => void} Listener */

/** @type {WebSocket | null} */
let socket = null;
/** @type {Map<string, Listener>} */
const listeners = new Map();
/** What is said again after every connection, by the same keys as the listeners. @type {Map<string, () => unknown>} */
const greetings = new Map();
/** @type {Set<(online: boolean) => void>} */
const watchers = new Set();
/** Questions that wait for their answers, by their numbers. @type {Map<number, (answer: any) => void>} */
const questions = new Map();
let asked = 0;
let wait = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Whether the connection stands. */
export function connected() {
  return socket?.readyState === WebSocket.OPEN;
}

/**
 * Tells whenever the connection comes or goes; returns how to stop listening.
 * @param {(online: boolean) => void} watcher
 */
export function onConnection(watcher) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/**
 * Listens under a key (`game ID`, `run NAME`) and says the greeting now and after every reconnection.
 * @param {string} key
 * @param {() => unknown} greeting
 * @param {Listener} listener
 */
export function subscribe(key, greeting, listener) {
  listeners.set(key, listener);
  greetings.set(key, greeting);
  if (connected()) send(greeting());
  else connect();
}

/** @param {string} key @param {unknown} [farewell] */
export function unsubscribe(key, farewell) {
  listeners.delete(key);
  greetings.delete(key);
  if (farewell) send(farewell);
}

/** @param {unknown} message */
export function send(message) {
  if (connected()) socket?.send(JSON.stringify(message));
}

/**
 * Asks something and waits for the answer; null if there is no connection, or if it ends before the answer comes.
 * @param {Record<string, unknown>} message
 * @returns {Promise<any>}
 */
export function ask(message) {
  if (!connected()) return Promise.resolve(null);
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    questions.set(id, resolve);
    send({ ...message, id });
  });
}

/** Nobody answers any more. */
function giveUp() {
  for (const resolve of questions.values()) resolve(null);
  questions.clear();
}

/** Closes and opens again, in the language of the settings. */
export function reconnect() {
  const old = socket;
  socket = null;
  giveUp();
  old?.close();
  wait = 0;
  if (greetings.size > 0) connect();
}

function connect() {
  clearTimeout(timer);
  if (socket && socket.readyState <= WebSocket.OPEN) return;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const fresh = new WebSocket(`${scheme}//${location.host}/api/ws?lang=${encodeURIComponent(settings.lang)}`);
  socket = fresh;
  fresh.onopen = () => {
    wait = 0;
    for (const greeting of greetings.values()) send(greeting());
    for (const watcher of watchers) watcher(true);
  };
  fresh.onmessage = (event) => {
    const message = JSON.parse(event.data);
    const answer = questions.get(message.id);
    if (answer) {
      questions.delete(message.id);
      answer(message);
      return;
    }
    const key = message.run !== undefined ? `run ${message.run}` : `game ${message.game}`;
    listeners.get(key)?.(message);
  };
  fresh.onclose = () => {
    if (socket !== fresh) return;
    socket = null;
    giveUp();
    for (const watcher of watchers) watcher(false);
    if (greetings.size > 0) {
      timer = setTimeout(connect, wait);
      wait = Math.min(8000, wait === 0 ? 300 : wait * 2);
    }
  };
}

/** The way may be free again: try at once. */
function hurry() {
  wait = 0;
  if (greetings.size > 0 && !connected()) connect();
}

addEventListener("online", hurry);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) hurry();
});
