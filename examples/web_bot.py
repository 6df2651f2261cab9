#!/usr/bin/env python3
"""A bot that plays over the server's HTTP interface, with nothing but the standard library.

Make a game in the browser against a friend, copy the link, and run

    python3 examples/web_bot.py http://127.0.0.1:8080/#/game/GAME/TOKEN

It plays any legal move; replace `choose` by something better.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


class Game:
    def __init__(self, server, game, token):
        self.base = f"{server}/api/games/{game}"
        self.token = token

    def ask(self, path="", body=None):
        request = urllib.request.Request(self.base + path)
        request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.add_header("Content-Type", "application/json")
            request.data = json.dumps(body).encode()
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)


def choose(game):
    """Any legal move, put together part by part: a piece, where it goes, a wall, …"""
    parts = []
    while True:
        step = game.ask(f"/step?parts={urllib.parse.quote(json.dumps(parts))}")
        if not step["choices"] or (step["complete"] and random.random() < 0.5):
            return parts, step["complete"]
        choice = random.choice(step["choices"])
        parts.append(choice["part"])
        if choice["isFinal"]:
            return parts, choice["text"]


def main(link):
    server, _, rest = link.partition("/#/game/")
    game_id, _, token = rest.partition("/")
    game = Game(server, game_id, token)
    while True:
        state = game.ask()
        if state["outcome"]:
            print(state["outcome"]["words"])
            return
        if state["turn"] != state["you"]:
            time.sleep(0.5)
            continue
        parts, text = choose(game)
        try:
            # A text in the game's notation does as well: {"move": text, "ply": …}.
            game.ask("/move", {"parts": parts, "ply": state["ply"]})
            print("played", text)
        except urllib.error.HTTPError as error:
            # 409 means that the game has moved on, a takeback for instance: look again.
            print(json.load(error)["error"]["message"], file=sys.stderr)
            if error.code != 409:
                raise


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
