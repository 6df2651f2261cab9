// @ts-check
// The shell: header, routes and what is on the page.

import { ApiError, call, catalogue } from "./api.js";
import { badge } from "./board/pieces.js";
import { button, fill, h } from "./dom.js";
import { isLocal, onLoading } from "./home.js";
import { current, go, onRoute } from "./route.js";
import { workOffline } from "./offline.js";
import { openPreferences } from "./preferences.js";
import { applyTheme, keep, nameLanguage, settings } from "./settings.js";
import { reconnect } from "./socket.js";
import { announce } from "./speech.js";
import { loadTexts, percent, say } from "./texts.js";
import { setTitle, watchTurns } from "./turns.js";
import { analysisPage } from "./pages/analysis.js";
import { arenaPage } from "./pages/arena.js";
import { editorPage } from "./pages/editor.js";
import { seatPage } from "./game/carry.js";
import { gamePage } from "./pages/game.js";
import { guidePage } from "./pages/guide.js";
import { learnPage } from "./pages/learn.js";
import { puzzlesPage } from "./pages/puzzles.js";
import { reviewPage } from "./pages/review.js";
import { startPage } from "./pages/start.js";

/** @typedef {import("./route.js").Route} Route */
/** @typedef {{title: string, element: HTMLElement, leave?: () => void}} Page */

/** @type {Record<string, (route: Route) => Page | Promise<Page>>} */
const PAGES = {
  "": startPage,
  game: gamePage,
  seat: seatPage,
  analysis: analysisPage,
  editor: editorPage,
  review: reviewPage,
  learn: learnPage,
  guide: guidePage,
  puzzles: puzzlesPage,
  arena: arenaPage,
  league: async (route) => {
    const tools = { call, h, fill, button, say, percent, badge, announce };
    const league = await import("./pages/league.js");
    if (!route.path[2]) return league.leaguePage(tools, route);
    const { botPage } = await import("./pages/league_bot.js");
    return botPage(tools, league, route);
  },
};

const header = /** @type {HTMLElement} */ (document.getElementById("header"));
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
/** @type {Page | null} */
let page = null;
let visit = 0;

async function drawHeader() {
  const known = await catalogue().catch(() => null);
  const languages = known?.languages ?? [{ id: "en", name: "English" }];
  const open = () => openPreferences(languages, (lang) => void changeLanguage(lang));
  const here = current().path[0] ?? "";
  const section =
    here === "game" || here === ""
      ? ""
      : here === "editor" || here === "review"
        ? "analysis"
        : here === "guide"
          ? "learn"
          : here === "league"
            ? "arena"
            : here;
  const links = [
    ["", "web-nav-play"],
    ["analysis", "web-nav-analyse"],
    ["learn", "web-nav-learn"],
    ["puzzles", "web-nav-puzzles"],
    // Matches and leagues are a server's.
    ...(isLocal ? [] : [["arena", "web-nav-arena"]]),
  ].map(([path, key]) =>
    h("a", { href: `#/${path}`, "aria-current": path === section ? "page" : null }, say(key ?? "")),
  );
  const sign = h("img", { src: "/icon.svg", alt: "", width: 30, height: 30 });
  fill(
    header,
    h("a", { class: "skip", href: "#main", onclick: skip }, say("web-skip")),
    h("a", { class: "brand", href: "#/" }, sign, h("span", null, "Potez")),
    h("nav", { "aria-label": say("web-nav") }, ...links),
    button(say("web-settings"), open, { class: "quiet preferences", icon: "settings", id: "settings" }),
  );
}

/** The fragment is the route, so the way past the header goes without it. @param {Event} event */
function skip(event) {
  event.preventDefault();
  main.focus();
}

/** @param {string} lang */
async function changeLanguage(lang) {
  settings.lang = lang;
  keep();
  nameLanguage();
  await loadTexts();
  reconnect();
  await show();
  document.getElementById("settings")?.focus();
}

async function show() {
  const route = current();
  const mine = ++visit;
  page?.leave?.();
  page = null;
  await drawHeader();
  /** @type {Page} */
  let next;
  try {
    const name = route.path[0] ?? "";
    // The server answers unknown addresses with this page.
    const isHere = isLocal || location.hash || ["/", "/index.html"].includes(location.pathname);
    const make = isHere && Object.hasOwn(PAGES, name) ? PAGES[name] : undefined;
    next = make ? await make(route) : missing();
  } catch (error) {
    next = failed(error);
  }
  if (mine !== visit) {
    next.leave?.();
    return;
  }
  page = next;
  setTitle(next.title ? `${next.title} · Potez` : "Potez");
  fill(main, next.element);
  main.dataset.page = route.path[0] || "start";
  performance.mark("shown");
  window.scrollTo(0, 0);
  // Whoever hears the page is told that it is another one, and goes on at its beginning.
  if (mine > 1) {
    main.focus({ preventScroll: true });
    announce(next.title || say("web-start-title"));
  }
}

function missing() {
  const back = button(say("web-to-start"), () => go("#/"), { class: "primary" });
  return {
    title: say("web-missing"),
    element: h("section", { class: "plain" }, h("h1", null, say("web-missing")), back),
  };
}

/** @param {unknown} error */
function failed(error) {
  const offline = error instanceof ApiError && error.offline;
  const text = offline ? say("web-offline") : error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError)) console.error(error);
  const again = button(say("web-again"), () => void show(), { class: "primary" });
  return {
    title: say("web-failed"),
    element: h(
      "section",
      { class: "plain" },
      h("h1", null, say("web-failed")),
      h("p", null, text),
      h(
        "p",
        { class: "row" },
        again,
        button(say("web-to-start"), () => go("#/")),
      ),
    ),
  };
}

/** Says how much of the engine is here, where the page cannot do without it. */
function showLoading() {
  const element = h("p", { class: "engine-loading", role: "status", hidden: true });
  document.body.append(element);
  onLoading((share) => {
    element.hidden = share >= 1;
    element.textContent = say("web-engine-loading", { percent: Math.floor(100 * share) });
  });
}

async function start() {
  applyTheme();
  if (isLocal) showLoading();
  try {
    await loadTexts();
  } catch (error) {
    // Without texts there is no sentence to say; try again until the server is there.
    console.error(error);
    setTimeout(() => location.reload(), 3000);
    return;
  }
  nameLanguage();
  onRoute(() => void show());
  await show();
  watchTurns();
  workOffline();
}

void start();
