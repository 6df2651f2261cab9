// @ts-check
// Choosing a variant of a game: ready-made ones, and every knob below.

import { fill, h, select } from "../dom.js";
import { say } from "../texts.js";

/** @typedef {import("../schema.js").Family} Family */

/** The knobs that a spec sets. @param {string} spec @returns {Record<string, string>} */
function knobsOf(spec) {
  const [, pairs = ""] = spec.split(/:(.*)/s);
  return Object.fromEntries(pairs.split(",").filter(Boolean).map((pair) => pair.split("=")));
}

/**
 * @param {Family} family
 * @param {string} spec What is chosen at first.
 * @param {(spec: string) => void} change
 * @returns {{element: HTMLElement, spec: () => string}}
 */
export function variantPicker(family, spec, change) {
  let values = knobsOf(spec);
  const current = () => {
    const pairs = family.knobs.filter(({ key, default: usual }) => values[key] && values[key] !== usual).map(({ key }) => `${key}=${values[key]}`);
    return pairs.length > 0 ? `${family.id}:${pairs.join(",")}` : family.id;
  };
  const own = "own";
  const variants = family.variants.map(({ spec: value, name }) => ({ value, text: name }));
  const about = h("p", { class: "hint-text" });
  const knobs = h("div", { class: "knobs" });
  const list = h("div");
  const update = () => {
    const spec = current();
    const known = family.variants.find((each) => each.spec === spec);
    about.textContent = known?.about ?? "";
    fill(list, select(say("web-variant"), known ? variants : [...variants, { value: own, text: say("web-variant-own") }], known ? spec : own, (value) => {
      values = knobsOf(value);
      drawKnobs();
      update();
      change(current());
    }, { name: "variant" }));
  };
  const drawKnobs = () => fill(knobs, ...family.knobs.map((knob) => knobField(knob, values[knob.key] ?? "", (value) => {
    if (value) values[knob.key] = value;
    else delete values[knob.key];
    update();
    change(current());
  })));
  drawKnobs();
  update();
  return { element: h("div", { class: "variant-picker" }, list, about, h("details", null, h("summary", null, say("web-knobs")), knobs)), spec: current };
}

/** @param {import("../schema.js").Knob} knob @param {string} value @param {(value: string) => void} change */
function knobField(knob, value, change) {
  const label = knob.about || knob.key;
  if (knob.choices) {
    return select(label, knob.choices.map((text) => ({ value: text, text })), value || knob.default, change, { name: knob.key });
  }
  const range = knob.min !== null && knob.max !== null;
  const input = h("input", { type: range ? "number" : "text", name: knob.key, min: knob.min, max: knob.max, value: value || (range ? knob.default : ""), placeholder: knob.default });
  input.addEventListener("change", () => {
    if (range && input.value) input.value = String(Math.min(Number(knob.max), Math.max(Number(knob.min), Math.round(Number(input.value)))));
    change(input.value.trim());
  });
  return h("label", { class: "field" }, h("span", { class: "field-name" }, label), input);
}
