// @ts-check
// Routes live in the fragment, which is never sent: `#/game/ID/TOKEN`, `#/analysis?game=byte&moves=…`.

/** @typedef {{path: string[], query: URLSearchParams}} Route */

/** @returns {Route} */
export function current() {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  return { path: path.split("/").map(decoded), query: new URLSearchParams(query) };
}

/** A text of an address; as it stands there where it was spoilt on its way. @param {string} text */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Goes to another page. @param {string} hash */
export function go(hash) {
  if (location.hash === hash) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = hash;
}

/** Changes the address of the page one is on. @param {string} hash */
export function rename(hash) {
  history.replaceState(null, "", hash);
}

/** @param {() => void} listener */
export function onRoute(listener) {
  addEventListener("hashchange", listener);
}
