// @ts-check
// The line above the analysis board that says whose game it is.

import { endingWords, say } from "../texts.js";

/** @typedef {import("./tree.js").Tree} Tree */

/** Who played the game on the board, and how it ended, where its record says so. @param {Tree} tree */
export function gameLine(tree) {
  const name = (/** @type {string} */ tag) => [tree.tags?.[tag] ?? ""].flat().join(", ");
  const [x, o] = [name("X"), name("O")];
  const players = x || o ? say("web-players", { x: x || "X", o: o || "O" }) : "";
  const { ending } = tree;
  return [players, ending ? endingWords(ending.result, ending.reason) : ""].filter(Boolean).join(" · ");
}
