// @ts-check
// The place of the explorer beside the analysis board; the explorer itself comes when it is first opened.

import * as api from "../api.js";
import { button, fill, h, segments, select } from "../dom.js";
import { isLocal } from "../home.js";
import { note } from "../speech.js";
import { percent, say, short } from "../texts.js";

const kit = { api, button, fill, h, note, percent, say, segments, select, short };

/** @typedef {typeof kit} Kit */
/**
 * What the explorer asks of the page around it.
 * @typedef {object} Hooks
 * @property {(move: string) => void} play
 * @property {(game: import("potez-schema").ArchivedGame) => void} open
 * @property {() => string[]} marked The cells that the reader has marked on the board.
 */
/** @typedef {{game: string, position: string | null, moves: string[]}} Spot */

export class Explorer {
  /** @param {Hooks} hooks */
  constructor(hooks) {
    this.hooks = hooks;
    /** @type {Spot | null} */
    this.spot = null;
    /** @type {import("../explorer/panel.js").Panel | null} */
    this.panel = null;
    this.element = h(
      "details",
      { class: "panel explorer-place", "data-id": "explorer" },
      h("summary", null, say("web-explorer")),
    );
    // Where there is no server there are no games to look through.
    this.element.hidden = isLocal;
    this.element.addEventListener("toggle", () => void this.#open());
  }

  async #open() {
    if (!this.element.open) return;
    if (!this.panel) {
      const [{ Panel }, { Archive }] = await Promise.all([
        import("../explorer/panel.js"),
        import("../explorer/archive.js"),
      ]);
      if (!this.panel) {
        this.panel = new Panel(kit, this.hooks, new Archive(kit));
        this.element.append(this.panel.element);
      }
    }
    this.panel.set(this.spot);
  }

  /** Another position. @param {Spot} spot */
  set(spot) {
    this.spot = spot;
    // What nobody sees is not asked for.
    if (this.element.open) this.panel?.set(spot);
  }
}
