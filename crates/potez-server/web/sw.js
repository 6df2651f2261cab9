// @ts-check
// The service worker: what was seen before opens without the server. Whatever the server can be asked, it is asked.

/** The files of the page; the server fills them in, and a version that changes with them. */
const SHELL = /** @type {string[]} */ (/** @type {unknown} */ ("SHELL"));
const CACHE = "potez-VERSION";
/** Rules and their diagrams as they were last seen. */
const SEEN = "potez-seen";
/** Finished games; the page puts them there. */
const GAMES = "potez-games";
/** Positions that are kept. */
const MOST = 300;
/** How long the server may take before the page as it was is shown, in milliseconds. */
const PATIENCE = 4000;

/** What a worker has is not known to the types of pages. */
const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)));
  void worker.skipWaiting();
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const keep = [CACHE, SEEN, GAMES];
  const old = caches.keys().then((names) => names.filter((name) => !keep.includes(name)));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
  event.waitUntil(worker.clients.claim());
});

worker.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data?.t === "rules") event.waitUntil(learn(event.data.lang).catch(() => {}));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  const { pathname: path } = url;
  if (request.mode === "navigate" && path === "/") event.respondWith(page(request));
  else if (SHELL.includes(path)) event.respondWith(file(request));
  else if (request.method === "GET" && /^\/api\/(rules\/|guide\/|texts\/|catalogue$)/.test(path)) {
    event.respondWith(seen(request.clone(), request.url));
  } else if (request.method === "GET" && /^\/api\/games\/[^/]+(\/replay)?$/.test(path))
    event.respondWith(game(request, path));
  else if (request.method === "POST" && path === "/api/position") event.respondWith(position(request));
  else if (request.method === "POST" && path === "/api/games/brief") event.respondWith(briefs(request));
});

/** Asks the server, but not for ever: a network may swallow everything. @param {Request} request */
function ask(request) {
  return fetch(request, { signal: AbortSignal.timeout(2 * PATIENCE) });
}

/** The page: as the server has it, or as it was. @param {Request} request */
async function page(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match("/");
  try {
    // A navigation cannot be asked for twice; its address can.
    const signal = known ? AbortSignal.timeout(PATIENCE) : null;
    const fresh = await fetch(request.url, { signal, credentials: "same-origin" });
    if (fresh.ok) await cache.put("/", fresh.clone());
    return fresh;
  } catch {
    return known ?? Response.error();
  }
}

/** A file that never changes under its name. @param {Request} request */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}

/**
 * What the server says, or what it said the last time.
 * @param {Request} request
 * @param {string} key
 */
async function seen(request, key) {
  const cache = await caches.open(SEEN);
  try {
    const fresh = await ask(request);
    if (fresh.ok) await cache.put(key, fresh.clone());
    return fresh;
  } catch {
    return (await cache.match(key)) ?? Response.error();
  }
}

/** A game; without the server, one that is over. @param {Request} request @param {string} path */
async function game(request, path) {
  try {
    return await ask(request);
  } catch {
    const games = await caches.open(GAMES);
    return (await games.match(path)) ?? Response.error();
  }
}

/** The name under which a position is kept. @param {string} lang @param {any} body */
function keyOf(lang, body) {
  const asked = JSON.stringify([lang, body.game, body.position ?? null, body.moves ?? []]);
  return `/seen/position?${encodeURIComponent(asked)}`;
}

/** A position: it is the same today as it was yesterday. @param {Request} request */
async function position(request) {
  const lang = new URL(request.url).searchParams.get("lang") ?? "";
  const again = request.clone();
  const body = await request.json().catch(() => null);
  const key = body && !body.setup ? keyOf(lang, body) : null;
  try {
    return await ask(again);
  } catch {
    const known = key ? await (await caches.open(SEEN)).match(key) : null;
    return known ?? Response.error();
  }
}

/** Games in a few words; without the server, those that are over. @param {Request} request */
async function briefs(request) {
  const again = request.clone();
  try {
    return await ask(again);
  } catch {
    const { ids } = await request.json();
    const games = await caches.open(GAMES);
    const kept = await Promise.all(ids.map((/** @type {string} */ id) => games.match(`/api/games/${id}`)));
    const states = await Promise.all(kept.flatMap((each) => (each ? [each.json()] : [])));
    return Response.json({ games: states.map(brief) });
  }
}

/** @param {any} state */
function brief(state) {
  const { id, game: spec, gameName, players, ply, turn, you, outcome, updated } = state;
  const name = (/** @type {any} */ { name: own, title }) => own ?? title ?? "";
  return { id, game: spec, gameName, x: name(players.x), o: name(players.o), ply, turn, you, outcome, updated };
}

/** Fetches the rules of every game, with their diagrams, for the day without a server. @param {string} lang */
async function learn(lang) {
  const cache = await caches.open(SEEN);
  const query = `?lang=${encodeURIComponent(lang)}`;
  const catalogue = await (await fetch(`/api/catalogue${query}`)).json();
  for (const { id } of catalogue.games) {
    const address = `/api/rules/${id}${query}`;
    if (await cache.match(address)) continue;
    const answer = await fetch(address);
    const rules = await answer.clone().json();
    const blocks = rules.sections.flatMap((/** @type {any} */ section) => section.blocks);
    for (const { kind, game: spec, position: start, moves } of blocks) {
      if (kind !== "diagram") continue;
      const body = { game: spec, moves, ...(start ? { position: start } : {}) };
      const headers = { "Content-Type": "application/json" };
      const shown = await fetch(`/api/position${query}`, { method: "POST", headers, body: JSON.stringify(body) });
      if (shown.ok) await cache.put(keyOf(lang, body), shown);
    }
    // The rules last: whoever finds them finds their diagrams too.
    await cache.put(address, answer);
  }
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST))) await cache.delete(old);
}
