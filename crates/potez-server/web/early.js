// @ts-check
// Asks for the game of the address while the rest of the page is still on its way. It stands inside the page.

(() => {
  const [, id, given] = /^#\/game\/([\w-]+)(?:\/([\w-]+))?$/.exec(location.hash) ?? [];
  if (!id) return;
  /** @type {any} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("potez") ?? "{}") ?? {};
  } catch {
    // Where the browser keeps nothing there is no seat but that of the address.
  }
  const ticket = kept.games?.[id];
  // As the page itself decides: the link that is meant for the friend gives no seat to whoever made it.
  const token = (given && given !== ticket?.friend ? given : ticket?.token) ?? null;
  const lang = kept.lang ?? document.documentElement.lang;
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const asked = fetch(`/api/games/${id}?steps=true&lang=${encodeURIComponent(lang)}`, { headers });
  const state = asked.then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  Object.assign(globalThis, { early: { id, token, lang, state } });
})();
