// @ts-check
// One connection for the page: it comes back by itself, and takes up again whatever was going on.
//
// A network may swallow everything without closing anything. So the server is asked for a sign of life whenever it has
// been quiet; where none comes, the connection is given up and made anew.

import { connection } from "./home.js";

/** @typedef {(message: any) => void} Listener */

/** @type {import("./home.js").Connection | null} */
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
/** When the server was last heard, and when the connection was begun; by the page's own clock. */
let heard = -Infinity;
let begun = 0;
/** Since when a sign of life is awaited. @type {number | null} */
let awaited = null;

/** How often the connection is looked at, in milliseconds. */
const LOOK = 1000;
/** After this much silence the server is asked for a sign of life. */
const QUIET = 3000;
/** After this long without an answer the connection is lost. With the rest it is less than ten seconds. */
const LOST = 4000;
/** What was heard this long ago may be true no more. */
const FRESH = 5000;

/** Whether the connection stands. */
export function connected() {
  return socket?.readyState === WebSocket.OPEN;
}

/** Whether the server was heard a moment ago: what the page shows is how things are. */
export function upToDate() {
  return connected() && performance.now() - heard < FRESH;
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
  const fresh = connection();
  socket = fresh;
  begun = performance.now();
  awaited = null;
  fresh.onopen = () => {
    wait = 0;
    heard = performance.now();
    for (const greeting of greetings.values()) send(greeting());
    for (const watcher of watchers) watcher(true);
  };
  fresh.onmessage = (event) => {
    if (socket !== fresh) return;
    heard = performance.now();
    awaited = null;
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
  fresh.onclose = () => lose(fresh);
}

/** A connection is gone: another one is made, after a while. @param {import("./home.js").Connection} old */
function lose(old) {
  if (socket !== old) return;
  socket = null;
  giveUp();
  for (const watcher of watchers) watcher(false);
  if (greetings.size > 0) {
    timer = setTimeout(connect, wait);
    wait = Math.min(8000, wait === 0 ? 300 : wait * 2);
  }
}

/** Asks a quiet server for a sign of life, and gives a silent one up. */
function look() {
  const now = performance.now();
  if (!socket) return;
  const silent = connected() ? awaited !== null && now - awaited >= LOST : now - begun >= LOST + QUIET;
  if (silent) {
    const old = socket;
    lose(old);
    // Its own goodbye may take a minute: nobody waits for it.
    old.close();
  } else if (connected() && awaited === null && now - heard >= QUIET) {
    probe();
  }
}

function probe() {
  awaited = performance.now();
  send({ t: "ping" });
}

/** The way may be free again, or gone while nobody looked: try at once. */
function hurry() {
  wait = 0;
  if (connected()) {
    if (awaited === null) probe();
  } else if (greetings.size > 0) connect();
}

setInterval(look, LOOK);

addEventListener("online", hurry);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) hurry();
});
