// @ts-check
// The home of the page in this browser: the requests that a server would answer, answered by threads with the engine.
//
// It is loaded where there is no server. Games are stored in the browser before the page hears of a change; every
// request is sent to the engine together with the games that it names, so that two windows may play one game.

import { GameStore } from "./game_store.js";

/** @typedef {import("../engine/thread.js").Thread} Thread */
/** @typedef {import("./game_store.js").StoredGame} StoredGame */
/** @typedef {{game: string, version: number, thinks: boolean, dueAt?: number}} Duty */
/** @typedef {{status: number, body: any, changed: StoredGame[], duties: Duty[]}} Reply */
/** @typedef {{status: string, done: number, total: number, result: any, thread: Thread | null}} Review */
/** @typedef {{lang: string, games: Set<string>, say: (message: unknown) => void}} Listener */
/**
 * What came with the page: answers by what is asked, and boards by the file that has them.
 * @typedef {{answers: Record<string, string>, samples: Record<string, string>}} SiteFiles
 */

/** How often a change is tried again that another window has overtaken. */
const TRIES = 4;
/** How long before a flag falls that it is looked at: timers are early by a little. */
const SLACK = 20;
/** Reviews that are kept. */
const REVIEWS = 20;

export class LocalHome {
  /** @param {{files: SiteFiles, thread: () => Thread}} given */
  constructor({ files, thread }) {
    this.files = files;
    this.thread = thread;
    this.since = Date.now();
    this.games = new GameStore();
    /** Threads by what they do: short work, the bots of games, hints. @type {Map<string, Thread>} */
    this.threads = new Map();
    /** The version of each game that is thought about. @type {Map<string, number>} */
    this.thinking = new Map();
    /** @type {Map<string, ReturnType<typeof setTimeout>>} */
    this.flags = new Map();
    /** @type {Set<Listener>} */
    this.listeners = new Set();
    /** @type {Map<string, Review>} */
    this.reviews = new Map();
    /** Boards that came with the page. @type {Map<string, any>} */
    this.boards = new Map();
    /** @type {Map<string, Promise<any>>} */
    this.fetched = new Map();
    this.windows = "BroadcastChannel" in globalThis ? new BroadcastChannel("potez-games") : null;
    if (this.windows) this.windows.onmessage = ({ data }) => void this.#show(data);
  }

  /** Answers a request as a server would. @param {string} url @param {RequestInit} [init] */
  async fetch(url, init = {}) {
    const { pathname: path, searchParams } = new URL(url, "http://here");
    const { lang = "en", ...params } = Object.fromEntries(searchParams);
    const body = typeof init.body === "string" ? JSON.parse(init.body) : {};
    const { status, body: answer } = await this.#answer({ method: init.method ?? "GET", path, params, body, lang });
    return { ok: status < 300, status, statusText: "", json: async () => answer };
  }

  /**
   * Takes somebody on who hears of changes.
   * @param {string} lang
   * @param {(message: unknown) => void} say
   */
  connect(lang, say) {
    /** @type {Listener} */
    const listener = { lang, games: new Set(), say };
    this.listeners.add(listener);
    return { hear: (/** @type {any} */ message) => this.#hear(listener, message), leave: () => this.#leave(listener) };
  }

  /** All games of this browser as one text. */
  async exported() {
    const games = await this.games.all();
    return JSON.stringify({ format: "potez-games", version: 1, games });
  }

  /** Takes games over from such a text; gives the names of those that are here now. @param {string} text */
  async imported(text) {
    const { format, games } = JSON.parse(text);
    if (format !== "potez-games" || !Array.isArray(games)) throw new Error("not a file of games");
    // The engine says which of them can be read.
    const { body } = await this.#ask("desk", { query: "call", method: "POST", path: "/api/games/brief", games });
    const good = new Set((body?.games ?? []).map((/** @type {{id: string}} */ { id }) => id));
    const kept = games.filter(({ id }) => good.has(id));
    for (const game of kept) await this.games.keepNewer(game);
    return kept.map(({ id }) => id);
  }

  /** @param {{method: string, path: string, params: Record<string, string>, body: any, lang: string}} request */
  async #answer(request) {
    const { method, path, body, lang } = request;
    const file = this.files.answers[`${path}?lang=${lang}`] ?? this.files.answers[path];
    if (method === "GET" && file) return this.#file(file);
    if (path === "/api/position") {
      const board = await this.#board(body, lang);
      if (board) return { status: 200, body: board };
    }
    if (path === "/api/lobby") return { status: 200, body: { invitations: [] } };
    if (path.startsWith("/api/reviews")) return this.#review(request);
    const thread = /\/(hint|judge|proofs)$|^\/api\/puzzle\//.test(path) ? "adviser" : "desk";
    return this.#call(thread, { query: "call", ...request });
  }

  /** An answer that came as a file, with the boards that belong to it. @param {string} url */
  async #file(url) {
    const { answer, boards } = await this.#fetched(url);
    for (const [key, board] of boards ?? []) this.boards.set(key, board);
    return { status: 200, body: answer };
  }

  /** @param {string} url */
  #fetched(url) {
    let known = this.fetched.get(url);
    if (!known) {
      known = fetch(url).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(url))));
      known.catch(() => this.fetched.delete(url));
      this.fetched.set(url, known);
    }
    return known;
  }

  /** A board that came with the page: it needs no engine. @param {any} body @param {string} lang */
  async #board({ game, position = null, moves = [], ...rest }, lang) {
    if (Object.keys(rest).length > 0) return null;
    const key = JSON.stringify([lang, game, position, moves]);
    const samples = this.files.samples[lang];
    if (!this.boards.has(key) && samples) await this.#file(samples).catch(() => null);
    return this.boards.get(key) ?? null;
  }

  /** @param {string} name */
  #thread(name) {
    let thread = this.threads.get(name);
    if (!thread || thread.ended) {
      thread = this.thread();
      this.threads.set(name, thread);
    }
    return thread;
  }

  /** @param {string} thread @param {Record<string, unknown>} question @returns {Promise<any>} */
  #ask(thread, question) {
    return this.#thread(thread).ask({ ...question, now: Date.now(), since: this.since });
  }

  /**
   * Asks with the games that the question names, stores what has changed, and tells everybody of it.
   * @param {string} thread
   * @param {any} question
   * @param {string[]} [ids]
   * @returns {Promise<Reply>}
   */
  async #call(thread, question, ids = named(question)) {
    for (let tries = 1; ; tries += 1) {
      const games = await this.games.load(ids);
      const reply = await this.#ask(thread, { ...question, games });
      if (reply.error) throw new Error(reply.error.message);
      const stored = reply.changed.length === 0 || (await this.games.save(reply.changed));
      // Another window was faster: whether it still fits is the engine's to say.
      if (!stored && tries < TRIES) continue;
      for (const duty of reply.duties) this.#follow(duty);
      for (const { id } of reply.changed) {
        this.windows?.postMessage(id);
        void this.#show(id);
      }
      return reply;
    }
  }

  /** Sees to what follows from how a game stands. @param {Duty} duty */
  #follow({ game, version, thinks, dueAt }) {
    clearTimeout(this.flags.get(game));
    this.flags.delete(game);
    if (dueAt !== undefined) {
      const wait = Math.min(Math.max(dueAt - Date.now() + SLACK, 0), 2 ** 31 - 1);
      this.flags.set(
        game,
        setTimeout(() => void this.#settle(game, null), wait),
      );
    }
    const known = this.thinking.get(game);
    if (known !== undefined && known !== version) {
      // What it thinks about is no more.
      this.thinking.delete(game);
      this.threads.get("bot")?.end();
    }
    if (thinks && this.thinking.get(game) !== version) void this.#think(game, version);
  }

  /** @param {string} game @param {number} version */
  async #think(game, version) {
    this.thinking.set(game, version);
    try {
      const games = await this.games.load([game]);
      const { outcome } = await this.#ask("bot", { query: "duty", games });
      if (this.thinking.get(game) !== version) return;
      this.thinking.delete(game);
      if (outcome) await this.#settle(game, outcome);
    } catch (error) {
      // Ended on purpose, or broken: the next look at the game begins anew.
      if (this.thinking.get(game) === version) this.thinking.delete(game);
    }
  }

  /** Applies what was thought out, or the time that has passed. @param {string} game @param {any} outcome */
  async #settle(game, outcome) {
    await this.#call("desk", { query: "settle", outcome }, [game]).catch(() => null);
  }

  /** Tells whoever looks at a game how it stands. @param {string} game */
  async #show(game) {
    for (const listener of this.listeners) {
      if (listener.games.has(game)) await this.#watch(listener, game);
    }
  }

  /** @param {Listener} listener @param {string} game */
  async #watch(listener, game) {
    const { status, body } = await this.#call("desk", get(`/api/games/${game}`, listener.lang));
    if (status === 200) listener.say({ t: "state", game, state: body });
    else listener.say({ t: "error", game, error: body.error });
  }

  /** @param {Listener} listener @param {any} message */
  async #hear(listener, message) {
    const { t, id, game } = message;
    const answer = (/** @type {object} */ body) => listener.say({ ...body, ...(id === undefined ? {} : { id }) });
    try {
      if (t === "watch") {
        listener.games.add(game);
        await this.#watch(listener, game);
      } else if (t === "unwatch") {
        listener.games.delete(game);
      } else if (t === "step") {
        const params = { parts: JSON.stringify(message.parts) };
        const { status, body } = await this.#call("desk", { ...get(`/api/games/${game}/step`, listener.lang), params });
        answer(status === 200 ? { t: "step", step: body } : { t: "error", error: body.error });
      } else if (t === "move") {
        const { t: _, id: __, game: ___, ...body } = message;
        const path = `/api/games/${game}/move`;
        const reply = await this.#call("desk", { query: "call", method: "POST", path, body, lang: listener.lang });
        answer(reply.status === 200 ? { t: "ok" } : { t: "error", error: reply.body.error });
      } else if (t === "ping") {
        answer({ t: "pong", now: Date.now() });
      }
    } catch (error) {
      answer({ t: "error", game, error: { code: "internal", message: String(error) } });
    }
  }

  /** @param {Listener} listener */
  #leave(listener) {
    this.listeners.delete(listener);
  }

  /** Reviews go on in threads of their own. @param {{method: string, path: string, body: any, lang: string}} request */
  async #review(request) {
    const name = request.path.split("/")[3];
    if (!name) return this.#beginReview(request);
    const review = this.reviews.get(name);
    if (!review) return { status: 404, body: { error: { code: "not-found", message: "" } } };
    if (request.method === "DELETE") {
      if (review.status === "running") review.status = "cancelled";
      review.thread?.end();
    }
    const { status, done, total, result } = review;
    return { status: 200, body: { id: name, status, done, total, result } };
  }

  /** @param {{body: any}} request */
  async #beginReview(request) {
    const games = await this.games.load(request.body.gameId ? [request.body.gameId] : []);
    const thread = this.thread();
    /** @type {Review} */
    const review = { status: "running", done: 0, total: 1, result: null, thread };
    const name = `r${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
    const hear = (/** @type {any} */ { done, total }) => Object.assign(review, { done, total });
    const question = { query: "call", ...request, now: Date.now(), since: this.since, games };
    const asked = thread.ask(question, hear);
    const ready = asked.then(
      (reply) => {
        thread.end();
        const status = reply.status === 200 ? "done" : "failed";
        if (review.status === "running") Object.assign(review, { status, result: reply.body, thread: null });
        return reply;
      },
      () => void (review.status === "running" && Object.assign(review, { status: "failed", thread: null })),
    );
    // What cannot be reviewed is said at once.
    const first = await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, 300))]);
    if (first && first.status !== 200) return first;
    this.reviews.set(name, review);
    for (const old of [...this.reviews.keys()].slice(0, Math.max(0, this.reviews.size - REVIEWS))) {
      this.reviews.delete(old);
    }
    return { status: 202, body: { id: name } };
  }
}

/** @param {string} path @param {string} lang */
const get = (path, lang) => ({ query: "call", method: "GET", path, lang });

/** The games that a question names. @param {{path?: string, body?: any}} question @returns {string[]} */
function named({ path = "", body }) {
  const [, , kind, id] = path.split("/");
  if (kind !== "games" || !id) return [];
  return id === "brief" ? (body?.ids ?? []) : [id];
}
