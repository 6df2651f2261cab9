// @ts-check
// Reports of matches and tournaments.

import * as api from "../api.js";
import { analysisHash } from "../analysis/address.js";
import { badge } from "../board/pieces.js";
import { h } from "../dom.js";
import { percent, say } from "../texts.js";

/** @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Page>} */
export function arenaPage(route) {
  const name = route.path[1];
  return name ? report(name) : list();
}

/** @returns {Promise<import("../app.js").Page>} */
async function list() {
  const { enabled, reports } = await api.call("GET", "/api/reports");
  const rows = reports.map((/** @type {any} */ each) => {
    const href = each.kind === "html" ? `/reports/${encodeURIComponent(each.name)}` : `#/arena/${encodeURIComponent(each.name)}`;
    return h("li", null, h("a", { class: "report", href, ...(each.kind === "html" ? { target: "_blank", rel: "noopener" } : {}) }, h("strong", null, each.title || each.name), h("span", null, say(`web-report-${each.kind}`)), h("small", null, new Date(each.modified).toLocaleString(document.documentElement.lang))));
  });
  const empty = h("div", { class: "panel" }, h("p", null, say(enabled ? "web-arena-empty" : "web-arena-off")), h("pre", null, h("code", null, "potez match byte --a potez:level=3 --b potez:level=4 --games 20 --resume reports/byte.jsonl\npotez serve --reports reports")));
  return { title: say("web-nav-arena"), element: h("div", { class: "arena" }, h("h1", null, say("web-nav-arena")), h("p", null, say("web-arena-lead")), rows.length > 0 ? h("ul", { class: "reports" }, ...rows) : empty) };
}

/** @param {string} name @returns {Promise<import("../app.js").Page>} */
async function report(name) {
  const data = await api.call("GET", `/api/reports/${encodeURIComponent(name)}`);
  const number = (/** @type {number | null} */ value) => (value === null || value === undefined ? "–" : String(Math.round(value)));
  const players = data.players.map((/** @type {any} */ each) =>
    h("tr", null, h("th", { scope: "row" }, each.name), h("td", null, each.games), h("td", null, each.wins), h("td", null, each.draws), h("td", null, each.losses), h("td", null, percent(each.score)), h("td", null, each.elo === null || each.elo === undefined ? "–" : `${number(each.elo)} (${number(each.eloLow)} … ${number(each.eloHigh)})`)),
  );
  const games = data.games.map((/** @type {any} */ each) =>
    h(
      "tr",
      null,
      h("td", null, each.moves ? h("a", { href: analysisHash({ game: each.game, moves: each.moves }) }, each.number) : each.number),
      h("td", null, badge("x"), " ", each.x),
      h("td", null, badge("o"), " ", each.o),
      h("td", null, each.winner === "x" || each.winner === "o" ? badge(each.winner) : say("web-draw")),
      h("td", null, each.reason ?? ""),
      h("td", null, each.plies),
    ),
  );
  const head = (/** @type {string[]} */ keys) => h("thead", null, h("tr", null, ...keys.map((key) => h("th", { scope: "col" }, say(key)))));
  const scroll = (/** @type {string} */ label, /** @type {HTMLElement} */ table) => h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, table);
  const element = h(
    "div",
    { class: "arena" },
    h("p", null, h("a", { href: "#/arena" }, `← ${say("web-nav-arena")}`)),
    h("h1", null, data.title || data.name),
    data.html ? h("p", null, h("a", { class: "button", href: data.html, target: "_blank", rel: "noopener" }, say("web-report-open"))) : null,
    players.length > 0 ? scroll(say("web-standings"), h("table", { class: "standings" }, head(["web-col-player", "web-col-games", "web-col-wins", "web-col-draws", "web-col-losses", "web-col-score", "web-col-elo"]), h("tbody", null, ...players))) : null,
    games.length > 0 ? h("h2", null, say("web-games")) : null,
    games.length > 0 ? scroll(say("web-games"), h("table", null, head(["web-col-number", "web-col-x", "web-col-o", "web-col-winner", "web-col-reason", "web-col-plies"]), h("tbody", null, ...games))) : null,
  );
  return { title: data.title || data.name, element };
}
