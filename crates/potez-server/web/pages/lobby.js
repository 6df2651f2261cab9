// @ts-check
// The open invitations of this server: who waits for anybody to come, with which game, clock and side.

import * as api from "../api.js";
import { badge } from "../board/pieces.js";
import { button, fill, h } from "../dom.js";
import { go } from "../route.js";
import { rememberGame, settings } from "../settings.js";
import { note } from "../speech.js";
import { say } from "../texts.js";
import { variantName } from "./presets.js";

/** @typedef {import("potez-schema").OpenInvitation} Invitation */

/** How often the list is asked for, in milliseconds. */
const EVERY = 5000;

export class Lobby {
  /** @param {import("potez-schema").Catalogue} catalogue */
  constructor(catalogue) {
    this.catalogue = catalogue;
    this.list = h("ul", { class: "lobby-list" });
    this.element = h(
      "section",
      { class: "lobby", "aria-label": say("web-lobby"), hidden: true },
      h("h2", null, say("web-lobby")),
      this.list,
    );
    this.drawn = "";
    this.timer = setInterval(() => void this.refresh(), EVERY);
    void this.refresh();
  }

  leave() {
    clearInterval(this.timer);
  }

  async refresh() {
    if (document.hidden) return;
    const answer = await api.call("GET", "/api/lobby").catch(() => null);
    const all = /** @type {Invitation[]} */ (answer?.invitations ?? []);
    // One's own invitations stand among one's own games.
    const others = all.filter(({ id }) => !settings.games[id]?.token);
    const drawn = JSON.stringify(others);
    if (!answer || drawn === this.drawn) return;
    this.drawn = drawn;
    this.element.hidden = others.length === 0;
    fill(this.list, ...others.map((invitation) => this.#item(invitation)));
  }

  /** @param {Invitation} invitation */
  #item(invitation) {
    const { id, game, gameName, name, side, clockWords } = invitation;
    const variant = variantName(this.catalogue, game);
    const who = say("web-lobby-by", { name: name ?? say("web-guest") });
    const join = button(say("web-lobby-join"), () => void this.#join(id), {
      class: "primary",
      "data-id": `join-${id}`,
    });
    return h(
      "li",
      { class: "open-game" },
      h("strong", null, gameName),
      h("span", { class: "muted" }, [variant, clockWords, who].filter(Boolean).join(" · ")),
      h("span", { class: "pair" }, say("web-lobby-side"), badge(side)),
      join,
    );
  }

  /** @param {string} id */
  async #join(id) {
    try {
      const name = settings.name || null;
      const seat = await api.call("POST", `/api/lobby/${id}`, name ? { name } : {});
      rememberGame(seat.id, seat.token);
      go(`#/game/${seat.id}`);
    } catch (error) {
      note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad");
      void this.refresh();
    }
  }
}
