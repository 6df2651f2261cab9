// @ts-check
// A game being played or watched.

import * as api from "../api.js";
import { Board } from "../board/board.js";
import { Mover } from "../board/mover.js";
import { h } from "../dom.js";
import { Actions } from "../game/actions.js";
import { appearance } from "../game/appearance.js";
import { banners } from "../game/banners.js";
import { Hearing } from "../game/hearing.js";
import { keepResult } from "../game/ladder.js";
import { MoveList } from "../game/moves.js";
import { Outbox } from "../game/outbox.js";
import { Paths } from "../game/paths.js";
import { Phrases } from "../game/phrases.js";
import { Replay } from "../game/replay.js";
import { SeatBar, nameOf } from "../game/seat.js";
import { sound } from "../game/sound.js";
import { typedMove } from "../game/typed.js";
import { keepGame } from "../offline.js";
import { go, rename } from "../route.js";
import { renew } from "../renew.js";
import { rememberGame, settings, tokenOf } from "../settings.js";
import { onConnection, subscribe, unsubscribe } from "../socket.js";
import { announce, note } from "../speech.js";
import { say } from "../texts.js";
import { notify, setTitle } from "../turns.js";

/** @typedef {import("potez-schema").GameView} State */
/** @typedef {import("../game/replay.js").Shown} Shown */
/** @typedef {import("../game/outbox.js").Entered} Entered */

/** @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Page>} */
export async function gamePage(route) {
  const [, id = "", token = null] = route.path;
  if (token) {
    // Whoever tries the link that is meant for the friend keeps the own seat.
    if (settings.games[id]?.friend !== token) rememberGame(id, token);
    // The address now is the one to show to spectators: whoever copies it gives no seat away.
    rename(`#/game/${id}`);
  }
  const [state, catalogue] = await Promise.all([api.game(id, tokenOf(id)), api.catalogue()]);
  const page = new GamePage(id, state, catalogue);
  return { title: state.gameName, element: page.element, leave: () => page.leave() };
}

class GamePage {
  /** @param {string} id @param {State} state @param {import("potez-schema").Catalogue} catalogue */
  constructor(id, state, catalogue) {
    this.id = id;
    this.levels = catalogue.levels.length;
    /** What each level won against the one below it, in percent. */
    this.scores = catalogue.games.find(({ id: own }) => own === state.baseGame)?.scores ?? [];
    /** @type {State} */
    this.state = state;
    this.token = tokenOf(id);
    rememberGame(id, this.token);
    /** The ply being looked at, or null for the present. @type {number | null} */
    this.ply = null;
    /** The position being looked at. @type {Shown} */
    this.shown = state;
    /** Every position of the game, once it is over. */
    this.replay = new Replay(id);
    this.outbox = new Outbox(
      (move) => this.#play(move),
      (ply) => ply === this.state.ply && this.mayMove,
    );
    this.bars = { x: new SeatBar("x"), o: new SeatBar("o") };
    this.source = api.liveSource(id);
    this.board = new Board(say("web-board", { game: state.gameName }));
    this.mover = new Mover(this.board, ({ text, parts }) => this.#send({ text, body: { parts } }));
    this.paths = new Paths(this.board, api.hasPaths(catalogue, state.baseGame));
    this.hearing = new Hearing(
      this.board,
      () => ({ game: this.state.game, position: this.shown.position }),
      api.hasPaths(catalogue, state.baseGame),
    );
    this.phrases = new Phrases(id, this.token);
    this.moves = new MoveList((ply) => void this.#look(ply));
    this.actions = new Actions(this);
    this.typed = typedMove((text) => this.#send({ text, body: { move: text } }));
    this.banner = h("div", { class: "banners" });
    this.connection = h("p", { class: "connection", role: "status", hidden: true }, say("web-reconnecting"));
    this.stage = h("div", { class: "stage" }, this.board.element);
    this.board.onturn = () => this.#seat(this.state);
    /** What the board and the hand at it depend on; while it stays, a half-made move stays too. */
    this.scene = "";
    /** What was offered and then withdrawn here, not declined. @type {Set<string>} */
    this.withdrawn = new Set();
    this.element = h(
      "div",
      { class: "table", "data-game": state.baseGame },
      h("h1", { class: "unseen" }, state.gameName),
      this.stage,
      h(
        "div",
        { class: "side" },
        this.connection,
        this.banner,
        this.actions.invitation,
        this.mover.element,
        this.actions.element,
        this.typed.element,
        this.phrases.heard,
        this.phrases.element,
        this.paths.element,
        this.moves.element,
        this.hearing.element,
        appearance(this.board),
        this.actions.links,
      ),
    );
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.moves.key(event);
    document.addEventListener("keydown", this.onKey);
    this.timer = setInterval(() => this.#tick(), 200);
    this.stopListening = onConnection((online) => (this.connection.hidden = online));
    const watch = () => ({ t: "watch", game: id, steps: true, ...(this.token ? { token: this.token } : {}) });
    subscribe(`game ${id}`, watch, (message) => {
      if (message.t === "state") this.apply(message.state);
      else if (message.t === "error") note(message.error.message, "bad");
    });
    this.#render(false);
    if (state.you) void keepGame(state);
    const seat = state.you === "x" || state.you === "o" ? state.players[state.you] : null;
    if (seat && !seat.name && settings.name) void this.rename(settings.name);
  }

  /** Takes a name at the table. @param {string} name */
  async rename(name) {
    const answer = api.call("POST", `/api/games/${this.id}/name`, { name }, { token: this.token });
    await answer.then(
      (state) => this.apply(state),
      () => {},
    );
  }

  leave() {
    clearInterval(this.timer);
    this.outbox.close();
    document.removeEventListener("keydown", this.onKey);
    this.stopListening();
    unsubscribe(`game ${this.id}`, { t: "unwatch", game: this.id });
  }

  /** Takes over a newer state. @param {State} state */
  apply(state) {
    const old = this.state;
    const was = this.mayMove;
    if (state.version < old.version) return;
    this.state = state;
    const moved = state.ply !== old.ply || state.position !== old.position;
    if (moved) {
      this.ply = null;
      this.replay = new Replay(this.id);
    }
    if (state.ply > old.ply && state.last) {
      announce(state.outcome ? `${state.last.words}. ${state.outcome.words}` : state.last.words);
      sound(state.outcome ? "end" : "move");
    } else if (state.outcome && !old.outcome) {
      announce(state.outcome.words);
      sound("end");
    } else if (state.ply < old.ply) {
      announce(say("web-taken-back"));
    }
    this.#tellDeclined(old, state);
    const taught = state.lesson && JSON.stringify(state.lesson) !== JSON.stringify(old.lesson);
    if (taught && state.lesson) announce(state.lesson.words.join(" "));
    if (state.outcome && state.you && !old.outcome) {
      void keepGame(state);
      keepResult(state);
    }
    this.phrases.show(state, old);
    if (state.next && !old.next) {
      // Who looks on comes along.
      if (this.token && state.you) rememberGame(state.next, this.token);
      go(`#/game/${state.next}`);
      return;
    }
    void this.outbox.resend();
    this.#render(moved && state.ply === old.ply + 1);
    this.#tellTurn(was);
  }

  /** An offer that is gone though nothing has come of it was declined. @param {State} old @param {State} state */
  #tellDeclined(old, state) {
    for (const what of /** @type {const} */ (["takeback", "draw", "rematch"])) {
      const gone = old.offers[what] !== null && old.offers[what] === old.you && state.offers[what] === null;
      const answered = state.ply !== old.ply || (state.outcome && !old.outcome) || state.next !== null;
      if (gone && !answered && !this.withdrawn.delete(what)) note(say(`web-${what}-declined`));
    }
  }

  /** Whether the one at this screen may move now. */
  get mayMove() {
    const { state } = this;
    if (this.ply !== null || state.outcome || (state.thinking && state.teaching)) return false;
    return state.you === "both" ? state.players[state.turn].kind === "human" : state.you === state.turn;
  }

  /** @param {Entered} move */
  #send(move) {
    return this.outbox.send(move, this.state.ply);
  }

  /** @param {Entered} move */
  async #play(move) {
    const { ply } = this.state;
    const state = await api.playMove(this.id, this.token, { ...move.body, ply });
    // What comes next is drawn whole, even where it is the same position again.
    if (this.state.ply === ply) this.scene = "";
    if (state) this.apply(state);
  }

  /** @param {string} action @param {string} [side] */
  async act(action, side) {
    if (action.startsWith("cancel")) this.withdrawn.add(action.slice(6).toLowerCase());
    try {
      const body = { action, ...(side ? { side } : {}) };
      this.apply(await api.call("POST", `/api/games/${this.id}/action`, body, { token: this.token }));
    } catch (error) {
      note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad");
    }
  }

  /** Looks at an earlier position. @param {number} ply */
  async #look(ply) {
    const { state } = this;
    if (ply >= state.ply) {
      this.ply = null;
      this.#render(false);
      return;
    }
    const moves = state.moves.slice(0, ply).map(({ text }) => text);
    const spot = { game: state.game, position: state.start, moves };
    const found = state.outcome ? this.replay.at(ply) : api.position(spot);
    const shown = await found.catch(() => note(say("web-offline"), "bad"));
    if (!shown || this.state !== state) return;
    this.ply = ply;
    this.shown = shown;
    this.#render(false);
  }

  /** @param {boolean} animate */
  #render(animate) {
    const { state } = this;
    if (this.ply === null) this.shown = state;
    this.#seat(state);
    this.bars.x.show(state, this.shown.view);
    this.bars.o.show(state, this.shown.view);
    this.element.classList.toggle("past", this.ply !== null);
    this.element.classList.toggle("over", state.outcome !== null);
    this.#setScene(animate);
    this.typed.enable(this.mayMove);
    this.typed.element.hidden = state.you === null || state.outcome !== null;
    const texts = state.moves.map(({ text }) => text);
    this.moves.set(texts, this.ply ?? state.ply);
    this.actions.show(state);
    const shown = [state.outcome, state.lesson, state.offers, state.you, this.ply === null, settings.lang];
    renew(this.banner, shown, () => {
      const act = (/** @type {string} */ action) => void this.act(action);
      const back = this.ply === null ? null : () => void this.#look(state.ply);
      return banners(state, { act, back, ladder: { scores: this.scores, levels: this.levels } });
    });
  }

  /** Whoever looks from a side has that player's bar below the board, unless it is turned. @param {State} state */
  #seat(state) {
    const own = state.you === "o" ? this.bars.o : this.bars.x;
    const other = state.you === "o" ? this.bars.x : this.bars.o;
    const [above, below] = this.board.turned ? [own, other] : [other, own];
    if (this.stage.lastElementChild === below.element) return;
    // The board itself stays where it is, and keeps the focus.
    this.stage.prepend(above.element);
    this.stage.append(below.element);
  }

  /**
   * Puts the position on the board. Who comes, goes or offers something changes nothing there: what is being chosen
   * stays chosen.
   * @param {boolean} animate
   */
  #setScene(animate) {
    const { shown, source, state, mayMove: active } = this;
    const taught = state.lesson?.move.text ?? null;
    const seated = state.you === "x" || state.you === "o";
    // Before the first move there is nothing to answer, and a teacher may take moves back.
    const plans = seated && this.ply === null && !state.outcome && !state.teaching && state.ply > 0;
    const place = [shown.position, shown.ply, shown.outcome, active, this.ply, plans];
    const scene = JSON.stringify([...place, taught, settings.lang]);
    if (scene === this.scene) {
      this.mover.rest(this.#idle());
      return;
    }
    this.scene = scene;
    this.board.show(shown.view, animate);
    this.paths.show(state.game, shown.position);
    const first = shown.step ?? null;
    void this.mover.set({ source, view: shown.view, active, idle: this.#idle(), plans, first });
  }

  /** What is said while nothing can be chosen. */
  #idle() {
    const { state } = this;
    if (this.ply !== null) return say("web-looking-back", { ply: this.ply, count: state.ply });
    if (state.outcome) return "";
    if (state.thinking) return say("web-engine-thinks");
    if (!state.players[state.turn].joined) return say("web-waiting-friend");
    return say("web-waiting-for", { name: nameOf(state, state.turn) });
  }

  /** Says in the title whose turn it is, and by a notification where nobody looks. @param {boolean} was */
  #tellTurn(was) {
    const { state } = this;
    const people = state.players.x.kind === "human" && state.players.o.kind === "human" && state.you !== "both";
    const mine = this.mayMove && !state.thinking;
    setTitle(people && mine ? `${say("web-your-turn")} · ${state.gameName}` : `${state.gameName} · Potez`);
    if (people && mine && !was) notify(this.id, state.gameName);
  }

  #tick() {
    this.bars.x.tick();
    this.bars.o.tick();
  }

  /** Marks a hint on the board. @param {import("potez-schema").CellRef[]} cells */
  hint(cells) {
    this.mover.hint(cells);
  }
}
