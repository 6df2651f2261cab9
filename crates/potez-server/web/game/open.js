// @ts-check
// Opening a game and going to it.

import { call } from "../api.js";
import { go } from "../route.js";
import { rememberGame } from "../settings.js";

/**
 * @param {{game: string, position?: string, moves?: string[], x: object, o: object, clock: unknown, shuffle?: boolean, teaching?: boolean}} request
 */
export async function openGame(request) {
  const { id, token, friend } = await call("POST", "/api/games", request);
  rememberGame(id, token, friend?.token ?? null);
  go(`#/game/${id}`);
}
