// @ts-check
// What can be done in a game besides moving: take back, hint, resign, rematch, share, analyse.

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { confirmed } from "../dialog.js";
import { renew } from "../renew.js";
import { go } from "../route.js";
import { keep, settings } from "../settings.js";
import { announce, note } from "../speech.js";
import { say } from "../texts.js";
import { analysisHash } from "../analysis/address.js";
import { saveText } from "../save.js";
import { startReview } from "./review.js";

/** @typedef {import("../schema.js").State} State */
/** @typedef {{id: string, state: State, token: string | null, act: (action: string, side?: string) => Promise<void>, rename: (name: string) => Promise<void>, hint: (cells: string[]) => void}} Game */

export class Actions {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.buttons = h("div", { class: "actions", role: "group", "aria-label": say("web-actions") });
    this.advice = h("div", { class: "advice", role: "status" });
    this.element = h("div", { class: "action-area" }, this.buttons, this.advice);
    this.links = h("div", { class: "links" });
    this.invitation = h("div", { class: "invitation" });
    /** The position for which a place was shown; the second hint for it is the move. */
    this.hinted = "";
  }

  /** @param {State} state */
  show(state) {
    renew(this.buttons, [state.outcome !== null, state.you, state.canUndo, state.offers, state.takeback, state.ply > 1, state.thinking, state.next, state.players.x.kind, state.players.o.kind, settings.sound], () => this.#build(state));
    renew(this.invitation, [state.players.x.joined, state.players.o.joined, state.outcome !== null], () => [this.#invite(state)]);
    renew(this.links, [state.you, state.players.x.joined, state.players.o.joined, state.watchers, state.outcome !== null, state.players.x.name, state.players.o.name], () => this.#share(state));
    if (this.hinted && this.hinted !== state.position) {
      this.hinted = "";
      fill(this.advice);
    }
  }

  /** @param {State} state */
  #build(state) {
    const { game } = this;
    const engine = state.players.x.kind === "engine" || state.players.o.kind === "engine";
    const seated = state.you !== null;
    const over = state.outcome !== null;
    const asked = state.offers.takeback !== null && state.offers.takeback === state.you;
    const running = seated && !over;
    return [
      running && state.canUndo && state.takeback === "free" ? button(say("web-undo"), () => void game.act("undo"), { icon: "undo", "data-id": "undo" }) : null,
      running && state.takeback === "ask" && state.ply > 0 && !asked && state.offers.takeback === null ? button(say("web-takeback-ask"), () => void game.act("askTakeback"), { icon: "undo", "data-id": "takeback" }) : null,
      running && asked ? button(say("web-takeback-cancel"), () => void game.act("cancelTakeback"), { icon: "close", "data-id": "takeback-cancel" }) : null,
      running && (engine || state.you === "both") ? button(say("web-hint"), () => void this.#hint(), { icon: "hint", "data-id": "hint", disabled: state.thinking }) : null,
      running && engine ? button(say("web-swap-sides"), () => void game.act("swapSides"), { icon: "swap", "data-id": "sides", disabled: state.thinking }) : null,
      running && state.ply < 2 && !engine && state.you !== "both" ? button(say("web-abort"), () => void game.act("abort"), { icon: "close", "data-id": "abort" }) : null,
      running ? button(say("web-resign"), () => void this.#resign(), { icon: "flag", "data-id": "resign" }) : null,
      seated && over ? button(say("web-rematch"), () => void game.act("askRematch"), { icon: "again", class: "primary", "data-id": "rematch", disabled: state.offers.rematch === state.you || state.next !== null }) : null,
      over ? button(say("web-review"), () => void startReview({ gameId: game.id }), { icon: "graph", "data-id": "review" }) : null,
      over || engine || state.you === "both" ? button(say("web-analyse"), () => go(analysisHash({ game: state.game, position: state.start, moves: state.moves })), { icon: "eye", "data-id": "analyse" }) : null,
    ];
  }

  async #resign() {
    const { state } = this.game;
    if (await confirmed(say("web-resign-ask"), say("web-resign"))) await this.game.act("resign", state.you === "both" ? state.turn : undefined);
  }

  /** First where, then what. */
  async #hint() {
    const { state } = this.game;
    const second = this.hinted === state.position;
    fill(this.advice, h("p", { class: "busy" }, say("web-hint-thinking")));
    try {
      const answer = await api.call("POST", "/api/hint", { game: state.game, ...(state.start ? { position: state.start } : {}), moves: state.moves, step: second ? "what" : "where" });
      if (this.game.state.position !== state.position) return;
      this.hinted = state.position;
      this.game.hint(answer.cells);
      const reasons = (answer.remarks ?? []).map((/** @type {{words: string}} */ remark) => h("li", null, remark.words));
      fill(this.advice, h("p", null, answer.words), reasons.length > 0 ? h("ul", null, ...reasons) : null, second ? null : h("p", { class: "hint-text" }, say("web-hint-again")));
    } catch (error) {
      fill(this.advice);
      note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad");
    }
  }

  /** The link for the friend, as long as the friend has not come. @param {State} state */
  #invite(state) {
    const { id } = this.game;
    const friend = settings.games[id]?.friend;
    if (!friend || state.outcome || (state.players.x.joined && state.players.o.joined)) return null;
    const link = h("input", { type: "text", readonly: true, value: `${location.origin}/#/game/${id}/${friend}`, "aria-label": say("web-link-friend"), "data-id": "friend-link", onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() });
    return h("section", { class: "invite panel" }, h("h2", null, say("web-invite")), h("p", null, say("web-invite-about")), h("div", { class: "row" }, link, button(say("web-copy"), () => void copy(link.value), { icon: "copy", class: "primary" })));
  }

  /** @param {State} state */
  #share(state) {
    const { id } = this.game;
    const spectators = button(say("web-link-watch"), () => void copy(`${location.origin}/#/game/${id}`), { icon: "eye", class: "quiet", "data-id": "link-watch" });
    const exported = button(say("web-save-record"), () => void this.#export(), { icon: "down", class: "quiet", "data-id": "export" });
    const tones = button(say(settings.sound ? "web-sound-off" : "web-sound-on"), () => {
      settings.sound = !settings.sound;
      keep();
      tones.querySelector("span")?.replaceChildren(say(settings.sound ? "web-sound-off" : "web-sound-on"));
    }, { class: "quiet", "data-id": "sound" });
    /** @type {(HTMLElement | null)[]} */
    const parts = [];
    const seat = state.you === "x" || state.you === "o" ? state.players[state.you] : null;
    if (seat && !seat.name && state.players.x.kind === "human" && state.players.o.kind === "human") {
      const name = h("input", { type: "text", maxlength: 40, value: settings.name, "data-id": "name", autocomplete: "nickname" });
      name.addEventListener("change", () => {
        settings.name = name.value.trim();
        keep();
        void this.game.rename(settings.name);
      });
      parts.push(h("label", { class: "field" }, h("span", { class: "field-name" }, say("web-your-name")), name));
    }
    const keys = ["move", "wall", "level", "browse", "cancel"].map((name) => h("li", null, say(`web-keys-${name}`)));
    const watching = state.watchers > 0 ? h("span", { class: "watchers" }, say("web-watchers", { count: state.watchers })) : null;
    parts.push(h("div", { class: "row minor" }, spectators, exported, tones, watching), h("details", null, h("summary", null, say("web-keys")), h("ul", null, ...keys)));
    return parts;
  }

  async #export() {
    try {
      const file = await api.call("GET", `/api/games/${this.game.id}/record?format=text`, undefined, { token: this.game.token });
      saveText(file.filename, file.text, file.mediaType);
    } catch (error) {
      note(error instanceof Error ? error.message : "", "bad");
    }
  }
}

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    note(say("web-copied"));
  } catch {
    // Without the permission the address is shown, to be copied by hand.
    note(text);
  }
  announce(say("web-copied"));
}
