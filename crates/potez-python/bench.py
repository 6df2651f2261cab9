"""Random games per second: this package alone and in batches, OpenSpiel, and plain Python, in one run.

python3 crates/potez-python/bench.py [--game SPEC] [--seconds 2] [--games 1024] [--json]

Times are CPU seconds of this process; with several threads, wall-clock seconds. Whatever is not
installed is left out and named.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from typing import Any, Callable

import potez
from plain_havannah import PlainState


def single(new_state: Callable[[], Any], seconds: float) -> tuple[float, float]:
    """Games and moves per second of the loop that everybody writes first."""
    dice = random.Random(1)
    games = moves = 0
    begin = time.process_time()
    while (spent := time.process_time() - begin) < seconds or games == 0:
        state = new_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            moves += 1
        games += 1
    return games / spent, moves / spent


def batched(spec: str, count: int, threads: int, seconds: float) -> tuple[float, float]:
    """The same with many games at once."""
    games = potez.batch(spec, count, seed=1, threads=threads)
    # A thread's CPU seconds add up: what counts for several is how long one waits.
    clock = time.process_time if threads == 1 else time.perf_counter
    # Until the games are at different stages, more or fewer of them end than on average.
    for _ in range(400):
        games.step(games.random_actions())
    ended = steps = 0
    begin = clock()
    while (spent := clock() - begin) < seconds:
        ended += int(games.step(games.random_actions())[1].sum())
        steps += 1
    return ended / spent, steps * count / spent


def others(size: int | None) -> tuple[dict[str, Callable[[], Any]], list[str]]:
    """Other programs that play the same game, and which are left out."""
    if size is None:
        return {}, ["OpenSpiel and plain Python: they play Havannah only"]
    found: dict[str, Callable[[], Any]] = {"plain Python": lambda: PlainState(size)}
    try:
        import pyspiel

        found["OpenSpiel, single state"] = pyspiel.load_game(f"havannah(board_size={size})").new_initial_state
    except ImportError:
        return found, ["OpenSpiel: it is not installed (pip install open_spiel)"]
    return found, []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="havannah")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds per line")
    parser.add_argument("--games", type=int, default=1024, help="games of a batch")
    parser.add_argument("--json", action="store_true", help="one object per line")
    args = parser.parse_args()
    game = potez.load_game(args.game)
    plain = game.get_type().short_name == "havannah" and "swap" not in game.get_parameters()
    size = int(game.get_parameters().get("size", 8)) if plain else None
    single_states, missing = others(size)
    measured = {name: single(start, args.seconds) for name, start in single_states.items()}
    measured["potez, single state"] = single(game.new_initial_state, args.seconds)
    measured[f"potez, batch of {args.games}"] = batched(args.game, args.games, 1, args.seconds)
    measured["potez, batch, 2 threads (wall)"] = batched(args.game, args.games, 2, args.seconds)
    base = measured.get("OpenSpiel, single state", measured["potez, single state"])[0]
    if args.json:
        for name, (games, moves) in measured.items():
            print(json.dumps({"game": game.spec, "what": name, "gamesPerSecond": games, "movesPerSecond": moves}))
        return
    print(f"{game.spec}: uniformly random games")
    for name, (games, moves) in measured.items():
        print(f"{name:34} {games:12,.1f} games/s {moves:14,.0f} moves/s {games / base:8.2f} x")
    for name in missing:
        print("left out:", name)


if __name__ == "__main__":
    main()
