// @ts-check
// The address of an analysis: it holds the game itself.

import { Tree } from "./tree.js";

/**
 * @param {{game: string, position?: string | null, moves?: string[], tree?: string, at?: string}} what
 * @returns {string}
 */
export function analysisHash({ game, position, moves, tree, at }) {
  const text = tree ?? (moves ?? []).join("_");
  const path = at ?? (moves?.length ? `m${moves.length}` : "");
  const parts = [`game=${soft(game)}`];
  if (position) parts.push(`position=${soft(position)}`);
  if (text) parts.push(`moves=${soft(text)}`);
  if (path) parts.push(`at=${path}`);
  return `#/analysis?${parts.join("&")}`;
}

/** Escapes what an address needs escaped, and leaves moves readable. @param {string} text */
function soft(text) {
  return encodeURIComponent(text).replace(/%(2F|3A|2C|3D)/g, (code) => decodeURIComponent(code));
}

/** @param {URLSearchParams} query @param {string} usual The game where the address names none. @returns {Tree} */
export function treeOf(query, usual) {
  const tree = Tree.ofText(query.get("game") ?? usual, query.get("position"), query.get("moves") ?? "");
  const at = query.get("at");
  if (at === null) tree.current = tree.end();
  else tree.follow(at);
  return tree;
}

/** @param {Tree} tree */
export function hashOf(tree) {
  return analysisHash({ game: tree.game, position: tree.position, tree: tree.toText(), at: tree.pathText() });
}
