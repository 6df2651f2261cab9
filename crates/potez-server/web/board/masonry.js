// @ts-check
// Walls as they look: a course of bricks with a face, a side and a shadow.

import { s } from "../dom.js";
import { paint } from "./gradients.js";

/** @typedef {import("./layout.js").Box} Box */
/** @typedef {import("potez-schema").WallAxis} WallAxis */

/** How long a brick is. */
const BRICK = 31;
/** How far a wall stands out of the board. */
const HIGH = 5;

/**
 * @param {Box} box Where the wall stands.
 * @param {{axis: WallAxis, colour: string}} wall
 * @param {Record<string, any>} props Of the group; its class says what kind of wall it is.
 */
export function masonry(box, { axis, colour }, props) {
  const { x, y, width, height } = box;
  const face = { x, y: y - HIGH, width, height };
  return s(
    "g",
    props,
    s("rect", { class: "cast", x: x + 3, y: y + 4, width, height, rx: 6 }),
    s("rect", { class: "side", x, y, width, height, rx: 5 }),
    s("rect", { class: "face", ...face, rx: 5, fill: colour ? paint(`${colour}-${axis}`) : null }),
    s("path", { class: "seams", d: seams(face, axis) }),
    s("path", { class: "shine", d: `M${x + 5} ${face.y + 2}H${x + width - 5}` }),
  );
}

/**
 * The joints between the bricks: two courses, the second set off by half a brick.
 * @param {Box} face
 * @param {WallAxis} axis
 */
function seams({ x, y, width, height }, axis) {
  const lies = axis === "horizontal";
  const long = lies ? width : height;
  const [near, far] = lies ? [y, y + height] : [x, x + width];
  const middle = (near + far) / 2;
  const start = lies ? x : y;
  const across = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to) =>
    lies ? `M${at} ${from}V${to}` : `M${from} ${at}H${to}`;
  let path = lies ? `M${x + 3} ${middle}H${x + width - 3}` : `M${middle} ${y + 3}V${y + height - 3}`;
  for (let at = BRICK; at < long - 4; at += BRICK) path += across(start + at, near + 1, middle);
  for (let at = BRICK / 2; at < long - 4; at += BRICK) path += across(start + at, middle, far - 1);
  return path;
}
