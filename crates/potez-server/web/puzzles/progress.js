// @ts-check
// What the browser remembers of puzzles: what was solved, what comes again and when, streaks and records.

/** @typedef {import("potez-schema").PuzzleView} Puzzle */
/** How a puzzle went: its box, when it comes again, when it was tried. @typedef {[number, number, number]} Entry */

const KEY = "potez-puzzles";
const MINUTE = 60000;
const DAY = 24 * 60 * MINUTE;
/** After how long a puzzle comes again, by box: what was failed soon, what was solved ever later. */
const INTERVALS = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY];
/** Entries that are kept; no file has more. */
const MOST = 20000;
const LEAST_LEVEL = 1;
const MOST_LEVEL = 10;

/**
 * A whole number within bounds, or what is usual.
 * @param {unknown} value
 * @param {number} usual
 * @param {number} [most]
 */
function number(value, usual, most = 1e15) {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 && value <= most ? value : usual;
}

/** What a text says, as far as it makes sense. @param {unknown} data */
function checked(data) {
  const from = /** @type {Record<string, any>} */ (data && typeof data === "object" ? data : {});
  /** @type {Record<string, Entry>} */
  const entries = {};
  for (const [id, entry] of Object.entries(from.entries ?? {}).slice(0, MOST)) {
    if (!/^[a-z][0-9a-f]{8}$/.test(id) || !Array.isArray(entry)) continue;
    entries[id] = [number(entry[0], 0, INTERVALS.length - 1), number(entry[1], 0), number(entry[2], 0)];
  }
  return {
    entries,
    level: Math.max(LEAST_LEVEL, number(from.level, 2, MOST_LEVEL)),
    streak: number(from.streak, 0),
    best: number(from.best, 0),
    solved: number(from.solved, 0),
    tried: number(from.tried, 0),
    rush: number(from.rush, 0),
    daily: number(from.daily, 0),
    days: number(from.days, 0),
  };
}

export class Progress {
  /** @param {Storage} [storage] @param {() => number} [now] */
  constructor(storage = localStorage, now = Date.now) {
    this.storage = storage;
    this.now = now;
    this.data = checked(this.#stored());
  }

  #stored() {
    try {
      return JSON.parse(this.storage.getItem(KEY) ?? "{}");
    } catch {
      return {};
    }
  }

  /** Where the browser keeps nothing, it lasts as long as the page. */
  #keep() {
    try {
      this.storage.setItem(KEY, JSON.stringify(this.data));
    } catch {
      // Nothing is lost that could be saved.
    }
  }

  /** Notes how a puzzle went at the first try. @param {Puzzle} puzzle @param {boolean} right */
  note(puzzle, right) {
    const { data } = this;
    const box = right ? Math.min((data.entries[puzzle.id]?.[0] ?? 0) + 1, INTERVALS.length - 1) : 0;
    data.entries[puzzle.id] = [box, this.now() + (INTERVALS[box] ?? DAY), this.now()];
    data.tried += 1;
    data.solved += right ? 1 : 0;
    data.streak = right ? data.streak + 1 : 0;
    data.best = Math.max(data.best, data.streak);
    // A hard one solved says more than an easy one.
    const step = right
      ? puzzle.difficulty >= data.level
        ? 0.5
        : 0.15
      : puzzle.difficulty <= data.level
        ? -0.5
        : -0.15;
    data.level = Math.min(MOST_LEVEL, Math.max(LEAST_LEVEL, data.level + step));
    this.#keep();
  }

  /** The day counts from 1970. @param {number} day */
  noteDaily(day) {
    const { data } = this;
    if (data.daily === day) return;
    data.days = data.daily === day - 1 ? data.days + 1 : 1;
    data.daily = day;
    this.#keep();
  }

  /** @param {number} count */
  noteRush(count) {
    this.data.rush = Math.max(this.data.rush, count);
    this.#keep();
  }

  /** Puzzles that were failed before and whose time has come. @param {Puzzle[]} puzzles */
  due(puzzles) {
    const entry = (/** @type {Puzzle} */ { id }) => this.data.entries[id];
    return puzzles
      .filter((puzzle) => (entry(puzzle)?.[1] ?? Infinity) <= this.now())
      .sort((a, b) => (entry(a)?.[1] ?? 0) - (entry(b)?.[1] ?? 0));
  }

  /**
   * The puzzle to ask next: one whose time has come, a new one that fits, or the one seen longest ago.
   * @param {Puzzle[]} puzzles
   * @param {string} [not] The one that was just asked.
   */
  next(puzzles, not = "") {
    const others = puzzles.filter(({ id }) => id !== not);
    const [due] = this.due(others);
    if (due) return due;
    const far = (/** @type {Puzzle} */ { difficulty }) => Math.abs(difficulty - this.data.level);
    const fresh = others.filter(({ id }) => !this.data.entries[id]).sort((a, b) => far(a) - far(b));
    if (fresh[0]) return fresh[0];
    const seen = (/** @type {Puzzle} */ { id }) => this.data.entries[id]?.[2] ?? 0;
    return others.sort((a, b) => seen(a) - seen(b))[0] ?? puzzles[0];
  }

  /** Everything as a text that another browser takes. */
  toText() {
    return JSON.stringify({ potez: "puzzles", ...this.data }, null, 1);
  }

  /** Takes what another browser has given; of what both know the later counts. @param {string} text */
  takeText(text) {
    let data;
    try {
      data = JSON.parse(text);
    } catch {
      return false;
    }
    if (data?.potez !== "puzzles") return false;
    const other = checked(data);
    const mine = this.data;
    for (const [id, entry] of Object.entries(other.entries)) {
      if (entry[2] > (mine.entries[id]?.[2] ?? -1)) mine.entries[id] = entry;
    }
    if (other.tried > mine.tried) {
      for (const key of /** @type {const} */ (["level", "streak", "solved", "tried"])) mine[key] = other[key];
    }
    if (other.daily > mine.daily) [mine.daily, mine.days] = [other.daily, other.days];
    mine.best = Math.max(mine.best, other.best);
    mine.rush = Math.max(mine.rush, other.rush);
    this.#keep();
    return true;
  }
}
