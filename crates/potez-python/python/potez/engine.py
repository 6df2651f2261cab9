"""Search, solver, bots, review and records."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Union, cast

from . import _potez
from .errors import PotezError
from .games import Game, State, load_game, play_move

#: Whoever plays: a bot spec, or a function from a state to a move as a number or a text.
Player = Union[str, Callable[[State], Union[int, str]]]


def _seconds(time: float | str | None) -> float | None:
    """Seconds, from a number or from a text such as ``500ms``."""
    if isinstance(time, str):
        return _potez.seconds(time)
    return None if time is None else float(time)


@dataclass
class Line:
    """A candidate move with what is expected to follow, seen by the player to move."""

    move: str
    action: int
    score: int
    win_chance: float
    proven: str | None
    pv: list[str]
    depth: int
    visits: int


@dataclass
class Analysis:
    """What a search has found: its lines, the best first."""

    lines: list[Line]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> str | None:
        """The text of the best move; `None` when the game is over."""
        return self.lines[0].move if self.lines else None

    @property
    def action(self) -> int | None:
        """The number of the best move."""
        return self.lines[0].action if self.lines else None


def _analysis(state: State, text: str) -> Analysis:
    report = json.loads(text)
    lines = [Line(action=state.string_to_action(line["move"]), **line) for line in report["lines"]]
    return Analysis(lines, report["depth"], report["nodes"], report["seconds"])


def analyze(
    state: State,
    time: float | str | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    multipv: int | None = None,
    threads: int | None = None,
    bot: str = "potez",
) -> Analysis:
    """Ranks the moves of a position; one second where no limit is given.

    `time` is a number of seconds or a text such as ``500ms``. Ctrl-C ends the search. The lock of the
    interpreter is free meanwhile.

    >>> import potez
    >>> state = potez.load_game("havannah:size=3").new_initial_state()
    >>> for move in "a1 c3 a2 d3".split():
    ...     state.apply_move(move)
    >>> found = potez.analyze(state, nodes=2000)
    >>> found.best, found.lines[0].proven
    ('a3', 'win')
    """
    native = _potez.NativeBot(state._table, bot, threads, multipv)
    return _analysis(state, native.think(state._table, _seconds(time), nodes, depth))


@dataclass
class Solution:
    """What is proven of a position, for the player to move: ``win``, ``loss``, ``draw`` or nothing."""

    proven: str | None
    pv: list[str]
    plies: int | None
    nodes: int
    seconds: float

    @property
    def best(self) -> str | None:
        """A move that keeps the value."""
        return self.pv[0] if self.pv else None


def solve(state: State, time: float | str | None = None, nodes: int | None = None) -> Solution:
    """Tries to prove who wins; ten seconds where no limit is given.

    >>> import potez
    >>> solve(potez.load_game("havannah:size=3").new_initial_state(), time=60).proven
    'win'
    """
    return Solution(**json.loads(state._table.solve(_seconds(time), nodes)))


class Bot:
    """A player by its spec, for whichever game: ``random``, ``classic``, ``potez:level=3``.

    It keeps what it has learnt from move to move; :meth:`restart` forgets it.

    >>> import potez
    >>> state = potez.load_game("byte").new_initial_state()
    >>> potez.bot("random:seed=1").step(state) in state.legal_actions()
    True
    """

    def __init__(self, spec: str, time: float | str | None = None, nodes: int | None = None):
        self.spec = spec
        self._limits = (_seconds(time), nodes)
        self._natives: dict[str, _potez.NativeBot] = {}

    def _native(self, state: State) -> _potez.NativeBot:
        spec = state.game.spec
        if spec not in self._natives:
            self._natives[spec] = _potez.NativeBot(state._table, self.spec)
        return self._natives[spec]

    def think(self, state: State) -> Analysis:
        """What the bot finds in a position."""
        return _analysis(state, self._native(state).think(state._table, *self._limits))

    def step(self, state: State) -> int:
        """The number of the move that it plays."""
        action = self.think(state).action
        if action is None:
            raise PotezError("the game is over", "game-over")
        return action

    def __call__(self, state: State) -> int:
        return self.step(state)

    def restart(self) -> None:
        """Forgets what it has learnt: a new game begins."""
        for native in self._natives.values():
            native.forget()

    def restart_at(self, state: State) -> None:
        """The same, by the name that OpenSpiel has for it."""
        self.restart()

    def __reduce__(self) -> tuple[Callable[..., Bot], tuple[str, float | None, int | None]]:
        return Bot, (self.spec, *self._limits)

    def __repr__(self) -> str:
        return f"potez.bot({self.spec!r})"


def bot(spec: str, time: float | str | None = None, nodes: int | None = None) -> Bot:
    """A player by its spec; a time or nodes in the spec count, else those given here, else a second."""
    return Bot(spec, time, nodes)


def play(game: Game | str, x: Player, o: Player, position: str | None = None, most: int = 2000) -> State:
    """A game between two players: bot specs, bots, or functions from a state to a move.

    It ends after `most` moves at the latest.

    >>> import potez
    >>> state = potez.play("havannah:size=3", "random:seed=1", lambda state: state.legal_actions()[0])
    >>> state.is_terminal()
    True
    """
    game = load_game(game) if isinstance(game, str) else game
    players = [bot(player) if isinstance(player, str) else player for player in (x, o)]
    state = game.new_initial_state(position)
    while not state.is_terminal() and state.move_number() < most:
        play_move(state, players[state.current_player()](state))
    return state


def review(
    state: State, time: float | str | None = None, nodes: int | None = None, bot: str = "potez"
) -> dict[str, Any]:
    """Every move of a game judged, as `potez review --json` has it; half a second per search (default).

    >>> import potez
    >>> state = potez.load_game("havannah:size=3").new_initial_state()
    >>> for move in "a1 c3 a2 d3 a3".split():
    ...     state.apply_move(move)
    >>> judged = potez.review(state, nodes=500)["moves"]
    >>> judged[-1]["judgement"], judged[-1]["remarks"][0]["text"]
    ('best', 'completes a bridge between the corners a1, a3')
    """
    return cast("dict[str, Any]", json.loads(_potez.review(state._table, bot, _seconds(time), nodes)))


@dataclass
class Record:
    """A game with its tags and what was said of its moves."""

    state: State
    tags: dict[str, str] = field(default_factory=dict)
    comments: list[str | None] = field(default_factory=list)

    def states(self) -> list[State]:
        """Every state of the game, the start first."""
        return states_of(self.state)

    def write(self, format: str = "text") -> str:
        """The record as ``text``, ``json`` or a format of its game, such as ``sgf``."""
        return _potez.write_record(self.state._table, format, list(self.tags.items()), self.comments)


def states_of(state: State) -> list[State]:
    """Every state that led to this one, the start first."""
    states, state = [], state.clone()
    while True:
        states.append(state.clone())
        if state.move_number() == 0 or not state.undo():
            return states[::-1]


def read_records(text: str) -> list[Record]:
    """Every game of a file, in any format that Potez reads, played through by the rules.

    >>> record = read_records('[Game "byte"] 1. d2-c3 *')[0]
    >>> record.state.moves()
    ['d2-c3']
    """
    games = []
    for table, tags, comments in _potez.read_record(text):
        games.append(Record(State(load_game(table.spec()), table), dict(tags), comments))
    return games


def write_record(state: State, format: str = "text", tags: Mapping[str, str] | None = None) -> str:
    """The record of a game.

    >>> import potez
    >>> state = potez.load_game("havannah:size=3").new_initial_state()
    >>> state.apply_move("c3")
    >>> "1. c3" in write_record(state, tags={"White": "me"})
    True
    """
    return Record(state, dict(tags or {})).write(format)
