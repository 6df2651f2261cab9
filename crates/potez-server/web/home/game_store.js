// @ts-check
// The games that this browser keeps, in its own database.

/**
 * @typedef {{id: string, version: number, created: number, updated: number, state: any, moves: string[]}} StoredGame
 */

/** The games of this browser. Where it keeps nothing, they last as long as the page. */
export class GameStore {
  constructor() {
    /** @type {Map<string, StoredGame>} */
    this.memory = new Map();
    /** @type {Promise<IDBDatabase | null>} */
    this.database = open().catch(() => null);
  }

  /** Those of the games that are here. @param {string[]} ids @returns {Promise<StoredGame[]>} */
  async load(ids) {
    const database = await this.database;
    if (ids.length === 0) return [];
    if (!database) return ids.flatMap((id) => this.memory.get(id) ?? []);
    const games = database.transaction("games").objectStore("games");
    const found = await Promise.all(ids.map((id) => done(games.get(id))));
    return found.filter(Boolean);
  }

  /** @returns {Promise<StoredGame[]>} */
  async all() {
    const database = await this.database;
    if (!database) return [...this.memory.values()];
    return done(database.transaction("games").objectStore("games").getAll());
  }

  /**
   * Stores games, all or none: each must follow the version that is there. False if one does not.
   * @param {StoredGame[]} changed
   */
  async save(changed) {
    const follows = (/** @type {StoredGame | undefined} */ old, /** @type {StoredGame} */ game) =>
      (old?.version ?? 0) + 1 === game.version;
    const database = await this.database;
    if (!database) {
      if (!changed.every((game) => follows(this.memory.get(game.id), game))) return false;
      for (const game of changed) this.memory.set(game.id, game);
      return true;
    }
    const transaction = database.transaction("games", "readwrite");
    const games = transaction.objectStore("games");
    const old = await Promise.all(changed.map(({ id }) => done(games.get(id))));
    if (!changed.every((game, at) => follows(old[at], game))) {
      transaction.abort();
      return false;
    }
    for (const game of changed) games.put(game);
    await finished(transaction);
    return true;
  }

  /** Takes a game over, unless a newer version is here. @param {StoredGame} game */
  async keepNewer(game) {
    const [known] = await this.load([game.id]);
    if (known && known.version >= game.version) return;
    const database = await this.database;
    if (!database) {
      this.memory.set(game.id, game);
      return;
    }
    const transaction = database.transaction("games", "readwrite");
    transaction.objectStore("games").put(game);
    await finished(transaction);
  }
}

/** @returns {Promise<IDBDatabase>} */
function open() {
  const request = indexedDB.open("potez", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("games", { keyPath: "id" });
  return done(request);
}

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
