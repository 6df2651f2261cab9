"""Games and their states, with the habits of OpenSpiel."""

from __future__ import annotations

import json
from typing import Any, Sequence

import numpy as np

from . import _potez
from .errors import PotezError

TERMINAL_PLAYER = -4


def games() -> list[dict[str, Any]]:
    """Every game with its options.

    >>> [game["name"] for game in games()]
    ['blockade', 'havannah', 'byte']
    """
    return json.loads(_potez.games())


def load_game(spec: str) -> "Game":
    """The game of a spec such as ``havannah:size=5,swap=on``.

    >>> game = load_game("byte")
    >>> game.num_distinct_actions(), game.observation_tensor_shape()
    (897, [17, 8, 8])
    """
    return Game(spec)


class Game:
    """A game with its options chosen."""

    def __init__(self, spec: str):
        self._table = _potez.Table(spec)
        self.spec: str = self._table.spec()

    def new_initial_state(self, position: str | None = None) -> "State":
        """The start, or the position of a text."""
        return State(self, _potez.Table(self.spec, position) if position is not None else self._table.fork())

    def num_distinct_actions(self) -> int:
        """One more than the largest number of a move. A number keeps its meaning for ever."""
        return self._table.action_count()

    def num_players(self) -> int:
        return 2

    def observation_tensor_shape(self) -> list[int]:
        """Planes, rows and columns."""
        return list(self._table.observation_shape())

    def observation_tensor_size(self) -> int:
        return int(np.prod(self._table.observation_shape()))

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0

    def deserialize_state(self, text: str) -> "State":
        """The state that :meth:`State.serialize` has written."""
        state = deserialize(text)
        if state.game.spec != self.spec:
            raise PotezError(f"this is a state of `{state.game.spec}`, not of `{self.spec}`")
        return state

    def __str__(self) -> str:
        return self.spec

    def __repr__(self) -> str:
        return f"potez.load_game({self.spec!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and other.spec == self.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __reduce__(self):
        return load_game, (self.spec,)


def deserialize(text: str) -> "State":
    """The state that :meth:`State.serialize` has written, with its game and its past.

    >>> state = load_game("havannah:size=3").new_initial_state()
    >>> state.apply_move("c3")
    >>> str(deserialize(state.serialize())) == str(state)
    True
    """
    try:
        saved = json.loads(text)
        state = load_game(saved["game"]).new_initial_state(saved["start"])
        moves = saved["moves"]
    except (ValueError, KeyError, TypeError) as error:
        raise PotezError(f"not a saved state: {error}") from error
    for move in moves:
        state.apply_move(move)
    return state


class State:
    """A game in progress.

    Moves are numbers or texts; both never change their meaning within a game spec.

    >>> state = load_game("byte").new_initial_state()
    >>> state.current_player(), len(state.legal_actions())
    (0, 35)
    >>> action = state.string_to_action("d2-c3")
    >>> state.action_to_string(action)
    'd2-c3'
    >>> state.apply_action(action)
    >>> print(state)
    -,-,-,-/o,o,o,o/x,x,x,x/o,o,o,o/x,x,x,x/o,ox,o,o/x,-,x,x/-,-,-,- o 0-0
    """

    def __init__(self, game: Game, table: "_potez.Table"):
        self.game = game
        self._table = table

    # -- whose turn, and how it ended

    def get_game(self) -> Game:
        return self.game

    def current_player(self) -> int:
        """0 is X, 1 is O, -4 at the end."""
        return self._table.current_player()

    def is_terminal(self) -> bool:
        return self._table.current_player() == TERMINAL_PLAYER

    def is_chance_node(self) -> bool:
        return False

    def returns(self) -> list[float]:
        """What the game was worth to X and to O: 1, 0 or -1; zeros while it goes on."""
        return list(self._table.returns())

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def rewards(self) -> list[float]:
        return self.returns()

    def reason(self) -> str | None:
        """Why the game is over, such as ``ring`` or ``goal``; `None` while it goes on."""
        return self._table.reason()

    # -- moves

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of the legal moves, in order; none for the player who is not on turn."""
        if player is not None and player != self.current_player():
            return []
        return self._table.legal_actions()

    def legal_actions_mask(self, player: int | None = None) -> np.ndarray:
        """For every number whether it is legal here."""
        mask = np.zeros(self._table.action_count(), dtype=bool)
        mask[self.legal_actions(player)] = True
        return mask

    def legal_moves(self) -> list[str]:
        """The texts of the legal moves, in the order of their numbers."""
        return [self._table.action_text(action) for action in self._table.legal_actions()]

    def apply_action(self, action: int) -> None:
        """Plays the move of a number; :class:`potez.IllegalMove` says why one may not be played."""
        self._table.play_action(_number(action))

    def apply_move(self, text: str) -> None:
        """Plays the move of a text, in any notation that the game reads."""
        self._table.play_text(text)

    def undo(self) -> bool:
        """Takes back the last move; false if there is none."""
        return self._table.undo()

    def undo_action(self, player: int, action: int) -> None:
        self._table.undo()

    def child(self, action: int) -> "State":
        """A copy in which the move is played."""
        state = self.clone()
        state.apply_action(action)
        return state

    def action_to_string(self, *args: int) -> str:
        """The text of a number: ``action_to_string(action)`` or ``action_to_string(player, action)``."""
        return self._table.action_text(_number(args[-1]))

    def string_to_action(self, *args: Any) -> int:
        """The number of a legal move: ``string_to_action(text)`` or ``string_to_action(player, text)``."""
        return self._table.text_action(args[-1])

    def why_illegal(self, move: int | str) -> str | None:
        """Why the move may not be played here, in a sentence; `None` if it may.

        >>> state = load_game("blockade").new_initial_state()
        >>> state.why_illegal("d4-d6/Bd7") is None
        True
        >>> state.why_illegal("d4-d9/Bd7")
        '`d4` to `d9` is not a pawn move: a pawn moves two squares straight or one diagonally'
        """
        why = self._table.why_not_text(move) if isinstance(move, str) else self._table.why_not_action(_number(move))
        return None if why is None else why[1]

    def remarks(self, action: int) -> list[str]:
        """What a legal move does, in the terms of the game."""
        return self._table.remarks(_number(action))

    def history(self) -> list[int]:
        """The numbers of the moves played."""
        return self._table.history()

    def moves(self) -> list[str]:
        """The texts of the moves played."""
        return self._table.moves()

    def move_number(self) -> int:
        return self._table.ply()

    # -- what is seen

    def observation_tensor(self, player: int | None = None) -> np.ndarray:
        """The planes that a player sees, flat; by default the player to move.

        ``observation_tensor().reshape(game.observation_tensor_shape())`` has them one by one.
        """
        planes = np.empty(self.game.observation_tensor_size(), dtype=np.float32)
        self._table.observe(planes, player)
        return planes

    def observation_string(self, player: int | None = None) -> str:
        return str(self)

    def view(self) -> dict[str, Any]:
        """The board as data: cells, pieces, walls, marks."""
        return json.loads(self._table.view())

    def picture(self, classic: bool = False) -> str:
        """The board in text."""
        return self._table.picture(classic)

    def svg(self) -> str:
        """The board as a drawing."""
        from .drawing import svg

        return svg(self.view(), str(self))

    def _repr_svg_(self) -> str:
        return self.svg()

    # -- copies and texts

    def clone(self) -> "State":
        return State(self.game, self._table.fork())

    def serialize(self) -> str:
        """A text from which :func:`potez.deserialize` makes the state again, with its past."""
        return json.dumps({"game": self.game.spec, "start": self._table.start(), "moves": self.moves()})

    def __str__(self) -> str:
        return self._table.position()

    def __repr__(self) -> str:
        return f"<potez state of {self.game.spec}: {self}>"

    def __reduce__(self):
        return deserialize, (self.serialize(),)

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict) -> "State":
        return self.clone()


def _number(action: Any) -> int:
    """A number of a move, from whichever kind of integer."""
    number = int(action)
    if number < 0:
        raise PotezError(f"{number} is the number of no move: they begin at 0", "no-such-action")
    return number


def replay_moves(game: Game, moves: Sequence[str | int]) -> State:
    """The state after these moves."""
    state = game.new_initial_state()
    for move in moves:
        state.apply_move(move) if isinstance(move, str) else state.apply_action(move)
    return state
