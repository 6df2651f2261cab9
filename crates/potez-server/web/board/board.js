// @ts-check
// A board on the page: draws a view, shows what can be chosen, and says what was touched. It knows no rule.

import { fill, h, s } from "../dom.js";
import { calm, settings } from "../settings.js";
import { layoutOf } from "./layout.js";
import { candidateMoves, route } from "./arrows.js";
import { listen } from "./touch.js";
import { cellWords, wallSides } from "./describe.js";
import { glide } from "./motion.js";
import { masonry } from "./masonry.js";
import { checker, heightPlate, token } from "./pieces.js";
import { Sketch } from "./sketch.js";
import { structure } from "./structure.js";

/** @typedef {import("potez-schema").View} View */
/** @typedef {import("potez-schema").CellView} Cell */
/** @typedef {import("./layout.js").Layout} Layout */
/** @typedef {import("./layout.js").Slot} Slot */
/** @typedef {import("./layout.js").NearSlot} NearSlot */
/** @typedef {"mouse" | "touch" | "keys"} Device */
/** @typedef {{cell: string | null, level: number | null, slot: NearSlot | null, by: Device}} Pick */
/** @typedef {{cell: string, levels: Set<number>, from: number | null}} Stack */

/**
 * What is shown on top of the position.
 * @typedef {object} Overlay
 * @property {Set<string>} [targets] Cells that can be chosen.
 * @property {Set<string>} [chosen] Cells chosen already.
 * @property {Set<string>} [hints]
 * @property {string} [touched] The cell that a finger has touched and not yet confirmed.
 * @property {Set<string>} [planned] Cells of a move that is made in advance.
 * @property {Stack | null} [stack] The stack whose checkers can be chosen, and from where it is lifted.
 * @property {boolean} [walls] Whether walls can be chosen.
 * @property {Map<string, string>} [numbers] Numbers written on cells, such as the moves of a line.
 */

/**
 * @typedef {object} Hooks
 * @property {(pick: Pick) => void} [pick]
 * @property {(pick: Pick | null) => void} [hover]
 * @property {(cell: string) => boolean} [drags] Whether a piece can be dragged from here.
 * @property {(event: KeyboardEvent, cell: string) => boolean} [key] A key on a cell; true if it meant something.
 * @property {(cell: string) => void} [focus]
 */

/**
 * A cell on the page, and what it was drawn from.
 * @typedef {object} Tile
 * @property {Cell} cell
 * @property {SVGGElement} group
 * @property {SVGGElement} pieces
 * @property {SVGGElement} sign
 * @property {string} drawn
 * @property {string} held
 */

const MARKS = /** @type {const} */ ({
  lastFrom: "last-from",
  lastTo: "last-to",
  homeX: "home-x",
  homeO: "home-o",
  corner: "corner",
  edge: "edge",
  winning: "winning",
});

/** The corners of a home, seen whether or not a piece stands on it. */
const FRAME = "M-38 -20V-38H-20M20 -38H38V-20M38 20V38H20M-20 38H-38V20";

export class Board {
  /** @param {string} label @param {Hooks} [hooks] */
  constructor(label, hooks = {}) {
    this.hooks = hooks;
    this.label = label;
    this.svg = s("svg", { class: "board-svg", role: "grid", "aria-label": label });
    this.element = h("div", { class: "board" }, this.svg);
    this.ground = s("g", { "aria-hidden": "true" });
    this.rows = s("g", { class: "rows", role: "presentation" });
    this.walls = s("g", { class: "walls", "aria-hidden": "true" });
    this.victory = s("g", { class: "victory", "aria-hidden": "true" });
    this.routes = s("g", { class: "routes", "aria-hidden": "true" });
    this.marks = s("g", { class: "arrows", "aria-hidden": "true" });
    /** What the reader has drawn. */
    this.sketch = new Sketch(this);
    this.ghost = s("g", { class: "ghost", "aria-hidden": "true" });
    this.svg.append(this.ground, this.rows, this.walls, this.victory, this.routes, this.marks);
    this.svg.append(this.sketch.layer, this.ghost);
    /** @type {Map<string, Tile>} */
    this.tiles = new Map();
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {View | null} */
    this.view = null;
    /** @type {Overlay} */
    this.overlay = {};
    this.current = "";
    /** Whether the board is seen from the other side. */
    this.turned = false;
    /** Called when it was turned. */
    this.onturn = () => {};
    /** What lies over the board, to be drawn again when it is turned. @type {Map<string, () => void>} */
    this.drawings = new Map();
    listen(this);
  }

  /**
   * Draws a view.
   * @param {View} view
   * @param {boolean} [animate] Whether the last move is seen moving.
   */
  show(view, animate = false) {
    const layout = layoutOf(view, this.turned);
    const before = this.layout?.key === layout.key ? this.view : null;
    if (!before) this.#build(view, layout);
    this.layout = layout;
    this.view = view;
    for (const cell of view.cells) {
      const tile = this.tiles.get(cell.name);
      if (tile) tile.cell = cell;
    }
    this.#drawWalls();
    this.#update();
    const moving = animate && !calm();
    structure(this.victory, view, layout, moving, before);
    if (moving) glide(this, before);
  }

  /** Turns the board by half. */
  turn() {
    this.turned = !this.turned;
    if (this.view) this.show(this.view);
    this.mark(this.overlay);
    this.sketch.draw();
    for (const again of this.drawings.values()) again();
    this.onturn();
  }

  /** @param {Overlay} overlay */
  mark(overlay) {
    this.overlay = overlay;
    this.#update();
  }

  /**
   * The wall under the pointer, and whether it may be placed.
   * @param {(Slot & {ok: boolean, colour: string}) | null} wall
   */
  preview(wall) {
    this.walls.querySelector(".preview")?.remove();
    if (!wall || !this.layout) return;
    const looks = `wall preview ${wall.colour} ${wall.ok ? "" : "wrong"}`;
    this.walls.append(masonry(this.layout.wall(wall), wall, { class: looks, "data-axis": wall.axis }));
  }

  /**
   * Candidate moves with their ranks.
   * @param {import("./arrows.js").Candidate[]} candidates
   */
  candidates(candidates) {
    this.#overlay("candidates", (layout) => {
      fill(this.marks, ...candidateMoves(candidates, layout, this.element.clientWidth));
    });
  }

  /** The shortest paths of pieces. @param {import("potez-schema").PathView[]} paths */
  paths(paths) {
    this.#overlay("paths", (layout, view) => {
      fill(this.routes, ...paths.map((path, index) => route(path, index, layout, view)));
    });
  }

  /**
   * Draws something over the board, now and when it is turned.
   * @param {string} name
   * @param {(layout: Layout, view: View) => void} draw
   */
  #overlay(name, draw) {
    const again = () => this.layout && this.view && draw(this.layout, this.view);
    this.drawings.set(name, again);
    again();
  }

  /** @param {string} name */
  focusCell(name) {
    this.#rove(name);
    this.tiles.get(name)?.group.focus({ preventScroll: true });
  }

  /** @param {View} view @param {Layout} layout */
  #build(view, layout) {
    const focused = this.svg.contains(document.activeElement);
    this.svg.setAttribute("viewBox", `0 0 ${layout.width.toFixed(1)} ${layout.height.toFixed(1)}`);
    this.element.style.setProperty("--ratio", String(layout.width / layout.height));
    this.element.classList.toggle("stacked", layout.stacked);
    this.element.classList.toggle("hexagonal", view.shape.kind === "hexagon");
    fill(this.ground, ...layout.ground());
    for (const { x, y, text } of layout.labels) this.ground.append(s("text", { class: "label", x, y }, text));
    this.tiles.clear();
    this.rows.replaceChildren();
    /** @type {Map<number, SVGGElement>} */
    const rows = new Map();
    for (const cell of view.cells) {
      let row = rows.get(cell.row);
      if (!row) {
        row = s("g", { role: "row" });
        rows.set(cell.row, row);
        this.rows.append(row);
      }
      const [x, y] = layout.centre(cell.row, cell.col);
      const pieces = s("g", { class: "pieces", "aria-hidden": "true" });
      const sign = s("g", { class: "sign", "aria-hidden": "true" });
      const place = `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
      const props = { class: "cell", role: "gridcell", tabindex: "-1", "data-cell": cell.name, transform: place };
      const group = s("g", props, ...layout.outline(), sign, pieces);
      row.append(group);
      this.tiles.set(cell.name, { cell, group, pieces, sign, drawn: "", held: "" });
    }
    const middle = view.cells[Math.floor(view.cells.length / 2)];
    this.#rove(this.tiles.has(this.current) ? this.current : (middle?.name ?? ""));
    if (focused) this.focusCell(this.current);
  }

  #drawWalls() {
    const { view, layout } = this;
    if (!view || !layout) return;
    // What stands already stays as it is: a wall that has just come may still be moving.
    const standing = new Map([...this.walls.children].map((each) => [each.getAttribute("data-wall"), each]));
    const walls = view.walls.map((wall) => {
      const looks = `wall ${wall.colour} ${wall.last ? "last" : ""}`;
      const known = standing.get(wall.name);
      if (known?.getAttribute("data-key") === layout.key) {
        known.setAttribute("class", looks);
        return known;
      }
      const props = { class: looks, "data-wall": wall.name, "data-key": layout.key };
      return masonry(layout.wall(wall), wall, props);
    });
    const preview = this.walls.querySelector(".preview");
    if (walls.length === this.walls.children.length && walls.every((wall, at) => wall === this.walls.children[at]))
      return;
    this.walls.replaceChildren(...walls, ...(preview ? [preview] : []));
  }

  #update() {
    const { targets, chosen, hints, planned, stack, numbers } = this.overlay;
    this.element.classList.toggle("choosing-walls", Boolean(this.overlay.walls));
    if (!this.view || !this.layout) return;
    const { stacked, turned } = this.layout;
    const sides = wallSides(this.view, turned);
    for (const tile of this.tiles.values()) {
      const { cell } = tile;
      const classes = ["cell", ...cell.marks.map((mark) => MARKS[mark])];
      if (targets?.has(cell.name)) classes.push("target");
      if (chosen?.has(cell.name)) classes.push("chosen");
      if (hints?.has(cell.name)) classes.push("hint");
      if (planned?.has(cell.name)) classes.push("planned");
      if (this.overlay.touched === cell.name) classes.push("touched");
      if (cell.pieces.length > 0) classes.push("held");
      if (this.hooks.drags?.(cell.name)) classes.push("draggable");
      const number = numbers?.get(cell.name) ?? "";
      const lift = stack?.cell === cell.name ? stack : null;
      const levels = lift && [...lift.levels];
      const walls = [...sides.of(cell)];
      const drawn = JSON.stringify([classes, cell.pieces, number, levels, lift?.from, walls, settings.lang]);
      if (drawn === tile.drawn) continue;
      tile.drawn = drawn;
      tile.group.setAttribute("class", classes.join(" "));
      tile.group.setAttribute("aria-label", cellWords(cell, { classes, walls, stacked }));
      // Pieces that are the same stay the same: they may still be gliding.
      const held = JSON.stringify([cell.pieces, levels, lift?.from]);
      if (held !== tile.held) this.#drawPieces(tile, lift);
      tile.held = held;
      this.#drawSign(tile, classes, number);
    }
  }

  /** @param {Tile} tile @param {{levels: Set<number>, from: number | null} | null} lift */
  #drawPieces(tile, lift) {
    const layout = /** @type {Layout} */ (this.layout);
    const { pieces } = tile.cell;
    if (!layout.stacked) {
      // Of two pawns on one goal the winner lies on top; the other is still seen beneath.
      fill(tile.pieces, ...pieces.map((piece) => s("g", null, token(piece, layout.radius))));
      return;
    }
    fill(
      tile.pieces,
      ...pieces.map((piece, level) => {
        const drawn = checker(piece.owner, level, layout.radius);
        if (lift?.levels.has(level + 1)) drawn.classList.add("liftable");
        if (lift?.from && level + 1 >= lift.from) drawn.classList.add("lifted");
        return drawn;
      }),
      pieces.length > 1 ? heightPlate(pieces.length) : null,
    );
  }

  /** @param {Tile} tile @param {string[]} classes @param {string} number */
  #drawSign(tile, classes, number) {
    const held = tile.cell.pieces.length > 0;
    const is = (/** @type {string} */ name) => classes.includes(name);
    /** @type {(SVGElement | null)[]} */
    const signs = [];
    for (const owner of ["x", "o"])
      if (is(`home-${owner}`)) signs.push(s("path", { class: `home ${owner}`, d: FRAME }));
    if (!held && is("home-x")) signs.push(s("path", { class: "home x", d: "M-16 -16L16 16M16 -16L-16 16" }));
    if (!held && is("home-o")) signs.push(s("circle", { class: "home o", r: 17 }));
    if (is("target") && !held) signs.push(s("circle", { class: "dot", r: 13 }));
    if (is("hint")) signs.push(s("circle", { class: "hint-ring", r: 44 }));
    fill(tile.sign, ...signs);
    tile.pieces.querySelector(".order")?.remove();
    if (number) tile.pieces.append(s("text", { class: "order" }, number));
  }

  /** Makes one cell the way into the board for the Tab key. @param {string} name */
  #rove(name) {
    this.tiles.get(this.current)?.group.setAttribute("tabindex", "-1");
    this.current = name;
    this.tiles.get(name)?.group.setAttribute("tabindex", "0");
  }

  /** The next cell in a direction; in rows of a hexagon the nearest. @param {number} down @param {number} right */
  neighbour(down, right) {
    const tile = this.tiles.get(this.current);
    if (!tile || !this.layout) return null;
    const layout = this.layout;
    const way = layout.turned ? -1 : 1;
    const [x] = layout.centre(tile.cell.row, tile.cell.col);
    let best = null;
    let least = Infinity;
    for (const { cell } of this.tiles.values()) {
      if (cell.row !== tile.cell.row + down * way) continue;
      const away = layout.centre(cell.row, cell.col)[0] - x;
      if (down === 0 && away * right <= 0) continue;
      // Between two cells equally near, up takes the left one and down the right one, so that a way back leads back.
      const cost = Math.abs(away) + (away * down < 0 ? 0.5 : 0);
      if (cost < least) [least, best] = [cost, cell.name];
    }
    return best;
  }

  /** How wide a cell is on the screen, in pixels. */
  get cellPixels() {
    return (this.svg.getBoundingClientRect().width / (this.layout?.width ?? 1)) * 100;
  }

  /** The cell that has the focus, or had it last. */
  get currentCell() {
    return this.tiles.get(this.current)?.cell ?? null;
  }
}
