// @ts-check
// Opening a game and going to it.

import { call } from "../api.js";
import { go } from "../route.js";
import { rememberGame } from "../settings.js";

/**
 * @typedef {object} Wish
 * @property {string} game
 * @property {string} [position]
 * @property {string[]} [moves]
 * @property {object} x
 * @property {object} o
 * @property {unknown} clock
 * @property {boolean} [shuffle]
 * @property {boolean} [teaching]
 * @property {boolean} [open] Whether anybody on this server may take the friend's seat.
 */

/** @param {Wish} request */
export async function openGame(request) {
  const { id, token, friend } = await call("POST", "/api/games", request);
  rememberGame(id, token, friend?.token ?? null);
  go(`#/game/${id}`);
}
