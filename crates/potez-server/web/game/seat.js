// @ts-check
// The bar of a player: name, presence, what is left, and the clock.

import { badge } from "../board/pieces.js";
import { fill, h } from "../dom.js";
import { renew } from "../renew.js";
import { upToDate } from "../socket.js";
import { say, stockName } from "../texts.js";

/** @typedef {import("potez-schema").GameView} State */
/** @typedef {import("potez-schema").Player} Player */

export class SeatBar {
  /** @param {Player} side */
  constructor(side) {
    this.side = side;
    this.who = h("div", { class: "who" });
    this.stocks = h("div", { class: "stocks" });
    this.clock = h("div", { class: "clock", role: "timer", hidden: true });
    const label = say("web-player", { player: side.toUpperCase() });
    this.element = h("section", { class: `seat ${side}`, "aria-label": label }, this.who, this.stocks, this.clock);
    /** @type {{remaining: number, at: number, seen: number, running: boolean} | null} */
    this.time = null;
  }

  /** @param {State} state @param {State["view"]} view */
  show(state, view) {
    const seat = state.players[this.side];
    const mine = state.you === this.side || state.you === "both";
    const name = nameOf(state, this.side);
    renew(this.who, [name, seat, state.turn, state.outcome, mine, state.thinking], () => {
      const human = seat.kind === "human";
      const thinks = !human && state.thinking && state.turn === this.side;
      return [
        badge(this.side),
        h("span", { class: "name" }, name),
        mine && seat.name && state.you !== "both" ? h("span", { class: "you" }, say("web-you")) : null,
        human && state.you !== "both" ? presence(seat.online) : null,
        thinks ? h("span", { class: "busy" }, say("web-thinking")) : null,
      ];
    });
    const index = this.side === "x" ? 0 : 1;
    renew(this.stocks, view.stocks, () => view.stocks.map(([kind, counts]) => stock(kind, counts[index] ?? 0)));
    const turn = state.turn === this.side && !state.outcome;
    this.element.classList.toggle("turn", turn);
    this.element.classList.toggle("winner", state.outcome?.winner === this.side);
    this.#setClock(state);
  }

  /** @param {State} state */
  #setClock(state) {
    this.clock.hidden = state.clock === null;
    const { clock } = state;
    const running = clock?.running === this.side && !state.outcome;
    const at = performance.now();
    this.time = clock ? { remaining: clock[this.side], at, seen: at, running } : null;
    this.tick();
  }

  /** Shows the time that is left now. A clock is seen running only while it is known that it does. */
  tick() {
    if (!this.time) return;
    const { time } = this;
    const known = upToDate();
    if (known) time.seen = performance.now();
    const left = Math.max(0, time.remaining - (time.running ? time.seen - time.at : 0));
    const text = clockText(left);
    if (this.clock.textContent !== text) fill(this.clock, text);
    this.clock.classList.toggle("running", time.running && known);
    this.clock.classList.toggle("unsure", !known);
    this.clock.classList.toggle("low", left < 20000);
  }
}

/** Whether a player is here. @param {boolean} online */
function presence(online) {
  const text = say(online ? "web-online" : "web-away");
  return h("span", { class: `presence ${online ? "on" : ""}`, role: "img", "aria-label": text, title: text });
}

/** A number beside the board. @param {string} kind @param {number} count */
function stock(kind, count) {
  const name = stockName(kind);
  const unseen = h("span", { class: "unseen" }, `${name}: `);
  return h("span", { class: `stock ${kind}`, title: name }, unseen, h("i", { "aria-hidden": "true" }), String(count));
}

/** @param {number} ms */
export function clockText(ms) {
  const seconds = Math.floor(ms / 1000);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (/** @type {number} */ count) => String(count).padStart(2, "0");
  if (hours >= 24) return say("web-clock-days", { days: Math.floor(hours / 24), hours: hours % 24 });
  if (hours > 0) return `${hours}:${two(minutes)}:${two(rest)}`;
  if (ms < 10000) return `${minutes}:${two(rest)}.${Math.floor((ms % 1000) / 100)}`;
  return `${minutes}:${two(rest)}`;
}

/** @param {State} state @param {Player} side */
export function nameOf(state, side) {
  const seat = state.players[side];
  if (seat.name) return seat.name;
  if (seat.kind === "engine") return seat.title ?? say("web-engine");
  if (state.you === "both") return say("web-player", { player: side.toUpperCase() });
  if (state.you === side) return say("web-you-name");
  return say(seat.joined ? "web-guest" : "web-awaited");
}
