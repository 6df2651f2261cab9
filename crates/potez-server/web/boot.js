// @ts-check
// What came with the page itself: sentences and games of one language, so that nothing has to be asked for first.

/** @typedef {{sentences: {lang: string, texts: Record<string, any>}, catalogue: any}} Boot */

/** @returns {Boot | null} */
function read() {
  try {
    return JSON.parse(document.getElementById("boot")?.textContent ?? "null");
  } catch {
    return null;
  }
}

const came = read();

/** What came for a language, if that is the one. @param {string} lang @returns {Boot | null} */
export function bootFor(lang) {
  return came?.sentences.lang === lang ? came : null;
}
