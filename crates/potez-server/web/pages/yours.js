// @ts-check
// One's own games on the start page: those that wait for a move first, then the others, then what is over.

import { badge } from "../board/pieces.js";
import { fill, h } from "../dom.js";
import { keepGames } from "../offline.js";
import { keep, settings } from "../settings.js";
import { say } from "../texts.js";
import { allowNotices, canNotify, isMyTurn, ownGames, take } from "../turns.js";

/** @typedef {import("potez-schema").Brief} Brief */

/** @param {HTMLElement} section */
export async function showOwn(section) {
  const games = await ownGames();
  if (games.length === 0) return;
  take(games);
  const waiting = games.filter(isMyTurn);
  const running = games.filter((game) => game.outcome === null && !isMyTurn(game));
  const over = games.filter((game) => game.outcome !== null);
  const group = (/** @type {string} */ key, /** @type {Brief[]} */ list) =>
    list.length > 0 ? [h("h3", null, say(key)), h("ul", null, ...list.map(item))] : [];
  const past =
    over.length > 0
      ? h(
          "details",
          null,
          h("summary", null, say("web-own-over", { count: over.length })),
          h("ul", null, ...over.map(item)),
        )
      : null;
  const live = [...group("web-your-turn", waiting), ...group("web-own-running", running)];
  const notices = games.some(({ people, outcome }) => people && !outcome) ? noticeSwitch() : null;
  fill(section, h("h2", null, say("web-recent")), ...live, notices, past);
  section.hidden = false;
  void keepGames(over);
}

/** @param {Brief} game */
function item(game) {
  const guest = say("web-guest");
  const name = (/** @type {"x" | "o"} */ side) => game[side] || (game.you === side ? say("web-you-name") : guest);
  const standing = game.outcome ? game.outcome.words : say("web-move-count", { count: game.ply });
  const pair = h("span", { class: "pair" }, badge("x"), name("x"), badge("o"), name("o"));
  const props = { href: `#/game/${game.id}`, class: `recent-game ${isMyTurn(game) ? "waits" : ""}` };
  return h("li", null, h("a", props, h("strong", null, game.gameName), pair, h("small", null, standing)));
}

/** Whether a notification says that it is one's turn. */
function noticeSwitch() {
  if (!canNotify()) return null;
  const box = h("input", { type: "checkbox", name: "notices", checked: settings.notices });
  box.addEventListener("change", async () => {
    settings.notices = box.checked && (await allowNotices());
    box.checked = settings.notices;
    keep();
  });
  return h("label", { class: "check" }, box, h("span", null, say("web-notices")));
}
