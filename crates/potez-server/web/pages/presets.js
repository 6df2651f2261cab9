// @ts-check
// Choosing the options of a game: ready-made presets, and every option below.

import { fill, h, select } from "../dom.js";
import { say } from "../texts.js";

/** @typedef {import("potez-schema").CatalogueGame} Game */
/** @typedef {import("potez-schema").Catalogue} Catalogue */

/**
 * Every preset of every game to choose from, and the spec itself where it is none of them.
 * @param {Catalogue} catalogue
 * @param {string} spec
 */
export function specChoices(catalogue, spec) {
  const choices = catalogue.games.flatMap((game) =>
    game.presets.map((preset, index) => ({
      value: preset.spec,
      text: index === 0 ? game.name : `${game.name}: ${preset.name}`,
    })),
  );
  if (choices.some(({ value }) => value === spec)) return choices;
  const name = gameOf(catalogue, spec)?.name;
  return [{ value: spec, text: name ? `${name}: ${variantName(catalogue, spec)}` : spec }, ...choices];
}

/** @param {Catalogue} catalogue @param {string} spec */
const gameOf = (catalogue, spec) => catalogue.games.find(({ id }) => id === spec.split(":")[0]);

/**
 * A variant in the reader's language: the name of a preset, or what is set in place of the usual.
 * @param {Catalogue} catalogue
 * @param {string} spec
 */
export function variantName(catalogue, spec) {
  const game = gameOf(catalogue, spec);
  const preset = game?.presets.find((each) => each.spec === spec);
  if (!game || preset) return preset?.name ?? "";
  const named = Object.entries(optionsOf(spec)).map(([key, value]) => {
    const option = game.options.find((each) => each.key === key);
    const place = option?.choices?.indexOf(value) ?? -1;
    return `${option?.about || key}: ${option?.choiceNames?.[place] ?? value}`;
  });
  return named.join(", ");
}

/** The options that a spec sets. @param {string} spec @returns {Record<string, string>} */
function optionsOf(spec) {
  const [, pairs = ""] = spec.split(/:(.*)/s);
  const set = pairs.split(",").filter(Boolean);
  return Object.fromEntries(set.map((pair) => pair.split("=")));
}

/**
 * @param {Game} game
 * @param {string} spec What is chosen at first.
 * @param {(spec: string) => void} change
 * @returns {{element: HTMLElement, spec: () => string}}
 */
export function presetPicker(game, spec, change) {
  let values = optionsOf(spec);
  const current = () => {
    const set = game.options.filter(({ key, default: usual }) => values[key] && values[key] !== usual);
    const pairs = set.map(({ key }) => `${key}=${values[key]}`);
    return pairs.length > 0 ? `${game.id}:${pairs.join(",")}` : game.id;
  };
  const own = "own";
  const presets = game.presets.map(({ spec: value, name }) => ({ value, text: name }));
  const about = h("p", { class: "hint-text" });
  const options = h("div", { class: "options" });
  const list = h("div");
  const choose = (/** @type {string} */ value) => {
    values = optionsOf(value);
    drawOptions();
    update();
    change(current());
  };
  const update = () => {
    const chosen = current();
    const known = game.presets.find((each) => each.spec === chosen);
    about.textContent = known?.about ?? "";
    const offered = known ? presets : [...presets, { value: own, text: say("web-preset-own") }];
    fill(list, select(say("web-preset"), offered, known ? chosen : own, choose, { name: "preset" }));
  };
  const set = (/** @type {string} */ key, /** @type {string} */ value) => {
    if (value) values[key] = value;
    else delete values[key];
    update();
    change(current());
  };
  const drawOptions = () => {
    const fields = game.options.map((option) =>
      optionField(option, values[option.key] ?? "", (value) => set(option.key, value)),
    );
    fill(options, ...fields);
  };
  drawOptions();
  update();
  const details = h("details", null, h("summary", null, say("web-options")), options);
  return { element: h("div", { class: "preset-picker" }, list, about, details), spec: current };
}

/** @param {import("potez-schema").OptionView} option @param {string} value @param {(value: string) => void} change */
function optionField(option, value, change) {
  const { key, default: usual, min, max } = option;
  const label = option.about || key;
  if (option.choices) {
    const choices = option.choices.map((value, index) => ({ value, text: option.choiceNames?.[index] ?? value }));
    return select(label, choices, value || usual, change, { name: key });
  }
  const range = min !== null && max !== null;
  const props = { type: range ? "number" : "text", name: key, min, max, placeholder: usual };
  const input = h("input", { ...props, value: value || (range ? usual : "") });
  input.addEventListener("change", () => {
    if (range && input.value) {
      input.value = String(Math.min(Number(max), Math.max(Number(min), Math.round(Number(input.value)))));
    }
    change(input.value.trim());
  });
  return h("label", { class: "field" }, h("span", { class: "field-name" }, label), input);
}
