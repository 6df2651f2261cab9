// @ts-check
// What a search counted, by name and by plies, and the same search without one technique beside it.

import { button, h } from "../dom.js";
import { say } from "../texts.js";
import { countText, valueText } from "./values.js";

/** @typedef {import("./data.js").Run} Run */

/** What a run is called. @param {Run} run @param {string} bot */
export function runName(run, bot) {
  if (run.stage) return say(`explain-stage-${run.stage}`);
  if (!run.without) return bot;
  return say("explain-without", { technique: say(`explain-technique-${run.without}`) });
}

/** What a run found, in short. @param {Run} run */
export function foundText(run) {
  const { found } = run;
  if (!found) return "·";
  if (found.proven) return say(`explain-proven-${found.proven}`);
  if (run.kind === "alphabeta") return valueText(run, found.value);
  return `${Math.round(found.winChance * 100)} %`;
}

/** The counts of a run by name. @param {Run} run */
export function countsOf(run) {
  const rows = run.counters.map(([name, count]) =>
    h("tr", null, h("th", { scope: "row" }, say(`explain-count-${name}`)), h("td", null, countText(count))),
  );
  const facts = /** @type {Map<string, number>} */ (new Map(run.counters));
  const share = (facts.get("first-move-cutoffs") ?? 0) / Math.max(1, facts.get("cutoffs") ?? 0);
  const note =
    (facts.get("cutoffs") ?? 0) > 0
      ? h("p", { class: "soft" }, say("explain-first-share", { percent: Math.round(share * 100) }))
      : null;
  return h(
    "section",
    { class: "panel counts" },
    h("h2", null, say("explain-counts")),
    h("table", null, h("tbody", null, ...rows)),
    note,
  );
}

/** A number as a bar, and the number. @param {number} count @param {number} most @param {string} tone */
function bar(count, most, tone) {
  const width = `${((100 * count) / Math.max(1, most)).toFixed(1)}%`;
  const fillIn = h("span", { class: `fill ${tone}` });
  fillIn.style.width = width;
  const track = h("span", { class: "track", "aria-hidden": "true" }, fillIn);
  return h("td", { class: "bar" }, track, h("span", { class: "count" }, countText(count)));
}

/** The counts by plies, of a run and of the one that it is compared with. @param {Run} run @param {Run} base */
export function pliesOf(run, base) {
  const columns = run.plies.filter(([, counts]) => counts.some((count) => count > 0));
  const own = new Map(base.plies);
  const beside = run !== base;
  const head = [h("th", { scope: "col" }, say("explain-ply"))];
  for (const [name] of columns) {
    if (beside) head.push(h("th", { scope: "col" }, `${say(`explain-count-${name}`)} (${say("explain-base")})`));
    head.push(h("th", { scope: "col" }, say(`explain-count-${name}`)));
  }
  const rows = Math.max(...[...columns, ...(beside ? base.plies : [])].map(([, counts]) => counts.length), 0);
  const body = Array.from({ length: rows }, (_, ply) => {
    const cells = columns.flatMap(([name, counts]) => {
      const others = own.get(name) ?? [];
      const most = Math.max(...counts, ...(beside ? others : []));
      const cell = bar(counts[ply] ?? 0, most, "");
      return beside ? [bar(others[ply] ?? 0, most, "base"), cell] : [cell];
    });
    return h("tr", null, h("th", { scope: "row" }, ply), ...cells);
  });
  const table = h("table", null, h("thead", null, h("tr", null, ...head)), h("tbody", null, ...body));
  return h(
    "section",
    { class: "panel plies" },
    h("h2", null, say("explain-plies")),
    h("div", { class: "wide" }, table),
  );
}

/**
 * All runs beside each other.
 * @param {Run[]} runs
 * @param {string} bot
 * @param {{shown: number, beside: number}} looked
 * @param {(run: number) => void} open
 * @param {(run: number) => void} compare
 */
export function comparison(runs, bot, { shown, beside }, open, compare) {
  const [base] = runs;
  if (!base || runs.length < 2) return null;
  const most = Math.max(...runs.map(({ nodes }) => nodes));
  const rows = runs.map((run, at) => {
    const factor = run.nodes / Math.max(1, base.nodes);
    const times = at === 0 || run.stage ? "" : `${run.givenUp ? "> " : ""}×${factor.toFixed(factor < 10 ? 2 : 0)}`;
    const best = run.found?.pv[0] ?? "·";
    const same = best === (base.found?.pv[0] ?? "·");
    const look = button(say("explain-look"), () => open(at), { class: "quiet", "aria-pressed": String(at === shown) });
    const props = { class: "quiet", "aria-pressed": String(at === beside) };
    const both = at === shown ? null : button(say("explain-beside"), () => compare(at), props);
    return h(
      "tr",
      { class: at === shown ? "shown" : null },
      h("th", { scope: "row" }, runName(run, bot)),
      bar(run.nodes, most, at === 0 ? "base" : ""),
      h("td", null, times),
      h("td", null, run.depth),
      h("td", { class: same ? null : "other" }, best),
      h("td", null, foundText(run)),
      h("td", { class: "noprint" }, look, both),
    );
  });
  const names = ["run", "nodes", "factor", "depth", "best", "value"];
  const head = names.map((name) => h("th", { scope: "col" }, say(`explain-column-${name}`)));
  const top = h("thead", null, h("tr", null, ...head, h("td", { class: "noprint" })));
  const measure = base.kind === "tree" || base.kind === "proof" ? base.kind : "depth";
  const said = [say(`explain-compare-${measure}`, { depth: base.depth, nodes: base.nodes })];
  const without = runs.filter((run) => run.without);
  const isSame = without.length > 0 && without.every(({ nodes }) => nodes === base.nodes);
  if (isSame && measure === "depth") said.push(say("explain-compare-same"));
  return h(
    "section",
    { class: "panel comparison" },
    h("h2", null, say("explain-comparison")),
    h("p", { class: "soft" }, said.join(" ")),
    h("div", { class: "wide" }, h("table", null, top, h("tbody", null, ...rows))),
  );
}

/** The moves of the root at the end of a tree search. @param {Run} run */
export function rootMoves(run) {
  if (run.kind !== "tree") return null;
  const most = Math.max(...run.root.map(({ visits }) => visits), 1);
  const rows = run.root.slice(0, 20).map(({ move, visits, mean, amaf, prior, proof }) => {
    const number = (/** @type {number | null | undefined} */ share) => h("td", null, share?.toFixed(3) ?? "·");
    const proven = h("td", null, proof ? say("explain-proven-for", { winner: proof }) : "");
    return h(
      "tr",
      null,
      h("th", { scope: "row" }, move),
      bar(visits, most, ""),
      number(mean),
      number(amaf?.[1]),
      number(prior),
      proven,
    );
  });
  const names = ["move", "visits", "mean", "amaf-mean", "prior", "proof"];
  const head = h("tr", null, ...names.map((name) => h("th", { scope: "col" }, say(`explain-column-${name}`))));
  return h(
    "section",
    { class: "panel comparison" },
    h("h2", null, say("explain-root-moves")),
    h("div", { class: "wide" }, h("table", null, h("thead", null, head), h("tbody", null, ...rows))),
  );
}
