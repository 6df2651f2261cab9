// @ts-check
// The tree of moves of an analysis: lines, variations, comments; as a record, and as a text short enough for an
// address.
//
// In an address `d4-d6/Bd7_h11-h9(d11-d9_h4-h6)!good%20move` is a line whose second move has one variation and a
// comment.

import { decoded } from "../route.js";

/** @typedef {import("potez-schema").RecordItem} Item */
/** @typedef {import("potez-schema").GameRecord} GameRecord */
/** @typedef {{result: string, reason: string | null, line: string}} Claim */

export class Node {
  /** @param {string} move @param {Node | null} parent */
  constructor(move, parent) {
    this.move = move;
    this.parent = parent;
    this.comment = "";
    /** The first is the main line. @type {Node[]} */
    this.children = [];
  }

  /** The moves from the root to here. @returns {string[]} */
  line() {
    return this.parent ? [...this.parent.line(), this.move] : [];
  }

  /** @returns {number} */
  get ply() {
    return this.parent ? this.parent.ply + 1 : 0;
  }
}

export class Tree {
  /** @param {string} game @param {string | null} position */
  constructor(game, position) {
    this.game = game;
    this.position = position;
    this.root = new Node("", null);
    this.current = this.root;
    /** @type {NonNullable<import("potez-schema").GameRecord["tags"]>} */
    this.tags = {};
    /** How the game ended that the main line was, as its record says. @type {Claim | null} */
    this.claim = null;
  }

  /**
   * How the game ended, if the main line still is that game.
   * @returns {{result: string, reason: string | null} | null}
   */
  get ending() {
    const { claim } = this;
    return claim && claim.line === this.mainLine() ? { result: claim.result, reason: claim.reason } : null;
  }

  /** Takes over what a record says about its end. @param {string | null} result @param {string | null} reason */
  claimEnding(result, reason) {
    this.claim = result ? { result, reason, line: this.mainLine() } : null;
  }

  /** The moves of the main line in one text. */
  mainLine() {
    const moves = [];
    for (let at = this.root.children[0]; at; at = at.children[0]) moves.push(at.move);
    return moves.join(" ");
  }

  /** Plays from where one is: an existing line is followed, a new one becomes a variation. @param {string} move */
  play(move) {
    this.current = child(this.current, move);
    return this.current;
  }

  /** How many moves go when one is taken away. @param {Node} node @returns {number} */
  static count(node) {
    return node.children.reduce((sum, each) => sum + Tree.count(each), 1);
  }

  /** Takes a move and everything after it away. @param {Node} node */
  remove(node) {
    if (!node.parent) return;
    node.parent.children = node.parent.children.filter((each) => each !== node);
    this.current = node.parent;
  }

  /** Makes the line to a move the main line. @param {Node} node */
  promote(node) {
    for (let at = node; at.parent; at = at.parent) {
      const rest = at.parent.children.filter((each) => each !== at);
      at.parent.children = [at, ...rest];
    }
  }

  /** The end of the main line from here. */
  end() {
    let at = this.current;
    while (at.children[0]) at = at.children[0];
    return at;
  }

  /** @returns {GameRecord} */
  toRecord() {
    const { game, position, tags } = this;
    const comment = this.root.comment || null;
    const { result, reason } = this.ending ?? { result: null, reason: null };
    return { game, position, tags, comment, moves: items(this.root), result, reason };
  }

  /** @param {GameRecord} record */
  static ofRecord(record) {
    const tree = new Tree(record.game, record.position ?? null);
    tree.root.comment = record.comment ?? "";
    tree.tags = record.tags ?? {};
    grow(tree.root, record.moves);
    tree.claimEnding(record.result ?? null, record.reason ?? null);
    return tree;
  }

  /** The tree in an address. */
  toText() {
    const comment = this.root.comment ? `!${escapeText(this.root.comment)}` : "";
    return `${comment}${write(this.root)}`;
  }

  /** @param {string} game @param {string | null} position @param {string} text */
  static ofText(game, position, text) {
    const tree = new Tree(game, position);
    read(tree.root, text);
    return tree;
  }

  /** Where one is, in an address: runs of first moves as numbers, `v2` for the second variation. */
  pathText() {
    /** @type {number[]} */
    const path = [];
    for (let at = this.current; at.parent; at = at.parent) path.unshift(at.parent.children.indexOf(at));
    if (path.length === 0) return "m0";
    return path.join(".").replace(/(?:(?<=\.)|^)0(?:\.0)*(?=\.|$)/g, (run) => `m${(run.length + 1) / 2}`);
  }

  /** @param {string} text */
  follow(text) {
    this.current = this.root;
    for (const part of text.split(".")) {
      const run = part.startsWith("m") ? Math.min(5000, Number(part.slice(1)) || 0) : null;
      const steps = run === null ? [Number(part)] : Array(run).fill(0);
      for (const index of steps) this.current = this.current.children[index] ?? this.current;
    }
  }
}

/** @param {Node} node @param {string} move */
function child(node, move) {
  let found = node.children.find((each) => each.move === move);
  if (!found) {
    found = new Node(move, node);
    node.children.push(found);
  }
  return found;
}

/** @param {Node} node @returns {Item[]} */
function items(node) {
  /** @type {Item[]} */
  const line = [];
  let at = node;
  for (;;) {
    const [main, ...others] = at.children;
    if (!main) return line;
    const variations = others.map((other) => [itemOf(other, []), ...items(other)]);
    line.push(itemOf(main, variations));
    at = main;
  }
}

/** @param {Node} node @param {Item[][]} variations @returns {Item} */
function itemOf(node, variations) {
  if (!node.comment && variations.length === 0) return node.move;
  const comment = node.comment ? { comment: node.comment } : {};
  return { move: node.move, ...comment, ...(variations.length > 0 ? { variations } : {}) };
}

/** @param {Node} from @param {Item[]} line */
function grow(from, line) {
  let at = from;
  for (const item of line) {
    const next = child(at, typeof item === "string" ? item : item.move);
    if (typeof item !== "string") {
      next.comment = item.comment ?? next.comment;
      for (const variation of item.variations ?? []) grow(at, variation);
    }
    at = next;
  }
}

/** @param {string} text */
function escapeText(text) {
  const code = (/** @type {string} */ sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[_()!.'*~]/g, code);
}

/** @param {Node} node @returns {string} */
function write(node) {
  const [main, ...others] = node.children;
  if (!main) return "";
  const one = (/** @type {Node} */ each) => `${each.move}${each.comment ? `!${escapeText(each.comment)}` : ""}`;
  const variations = others.map((each) => `(${one(each)}${prefixed(write(each))})`).join("");
  return `${one(main)}${variations}${prefixed(write(main))}`;
}

/** @param {string} rest */
function prefixed(rest) {
  return rest ? `_${rest}` : "";
}

/** @param {Node} root @param {string} text */
function read(root, text) {
  /** Where variations begin, the innermost last. @type {Node[]} */
  const open = [];
  let at = root;
  for (const [token] of text.matchAll(/[()]|_?[^_()]+/g)) {
    if (token === "(") {
      // A variation is an alternative to the move before it.
      open.push(at);
      at = at.parent ?? at;
    } else if (token === ")") {
      at = open.pop() ?? at;
    } else {
      const [move = "", comment = ""] = token.replace(/^_/, "").split("!");
      if (move) at = child(at, move);
      if (comment) at.comment = decoded(comment);
    }
  }
}
