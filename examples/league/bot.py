#!/usr/bin/env python3
"""A bot for a league, with nothing but Python: it asks for its next move, chooses one, and sends it.

    python3 bot.py http://127.0.0.1:8080 TOKEN

Put your own thinking into `choose`. The server tells everything a bot must know: the game, the moves so far, the
position as text, the legal moves, and how much time is left. docs/league.md describes it all.
"""
import json
import random
import sys
import time
import traceback
import urllib.error
import urllib.request

SERVER, TOKEN = sys.argv[1].rstrip("/"), sys.argv[2]
HEADERS = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}


def post(path, body):
    """Sends JSON and returns the answer, which may be empty."""
    request = urllib.request.Request(SERVER + path, json.dumps(body).encode(), HEADERS)
    with urllib.request.urlopen(request, timeout=60) as answer:
        text = answer.read()
    return json.loads(text) if text else None


def choose(turn):
    """The move for a turn: `turn["legal"]` are those to choose from, `turn["timeMs"]` is the time for it."""
    rng = random.Random(turn["seed"] + turn["ply"])
    return rng.choice(turn["legal"])


def play():
    """Plays until the server is gone."""
    while True:
        turn = post("/api/league/next", {"legal": True})
        if turn["t"] == "over":
            print(f"{turn['game']}: {turn['result']} ({turn['reason']})", flush=True)
        elif turn["t"] == "turn":
            try:
                move = choose(turn)
            except Exception as error:
                # Whoever runs the league shows you this: it costs the game, and the bot goes on with the next.
                lines = traceback.format_exc().splitlines()
                fault = {"game": turn["game"], "kind": "crash", "message": str(error), "io": lines}
                post("/api/league/fault", fault)
            else:
                post("/api/league/move", {"game": turn["game"], "ply": turn["ply"], "move": move})


while True:
    try:
        play()
    except urllib.error.HTTPError as error:
        if error.code == 403:
            sys.exit("the server does not know this token")
        print(f"the server says {error.code}: {error.read().decode()}", flush=True)
    except OSError as error:
        print(f"the connection is lost ({error}); trying again", flush=True)
    time.sleep(0.5)
