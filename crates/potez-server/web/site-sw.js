// @ts-check
// The service worker of a page without a server: everything that came with the page is kept, and opens without a
// network. Names change with contents, so that what is kept is never old; only the page itself is asked for again.

// Two workers are checked together, so that each keeps its names to itself.
(() => {
  /** The files of the page; whoever builds the folder fills them in, and a version that changes with them. */
  const SHELL = /** @type {string[]} */ (/** @type {unknown} */ ("SHELL"));
  /** What is fetched after the page is shown: texts, rules, the engine. */
  const LATER = /** @type {string[]} */ (/** @type {unknown} */ ("LATER"));
  const PREFIX = "potez-site-";
  const CACHE = `${PREFIX}VERSION`;
  /** How long the host may take before the page as it was is shown, in milliseconds. */
  const PATIENCE = 4000;

  /** What a worker has is not known to the types of pages. */
  const worker = /** @type {any} */ (globalThis);

  worker.addEventListener("install", (/** @type {any} */ event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SHELL)));
    void worker.skipWaiting();
  });

  worker.addEventListener("activate", (/** @type {any} */ event) => {
    const isOld = (/** @type {string} */ name) => name.startsWith(PREFIX) && name !== CACHE;
    const old = caches.keys().then((names) => names.filter(isOld));
    event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
    event.waitUntil(worker.clients.claim());
  });

  worker.addEventListener("message", (/** @type {any} */ event) => {
    if (event.data?.t === "keep") event.waitUntil(keep(event.data.engine));
  });

  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request } = event;
    if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
    event.respondWith(request.mode === "navigate" ? page(request) : file(request));
  });

  /** Fetches everything else for the day without a network. @param {string} engine The module that runs here. */
  async function keep(engine) {
    const cache = await caches.open(CACHE);
    for (const url of [...LATER, engine]) {
      if (!(await cache.match(url))) await cache.add(url).catch(() => {});
    }
    const kept = await Promise.all([...LATER, engine].map((url) => cache.match(url)));
    if (kept.every(Boolean)) for (const client of await worker.clients.matchAll()) client.postMessage({ t: "kept" });
  }

  /** The page: as the host has it, or as it was. @param {Request} request */
  async function page(request) {
    const cache = await caches.open(CACHE);
    try {
      const fresh = await fetch(request.url, { signal: AbortSignal.timeout(PATIENCE), credentials: "same-origin" });
      if (fresh.ok) return fresh;
    } catch {
      // The network is gone.
    }
    return (await cache.match("./")) ?? Response.error();
  }

  /** A file that never changes under its name. @param {Request} request */
  async function file(request) {
    const cache = await caches.open(CACHE);
    const known = await cache.match(request);
    if (known) return known;
    const fresh = await fetch(request);
    // Names with a digest are kept; what the host adds of its own is not.
    if (fresh.ok && /-[0-9a-f]{16}\./.test(request.url)) await cache.put(request, fresh.clone());
    return fresh;
  }
})();
