// @ts-check
// Where the page is at home: with the server it came from, or, where nothing but files came, with the engine in this
// browser. Both take the same requests and messages; nothing else of the page knows which one it is.

import { siteFiles } from "./boot.js";
import { Thread, onLoading } from "./engine/thread.js";
import { settings } from "./settings.js";

/** Whether there is no server: nobody can be invited, and games stay in this browser. */
export const isLocal = siteFiles !== null;

/**
 * What of an answer is looked at.
 * @typedef {{ok: boolean, status: number, statusText: string, json: () => Promise<any>}} Answer
 */
/**
 * What of a connection is used.
 * @typedef {Pick<WebSocket, "readyState" | "send" | "close" | "onopen" | "onmessage" | "onclose">} Connection
 */

/** @type {Promise<any> | null} */
let local = null;

/** The home in this browser, loaded when it is first needed. @returns {Promise<import("./home/local.js").LocalHome>} */
export function localHome() {
  local ??= import("./home/local.js").then(
    ({ LocalHome }) => new LocalHome({ files: /** @type {any} */ (siteFiles), thread: () => new Thread() }),
  );
  return local;
}

/** Asks for something. @param {string} url @param {RequestInit} [init] @returns {Promise<Answer>} */
export async function reach(url, init) {
  if (!isLocal) return fetch(url, init);
  return (await localHome()).fetch(url, init);
}

/** Opens a connection for messages. @returns {Connection} */
export function connection() {
  if (isLocal) return new LocalConnection();
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/api/ws?lang=${encodeURIComponent(settings.lang)}`);
}

/** A connection that goes nowhere else than to the home in this browser. */
class LocalConnection {
  /** @type {0 | 1 | 2 | 3} */
  readyState = 0;
  /** @type {any} */
  onopen = null;
  /** @type {any} */
  onmessage = null;
  /** @type {any} */
  onclose = null;

  constructor() {
    const hear = (/** @type {unknown} */ message) => this.onmessage?.({ data: JSON.stringify(message) });
    this.listener = localHome().then((home) => home.connect(settings.lang, hear));
    this.listener.then(
      () => {
        if (this.readyState !== 0) return;
        this.readyState = 1;
        this.onopen?.();
      },
      () => this.close(),
    );
  }

  /** @param {any} text */
  send(text) {
    void this.listener.then((listener) => listener.hear(JSON.parse(text)));
  }

  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.listener.then(
      (listener) => listener.leave(),
      () => {},
    );
    this.onclose?.();
  }
}

export { onLoading };
