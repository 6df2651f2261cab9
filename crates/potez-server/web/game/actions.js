// @ts-check
// What can be done in a game besides moving: take back, hint, resign, rematch, share, analyse.

import * as api from "../api.js";
import { button, fill, h } from "../dom.js";
import { confirmed } from "../dialog.js";
import { isLocal } from "../home.js";
import { renew } from "../renew.js";
import { go } from "../route.js";
import { keep, settings } from "../settings.js";
import { note } from "../speech.js";
import { say } from "../texts.js";
import { analysisHash } from "../analysis/address.js";
import { saveText } from "../save.js";
import { carryButton } from "./carry.js";
import { nextLevel, sameAgainst } from "./finale.js";
import { copy, linkBox } from "./link.js";
import { openGame } from "./open.js";
import { startReview } from "./review.js";

export { copy };

/** @typedef {import("potez-schema").GameView} State */
/** @typedef {import("potez-schema").CellRef} CellRef */
/** @typedef {import("../dom.js").Child} Child */
/**
 * The game on the page.
 * @typedef {object} Game
 * @property {string} id
 * @property {State} state
 * @property {string | null} token
 * @property {number} levels How many levels the engine has.
 * @property {(action: string, side?: string) => Promise<void>} act
 * @property {(name: string) => Promise<void>} rename
 * @property {(cells: CellRef[]) => void} hint
 */

export class Actions {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.buttons = h("div", { class: "actions", role: "group", "aria-label": say("web-actions") });
    this.advice = h("div", { class: "advice", role: "status" });
    this.element = h("div", { class: "action-area" }, this.buttons, this.advice);
    this.links = h("div", { class: "links" });
    this.invitation = h("div", { class: "invitation" });
    /** The position that the advice is for. */
    this.hinted = "";
  }

  /** @param {State} state */
  show(state) {
    const { you, canUndo, offers, takeback, thinking, next, watchers } = state;
    const { x, o } = state.players;
    const over = state.outcome !== null;
    const standing = [over, you, canUndo, offers, takeback, state.ply > 1, thinking, next];
    renew(this.buttons, [...standing, x.kind, o.kind], () => this.#build(state));
    renew(this.invitation, [x.joined, o.joined, x.open, o.open, over], () => [this.#invite(state)]);
    renew(this.links, [you, x.joined, o.joined, watchers, over, x.name, o.name], () => this.#share(state));
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
    const alone = engine || state.you === "both";
    const { takeback, draw } = state.offers;
    const asked = (/** @type {string | null} */ by) => by !== null && by === state.you;
    /** @type {(when: boolean, id: string, icon: string, run: () => void, more?: object, key?: string) => Child} */
    const offer = (when, id, icon, run, more = {}, key = id) =>
      when ? button(say(`web-${key}`), run, { icon, "data-id": id, ...more }) : null;
    const act = (/** @type {string} */ action) => () => void game.act(action);
    const busy = { disabled: state.thinking };
    const again = { class: "primary", disabled: state.offers.rematch === state.you || state.next !== null };
    const moves = state.moves.map(({ text }) => text);
    const analyse = () => go(analysisHash({ game: state.game, position: state.start, moves }));
    if (over) {
      const next = nextLevel(state, game.levels);
      const other = () => next && void openGame(sameAgainst(state, next.level)).catch(complain);
      const key = next?.up ? "web-level-up" : "web-level-down";
      return [
        offer(seated, "rematch", "again", act("askRematch"), again),
        next
          ? button(say(key, { level: next.level }), other, { icon: next.up ? "up" : "down", "data-id": "level" })
          : null,
        offer(true, "review", "graph", () => void startReview({ gameId: game.id })),
        offer(true, "analyse", "eye", analyse),
      ];
    }
    if (!seated) return [offer(alone, "analyse", "eye", analyse)];
    const mayAsk = state.takeback === "ask" && state.ply > 0 && takeback === null;
    return [
      offer(state.canUndo && state.takeback === "free", "undo", "undo", act("undo")),
      offer(mayAsk, "takeback", "undo", act("askTakeback"), {}, "takeback-ask"),
      offer(asked(takeback), "takeback-cancel", "close", act("cancelTakeback")),
      offer(alone, "hint", "hint", () => void this.#hint(), busy),
      offer(engine, "sides", "swap", act("swapSides"), busy, "swap-sides"),
      offer(state.ply < 2 && !alone, "abort", "close", act("abort")),
      offer(!alone && draw === null, "draw", "draw", act("askDraw"), {}, "draw-ask"),
      offer(asked(draw), "draw-cancel", "close", act("cancelDraw")),
      offer(true, "resign", "flag", () => void this.#resign()),
      offer(alone, "analyse", "eye", analyse),
    ];
  }

  async #resign() {
    const { state } = this.game;
    const side = state.you === "both" ? state.turn : undefined;
    if (await confirmed(say("web-resign-ask"), say("web-resign"))) await this.game.act("resign", side);
  }

  /** First where, then what: the server knows what was told already. */
  async #hint() {
    const { id, token, state } = this.game;
    fill(this.advice, h("p", { class: "busy" }, say("web-hint-thinking")));
    try {
      const answer = await api.call("POST", `/api/games/${id}/hint`, undefined, { token });
      if (this.game.state.position !== state.position) return;
      this.hinted = state.position;
      this.game.hint(answer.cells);
      const reasons = answer.remarks.map((/** @type {{words: string}} */ remark) => h("li", null, remark.words));
      const list = reasons.length > 0 ? h("ul", null, ...reasons) : null;
      const more = answer.step === "where" ? h("p", { class: "hint-text" }, say("web-hint-again")) : null;
      fill(this.advice, h("p", null, answer.words), list, more);
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
    const address = `${location.origin}/#/game/${id}/${friend}`;
    const open = state.players.x.open || state.players.o.open;
    return h(
      "section",
      { class: "invite panel" },
      h("h2", null, say("web-invite")),
      h("p", null, say("web-invite-about")),
      linkBox(address, say("web-link-friend"), { "data-id": "friend-link" }),
      open ? h("p", { class: "hint-text" }, say("web-open-about")) : null,
    );
  }

  /** @param {State} state */
  #share(state) {
    const quiet = (/** @type {string} */ id, /** @type {string} */ icon) => ({ icon, class: "quiet", "data-id": id });
    const address = `${location.origin}/#/game/${this.game.id}`;
    const spectators = isLocal
      ? null
      : button(say("web-link-watch"), () => void copy(address), quiet("link-watch", "eye"));
    const carried = state.outcome || isLocal ? null : carryButton(this.game.id, this.game.token);
    const exported = button(say("web-save-record"), () => void this.#export(), quiet("export", "down"));
    const keys = ["move", "wall", "level", "browse", "cancel", "turn", "draw"].map((name) =>
      h("li", null, say(`web-keys-${name}`)),
    );
    const count = say("web-watchers", { count: state.watchers });
    const watching = state.watchers > 0 ? h("span", { class: "watchers" }, count) : null;
    return [
      this.#nameField(state),
      h("div", { class: "row minor" }, spectators, exported, carried, watching),
      h("details", null, h("summary", null, say("web-keys")), h("ul", null, ...keys)),
    ];
  }

  /** Where a guest among people says a name. @param {State} state */
  #nameField(state) {
    const seat = state.you === "x" || state.you === "o" ? state.players[state.you] : null;
    const people = state.players.x.kind === "human" && state.players.o.kind === "human";
    if (!seat || seat.name || !people) return null;
    const props = { type: "text", maxlength: 40, "data-id": "name", autocomplete: "nickname" };
    const name = h("input", { ...props, value: settings.name });
    name.addEventListener("change", () => {
      settings.name = name.value.trim();
      keep();
      void this.game.rename(settings.name);
    });
    return h("label", { class: "field" }, h("span", { class: "field-name" }, say("web-your-name")), name);
  }

  async #export() {
    try {
      const { id, token } = this.game;
      const file = await api.call("GET", `/api/games/${id}/record?format=text`, undefined, { token });
      saveText(file.filename, file.text, file.mediaType);
    } catch (error) {
      note(error instanceof Error ? error.message : "", "bad");
    }
  }
}

/** @param {unknown} error */
function complain(error) {
  note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad");
}
