"""A Python function as an engine: the conversation in UGI."""

from __future__ import annotations

import contextlib
import inspect
import sys
from dataclasses import dataclass
from typing import Any, Callable, Iterable, TextIO, Union

from .errors import PotezError
from .games import Game, State, load_game

#: A function from a state, and if it has room for them from the limits too, to a move.
PlayFunction = Union[Callable[[State], Union[int, str]], Callable[[State, "GoLimits"], Union[int, str]]]


@dataclass(frozen=True)
class GoLimits:
    """How long a move may take, as the referee says it; `None` where it says nothing.

    `seconds` is the time for this move, `clock` and `increment` are what the player has left.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: float | None = None
    increment: float | None = None


def read_limits(words: list[str], player: int) -> GoLimits:
    """The limits behind `go`, for player 0 or 1; what is not known is left out.

    >>> read_limits("movetime 250".split(), 0)
    GoLimits(seconds=0.25, nodes=None, depth=None, clock=None, increment=None)
    >>> read_limits("wtime 60000 btime 30000 winc 0 binc 500".split(), 1).clock
    30.0
    """
    said = {key: int(value) for key, value in zip(words, words[1:]) if value.isdigit()}
    mine = "wb"[player]

    def seconds(key: str) -> float | None:
        return said[key] / 1000 if key in said else None

    clock, increment = seconds(f"{mine}time"), seconds(f"{mine}inc")
    return GoLimits(seconds("movetime"), said.get("nodes"), said.get("depth"), clock, increment)


class Engine:
    """The state of a conversation in UGI: lines in, lines out."""

    def __init__(self, play: PlayFunction, name: str | None = None):
        self.name: str = name or getattr(play, "__name__", "python").replace("<lambda>", "python")
        self._play: Callable[..., Any] = play
        self._takes_limits = _room(play) >= 2
        self.game: Game = load_game("byte")
        self.state: State | None = self.game.new_initial_state()

    def hear(self, line: str) -> list[str]:
        """The answer to a line; a bad line gets an error, and the conversation goes on.

        >>> engine = Engine(lambda state: min(state.legal_moves()), "first")
        >>> engine.hear("position startpos moves d2-c3"), engine.hear("go movetime 100")
        ([], ['bestmove a3-b2'])
        >>> engine.hear("position startpos moves d2-d2")[0].startswith("info string error")
        True
        """
        words = line.split()
        command = getattr(self, f"_{words[0]}", None) if words and words[0] in _COMMANDS else None
        if command is None:
            return []
        try:
            return list(command(words[1:]))
        except (PotezError, IndexError) as error:
            return [f"info string error {error}"]

    def _ugi(self, _: list[str]) -> Iterable[str]:
        return [f"id name {self.name}", "id author Python", "option name Game type string default byte", "ugiok"]

    def _isready(self, _: list[str]) -> Iterable[str]:
        return ["readyok"]

    def _uginewgame(self, _: list[str]) -> Iterable[str]:
        restart = getattr(self._play, "restart", None)
        if callable(restart):
            restart()
        return []

    def _setoption(self, words: list[str]) -> Iterable[str]:
        if words[:2] == ["name", "Game"]:
            self.game = load_game(words[3])
            self.state = self.game.new_initial_state()
        return []

    def _position(self, words: list[str]) -> Iterable[str]:
        # Until everything is read there is none: a move must not be for another position.
        self.state = None
        end = words.index("moves") if "moves" in words else len(words)
        state = self.game.new_initial_state(" ".join(words[1:end]) or None)
        for move in words[end + 1 :]:
            state.apply_move(move)
        self.state = state
        return []

    def _go(self, words: list[str]) -> Iterable[str]:
        state = self._there()
        if state.is_terminal():
            return ["bestmove none"]
        args = (state.clone(), read_limits(words, state.current_player()))[: 2 if self._takes_limits else 1]
        # What the function prints must not get among the lines of the protocol.
        with contextlib.redirect_stdout(sys.stderr):
            move = self._play(*args)
        return [f"bestmove {move if isinstance(move, str) else state.action_to_string(move)}"]

    def _query(self, words: list[str]) -> Iterable[str]:
        state = self._there()
        over = state.is_terminal()
        x = state.returns()[0]
        answers = {
            "gameover": str(over).lower(),
            "p1turn": str(state.current_player() == 0).lower(),
            "result": "none" if not over else "p1win" if x > 0 else "p2win" if x < 0 else "draw",
        }
        return [f"response {answers[words[0]]}"] if words[:1] and words[0] in answers else []

    def _there(self) -> State:
        if self.state is None:
            raise PotezError("there is no position: the last one could not be read")
        return self.state


_COMMANDS = {"ugi", "isready", "uginewgame", "setoption", "position", "go", "query"}


def _room(function: Callable[..., Any]) -> int:
    """How many arguments a function takes without names and without defaults of its own."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1
    plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(parameter.kind in plain and parameter.default is parameter.empty for parameter in parameters)


def serve_bot(
    play: PlayFunction,
    name: str | None = None,
    lines: Iterable[str] | None = None,
    out: TextIO | None = None,
) -> None:
    """Speaks UGI on standard input and output until the match is over.

    `play` gets a state and returns a move, as a number or a text; if it takes two arguments, the
    second are the limits (:class:`potez.ugi.GoLimits`). What it prints goes to standard error. In a
    file `mybot.py`::

        import random, potez
        potez.serve_bot(lambda state: random.choice(state.legal_actions()))

    and then ``potez match byte --a 'cmd:"python3 mybot.py"' --b classic --games 10``.
    """
    engine = Engine(play, name)
    out = out or sys.stdout
    for line in lines or sys.stdin:
        if line.split()[:1] == ["quit"]:
            return
        for answer in engine.hear(line):
            print(answer, file=out, flush=True)
