// A bot for a league, with nothing but Node (18 or newer): it asks for its next move, chooses one, and sends it.
//
//     node bot.js http://127.0.0.1:8080 TOKEN
//
// Put your own thinking into `choose`. docs/league.md describes what a turn holds.
"use strict";

const [server, token] = process.argv.slice(2);

/** Sends JSON and returns the answer, which may be empty. */
async function post(path, body) {
  const answer = await fetch(server.replace(/\/$/, "") + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status === 403) {
    console.error("the server does not know this token");
    process.exit(1);
  }
  if (!answer.ok) throw new Error(`the server says ${answer.status}: ${text}`);
  return text ? JSON.parse(text) : null;
}

/** The move for a turn: `turn.legal` are those to choose from, `turn.timeMs` is the time for it. */
function choose(turn) {
  return turn.legal[(turn.seed + turn.ply) % turn.legal.length];
}

async function answer(turn) {
  let move;
  try {
    move = choose(turn);
  } catch (error) {
    // Whoever runs the league shows you this: it costs the game, and the bot goes on with the next.
    const io = String(error.stack).split("\n");
    return post("/api/league/fault", { game: turn.game, kind: "crash", message: String(error), io });
  }
  return post("/api/league/move", { game: turn.game, ply: turn.ply, move });
}

async function main() {
  for (;;) {
    try {
      const turn = await post("/api/league/next", { legal: true });
      if (turn.t === "over") console.log(`${turn.game}: ${turn.result} (${turn.reason})`);
      else if (turn.t === "turn") await answer(turn);
    } catch (error) {
      console.error(`${error.message}; trying again`);
      await new Promise((done) => setTimeout(done, 500));
    }
  }
}

void main();
