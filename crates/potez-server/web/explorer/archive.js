// @ts-check
// One's own games: read from files by the server, which keeps nothing of them, and kept in this browser.

/** @typedef {import("../analysis/explorer.js").Kit} Kit */
/** @typedef {import("potez-schema").ArchivedGame} Game */
/** @typedef {import("potez-schema").ExploreView} View */
/** @typedef {import("potez-schema").ResultCounts} Counts */

/** Characters and games of one request; the server takes a little more. */
const MOST_CHARS = 200_000;
const MOST_GAMES = 200;
const NAME = "potez-archive";

export class Archive {
  /** @param {Kit} kit */
  constructor(kit) {
    this.kit = kit;
    /** @type {Game[]} */
    this.games = [];
    /** Where a position stood: games and plies by its key. @type {Map<string, [number, number][]>} */
    this.places = new Map();
  }

  /** Takes up what was kept. */
  async load() {
    try {
      const kept = await (await store("readonly")).get("games");
      this.#take(kept ?? []);
    } catch {
      // A browser that keeps nothing has games for as long as the page is open.
    }
  }

  /** @param {File[]} files @returns {Promise<{added: number, skipped: number}>} */
  async add(files) {
    let [added, skipped] = [0, 0];
    for (const file of files) {
      for (const text of pieces(await file.text())) {
        const answer = await this.kit.api.call("POST", "/api/archive", { text });
        this.#take([...this.games, ...answer.games]);
        added += answer.games.length;
        skipped += answer.skipped;
      }
    }
    await this.#keep();
    return { added, skipped };
  }

  async forget() {
    this.#take([]);
    await this.#keep();
  }

  /** @param {Game[]} games */
  #take(games) {
    this.games = games;
    this.places = new Map();
    games.forEach((game, number) => {
      game.keys.forEach((key, ply) => {
        const places = this.places.get(key) ?? [];
        // A position that comes again counts once.
        if (places.at(-1)?.[0] !== number) places.push([number, ply]);
        this.places.set(key, places);
      });
    });
  }

  async #keep() {
    try {
      await (await store("readwrite")).put(this.games, "games");
    } catch {
      // As in `load`.
    }
  }

  /** The keys of the positions that came after this one. @param {string} key @returns {string[]} */
  next(key) {
    const next = (this.places.get(key) ?? []).map(([number, ply]) => this.games[number]?.keys[ply + 1]);
    return [...new Set(next.filter((each) => each !== undefined))];
  }

  /** What these games know of a position. @param {View} view @param {Record<string, string>} filter */
  at(view, filter) {
    const all = this.places.get(view.key) ?? [];
    const places = all.filter(([number]) => fits(/** @type {Game} */ (this.games[number]), filter));
    /** @type {Map<string, Counts>} */
    const results = new Map();
    for (const [number, ply] of places) {
      const game = this.games[number];
      const key = game?.keys[ply + 1];
      if (!game || !key) continue;
      const counts = results.get(key) ?? { x: 0, o: 0, draws: 0 };
      if (game.result === "x") counts.x += 1;
      else if (game.result === "o") counts.o += 1;
      else counts.draws += 1;
      results.set(key, counts);
    }
    const sum = (/** @type {Counts} */ { x, o, draws }) => x + o + draws;
    const moves = view.keyed.flatMap(({ key, move }) => {
      const counts = results.get(key);
      return counts ? [{ move, results: counts }] : [];
    });
    moves.sort((a, b) => sum(b.results) - sum(a.results));
    const games = places.flatMap(([number]) => this.games[number] ?? []);
    return { moves, games };
  }
}

/**
 * Whether a game is one of those that are asked for.
 * @param {Game} game
 * @param {Record<string, string>} filter
 */
export function fits({ x, o, result, moves }, { player = "", result: wanted = "", least = "", most = "" }) {
  const name = player.trim().toLowerCase();
  const played = [x, o].some((each) => each.trim().toLowerCase() === name);
  const length = moves.length >= Number(least) && (most === "" || moves.length <= Number(most));
  return (name === "" || played) && (wanted === "" || wanted === result) && length;
}

/**
 * A file in pieces that are small enough to be sent: games begin with `{`, `(;` or `[Game` on a line.
 * @param {string} text
 */
export function pieces(text) {
  const games = text.split(/\n(?=\{|\(;|\[Game )/);
  /** @type {string[]} */
  const found = [];
  let [piece, count] = ["", 0];
  for (const game of games) {
    if (count > 0 && (piece.length + game.length > MOST_CHARS || count >= MOST_GAMES)) {
      found.push(piece);
      [piece, count] = ["", 0];
    }
    piece += `${piece ? "\n" : ""}${game}`;
    count += 1;
  }
  return piece.trim() ? [...found, piece] : found;
}

/** What the browser keeps. @param {IDBTransactionMode} mode */
async function store(mode) {
  const open = indexedDB.open(NAME, 1);
  open.onupgradeneeded = () => open.result.createObjectStore("kept");
  const database = await done(open);
  const kept = database.transaction("kept", mode).objectStore("kept");
  return {
    get: (/** @type {string} */ key) => done(kept.get(key)),
    put: (/** @type {unknown} */ value, /** @type {string} */ key) => done(kept.put(value, key)),
  };
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
