#!/usr/bin/env python3
"""A complete bot: speaks UGI, and asks `potez engine --protocol json` about the rules.

It takes a move that wins at once; otherwise it looks at a few moves by chance and plays the one that leaves the other
player the fewest replies. Run it as any engine, for example:  python3 examples/bot.py path/to/potez
"""

import json
import random
import subprocess
import sys

LOOKS = 12  # how many moves are looked at before one is chosen


class Rules:
    """A potez process that answers questions about positions."""

    def __init__(self, program):
        command = [program, "engine", "--protocol", "json"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def state(self, game, position, moves):
        request = {"id": "1", "query": "state", "game": game, "position": position, "moves": moves}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"]["message"])
        return answer


def choose(rules, game, position, moves, dice):
    now = rules.state(game, position, moves)
    if now["outcome"] is not None:
        return "none"
    tries = dice.sample(now["legal"], min(LOOKS, len(now["legal"])))
    best, fewest = tries[0], None
    for move in tries:
        after = rules.state(game, position, moves + [move])
        if after["outcome"] == now["turn"]:
            return move
        if after["outcome"] is None and (fewest is None or len(after["legal"]) < fewest):
            best, fewest = move, len(after["legal"])
    return best


def main():
    rules = Rules(sys.argv[1] if len(sys.argv) > 1 else "potez")
    dice = random.Random(1)
    game, position, moves = "byte", None, []
    for line in sys.stdin:
        words = line.split()
        try:
            if words[:1] == ["ugi"]:
                print("id name Fewest Replies\nid author you\noption name Game type string default byte\nugiok")
            elif words[:1] == ["isready"]:
                print("readyok")
            elif words[:3] == ["setoption", "name", "Game"]:
                rules.state(words[4], None, [])
                game, position, moves = words[4], None, []
            elif words[:1] == ["position"]:
                end = words.index("moves") if "moves" in words else len(words)
                start, played = " ".join(words[2:end]) or None, words[end + 1 :]
                rules.state(game, start, played)
                position, moves = start, played
            elif words[:1] == ["go"]:
                print("bestmove", choose(rules, game, position, moves, dice))
            elif words[:1] == ["quit"]:
                break
        except (ValueError, IndexError) as error:
            print("info string error", error)
        sys.stdout.flush()


main()
