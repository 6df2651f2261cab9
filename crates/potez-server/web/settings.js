// @ts-check
// What the browser remembers: language, theme, last choices, and the seats in games.

/**
 * A seat in a game: its token, the token of the friend's seat to give away, and when it was last seen.
 * @typedef {{token: string | null, friend: string | null, at: number}} Ticket
 */

const KEY = "potez";

/** @typedef {"system" | "light" | "dark" | "contrast"} Theme */

/** The language the browser asks for, as far as there is one here. */
function preferredLanguage() {
  for (const name of navigator.languages ?? []) {
    const lower = name.toLowerCase();
    const cyrillic = lower.startsWith("sr") && !lower.includes("latn");
    if (/^(sr|hr|bs|cnr|sh)\b/.test(lower)) return cyrillic ? "sr-Cyrl" : "sr";
    if (lower.startsWith("en")) return "en";
  }
  return "en";
}

/** @returns {Record<string, any>} */
function stored() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

const kept = stored();

export const settings = {
  lang: /** @type {string} */ (kept.lang ?? preferredLanguage()),
  theme: /** @type {Theme} */ (kept.theme ?? "system"),
  sound: /** @type {boolean} */ (kept.sound ?? false),
  /** The style of boards: `wood`, `slate` or `plain`. */
  board: /** @type {string} */ (kept.board ?? "wood"),
  /** Whether shortest paths are drawn. */
  paths: /** @type {boolean} */ (kept.paths ?? false),
  /** Whether what the other player says is not shown. */
  quiet: /** @type {boolean} */ (kept.quiet ?? false),
  /** Whether a notification says that it is one's turn. */
  notices: /** @type {boolean} */ (kept.notices ?? false),
  /** Where analyses think: `auto`, `browser` or `server`. */
  engine: /** @type {string} */ (kept.engine ?? "auto"),
  name: /** @type {string} */ (kept.name ?? ""),
  /** What was chosen on the start page, by field. */
  last: /** @type {Record<string, string>} */ (kept.last ?? {}),
  /** Lessons that are done, by game. */
  lessons: /** @type {Record<string, string[]>} */ (kept.lessons ?? {}),
  /** How games against levels have ended, by game, the newest last. */
  results: /** @type {Record<string, {id: string, level: number, points: number}[]>} */ (kept.results ?? {}),
  /** Games by id. */
  games: /** @type {Record<string, Ticket>} */ (kept.games ?? {}),
};

/** Writes the settings down. Where the browser keeps nothing, they last as long as the page. */
export function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may refuse; playing on is better than stopping.
  }
}

/** Keeps what was chosen in a field for the next time. @param {string} field @param {string} value */
export function remember(field, value) {
  settings.last[field] = value;
  keep();
}

/** Tells the server which language the page itself should come in the next time. */
export function nameLanguage() {
  document.cookie = `lang=${encodeURIComponent(settings.lang)}; path=/; max-age=31536000; SameSite=Strict`;
}

/** Puts the theme and the style of boards on the page. */
export function applyTheme() {
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.board = settings.board;
}

/**
 * Remembers a game, and the seats in it where there are any.
 * @param {string} id
 * @param {string | null} token
 * @param {string | null} [friend]
 */
export function rememberGame(id, token, friend = null) {
  const known = settings.games[id];
  const seats = { token: token ?? known?.token ?? null, friend: friend ?? known?.friend ?? null };
  settings.games[id] = { ...seats, at: Date.now() };
  const newest = Object.entries(settings.games).sort(([, a], [, b]) => b.at - a.at);
  settings.games = Object.fromEntries(newest.slice(0, 100));
  keep();
}

/** @param {string} id */
export function tokenOf(id) {
  return settings.games[id]?.token ?? null;
}

/** Whether motion is to be kept to what is needed. */
export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
