// @ts-check
// The page of a participant of a league: its faults, its games and why it lost, and where it hands in a program. The
// script is loaded when somebody asks for it, so that it imports nothing: what it needs comes with the call.

/** @typedef {import("potez-schema").LeagueRow} Row */
/** @typedef {import("potez-schema").LeagueGameView} Game */
/** @typedef {import("potez-schema").LeagueBotView} Bot */
/** @typedef {import("potez-schema").LeagueFaultView} Fault */
/** @typedef {import("potez-schema").ReviewView} Review */
/** @typedef {import("./league.js").Tools} Tools */

/** Moves that are named when it is asked why a game was lost. */
const WORST = 5;

/**
 * @param {Tools} tools
 * @param {typeof import("./league.js")} league
 * @param {import("../route.js").Route} route
 */
export async function botPage(tools, league, route) {
  const [, id = "", bot = ""] = route.path;
  return new BotPage(tools, league).open(id, bot);
}

class BotPage {
  /** @param {Tools} tools @param {typeof import("./league.js")} league */
  constructor(tools, league) {
    this.tools = tools;
    this.pages = new league.LeaguePages(tools);
    this.signed = league.signed;
  }

  /** @param {string} id @param {string} number @returns {Promise<import("../app.js").Page>} */
  async open(id, number) {
    const { call, h, say } = this.tools;
    const path = `/api/leagues/${encodeURIComponent(id)}/bots/${encodeURIComponent(number)}`;
    /** @type {Bot} */
    const { league, row, faults, games, lost, uploads } = await call("GET", path);
    const strength =
      row.elo === null || row.error === null ? "–" : `${this.signed(row.elo)} ± ${Math.round(row.error)}`;
    const lostGames = games.filter((game) => game.id && lost.includes(game.id));
    const others = games.filter((game) => !lostGames.includes(game));
    const body = h("tbody", null, ...others.map((game) => this.pages.game(game)));
    const element = h(
      "div",
      { class: "arena league" },
      h("p", null, h("a", { href: `#/league/${id}` }, `← ${league.name}`)),
      h("h1", null, row.name),
      h("p", null, say("web-league-stands", { place: row.place ?? 0, points: String(row.points), elo: strength })),
      h("h2", null, say("web-league-lost")),
      lostGames.length > 0
        ? h("ul", { class: "lost-games" }, ...lostGames.map((game) => this.#lost(game, row.name)))
        : h("p", null, say("web-league-none")),
      h("h2", null, say("web-league-faults")),
      faults.length > 0
        ? h("ul", { class: "faults" }, ...faults.map((fault) => this.#fault(fault)))
        : h("p", null, say("web-league-none")),
      uploads || row.upload ? this.#handIn(row, uploads) : null,
      h("h2", null, say("web-league-others")),
      this.pages.scroll(say("web-league-others"), ["round", "x", "o", "plies", "reason"], body),
    );
    return { title: `${row.name} · ${league.name}`, element };
  }

  /** What was handed in last, and where to hand in another. @param {Row} row @param {boolean} allowed */
  #handIn({ upload }, allowed) {
    const { call, h, fill, say, button, announce } = this.tools;
    const told = h("p", { role: "status" });
    if (upload) {
      const when = new Date(upload.at).toLocaleString(document.documentElement.lang);
      fill(told, say("web-league-upload-last", { file: upload.file, bytes: upload.bytes, when }));
    }
    if (!allowed) return told;
    const token = h("input", { type: "password", autocomplete: "off", "data-id": "upload-token" });
    const file = h("input", { type: "file", "data-id": "upload-file" });
    const answer = (/** @type {string} */ text) => {
      fill(told, text);
      announce(text);
    };
    const send = async () => {
      const [chosen] = file.files ?? [];
      if (!chosen || !token.value) return answer(say("web-league-upload-none"));
      try {
        const body = { file: chosen.name, data: base64(new Uint8Array(await chosen.arrayBuffer())) };
        const done = await call("POST", "/api/league/upload", body, { token: token.value.trim(), patience: 120000 });
        answer(say("web-league-upload-done", { file: done.file, bytes: done.bytes }));
      } catch (error) {
        answer(error instanceof Error && error.message ? error.message : say("web-offline"));
      }
    };
    const field = (/** @type {string} */ key, /** @type {HTMLElement} */ input) =>
      h("label", { class: "field" }, h("span", { class: "field-name" }, say(key)), input);
    return h(
      "section",
      { class: "panel upload" },
      h("h2", null, say("web-league-upload")),
      h("p", null, say("web-league-upload-lead")),
      field("web-league-upload-token", token),
      field("web-league-upload-file", file),
      button(say("web-league-upload-send"), () => void send(), { "data-id": "upload-send" }),
      told,
    );
  }

  /** A lost game, with a button that asks why. @param {Game} game @param {string} name */
  #lost({ id, x, o, outcome, plies }, name) {
    const { h, say, button, badge } = this.tools;
    const side = x === name ? "x" : "o";
    const answer = h("div", { "aria-live": "polite" });
    const ask = button(say("web-league-why"), () => void this.#why(id ?? "", side, answer), { "data-id": `why-${id}` });
    return h(
      "li",
      null,
      h(
        "p",
        null,
        badge("x"),
        ` ${x} – `,
        badge("o"),
        ` ${o} · `,
        h("a", { href: `#/game/${id}` }, outcome?.words ?? ""),
      ),
      plies > 0 ? ask : null,
      answer,
    );
  }

  /**
   * Reviews a game in the background and names the moves that cost most.
   * @param {string} gameId
   * @param {string} side
   * @param {HTMLElement} answer
   */
  async #why(gameId, side, answer) {
    const { call, h, fill, say } = this.tools;
    try {
      const { id } = await call("POST", "/api/reviews", { gameId });
      for (;;) {
        const { status, done, total, result, place } = await call("GET", `/api/reviews/${id}`);
        if (result) return this.#worst(id, /** @type {Review} */ (result), side, answer);
        if (status !== "queued" && status !== "running") throw new Error(say(`web-review-${status}`));
        fill(answer, h("p", { class: "muted" }, say(`web-review-${status}`, { done, total, place: place ?? 0 })));
        await new Promise((next) => setTimeout(next, 500));
        if (!answer.isConnected) return;
      }
    } catch (error) {
      fill(
        answer,
        h("p", { class: "bad" }, error instanceof Error && error.message ? error.message : say("web-offline")),
      );
    }
  }

  /** @param {string} id @param {Review} review @param {string} side @param {HTMLElement} answer */
  #worst(id, review, side, answer) {
    const { h, fill, say, percent } = this.tools;
    const own = (/** @type {number} */ chance) => percent(side === "x" ? chance : 1 - chance);
    const moves = review.moves
      .filter(({ by, loss }) => by === side && loss >= 0.05)
      .sort((a, b) => b.loss - a.loss)
      .slice(0, WORST)
      .map(({ ply, move, best, chanceX, chanceXBefore, remarks }) =>
        h(
          "li",
          null,
          say("web-league-fell", {
            ply,
            move: move.text,
            before: own(chanceXBefore),
            after: own(chanceX),
            best: best.text,
          }),
          ...remarks.slice(0, 2).map((remark) => h("small", null, ` ${remark.words}`)),
        ),
      );
    fill(
      answer,
      moves.length > 0 ? h("ol", null, ...moves) : h("p", null, say("web-league-slowly")),
      h("p", null, h("a", { href: `#/review/${id}` }, say("web-league-review"))),
    );
  }

  /** @param {Fault} fault */
  #fault({ kind, game, ply, sent, expected, io, at }) {
    const { h, say } = this.tools;
    const when = new Date(at).toLocaleString(document.documentElement.lang);
    const costs = ["bad-message", "out-of-turn"].includes(kind) ? say("web-league-fault-free") : "";
    const link = game && !costs ? h("a", { href: `#/game/${game}` }, say("web-league-ply", { ply })) : null;
    return h(
      "li",
      null,
      h(
        "p",
        null,
        h("strong", null, say(`web-league-fault-${kind}`)),
        ` · ${when} `,
        link,
        costs ? ` · ${costs}` : null,
      ),
      sent ? h("p", null, `${say("web-league-sent")} `, h("code", null, sent)) : null,
      expected ? h("p", null, `${say("web-league-expected")} `, h("code", null, expected)) : null,
      io.length > 0
        ? h("details", null, h("summary", null, say("web-league-io")), h("pre", null, io.join("\n")))
        : null,
    );
  }
}

/** Bytes in base 64, a piece at a time: the arguments of a call are bounded. @param {Uint8Array} bytes */
function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}
