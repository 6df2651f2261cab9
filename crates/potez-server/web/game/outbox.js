// @ts-check
// Moves on their way to the server: one that could not be sent goes out as soon as the way is free again.

import { ApiError } from "../api.js";
import { note } from "../speech.js";
import { say } from "../texts.js";

/** @typedef {import("potez-schema").MovePart} MovePart */
/**
 * A move as it was made: chosen part by part, or typed.
 * @typedef {{text: string, body: {move: string} | {parts: MovePart[]}}} Entered
 */

/** How long to wait before a move is sent again, in milliseconds. */
const RETRY = 700;

export class Outbox {
  /**
   * @param {(move: Entered) => Promise<void>} play
   * @param {(ply: number) => boolean} stands Whether the game still stands as it did when the move was made.
   */
  constructor(play, stands) {
    this.play = play;
    this.stands = stands;
    /** @type {{move: Entered, ply: number} | null} */
    this.unsent = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {Entered} move @param {number} ply */
  async send(move, ply) {
    try {
      await this.play(move);
      this.unsent = null;
    } catch (error) {
      if (!(error instanceof ApiError) || !error.offline) throw error;
      this.unsent = { move, ply };
      note(say("web-unsent", { move: move.text }), "bad");
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.resend(), RETRY);
    }
  }

  /** Sends what could not be sent before, if it still makes sense. */
  async resend() {
    const { unsent } = this;
    clearTimeout(this.timer);
    this.unsent = null;
    if (unsent && this.stands(unsent.ply)) await this.send(unsent.move, unsent.ply).catch(() => {});
  }

  close() {
    clearTimeout(this.timer);
  }
}
