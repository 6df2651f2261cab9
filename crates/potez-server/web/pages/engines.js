// @ts-check
// Which engine plays: a level of ours, or another bot with its parameters.

import { fill, h, select } from "../dom.js";
import { levelWords } from "../game/ladder.js";
import { remember, settings } from "../settings.js";
import { say } from "../texts.js";

/** @typedef {import("potez-schema").Catalogue} Catalogue */
/** @typedef {import("potez-schema").CatalogueGame} Game */

/** The bot that has levels. */
const LEVELLED = "potez";
const DEFAULT_LEVEL = "3";

/** The spec of the level that was chosen last. */
export function levelSpec() {
  return `${LEVELLED}:level=${settings.last.level ?? DEFAULT_LEVEL}`;
}

export class EngineChoice {
  /** @param {Catalogue} catalogue @param {Game} game */
  constructor(catalogue, game) {
    this.catalogue = catalogue;
    this.game = game;
    this.element = h("div", { class: "versus" });
    this.#draw();
  }

  /** Another game is chosen. @param {Game} game */
  show(game) {
    this.game = game;
    this.#draw();
  }

  get #bot() {
    const { bots } = this.game;
    return bots.find(({ name }) => name === settings.last.bot) ?? bots[0];
  }

  /** The spec of what is chosen. */
  get spec() {
    const bot = this.#bot;
    if (!bot || bot.name === LEVELLED) return levelSpec();
    const set = bot.keys.flatMap((key) => {
      const value = settings.last[`bot-${key}`];
      return value ? [`${key}=${value}`] : [];
    });
    return set.length > 0 ? `${bot.name}:${set.join(",")}` : bot.name;
  }

  #draw() {
    const bot = this.#bot;
    if (!bot) return;
    const names = this.game.bots.map(({ name: value }) => ({ value, text: say(`web-bot-${value}`) }));
    const choose = (/** @type {string} */ name) => {
      remember("bot", name);
      this.#draw();
    };
    const change = (/** @type {string} */ level) => remember("level", level);
    const level = levelField(this.catalogue, this.game, settings.last.level ?? DEFAULT_LEVEL, change);
    const fields = bot.name === LEVELLED ? [level] : bot.keys.map(numberField);
    fill(this.element, select(say("web-bot"), names, bot.name, choose, { name: "bot" }), ...fields);
  }
}

/** A number that a bot can be given; empty for its own. @param {string} key */
function numberField(key) {
  const field = `bot-${key}`;
  const props = { type: "number", name: field, min: 0, max: 28, value: settings.last[field] ?? "" };
  const input = h("input", props);
  input.addEventListener("change", () => remember(field, input.value.trim()));
  return h("label", { class: "field" }, h("span", { class: "field-name" }, say(`web-bot-${key}`)), input);
}

/** @param {Catalogue} catalogue @param {Game} game @param {string} value @param {(value: string) => void} change */
function levelField(catalogue, game, value, change) {
  const text = (/** @type {string} */ level) =>
    catalogue.levels.find((each) => String(each.level) === level)?.name ?? level;
  const output = h("output", null, text(value));
  const props = { type: "range", name: "level", min: 1, max: catalogue.levels.length, value };
  const input = h("input", { ...props, "aria-valuetext": text(value) });
  input.addEventListener("input", () => {
    output.textContent = text(input.value);
    about.textContent = levelWords(game.scores, Number(input.value));
    input.setAttribute("aria-valuetext", text(input.value));
    change(input.value);
  });
  const about = h("small", { class: "level-about" }, levelWords(game.scores, Number(value)));
  const name = h("span", { class: "field-name" }, say("web-level-of-engine"));
  return h("label", { class: "field level-field" }, name, input, output, about);
}
