// @ts-check
// The graph of a game: X's chance after every move, with the mistakes marked by shape.

import { h, s } from "../dom.js";
import { percent, say } from "../texts.js";

/**
 * A game with what is known of it: X's chance after each number of moves, from none, and the moves.
 * @typedef {object} Course
 * @property {(number | null)[]} graph
 * @property {{ply: number, move: {text: string}, grade: string, chanceX: number | null}[]} moves
 */

const [WIDTH, HEIGHT, EDGE] = [640, 150, 8];

/**
 * @param {Course} review
 * @param {(ply: number) => void} open
 * @returns {{element: HTMLElement, mark: (ply: number) => void}}
 */
export function graphOf(review, open) {
  const count = Math.max(1, review.graph.length - 1);
  const x = (/** @type {number} */ ply) => EDGE + (ply / count) * (WIDTH - 2 * EDGE);
  const y = (/** @type {number} */ chance) => EDGE + (1 - chance) * (HEIGHT - 2 * EDGE);
  const known = review.graph.flatMap((chance, ply) => (chance === null ? [] : [{ chance, ply }]));
  const points = known.map(({ chance, ply }) => `${x(ply).toFixed(1)},${y(chance).toFixed(1)}`);
  const area = `${x(known[0]?.ply ?? 0)},${y(0)} ${points.join(" ")} ${x(known.at(-1)?.ply ?? 0)},${y(0)}`;
  const cursor = s("line", { class: "cursor", y1: 0, y2: HEIGHT });
  const marks = review.moves.flatMap(({ grade, ply, chanceX }) => {
    if (chanceX === null) return [];
    const [cx, cy] = [x(ply), y(chanceX)];
    if (grade === "blunder") return s("path", { class: grade, d: `M${cx} ${cy - 7}l7 12h-14z` });
    if (grade === "mistake") return s("rect", { class: grade, x: cx - 4.5, y: cy - 4.5, width: 9, height: 9 });
    if (grade === "inaccuracy") return s("circle", { class: grade, cx, cy, r: 4 });
    return [];
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
    const across = ((event.clientX - box.left) / box.width) * WIDTH - EDGE;
    const ply = Math.round(across / ((WIDTH - 2 * EDGE) / count));
    open(Math.max(0, Math.min(count, ply)));
  });
  return {
    element: h("figure", { class: "graph-figure" }, svg, tableOf(review)),
    mark: (ply) => {
      cursor.setAttribute("x1", String(x(ply)));
      cursor.setAttribute("x2", String(x(ply)));
    },
  };
}

/** The same numbers for those who cannot see the graph. @param {Course} review */
function tableOf(review) {
  const rows = review.moves.map(({ ply, move, grade, chanceX }) => {
    const known = chanceX !== null;
    const texts = [ply, move.text, known ? say(`web-grade-${grade}`) : "–", known ? percent(chanceX) : "–"];
    return h("tr", null, ...texts.map((text) => h("td", null, text)));
  });
  const columns = ["ply", "move", "grade", "chance"].map((key) => h("th", { scope: "col" }, say(`web-col-${key}`)));
  const table = h("table", null, h("thead", null, h("tr", null, ...columns)), h("tbody", null, ...rows));
  const label = say("web-graph-table");
  const scroll = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, table);
  return h("details", { class: "graph-table" }, h("summary", null, label), scroll);
}
