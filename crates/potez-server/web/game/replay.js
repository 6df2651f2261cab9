// @ts-check
// A game that is over, to be stepped through: all its positions come at once, so that it needs no server any more.

import { call } from "../api.js";

/** @typedef {import("potez-schema").View} View */
/** @typedef {import("potez-schema").GameReplay} GameReplay */
/** @typedef {import("potez-schema").PositionView} Position */
/** @typedef {Pick<Position, "view" | "position" | "ply" | "outcome" | "step">} Shown */

/** Where all positions of a game are found. @param {string} id */
export const replayPath = (id) => `/api/games/${encodeURIComponent(id)}/replay`;

export class Replay {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {Promise<Shown[]> | null} */
    this.positions = null;
  }

  /** The position after this many moves. @param {number} ply @returns {Promise<Shown>} */
  async at(ply) {
    this.positions ??= call("GET", replayPath(this.id)).then(positionsOf);
    try {
      const found = (await this.positions)[ply];
      if (!found) throw new Error("the game is shorter");
      return found;
    } catch (error) {
      this.positions = null;
      throw error;
    }
  }
}

/** @param {GameReplay} replay @returns {Shown[]} */
function positionsOf({ view: first, positions, changes }) {
  let view = first;
  return positions.map((position, ply) => {
    const change = changes[ply - 1];
    if (change) view = changed(view, change);
    return { position, view, ply, outcome: null };
  });
}

/**
 * A board after what has changed on it.
 * @param {View} view
 * @param {GameReplay["changes"][number]} change
 * @returns {View}
 */
function changed(view, { cells, walls, stocks }) {
  const fresh = new Map(cells.map((cell) => [cell.name, cell]));
  return { ...view, cells: view.cells.map((cell) => fresh.get(cell.name) ?? cell), walls: walls ?? view.walls, stocks };
}
