// @ts-check
// Asking for a review and going to it.

import { call } from "../api.js";
import { go } from "../route.js";
import { note } from "../speech.js";
import { say } from "../texts.js";

/** @param {{gameId: string} | {record: import("potez-schema").GameRecord}} what */
export async function startReview(what) {
  try {
    const { id } = await call("POST", "/api/reviews", what);
    go(`#/review/${id}`);
  } catch (error) {
    note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad");
  }
}
