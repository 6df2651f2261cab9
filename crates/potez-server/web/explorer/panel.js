// @ts-check
// The explorer beside the analysis board: what the book, the games on this server and one's own games know of the
// position. It comes when it is first opened.

import { PatternSearch } from "./pattern.js";

/** @typedef {import("../analysis/explorer.js").Kit} Kit */
/** @typedef {import("../analysis/explorer.js").Hooks} Hooks */
/** @typedef {{game: string, position: string | null, moves: string[]}} Spot */
/** @typedef {import("potez-schema").ExploreView} View */
/** @typedef {import("potez-schema").ResultCounts} Counts */
/** @typedef {import("potez-schema").MoveView} Move */
/** @typedef {"book" | "server" | "own"} Source */

/** How long nothing may be typed before it is looked for, in milliseconds. */
const TYPING = 400;

export class Panel {
  /** @param {Kit} kit @param {Hooks} hooks @param {import("./archive.js").Archive} archive */
  constructor(kit, hooks, archive) {
    this.kit = kit;
    this.hooks = hooks;
    this.archive = archive;
    /** @type {Source} */
    this.source = "book";
    /** @type {Record<string, string>} */
    this.filter = {};
    this.everywhere = false;
    this.pattern = new PatternSearch(kit, hooks, () => void this.#ask());
    /** Endings that were seen, with their words. @type {Map<string, string>} */
    this.endings = new Map();
    /** @type {Spot | null} */
    this.spot = null;
    /** @type {View | null} */
    this.view = null;
    this.asked = 0;
    const { h, say, segments } = kit;
    const sources = ["book", "server", "own"].map((value) => ({ value, text: say(`web-explorer-${value}`) }));
    const choose = (/** @type {string} */ value) => this.#choose(/** @type {Source} */ (value));
    this.filters = h("div", { class: "explorer-filters" });
    this.own = h("div", { class: "row explorer-own" });
    this.body = h("div", { class: "explorer-body", "aria-live": "polite" });
    const chosen = segments(say("web-explorer-source"), sources, this.source, choose);
    this.element = h("div", { class: "explorer" }, chosen, this.own, this.filters, this.body);
    this.#drawTools();
    void this.archive.load().then(() => this.#draw());
  }

  /** @param {Spot | null} spot */
  set(spot) {
    this.spot = spot;
    void this.#ask();
  }

  /** @param {Source} source */
  #choose(source) {
    this.source = source;
    this.#drawTools();
    void this.#ask();
  }

  /** Whether games are searched by a pattern. */
  #byPattern() {
    return this.source === "server" && this.pattern.cells.length > 0;
  }

  /** @param {boolean} [on] Whether games by a pattern are looked for behind those that were found. */
  async #ask(on = false) {
    const { kit, spot } = this;
    const mine = ++this.asked;
    if (!spot) {
      this.view = null;
      this.#draw();
      return;
    }
    const { player, result, reason } = this.filter;
    const number = (/** @type {string} */ key) => (this.filter[key] ? Number(this.filter[key]) : null);
    const numbers = { level: number("level"), leastPlies: number("least"), mostPlies: number("most") };
    const texts = { player: player || null, result: result || null, reason: reason || null };
    const at = { game: spot.game, ...(spot.position ? { position: spot.position } : {}), moves: spot.moves };
    const filter = { ...texts, ...numbers };
    const request = { ...at, filter, everywhere: this.everywhere, keys: [] };
    try {
      if (this.#byPattern()) await this.pattern.ask({ ...at, filter }, on);
      let view = await kit.api.call("POST", "/api/explore", request);
      // Which moves lead where one's own games went is asked when the key of the position is known.
      const keys = this.source === "own" ? this.archive.next(view.key) : [];
      if (keys.length > 0) view = await kit.api.call("POST", "/api/explore", { ...request, keys });
      if (mine !== this.asked) return;
      this.view = view;
      for (const { ending } of view.games) this.endings.set(ending.reason, ending.words);
      this.#draw();
    } catch (error) {
      if (mine !== this.asked) return;
      kit.fill(
        this.body,
        kit.h(
          "p",
          { class: "muted" },
          error instanceof Error && error.message ? error.message : kit.say("web-offline"),
        ),
      );
    }
  }

  /** What can be chosen besides the source. */
  #drawTools() {
    const { h, fill, say } = this.kit;
    fill(this.filters);
    fill(this.own);
    if (this.source === "own") this.#drawOwn();
    if (this.source === "book") return;
    const isServer = this.source === "server";
    const set = (/** @type {string} */ key) => (/** @type {string} */ value) => {
      this.filter[key] = value.trim();
      void this.#ask();
    };
    const text = (/** @type {string} */ key, /** @type {string} */ type) => {
      /** @type {ReturnType<typeof setTimeout> | undefined} */
      let waiting;
      const input = h("input", { type, name: key, value: this.filter[key] ?? "", min: type === "number" ? 0 : null });
      input.addEventListener("input", () => {
        clearTimeout(waiting);
        waiting = setTimeout(() => set(key)(input.value), TYPING);
      });
      return h("label", { class: "field" }, h("span", { class: "field-name" }, say(`web-explorer-${key}`)), input);
    };
    const any = { value: "", text: say("web-explorer-any") };
    const results = ["x", "o", "draw"].map((value) => ({ value, text: say(`web-explorer-result-${value}`) }));
    const levels = Array.from({ length: 10 }, (_, at) => ({ value: String(at + 1), text: String(at + 1) }));
    const endings = [...this.endings].map(([value, words]) => ({ value, text: words }));
    const choice = (/** @type {string} */ key, /** @type {{value: string, text: string}[]} */ options) =>
      this.kit.select(say(`web-explorer-${key}`), [any, ...options], this.filter[key] ?? "", set(key), { name: key });
    const box = h("input", { type: "checkbox", name: "everywhere", checked: this.everywhere });
    box.addEventListener("change", () => {
      this.everywhere = box.checked;
      void this.#ask();
    });
    fill(
      this.filters,
      text("player", "text"),
      isServer ? choice("level", levels) : null,
      choice("result", results),
      isServer ? choice("reason", endings) : null,
      text("least", "number"),
      text("most", "number"),
      ...(isServer
        ? [h("label", { class: "inline" }, box, say("web-explorer-everywhere")), ...this.pattern.elements]
        : []),
    );
  }

  /** One's own games: read from files, kept in this browser. */
  #drawOwn() {
    const { h, fill, say, button, note } = this.kit;
    const label = say("web-explorer-add");
    const file = h("input", { type: "file", name: "archive", multiple: true, "aria-label": label });
    file.addEventListener("change", async () => {
      try {
        const { added, skipped } = await this.archive.add([...(file.files ?? [])]);
        note(say("web-explorer-added", { added, skipped }));
      } catch (error) {
        note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad");
      }
      this.#drawTools();
      void this.#ask();
    });
    const forget = button(
      say("web-explorer-forget"),
      () => void this.archive.forget().then(() => this.#choose("own")),
      {
        "data-id": "archive-forget",
      },
    );
    const count = this.archive.games.length;
    fill(this.own, file, h("span", { class: "facts" }, say("web-explorer-kept", { count })), count > 0 ? forget : null);
  }

  #draw() {
    const { fill, h, say } = this.kit;
    const { view } = this;
    if (!view) {
      fill(this.body, h("p", { class: "muted" }, say("web-explorer-nothing")));
    } else if (this.source === "book") {
      fill(this.body, ...this.#book(view));
    } else if (this.#byPattern()) {
      const sum = this.pattern.summary(() => void this.#ask(true));
      fill(this.body, sum, this.#serverGames(this.pattern.found));
    } else if (this.source === "server") {
      const { x, o, draws } = view.total;
      const sum = h("p", { class: "facts" }, say("web-explorer-total", { count: x + o + draws }));
      fill(this.body, sum, this.#moves(view.moves), this.#serverGames(view.games));
    } else {
      const { moves, games } = this.archive.at(view, this.filter);
      const sum = h("p", { class: "facts" }, say("web-explorer-total", { count: games.length }));
      fill(this.body, sum, this.#moves(moves), this.#ownGames(games));
    }
  }

  /** A move that is played when it is chosen. @param {Move} move */
  #move({ text }) {
    const { h, say } = this.kit;
    const play = () => this.hooks.play(text);
    const label = say("web-explorer-play", { move: text });
    return h("button", { type: "button", class: "link", "data-move": text, "aria-label": label, onclick: play }, text);
  }

  /** @param {string} caption @param {string[]} heads @param {Node[]} rows */
  #table(caption, heads, rows) {
    const { h } = this.kit;
    const head = h("tr", null, ...heads.map((text) => h("th", { scope: "col" }, text)));
    return h(
      "table",
      { class: "explored" },
      h("caption", { class: "unseen" }, caption),
      h("thead", null, head),
      h("tbody", null, ...rows),
    );
  }

  /** @param {View} view */
  #book(view) {
    const { h, say, percent, short } = this.kit;
    if (view.book.length === 0) return [h("p", { class: "muted" }, say("web-explorer-no-book"))];
    const rows = view.book.map(({ move, winChance, proven, visits, games, score, interval }) => {
      const [low, high] = (interval ?? []).map((share) => Math.round(100 * share));
      const range = low === undefined || high === undefined ? "" : say("web-explorer-range", { low, high });
      const chance = proven ? say(`web-explorer-proven-${proven}`) : percent(winChance);
      const played = score === null ? "–" : `${percent(score)} ${range}`;
      const cells = [this.#move(move), chance, short(visits), `${games}`, played];
      return h("tr", { class: proven ? "proven" : null }, ...cells.map((cell) => h("td", null, cell)));
    });
    const heads = ["move", "chance", "visits", "games", "score"].map((key) => say(`web-explorer-head-${key}`));
    return [this.#table(say("web-explorer-book"), heads, rows)];
  }

  /** How games went on. @param {{move: Move, results: Counts}[]} moves */
  #moves(moves) {
    const { h, say } = this.kit;
    if (moves.length === 0) return h("p", { class: "muted" }, say("web-explorer-no-moves"));
    const rows = moves.map(({ move, results }) => {
      const { x, o, draws } = results;
      const all = x + o + draws;
      const share = (/** @type {string} */ name, /** @type {number} */ count) => {
        const part = h("span", { class: `share ${name}` }, String(count));
        part.style.flexGrow = String(count);
        return count > 0 ? part : null;
      };
      const label = say("web-explorer-results", { x, o, draws });
      const bar = h(
        "div",
        { class: "shares", role: "img", "aria-label": label, title: label },
        share("x", x),
        share("draw", draws),
        share("o", o),
      );
      return h("tr", null, h("td", null, this.#move(move)), h("td", null, String(all)), h("td", null, bar));
    });
    const heads = ["move", "games", "results"].map((key) => say(`web-explorer-head-${key}`));
    return this.#table(say("web-explorer-moves"), heads, rows);
  }

  /**
   * @param {string} x
   * @param {string} o
   * @param {string} ending
   * @param {number} plies
   * @param {Record<string, any>} props
   */
  #game(x, o, ending, plies, props) {
    const { h, say } = this.kit;
    const players = say("web-players", { x: x || "X", o: o || "O" });
    const rest = [ending, say("web-move-count", { count: plies })].join(" · ");
    const name = props.href
      ? h("a", props, players)
      : h("button", { type: "button", class: "link", ...props }, players);
    return h("li", null, name, h("span", { class: "facts" }, ` ${rest}`));
  }

  /** @param {(View["games"][number] & {ply?: number})[]} games */
  #serverGames(games) {
    const { h, say } = this.kit;
    const items = games.map(({ id, x, o, ending, plies, ply }) => {
      const where = ply === undefined ? "" : ` · ${say("web-explorer-after", { count: ply })}`;
      return this.#game(x, o, ending.words + where, plies, { href: `#/game/${id}`, "data-game": id });
    });
    return h("ol", { class: "explored-games", "aria-label": say("web-explorer-games") }, ...items);
  }

  /** @param {import("potez-schema").ArchivedGame[]} games */
  #ownGames(games) {
    const { h, say } = this.kit;
    const items = games.slice(0, 50).map((game) => {
      const { x, o, result, moves } = game;
      const open = () => this.hooks.open(game);
      return this.#game(x, o, say(`web-explorer-result-${result}`), moves.length, { onclick: open });
    });
    return h("ol", { class: "explored-games", "aria-label": say("web-explorer-games") }, ...items);
  }
}
