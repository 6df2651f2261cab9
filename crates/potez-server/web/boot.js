// @ts-check
// What came with the page itself: sentences and games of one language, so that nothing has to be asked for first.

/** @typedef {{url: string, bytes: number}} EngineFile */
/** @typedef {{worker: string, simd: EngineFile, plain: EngineFile}} EngineFiles */
/** @typedef {{answers: Record<string, string>, samples: Record<string, string>}} SiteFiles */
/**
 * @typedef {{sentences?: {lang: string, texts: Record<string, any>}, catalogue?: any, engine: EngineFiles | null,
 *   site?: SiteFiles}} Boot
 */

/** @returns {Boot | null} */
function read() {
  try {
    return JSON.parse(document.getElementById("boot")?.textContent ?? "null");
  } catch {
    return null;
  }
}

const came = read();

/** The engine for this browser, where the server has one to give. */
export const engineFiles = came?.engine ?? null;

/** What is there instead of a server, where the page came from a host of files. */
export const siteFiles = came?.site ?? null;

/** What came for a language, if that is the one. @param {string} lang @returns {Boot | null} */
export function bootFor(lang) {
  return came?.sentences?.lang === lang ? came : null;
}

/**
 * The state of a game that was asked for before this script was here; nothing if it was another one, or if it did not
 * come. It is good once.
 * @param {string} id
 * @param {string | null} token
 * @param {string} lang
 * @returns {Promise<import("potez-schema").GameView | null>}
 */
export async function earlyGame(id, token, lang) {
  const page = /** @type {any} */ (globalThis);
  const { early } = page;
  page.early = undefined;
  return early?.id === id && early.token === token && early.lang === lang ? early.state : null;
}
