// @ts-check
// Making elements. Text always goes in as text: there is no way here to put in markup.

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, any>} Props */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Sets what is given: `onclick` and its like listen, `true` is an empty attribute, `null` and `false` are left out.
 * @param {Element} element
 * @param {Props | null | undefined} props
 */
export function setProps(element, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  setProps(element, props);
  append(element, children);
  return element;
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, props, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  setProps(element, props);
  append(element, children);
  return element;
}

/**
 * Replaces what an element holds.
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * A button with a text, and a sign before it where one is given.
 * @param {string} text
 * @param {(event: MouseEvent) => void} onclick
 * @param {Props} [props]
 */
export function button(text, onclick, props = {}) {
  const { icon: sign, ...rest } = props;
  return h("button", { type: "button", onclick, ...rest }, sign ? icon(sign) : null, h("span", null, text));
}

/** The signs, as paths on a field of 24. */
const ICONS = /** @type {Record<string, string>} */ ({
  undo: "M9 5 4 10l5 5M4 10h10a5 5 0 0 1 0 10h-3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.5 1 2.5h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3z",
  flag: "M5 21V4m0 1h12l-2 4 2 4H5",
  draw: "M6 9h12M6 15h12",
  share: "M8 12h8M13 7l5 5-5 5M6 5v14",
  copy: "M9 9h10v11H9zM5 15V4h10",
  first: "M18 6l-7 6 7 6M7 6v12",
  back: "M15 6l-7 6 7 6",
  next: "M9 6l7 6-7 6",
  last: "M6 6l7 6-7 6M17 6v12",
  play: "M8 5l11 7-11 7z",
  stop: "M7 7h10v10H7z",
  again: "M4 12a8 8 0 1 0 3-6.200M4 4v5h5",
  swap: "M7 4 3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  edit: "M4 20l1-4L16 5l3 3L8 19z",
  graph: "M4 19V5M4 19h16M7 15l4-5 3 3 5-7",
  close: "M6 6l12 12M18 6 6 18",
  down: "M12 4v11M7 11l5 5 5-5M5 20h14",
  up: "M12 16V5M7 9l5-5 5 5M5 20h14",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  turn: "M4 12h16M12 4v16",
  people: "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 20c0-4 3-6 6-6s6 2 6 6M16 11a3 3 0 1 0 0-6M17 14c3 0 5 2 5 6",
  engine: "M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4",
  screen: "M3 5h18v11H3zM9 20h6M12 16v4",
  qr: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM18 14h2M14 20v-2",
  settings:
    "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
});

/**
 * A sign. It is decoration: its meaning is said by the text beside it.
 * @param {string} name
 */
export function icon(name) {
  const props = { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" };
  return s("svg", props, s("path", { d: ICONS[name] ?? "" }));
}

/**
 * A labelled choice from a list.
 * @param {string} label
 * @param {{value: string, text: string}[]} options
 * @param {string} value
 * @param {(value: string) => void} onchange
 * @param {Props} [props]
 */
export function select(label, options, value, onchange, props = {}) {
  const list = h("select", { onchange: () => onchange(list.value), ...props });
  for (const option of options) {
    list.append(h("option", { value: option.value, selected: option.value === value }, option.text));
  }
  return h("label", { class: "field" }, h("span", { class: "field-name" }, label), list);
}

/**
 * A group of choices of which one holds, drawn as a row of segments.
 * @param {string} label
 * @param {{value: string, text: string, icon?: string}[]} options
 * @param {string} value
 * @param {(value: string) => void} onchange
 */
export function segments(label, options, value, onchange) {
  const name = `group-${Math.random().toString(36).slice(2)}`;
  const radio = (/** @type {string} */ each) =>
    h("input", { type: "radio", name, value: each, checked: each === value, onchange: () => onchange(each) });
  const items = options.map((option) =>
    h(
      "label",
      { class: "segment" },
      radio(option.value),
      h("span", null, option.icon ? icon(option.icon) : null, option.text),
    ),
  );
  return h("fieldset", { class: "segments" }, h("legend", null, label), h("div", { class: "segment-row" }, ...items));
}
