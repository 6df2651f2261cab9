// @ts-check
// Reports of matches and tournaments.

import * as api from "../api.js";
import { analysisHash } from "../analysis/address.js";
import { badge } from "../board/pieces.js";
import { h } from "../dom.js";
import { percent, say } from "../texts.js";

/** @typedef {import("potez-schema").EntrantView} EntrantView */
/** @typedef {import("potez-schema").ReportedGame} ReportedGame */

/** How a report is made and shown. */
const EXAMPLE = `potez match byte --a potez:level=3 --b potez:level=4 --games 20 --resume reports/byte.jsonl
potez serve --reports reports`;

/** @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Page>} */
export function arenaPage(route) {
  const name = route.path[1];
  return name ? report(name) : overview();
}

/** @returns {Promise<import("../app.js").Page>} */
async function overview() {
  const { enabled, reports } = await api.call("GET", "/api/reports");
  const rows = reports.map((/** @type {import("potez-schema").ReportName} */ each) => {
    const name = encodeURIComponent(each.name);
    const page = each.kind === "html";
    const href = page ? `/reports/${name}` : `#/arena/${name}`;
    const elsewhere = page ? { target: "_blank", rel: "noopener" } : {};
    const title = h("strong", null, each.title || each.name);
    const kind = h("span", null, say(`web-report-${each.kind}`));
    const date = h("small", null, new Date(each.modified).toLocaleString(document.documentElement.lang));
    return h("li", null, h("a", { class: "report", href, ...elsewhere }, title, kind, date));
  });
  const none = h("p", null, say(enabled ? "web-arena-empty" : "web-arena-off"));
  const empty = h("div", { class: "panel" }, none, h("pre", null, h("code", null, EXAMPLE)));
  const list = rows.length > 0 ? h("ul", { class: "reports" }, ...rows) : empty;
  const lead = h("p", null, say("web-arena-lead"));
  const element = h("div", { class: "arena" }, h("h1", null, say("web-nav-arena")), lead, list);
  return { title: say("web-nav-arena"), element };
}

/** @param {string} name @returns {Promise<import("../app.js").Page>} */
async function report(name) {
  const data = await api.call("GET", `/api/reports/${encodeURIComponent(name)}`);
  const number = (/** @type {number | null} */ value) =>
    value === null ? "–" : String(Math.round(value)).replace("-", "−");
  const elo = (/** @type {EntrantView} */ each) =>
    each.elo === null ? "–" : `${number(each.elo)} (${number(each.eloLow)} … ${number(each.eloHigh)})`;
  const players = data.players.map((/** @type {EntrantView} */ each) => {
    const numbers = [each.games, each.wins, each.draws, each.losses, percent(each.score), elo(each)];
    return h("tr", null, h("th", { scope: "row" }, each.name), ...numbers.map((value) => h("td", null, value)));
  });
  const link = (/** @type {ReportedGame} */ { game, moves, number: text }) =>
    moves ? h("a", { href: analysisHash({ game, moves }) }, text) : text;
  const games = data.games.map((/** @type {ReportedGame} */ each) =>
    h(
      "tr",
      null,
      h("td", null, link(each)),
      h("td", null, badge("x"), " ", each.x),
      h("td", null, badge("o"), " ", each.o),
      h("td", null, each.winner === "x" || each.winner === "o" ? badge(each.winner) : say("web-draw")),
      h("td", null, each.reasonWords),
      h("td", null, each.plies),
    ),
  );
  const head = (/** @type {string[]} */ keys) =>
    h("thead", null, h("tr", null, ...keys.map((key) => h("th", { scope: "col" }, say(`web-col-${key}`)))));
  const scroll = (/** @type {string} */ label, /** @type {HTMLElement} */ table) =>
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, table);
  const open = { class: "button", href: data.html, target: "_blank", rel: "noopener" };
  const standings = [
    head(["player", "games", "wins", "draws", "losses", "score", "elo"]),
    h("tbody", null, ...players),
  ];
  const played = [head(["number", "x", "o", "winner", "reason", "plies"]), h("tbody", null, ...games)];
  const element = h(
    "div",
    { class: "arena" },
    h("p", null, h("a", { href: "#/arena" }, `← ${say("web-nav-arena")}`)),
    h("h1", null, data.title || data.name),
    data.html ? h("p", null, h("a", open, say("web-report-open"))) : null,
    players.length > 0 ? scroll(say("web-standings"), h("table", { class: "standings" }, ...standings)) : null,
    games.length > 0 ? h("h2", null, say("web-games")) : null,
    games.length > 0 ? scroll(say("web-games"), h("table", null, ...played)) : null,
  );
  return { title: data.title || data.name, element };
}
