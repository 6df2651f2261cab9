// @ts-check
// Puzzles: one position after the other, by theme, of the day, or against the clock.

import { keeping } from "./keeping.js";
import { RUSH, nextOfRush } from "./rush.js";

/** @typedef {import("potez-schema").PuzzleView} Puzzle */
/** @typedef {import("potez-schema").PuzzleList} PuzzleList */
/** @typedef {import("potez-schema").VerdictView} Verdict */
/** @typedef {import("../pages/puzzles.js").Kit} Kit */
/** @typedef {import("./progress.js").Progress} Progress */
/** @typedef {"practice" | "daily" | "rush"} Mode */

const DAY = 86400000;
/** How long each move of a line stays on the board, in milliseconds. */
const STEP = 800;

/**
 * @param {import("../route.js").Route} route
 * @param {Kit} kit
 * @param {Progress} progress
 * @returns {Promise<import("../app.js").Page>}
 */
export async function openPuzzles(route, kit, progress) {
  const catalogue = await kit.api.catalogue();
  const chosen = catalogue.games.find(({ id }) => id === route.path[1]) ?? catalogue.games[0];
  if (!chosen) throw new Error(kit.say("web-missing"));
  /** @type {PuzzleList} */
  const list = await kit.api.call("GET", `/api/puzzles/${chosen.id}`);
  const page = new PuzzlePage(kit, progress, list, route);
  const tabs = catalogue.games.map(({ id, name }) => {
    const current = id === chosen.id ? "page" : null;
    return kit.h("a", { href: `#/puzzles/${id}`, "aria-current": current }, name);
  });
  page.element.prepend(kit.h("nav", { class: "tabs", "aria-label": kit.say("web-game") }, ...tabs));
  void page.begin();
  return { title: kit.say("web-nav-puzzles"), element: page.element, leave: () => page.leave() };
}

class PuzzlePage {
  /** @param {Kit} kit @param {Progress} progress @param {PuzzleList} list @param {import("../route.js").Route} route */
  constructor(kit, progress, list, route) {
    this.kit = kit;
    this.progress = progress;
    this.list = list;
    const { h, say } = kit;
    const asked = route.query.get("mode");
    this.mode = /** @type {Mode} */ (asked === "daily" || asked === "rush" ? asked : "practice");
    this.theme = list.themes.some(({ id }) => id === route.query.get("theme")) ? (route.query.get("theme") ?? "") : "";
    this.wanted = route.query.get("id");
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** The moves on the board since the puzzle began. @type {string[]} */
    this.moves = [];
    this.found = 0;
    /** Whether the first try has been noted. */
    this.noted = false;
    this.over = false;
    this.visit = 0;
    this.rush = { until: 0, solved: 0, errors: 0 };
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.ticking = undefined;
    this.board = new kit.Board(say("web-nav-puzzles"));
    this.mover = new kit.Mover(this.board, ({ text }) => this.play(text));
    this.typed = kit.typedMove((move) => this.play(move));
    this.task = h("p", { class: "task", "data-id": "task" });
    this.about = h("p", { class: "puzzle-about" });
    this.verdict = h("p", { class: "verdict", role: "status", "data-id": "verdict" });
    this.tools = h("div", { class: "actions" });
    this.score = h("p", { class: "puzzle-score", "data-id": "score" });
    this.element = h(
      "div",
      { class: "table puzzles" },
      h("h1", { class: "unseen" }, say("web-nav-puzzles")),
      h("div", { class: "stage" }, this.board.element),
      h(
        "div",
        { class: "side" },
        this.#choices(),
        this.task,
        this.about,
        this.mover.element,
        this.verdict,
        this.tools,
        this.typed.element,
        this.score,
        keeping(kit, progress, () => this.#drawScore()),
      ),
    );
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.#key(event);
    document.addEventListener("keydown", this.onKey);
  }

  leave() {
    this.visit += 1;
    clearInterval(this.ticking);
    document.removeEventListener("keydown", this.onKey);
  }

  #choices() {
    const { h, select, say } = this.kit;
    const modes = ["practice", "daily", "rush"].map((id) => ({ value: id, text: say(`web-puzzle-${id}`) }));
    const themes = this.list.themes.map(({ id, name, count }) => ({ value: id, text: `${name} (${count})` }));
    const all = { value: "", text: say("web-puzzle-all", { count: this.list.puzzles.length }) };
    const change = (/** @type {() => void} */ set) => {
      set();
      void this.begin();
    };
    const [mode, theme] = [say("web-puzzle-mode"), say("web-puzzle-theme")];
    return h(
      "div",
      { class: "row" },
      select(mode, modes, this.mode, (to) => change(() => (this.mode = /** @type {Mode} */ (to))), { name: "mode" }),
      select(theme, [all, ...themes], this.theme, (to) => change(() => (this.theme = to)), { name: "theme" }),
    );
  }

  /** The puzzles that may be asked. */
  #pool() {
    const { puzzles } = this.list;
    return this.theme ? puzzles.filter(({ themes }) => themes.includes(this.theme)) : puzzles;
  }

  /** Begins as the mode says. */
  async begin() {
    clearInterval(this.ticking);
    this.rush = { until: Date.now() + RUSH.time, solved: 0, errors: 0 };
    if (this.mode === "rush") {
      this.ticking = setInterval(() => this.#tick(), 500);
    }
    await this.#next();
  }

  #tick() {
    if (Date.now() >= this.rush.until) this.#endRush();
    else this.#drawScore();
  }

  #endRush() {
    const { say, announce, button, fill } = this.kit;
    clearInterval(this.ticking);
    this.visit += 1;
    this.over = true;
    this.progress.noteRush(this.rush.solved);
    const text = say("web-puzzle-rush-over", { solved: this.rush.solved, best: this.progress.data.rush });
    this.#tell(text, true);
    announce(text);
    this.typed.enable(false);
    void this.mover.set({ source: this.#source(), view: /** @type {any} */ (this.board.view), active: false });
    fill(
      this.tools,
      button(say("web-puzzle-again"), () => void this.begin(), { class: "primary", icon: "again" }),
    );
    this.#drawScore();
  }

  /** Which puzzle comes next. @returns {Puzzle | undefined} */
  #choose() {
    const pool = this.#pool();
    const wanted = this.list.puzzles.find(({ id }) => id === this.wanted);
    this.wanted = null;
    if (wanted) return wanted;
    if (this.mode === "daily") return this.list.puzzles.find(({ id }) => id === this.list.daily);
    if (this.mode === "rush") return nextOfRush(pool, this.rush.solved, this.puzzle?.id);
    return this.progress.next(pool, this.puzzle?.id);
  }

  async #next() {
    const puzzle = this.#choose();
    if (!puzzle) {
      this.task.textContent = this.kit.say("web-puzzle-none");
      return;
    }
    Object.assign(this, { puzzle, moves: [], found: 0, noted: false, over: false });
    this.#tell("");
    await this.#show([], false);
    this.kit.announce(this.task.textContent ?? "");
  }

  #source() {
    const { game = "", position = "" } = this.puzzle ?? {};
    return this.kit.api.sourceOf({ game, position, moves: this.moves });
  }

  /** Shows the position after the moves and some more. @param {string[]} more @param {boolean} animate */
  async #show(more, animate) {
    const { api, say, note } = this.kit;
    const puzzle = /** @type {Puzzle} */ (this.puzzle);
    const mine = ++this.visit;
    const moves = [...this.moves, ...more];
    try {
      const at = await api.position({ game: puzzle.game, position: puzzle.position, moves });
      if (mine !== this.visit) return false;
      this.board.show(at.view, animate);
      const active = more.length === 0 && !this.over && at.outcome === null;
      this.typed.enable(active);
      if (more.length === 0 && !this.over) {
        const task = { player: at.turn.toUpperCase(), goal: puzzle.goal, count: puzzle.asked - this.found };
        this.task.textContent = say("puzzle-task", task);
      }
      await this.mover.set({ source: this.#source(), view: at.view, active, idle: "" });
    } catch (error) {
      note(error instanceof Error && error.message ? error.message : say("web-offline"), "bad");
    }
    this.#drawAbout();
    this.#drawTools(more.length > 0);
    this.#drawScore();
    return mine === this.visit;
  }

  /** Shows a line move by move. @param {import("potez-schema").MoveView[]} line */
  async #walk(line) {
    const texts = line.map(({ text }) => text);
    for (let count = 1; count <= texts.length; count += 1) {
      if (!(await this.#show(texts.slice(0, count), true))) return;
      const mine = this.visit;
      await new Promise((done) => setTimeout(done, STEP));
      if (mine !== this.visit) return;
    }
  }

  /** @param {string} move */
  async play(move) {
    const { puzzle } = this;
    if (!puzzle || this.over) return;
    const mine = this.visit;
    /** @type {Verdict} */
    const verdict = await this.kit.api.call("POST", `/api/puzzle/${puzzle.id}`, { found: this.found, move });
    if (mine !== this.visit) return;
    this.#tell(verdict.words, verdict.verdict !== "wrong");
    if (verdict.verdict === "wrong") await this.#wrong(verdict);
    else if (verdict.verdict === "right") await this.#right(move, verdict);
    else await this.#solved(move);
  }

  /** @param {string} move @param {Verdict} verdict */
  async #right(move, verdict) {
    this.moves.push(move, ...verdict.line.map(({ text }) => text));
    this.found += 1;
    await this.#show([], true);
  }

  /** @param {string} move */
  async #solved(move) {
    this.moves.push(move);
    this.found += 1;
    this.over = true;
    this.#note(true);
    if (this.mode === "daily") this.progress.noteDaily(Math.floor(Date.now() / DAY));
    if (this.mode === "rush") {
      this.rush.solved += 1;
      return this.#next();
    }
    await this.#show([], true);
    this.tools.querySelector("button")?.focus();
  }

  /** @param {Verdict} verdict */
  async #wrong(verdict) {
    this.#note(false);
    if (this.mode === "rush") {
      this.rush.errors += 1;
      if (this.rush.errors >= RUSH.errors) return this.#endRush();
      return this.#next();
    }
    await this.#walk(verdict.line);
  }

  /** The first try counts. @param {boolean} right */
  #note(right) {
    if (!this.noted && this.puzzle) this.progress.note(this.puzzle, right);
    this.noted = true;
    this.#drawScore();
  }

  async #solution() {
    const { api, say } = this.kit;
    const puzzle = /** @type {Puzzle} */ (this.puzzle);
    this.#note(false);
    const { line } = await api.call("GET", `/api/puzzle/${puzzle.id}?found=${this.found}`);
    const texts = line.map((/** @type {{text: string}} */ { text }) => text);
    this.over = true;
    this.#tell(say("puzzle-solution", { line: texts.join(" ") }));
    await this.#walk(line);
  }

  #hint() {
    const { say } = this.kit;
    this.#note(false);
    const names = this.puzzle?.themes.map((theme) => this.list.themes.find(({ id }) => id === theme)?.name ?? theme);
    this.#tell(say("puzzle-hint", { themes: names?.join(", ") ?? "" }));
  }

  async #back() {
    this.#tell("");
    this.over = this.found === this.puzzle?.asked;
    await this.#show([], false);
  }

  /** @param {string} text @param {boolean} [good] */
  #tell(text, good = true) {
    this.verdict.textContent = text;
    this.verdict.classList.toggle("bad", !good);
  }

  #drawAbout() {
    const { say, stockName, variant } = this.kit;
    const { id = "", difficulty = 1, game = "" } = this.puzzle ?? {};
    const stocks = (this.board.view?.stocks ?? []).map(([kind, [x, o]]) => `${stockName(kind)}: X ${x}, O ${o}`);
    this.about.textContent = [...stocks, say("puzzle-heading", { id, game: variant(game), difficulty })].join(" · ");
  }

  /** @param {boolean} away Whether something else than the puzzle is on the board. */
  #drawTools(away) {
    const { button, fill, say } = this.kit;
    const tool = (/** @type {string} */ key, /** @type {string} */ icon, /** @type {() => unknown} */ run) =>
      button(say(`web-puzzle-${key}`), () => void run(), { icon, "data-id": `puzzle-${key}` });
    const isOpen = !this.over && !away && this.mode !== "rush";
    fill(
      this.tools,
      away ? tool("back", "undo", () => this.#back()) : null,
      this.over && this.mode === "practice" ? tool("next", "next", () => this.#next()) : null,
      isOpen ? tool("hint", "hint", () => this.#hint()) : null,
      isOpen ? tool("solution", "eye", () => this.#solution()) : null,
      isOpen && this.mode === "practice" ? tool("skip", "next", () => this.#next()) : null,
    );
  }

  #drawScore() {
    const { say } = this.kit;
    const { streak, best, solved, tried, days } = this.progress.data;
    if (this.mode === "rush") {
      const seconds = Math.max(0, Math.ceil((this.rush.until - Date.now()) / 1000));
      const { solved: count, errors } = this.rush;
      this.score.textContent = say("web-puzzle-rush-score", { seconds, solved: count, left: RUSH.errors - errors });
      return;
    }
    const due = this.progress.due(this.list.puzzles).length;
    const parts = [say("puzzle-score", { solved, tried, streak }), say("web-puzzle-best", { best })];
    if (due > 0) parts.push(say("web-puzzle-due", { count: due }));
    if (this.mode === "daily") parts.push(say("web-puzzle-days", { count: days }));
    this.score.textContent = parts.join(" · ");
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
    const keys = /** @type {Record<string, string>} */ ({ n: "next", h: "hint", s: "solution", b: "back" });
    const name = keys[event.key];
    const found = name ? this.tools.querySelector(`[data-id="puzzle-${name}"]`) : null;
    if (!(found instanceof HTMLButtonElement)) return;
    event.preventDefault();
    found.click();
  }
}
