// @ts-check
// Leagues of bots: the list and a live table. The script is loaded when somebody asks for it, so that it imports
// nothing: what it needs comes with the call.

/** @typedef {import("potez-schema").LeagueBrief} Brief */
/** @typedef {import("potez-schema").LeagueView} League */
/** @typedef {import("potez-schema").LeagueRow} Row */
/** @typedef {import("potez-schema").LeagueGameView} Game */

/**
 * What the page needs of the others.
 * @typedef {object} Tools
 * @property {typeof import("../api.js").call} call
 * @property {typeof import("../dom.js").h} h
 * @property {typeof import("../dom.js").fill} fill
 * @property {typeof import("../dom.js").button} button
 * @property {typeof import("../texts.js").say} say
 * @property {typeof import("../texts.js").percent} percent
 * @property {typeof import("../board/pieces.js").badge} badge
 * @property {typeof import("../speech.js").announce} announce
 */

/** How long to wait after a failure, in milliseconds. */
const PAUSE = 3000;

/** @param {Tools} tools @param {import("../route.js").Route} route @returns {Promise<import("../app.js").Page>} */
export async function leaguePage(tools, route) {
  const [, id] = route.path;
  const pages = new LeaguePages(tools);
  return id ? pages.table(id) : pages.list();
}

export class LeaguePages {
  /** @param {Tools} tools */
  constructor(tools) {
    this.tools = tools;
  }

  async list() {
    const { call, h, say } = this.tools;
    const { leagues } = await call("GET", "/api/leagues");
    const items = leagues.map((/** @type {Brief} */ each) =>
      h(
        "li",
        null,
        h(
          "a",
          { class: "report", href: `#/league/${each.id}` },
          h("strong", null, each.name),
          h("span", null, this.#facts(each)),
          h("small", null, this.#state(each)),
        ),
      ),
    );
    const element = h(
      "div",
      { class: "arena" },
      h("h1", null, say("web-leagues")),
      h("p", null, say("web-leagues-lead")),
      items.length > 0
        ? h("ul", { class: "reports" }, ...items)
        : h(
            "pre",
            null,
            h("code", null, "potez league new class.league --server URL --game byte\npotez league --help"),
          ),
    );
    return { title: say("web-leagues"), element };
  }

  /** @param {Brief} league */
  #facts({ gameName, game, time, format }) {
    const variant = game.split(":")[1]?.replaceAll(",", ", ").replaceAll("=", " ") ?? "";
    return [gameName, variant, time, this.tools.say(`web-league-${format}`)].filter(Boolean).join(" · ");
  }

  /** @param {Brief} league */
  #state({ state, played, planned }) {
    const { say } = this.tools;
    return `${say(`web-league-${state}`)} · ${say("web-league-played", { played, planned })}`;
  }

  /** @param {string} id @returns {Promise<import("../app.js").Page>} */
  async table(id) {
    const { call, h, fill, say, announce } = this.tools;
    const path = `/api/leagues/${encodeURIComponent(id)}`;
    /** @type {League} */
    let league = await call("GET", `${path}/live`);
    const state = h("p", { role: "status", "data-id": "league-state" });
    const table = h("tbody");
    const games = ["round", "x", "o", "plies", "reason"];
    const parts = [
      { title: say("web-league-live"), of: () => league.running },
      { title: say("web-league-ended"), of: () => league.ended },
    ].map(({ title, of }) => {
      const body = h("tbody");
      return { title, of, body, shown: this.scroll(title, games, body), none: h("p", null, say("web-league-none")) };
    });
    const draw = () => {
      const text = this.#state(league);
      if (state.textContent !== text) fill(state, text);
      keepFocus(table, () => fill(table, ...league.standings.map((row) => this.#row(id, row))));
      for (const { body, of, shown, none } of parts) {
        keepFocus(body, () => fill(body, ...of().map((game) => this.game(game))));
        shown.hidden = of().length === 0;
        none.hidden = of().length > 0;
      }
    };
    draw();
    const leaving = new AbortController();
    const follow = async () => {
      while (!leaving.signal.aborted) {
        try {
          const was = league.state;
          league = await call("GET", `${path}/live?since=${league.version}`, undefined, { signal: leaving.signal });
          if (leaving.signal.aborted) return;
          draw();
          if (league.state !== was) announce(this.#state(league));
          // Much may happen in a second; whoever looks on need not see all of it.
          await new Promise((done) => setTimeout(done, 400));
        } catch {
          await new Promise((done) => setTimeout(done, PAUSE));
        }
      }
    };
    void follow();
    const columns = ["place", "player", "points", "elo", "games", "wins", "draws", "losses", "faults"];
    const download = (/** @type {string} */ format, /** @type {string} */ text) =>
      h("a", { class: "button", href: `${path}/export?format=${format}`, download: true }, text);
    const element = h(
      "div",
      { class: "arena league" },
      h("p", null, h("a", { href: "#/league" }, `← ${say("web-leagues")}`)),
      h("h1", null, league.name),
      h("p", null, this.#facts(league)),
      state,
      this.scroll(say("web-standings"), columns, table, "standings"),
      h("p", { class: "muted below" }, say("web-league-elo")),
      ...parts.flatMap(({ title, shown, none }) => [h("h2", null, title), shown, none]),
      h(
        "p",
        { class: "row below" },
        download("html", say("web-league-page")),
        download("csv", "CSV"),
        download("games", say("web-league-games-csv")),
        download("json", "JSON"),
      ),
    );
    return { title: league.name, element, leave: () => leaving.abort() };
  }

  /** @param {string} label @param {string[]} columns @param {HTMLElement} body @param {string} [kind] */
  scroll(label, columns, body, kind) {
    const { h, say } = this.tools;
    const heads = columns.map((key) => h("th", { scope: "col" }, say(`web-col-${key}`)));
    const table = h("table", { class: kind }, h("thead", null, h("tr", null, ...heads)), body);
    return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, table);
  }

  /** @param {string} id @param {Row} row */
  #row(id, { bot, place, name, here, points, elo, error, games, wins, draws, losses, faults }) {
    const { h, say } = this.tools;
    const strength = elo === null || error === null ? "–" : `${signed(elo)} ± ${Math.round(error)}`;
    const there = place === null ? say("web-league-excluded") : here ? say("web-league-here") : say("web-league-away");
    const mark = h("span", {
      class: here ? "presence here" : "presence",
      role: "img",
      "aria-label": there,
      title: there,
    });
    const link = h("a", { href: `#/league/${id}/${bot}`, "data-id": `bot-${bot}` }, name);
    const cells = [points, strength, games, wins, draws, losses, faults].map((value) => h("td", null, String(value)));
    const out = place === null ? h("small", null, ` ${say("web-league-excluded")}`) : null;
    return h("tr", null, h("td", null, place ?? "–"), h("th", { scope: "row" }, mark, " ", link, out), ...cells);
  }

  /** @param {Game} game */
  game({ round, number, id, x, o, plies, outcome }) {
    const { h, say, badge } = this.tools;
    const text = outcome ? outcome.words : say("web-league-watch");
    const link = id ? h("a", { href: `#/game/${id}`, "data-id": `game-${number}` }, text) : text;
    const won = (/** @type {string} */ side) =>
      outcome?.winner === side ? h("strong", null, side === "x" ? x : o) : null;
    return h(
      "tr",
      null,
      h("td", null, round),
      h("td", null, badge("x"), " ", won("x") ?? x),
      h("td", null, badge("o"), " ", won("o") ?? o),
      h("td", null, plies),
      h("td", null, link),
    );
  }
}

/** @param {number} elo */
export function signed(elo) {
  const rounded = Math.round(elo);
  return rounded > 0 ? `+${rounded}` : String(rounded).replace("-", "−");
}

/**
 * Draws rows anew, and leaves whoever goes by keyboard where they are.
 * @param {HTMLElement} body
 * @param {() => void} draw
 */
function keepFocus(body, draw) {
  const focused = body.contains(document.activeElement) ? document.activeElement : null;
  const id = focused?.getAttribute("data-id");
  draw();
  if (id) /** @type {HTMLElement | null} */ (body.querySelector(`[data-id='${id}']`))?.focus();
}
