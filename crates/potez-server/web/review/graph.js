// @ts-check
// The graph of a game: X's chance after every move, with the mistakes marked by shape.

import { h, s } from "../dom.js";
import { percent, say } from "../texts.js";

/** @typedef {import("../schema.js").Review} Review */

const [WIDTH, HEIGHT, EDGE] = [640, 180, 8];

/**
 * @param {Review} review
 * @param {(ply: number) => void} open
 * @returns {{element: HTMLElement, mark: (ply: number) => void}}
 */
export function graphOf(review, open) {
  const count = Math.max(1, review.graph.length - 1);
  const x = (/** @type {number} */ ply) => EDGE + (ply / count) * (WIDTH - 2 * EDGE);
  const y = (/** @type {number} */ chance) => EDGE + (1 - chance) * (HEIGHT - 2 * EDGE);
  const points = review.graph.map((chance, ply) => `${x(ply).toFixed(1)},${y(chance).toFixed(1)}`);
  const area = `${x(0)},${y(0)} ${points.join(" ")} ${x(count)},${y(0)}`;
  const cursor = s("line", { class: "cursor", y1: 0, y2: HEIGHT });
  const marks = review.moves.filter(({ grade }) => grade === "mistake" || grade === "blunder" || grade === "inaccuracy").map((move) => {
    const [cx, cy] = [x(move.ply), y(move.chanceX)];
    if (move.grade === "blunder") return s("path", { class: "blunder", d: `M${cx} ${cy - 7}l7 12h-14z` });
    if (move.grade === "mistake") return s("rect", { class: "mistake", x: cx - 4.5, y: cy - 4.5, width: 9, height: 9 });
    return s("circle", { class: "inaccuracy", cx, cy, r: 4 });
  });
  const svg = s(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": say("web-graph") },
    s("rect", { class: "graph-back", width: WIDTH, height: HEIGHT, rx: 8 }),
    s("polygon", { class: "graph-area", points: area }),
    s("line", { class: "graph-middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    s("polyline", { class: "graph-line", points: points.join(" ") }),
    cursor,
    ...marks,
  );
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    open(Math.max(0, Math.min(count, Math.round((((event.clientX - box.left) / box.width) * WIDTH - EDGE) / ((WIDTH - 2 * EDGE) / count)))));
  });
  const rows = review.moves.map((move) => h("tr", null, h("td", null, move.ply), h("td", null, move.move), h("td", null, say(`web-grade-${move.grade}`)), h("td", null, percent(move.chanceX))));
  const table = h("details", { class: "graph-table" }, h("summary", null, say("web-graph-table")), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("web-graph-table") }, h("table", null, h("thead", null, h("tr", null, ...["web-col-ply", "web-col-move", "web-col-grade", "web-col-chance"].map((key) => h("th", { scope: "col" }, say(key))))), h("tbody", null, ...rows))));
  return {
    element: h("figure", { class: "graph-figure" }, svg, table),
    mark: (ply) => {
      cursor.setAttribute("x1", String(x(ply)));
      cursor.setAttribute("x2", String(x(ply)));
    },
  };
}
