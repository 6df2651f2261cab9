// The package as somebody else would use it: rules, perft tables, an analysis, a proof, games, reviews.

import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { Engine, compile, load } from "./index.js";

const engine = await load({ seed: 7 });

/** @param {Record<string, unknown>} question */
function ask(question, hear = null) {
  const answer = engine.ask(question, hear);
  assert.equal(answer.error, undefined, JSON.stringify(answer.error));
  return answer;
}

test("a position is what its moves make it", () => {
  const state = ask({ query: "state", game: "byte", moves: ["d2-c3"], id: 5 });
  assert.deepEqual([state.turn, state.ply, state.id], ["o", 1, 5]);
  assert.equal(state.legal.length, 33);
  assert.ok(state.view.cells.length >= 32);
});

test("an illegal move is refused by its number and in the reader's language", () => {
  const answer = engine.ask({ query: "state", game: "havannah:size=4", moves: ["d4", "d4"], lang: "sr" });
  assert.deepEqual([answer.error.code, answer.error.ply], ["illegal-move", 2]);
  const english = engine.ask({ query: "state", game: "havannah:size=4", moves: ["d4", "d4"], lang: "en" });
  assert.notEqual(answer.error.message, english.error.message);
});

test("perft is that of the tables", () => {
  const tables = JSON.parse(readFileSync(new URL("./perft.json", import.meta.url), "utf8"));
  assert.ok(tables.length > 30);
  for (const [game, depth, nodes] of tables) assert.equal(ask({ query: "perft", game, depth }).nodes, nodes, game);
});

test("both builds of the module think the same", async () => {
  const plain = new Engine(await compile(new URL("./potez.wasm", import.meta.url)));
  for (const game of ["blockade", "havannah:size=5", "byte"]) {
    const question = { query: "signature", game };
    assert.equal(ask(question).signature, plain.ask(question).signature, game);
  }
});

test("an analysis has lines and tells what it has meanwhile", () => {
  let heard = 0;
  const question = { query: "analyse", game: "blockade", multipv: 3, limits: { timeMs: 1500 }, reportEveryMs: 50 };
  const found = ask(question, (partial) => {
    assert.equal(partial.partial, true);
    heard += 1;
  });
  assert.equal(found.lines.length, 3);
  assert.ok(heard > 0 && found.nodes > 1000 && found.lines[0].pv.length > 0);
});

test("an analysis ends when the host says so", async () => {
  let since = Infinity;
  const stopped = new Engine(await compile(), { shouldStop: () => performance.now() > since });
  for (const game of ["blockade", "havannah", "byte"]) {
    since = performance.now() + 300;
    const found = stopped.ask({ query: "analyse", game });
    // A number to look at, not a test: the machine may be busy.
    console.log(`${game}: stopped after ${(performance.now() - since).toFixed(1)} ms`);
    assert.ok(found.lines.length === 1 && found.timeMs < 60_000, game);
  }
});

test("a win in one is proven", () => {
  const solved = ask({ query: "solve", game: "havannah:size=3", moves: ["a1", "c3", "a2", "d3"], limits: { nodes: 1e5 } });
  assert.deepEqual([solved.proven, solved.pv[0].text], ["win", "a3"]);
});

test("every opening of a small board is decided", () => {
  const found = ask({ query: "proofs", game: "havannah:size=3" });
  const wins = found.moves.filter(({ proven }) => proven === "win");
  assert.deepEqual([found.proven, found.legal, found.moves.length, wins.length], ["win", 19, 19, 6]);
});

test("a puzzle is solved, and a wrong move is refuted", () => {
  const { puzzles, daily } = ask({ query: "puzzles", game: "byte", now: Date.now() });
  assert.ok(puzzles.length >= 300 && puzzles.some(({ id }) => id === daily));
  const { id, asked, game, position } = puzzles[0];
  const { line } = ask({ query: "puzzle", puzzle: id });
  for (let found = 0; found < asked; found += 1) {
    const { verdict } = ask({ query: "puzzle", puzzle: id, found, move: line[2 * found].text });
    assert.equal(verdict, found + 1 === asked ? "solved" : "right");
  }
  const { legal } = ask({ query: "state", game, position });
  const wrong = legal.find((move) => move !== line[0].text);
  assert.equal(ask({ query: "puzzle", puzzle: id, move: wrong }).verdict, "wrong");
});

test("a whole game is played against a bot, saved and reviewed", () => {
  ask({ query: "open", session: "g", game: "havannah:size=3", o: "potez:level=3,seed=1" });
  let state = ask({ query: "look", session: "g" });
  while (state.awaits !== null) {
    const [move] = state.legal;
    state = state.awaits === "bot" ? ask({ query: "reply", session: "g" }) : ask({ query: "act", session: "g", act: "move", move });
  }
  assert.ok(["x", "o", "draw"].includes(state.outcome));
  const saved = ask({ query: "save", session: "g" });
  assert.equal(ask({ query: "record", text: saved.text }).state.outcome, state.outcome);
  const moves = state.moves.map((/** @type {any} */ { text }) => text);
  const { review, whole } = ask({ query: "review", game: "havannah:size=3", moves, limits: { nodes: 300 } });
  assert.deepEqual([whole, review.moves.length], [true, moves.length]);
});

test("the example of the README runs", async () => {
  const [, code] = /```js\n([^]*?)```/.exec(readFileSync(new URL("./README.md", import.meta.url), "utf8")) ?? [];
  const file = new URL("./example.mjs", import.meta.url);
  writeFileSync(file, String(code));
  try {
    await import(file.href);
  } finally {
    rmSync(file);
  }
});

test("a page without a server is answered as by one", () => {
  const now = Date.now();
  const call = (/** @type {string} */ path, /** @type {object} */ body, /** @type {object[]} */ games = []) =>
    ask({ query: "call", method: "POST", path, body, now, games });
  const people = { game: "byte", x: { kind: "me" }, o: { kind: "engine", bot: "potez:level=1" } };
  const made = call("/api/games", people);
  assert.deepEqual([made.status, made.changed.length, made.duties[0].thinks], [201, 1, false]);
  const { id } = made.body;
  const moved = call(`/api/games/${id}/move`, { move: "d2-c3", ply: 0 }, made.changed);
  assert.deepEqual([moved.status, moved.body.ply, moved.duties[0].thinks], [200, 1, true]);
  const { outcome } = ask({ query: "duty", now, games: moved.changed });
  const replied = ask({ query: "settle", now, games: moved.changed, outcome });
  assert.deepEqual([replied.body.ply, replied.body.turn], [2, "x"]);
  assert.equal(call(`/api/games/${id}/move`, { move: "d2-c3", ply: 0 }, replied.changed).status, 409);
  assert.equal(call(`/api/games/${id}/move`, { move: "d2-c3", ply: 0 }).status, 404);
});

test("memory does not grow from game to game", () => {
  const play = () => {
    for (const game of ["blockade:rows=5,cols=5", "havannah:size=3", "byte"]) {
      let state = ask({ query: "open", session: "m", game, x: "potez:level=2,seed=1", o: "random:seed=2" });
      for (let ply = 0; ply < 60 && state.awaits; ply += 1) state = ask({ query: "reply", session: "m" });
      ask({ query: "close", session: "m" });
    }
  };
  for (let game = 0; game < 3; game += 1) play();
  const before = engine.memory;
  for (let game = 0; game < 33; game += 1) play();
  assert.ok(engine.memory <= before + (4 << 20), `${before} and then ${engine.memory} bytes`);
});
