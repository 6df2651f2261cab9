// A bot for a league by WebSocket, with nothing but Node (22 or newer; 20 with --experimental-websocket): the server
// asks for moves, the bot sends them. bot.js does the same by requests.
//
//     node socket_bot.js http://127.0.0.1:8080 TOKEN
//
// Put your own thinking into `choose`. docs/league.md describes what a turn holds. Thinking for more than ten seconds
// belongs into a worker thread, or into bot.js: the connection must give signs of life meanwhile.
"use strict";

const [server, token] = process.argv.slice(2);
const address = `${server.replace(/^http/, "ws").replace(/\/$/, "")}/api/league/ws`;

/** The move for a turn: `turn.legal` are those to choose from, `turn.timeMs` is the time for it. */
function choose(turn) {
  return turn.legal[(turn.seed + turn.ply) % turn.legal.length];
}

/** What is sent for a turn: a move, or what went wrong, which costs the game. */
function answer({ game, ply, ...turn }) {
  try {
    return { t: "move", game, ply, move: choose({ game, ply, ...turn }) };
  } catch (error) {
    return { t: "fault", game, kind: "crash", message: String(error), io: String(error.stack).split("\n") };
  }
}

/** Plays until the connection is lost, and then connects again. */
function connect() {
  const socket = new WebSocket(address);
  const send = (message) => socket.send(JSON.stringify(message));
  socket.onopen = () => send({ t: "hello", token, legal: true });
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.t === "turn") send(answer(message));
    else if (message.t === "over") console.log(`${message.game}: ${message.result} (${message.reason})`);
    else if (message.t === "error") console.error(message.error.message);
  };
  let isLost = false;
  // Node 20 tells of a connection that never stood by an error alone, others by an error and a close.
  socket.onclose = socket.onerror = () => {
    if (isLost) return;
    isLost = true;
    console.error("the connection is lost; trying again");
    setTimeout(connect, 500);
  };
}

connect();
