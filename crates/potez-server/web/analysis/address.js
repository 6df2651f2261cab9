// @ts-check
// The address of an analysis: it holds the game itself.

import { Tree } from "./tree.js";

/**
 * What an address holds.
 * @typedef {object} Place
 * @property {string} game
 * @property {string | null} [position]
 * @property {string[]} [moves]
 * @property {string} [tree]
 * @property {string} [at]
 * @property {Tree["tags"]} [tags]
 * @property {Tree["ending"]} [ending]
 */

/** What begins the name of a tag in an address. */
const TAG = "tag-";

/** @param {Place} place @returns {string} */
export function analysisHash({ game, position, moves, tree, at, tags, ending }) {
  const text = tree ?? (moves ?? []).join("_");
  const path = at ?? (moves?.length ? `m${moves.length}` : "");
  const parts = [`game=${soft(game)}`];
  if (position) parts.push(`position=${soft(position)}`);
  if (text) parts.push(`moves=${soft(text)}`);
  if (path) parts.push(`at=${path}`);
  for (const [name, value] of Object.entries(tags ?? {})) {
    for (const each of [value].flat()) parts.push(`${soft(TAG + name)}=${soft(each)}`);
  }
  if (ending) parts.push(`result=${soft(ending.result)}`);
  if (ending?.reason) parts.push(`reason=${soft(ending.reason)}`);
  return `#/analysis?${parts.join("&")}`;
}

/** Escapes what an address needs escaped, and leaves moves readable. @param {string} text */
function soft(text) {
  return encodeURIComponent(text).replace(/%(2F|3A|2C|3D)/g, (code) => decodeURIComponent(code));
}

/** @param {URLSearchParams} query @param {string} usual The game where the address names none. @returns {Tree} */
export function treeOf(query, usual) {
  const tree = Tree.ofText(query.get("game") ?? usual, query.get("position"), query.get("moves") ?? "");
  for (const key of new Set([...query.keys()].filter((key) => key.startsWith(TAG)))) {
    const values = query.getAll(key);
    const [first = ""] = values;
    tree.tags = { ...tree.tags, [key.slice(TAG.length)]: values.length > 1 ? values : first };
  }
  tree.claimEnding(query.get("result"), query.get("reason"));
  const at = query.get("at");
  if (at === null) tree.current = tree.end();
  else tree.follow(at);
  return tree;
}

/** @param {Tree} tree */
export function hashOf(tree) {
  const { game, position, tags, ending } = tree;
  return analysisHash({ game, position, tree: tree.toText(), at: tree.pathText(), tags, ending });
}
