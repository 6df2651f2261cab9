// A bot for a league, with nothing but Node (18 or newer): it asks for its next move, chooses one, and sends it.
//
//     node bot.js http://127.0.0.1:8080 TOKEN
//
// Put your own thinking into `choose`. docs/league.md describes what a turn holds.
"use strict";

const [server, token] = process.argv.slice(2);

/** What the server refuses with. */
class Refusal extends Error {
  constructor(status, text) {
    super(`the server says ${status}: ${text}`);
    this.status = status;
  }
}

/** Sends JSON and returns the answer, which may be empty. */
async function post(path, body) {
  const answer = await fetch(server.replace(/\/$/, "") + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Refusal(answer.status, text);
  return text ? JSON.parse(text) : null;
}

/** The move for a turn: `turn.legal` are those to choose from, `turn.timeMs` is the time for it. */
function choose(turn) {
  return turn.legal[(turn.seed + turn.ply) % turn.legal.length];
}

async function play() {
  for (;;) {
    const turn = await post("/api/league/next", { legal: true });
    if (turn.t === "over") {
      console.log(`${turn.game}: ${turn.result} (${turn.reason})`);
    } else if (turn.t === "turn") {
      let move;
      try {
        move = choose(turn);
      } catch (error) {
        // Whoever runs the league shows you this: it costs the game, and the bot goes on with the next.
        const io = String(error.stack).split("\n");
        await post("/api/league/fault", { game: turn.game, kind: "crash", message: String(error), io });
        continue;
      }
      await post("/api/league/move", { game: turn.game, ply: turn.ply, move });
    }
  }
}

async function main() {
  for (;;) {
    try {
      await play();
    } catch (error) {
      if (error instanceof Refusal && error.status === 403) {
        console.error("the server does not know this token");
        process.exit(1);
      }
      console.error(`${error.message}; trying again`);
    }
    await new Promise((done) => setTimeout(done, 500));
  }
}

void main();
