// @ts-check
// The gradients that give boards and pieces their depth, once for all boards of the page. Their colours come from
// the style sheet, so that every theme and every style of board has its own.

import { s } from "../dom.js";

/** @typedef {[at: number, colour: string][]} Stops */

/** From the light at the upper left over a body to its shaded edge. @type {Record<string, Stops>} */
const ROUND = {
  "x-body": [
    [0, "--x-lit"],
    [0.55, "--x"],
    [1, "--x-deep"],
  ],
  "o-body": [
    [0, "--o-lit"],
    [0.55, "--o"],
    [1, "--o-deep"],
  ],
};

/** From the left to the right, around a cylinder. @type {Record<string, Stops>} */
const ACROSS = {
  "x-side": [
    [0, "--x-deep"],
    [0.3, "--x"],
    [0.42, "--x-lit"],
    [0.6, "--x"],
    [1, "--x-deep"],
  ],
  "o-side": [
    [0, "--o-deep"],
    [0.3, "--o"],
    [0.42, "--o-lit"],
    [0.6, "--o"],
    [1, "--o-deep"],
  ],
  "blue-vertical": [
    [0, "--blue-lit"],
    [0.45, "--blue"],
    [1, "--blue-deep"],
  ],
  "green-vertical": [
    [0, "--green-lit"],
    [0.45, "--green"],
    [1, "--green-deep"],
  ],
};

/** From the top to the bottom. @type {Record<string, Stops>} */
const DOWN = {
  "x-top": [
    [0, "--x-lit"],
    [1, "--x"],
  ],
  "o-top": [
    [0, "--o-lit"],
    [1, "--o"],
  ],
  "blue-horizontal": [
    [0, "--blue-lit"],
    [0.45, "--blue"],
    [1, "--blue-deep"],
  ],
  "green-horizontal": [
    [0, "--green-lit"],
    [0.45, "--green"],
    [1, "--green-deep"],
  ],
  "board-frame": [
    [0, "--frame-lit"],
    [0.5, "--board"],
    [1, "--frame-deep"],
  ],
  bevel: [
    [0, "--bevel-lit"],
    [0.3, "--bevel-faint"],
    [0.75, "--bevel-none"],
    [1, "--bevel-deep"],
  ],
};

/** The shadow that a piece casts: dark in the middle, nothing at its edge. @type {Stops} */
const CAST = [
  [0.55, "--cast"],
  [1, "--bevel-none"],
];

/** Lines of the grain of wood, which go on from one tile of the pattern to the next. */
const GRAIN =
  "M0 6C90 1 190 12 320 6M0 16C70 20 130 11 200 15S290 19 320 16M0 27C100 32 160 22 240 28S300 28 320 27" +
  "M0 38C60 33 150 42 220 37S300 40 320 38M0 46C120 49 220 43 320 46" +
  "M60 21C110 24 150 18 190 21M210 33C240 35 270 31 300 33";

/** @param {Stops} stops */
const stopsOf = (stops) =>
  stops.map(([offset, colour]) => {
    const stop = s("stop", { offset });
    stop.style.setProperty("stop-color", `var(${colour})`);
    return stop;
  });

/** The address of a gradient, as a fill. @param {string} name */
export const paint = (name) => `url(#paint-${name})`;

/** Puts the gradients on the page. */
function prepare() {
  const id = (/** @type {string} */ name) => `paint-${name}`;
  const linear = (/** @type {Record<string, Stops>} */ of, /** @type {object} */ way) =>
    Object.entries(of).map(([name, stops]) => s("linearGradient", { id: id(name), ...way }, ...stopsOf(stops)));
  const round = Object.entries(ROUND).map(([name, stops]) =>
    s("radialGradient", { id: id(name), cx: 0.35, cy: 0.28, r: 0.85 }, ...stopsOf(stops)),
  );
  const cast = s("radialGradient", { id: id("cast") }, ...stopsOf(CAST));
  const size = { width: 320, height: 50, patternUnits: "userSpaceOnUse" };
  const grain = s("pattern", { id: id("grain"), ...size }, s("path", { class: "grain-lines", d: GRAIN }));
  const defs = s(
    "defs",
    null,
    ...round,
    ...linear(ACROSS, { x1: 0, x2: 1, y1: 0, y2: 0 }),
    ...linear(DOWN, { x1: 0, x2: 0, y1: 0, y2: 1 }),
    cast,
    grain,
  );
  document.body.append(s("svg", { class: "paints", width: 0, height: 0, "aria-hidden": "true" }, defs));
}

prepare();
