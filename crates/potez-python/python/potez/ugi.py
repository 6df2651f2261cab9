"""A Python function as an engine: it plays in `potez match` and `potez tournament`."""

from __future__ import annotations

import sys
from typing import Callable, TextIO

from .errors import PotezError
from .games import State, load_game


def serve_bot(
    play: Callable[[State], "int | str"],
    name: str | None = None,
    lines: TextIO | None = None,
    out: TextIO | None = None,
) -> None:
    """Speaks UGI on standard input and output until the match is over.

    `play` gets a state and returns a move, as a number or a text. In a file `mybot.py`::

        import random, potez
        potez.serve_bot(lambda state: random.choice(state.legal_actions()))

    and then ``potez match byte --a 'cmd:"python3 mybot.py"' --b classic --games 10``.
    """
    lines, out = lines or sys.stdin, out or sys.stdout
    name = name or getattr(play, "__name__", "python")
    game = load_game("byte")
    state = game.new_initial_state()

    def say(*words: object) -> None:
        print(*words, file=out, flush=True)

    for line in lines:
        words = line.split()
        try:
            if words[:1] == ["ugi"]:
                say(f"id name {name}\nid author Python\noption name Game type string default byte\nugiok")
            elif words[:1] == ["isready"]:
                say("readyok")
            elif words[:3] == ["setoption", "name", "Game"]:
                game = load_game(words[4])
                state = game.new_initial_state()
            elif words[:1] == ["position"]:
                end = words.index("moves") if "moves" in words else len(words)
                state = game.new_initial_state(" ".join(words[2:end]) or None)
                for move in words[end + 1 :]:
                    state.apply_move(move)
            elif words[:1] == ["go"]:
                say("bestmove", "none" if state.is_terminal() else _text(state, play(state.clone())))
            elif words[:2] == ["query", "gameover"]:
                say("response", str(state.is_terminal()).lower())
            elif words[:1] == ["quit"]:
                return
        except (PotezError, IndexError) as error:
            say("info string error", error)


def _text(state: State, move: "int | str") -> str:
    return move if isinstance(move, str) else state.action_to_string(move)
