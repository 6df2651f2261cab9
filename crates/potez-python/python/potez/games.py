"""Games and their states, with the habits of OpenSpiel."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any, Callable, Mapping, Sequence, cast

import numpy as np
import numpy.typing as npt

from . import _potez
from .errors import PotezError

TERMINAL_PLAYER = -4

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]


def games() -> list[dict[str, Any]]:
    """Every game with its options.

    >>> [game["name"] for game in games()]
    ['blockade', 'havannah', 'byte']
    """
    return cast("list[dict[str, Any]]", json.loads(_potez.games()))


def load_game(spec: str, params: Mapping[str, object] | None = None) -> Game:
    """The game of a spec such as ``havannah:size=5,swap=on``; options can also come as a mapping.

    >>> game = load_game("byte")
    >>> game.num_distinct_actions(), game.observation_tensor_shape()
    (897, [17, 8, 8])
    >>> load_game("havannah", {"size": 5}) == load_game("havannah:size=5")
    True
    """
    if params:
        options = ",".join(f"{key}={value}" for key, value in params.items())
        spec = f"{spec}{',' if ':' in spec else ':'}{options}"
    return Game(spec)


@dataclass(frozen=True)
class GameType:
    """What OpenSpiel's algorithms ask of a game before they play it."""

    short_name: str
    long_name: str
    dynamics: object
    chance_mode: object
    information: object
    utility: object
    reward_model: object
    max_num_players: int = 2
    min_num_players: int = 2
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = False
    provides_observation_string: bool = True
    provides_observation_tensor: bool = True


def _kind(group: str, name: str) -> object:
    """A value of OpenSpiel's own enumerations where it is in use, otherwise its name."""
    pyspiel = sys.modules.get("pyspiel")
    return name if pyspiel is None else getattr(getattr(pyspiel.GameType, group), name)


class Game:
    """A game with its options chosen."""

    def __init__(self, spec: str):
        self._table = _potez.Table(spec)
        self.spec: str = self._table.spec()
        self._actions = self._table.action_count()
        self._shape = list(self._table.observation_shape())
        self._size = int(np.prod(self._shape))

    def new_initial_state(self, position: str | None = None) -> State:
        """The start, or the position of a text."""
        return State(self, _potez.Table(self.spec, position) if position is not None else self._table.fork())

    def num_distinct_actions(self) -> int:
        """One more than the largest number of a move. A number keeps its meaning for ever."""
        return self._actions

    def num_players(self) -> int:
        """Always two: X is 0, O is 1."""
        return 2

    def observation_tensor_shape(self) -> list[int]:
        """Planes, rows and columns; docs/python.md says what is on the planes."""
        return list(self._shape)

    def observation_tensor_size(self) -> int:
        """The product of the shape."""
        return self._size

    def min_utility(self) -> float:
        """What a loss is worth."""
        return -1.0

    def max_utility(self) -> float:
        """What a win is worth."""
        return 1.0

    def utility_sum(self) -> float:
        """What one wins, the other loses."""
        return 0.0

    def get_type(self) -> GameType:
        """What kind of game it is; in the terms of `pyspiel` where that is imported.

        >>> load_game("byte").get_type().short_name
        'byte'
        """
        name = self.spec.split(":")[0]
        return GameType(
            name,
            name.capitalize(),
            _kind("Dynamics", "SEQUENTIAL"),
            _kind("ChanceMode", "DETERMINISTIC"),
            _kind("Information", "PERFECT_INFORMATION"),
            _kind("Utility", "ZERO_SUM"),
            _kind("RewardModel", "TERMINAL"),
        )

    def get_parameters(self) -> dict[str, str]:
        """The options that are not at their defaults.

        >>> load_game("havannah:size=5").get_parameters()
        {'size': '5'}
        """
        _, _, options = self.spec.partition(":")
        return dict(pair.split("=", 1) for pair in options.split(",") if pair)

    def bots(self) -> list[dict[str, Any]]:
        """The bots that play this game, with their parameters.

        >>> "classic" in [bot["name"] for bot in load_game("byte").bots()]
        True
        """
        return cast("list[dict[str, Any]]", json.loads(self._table.bots()))

    def deserialize_state(self, text: str) -> State:
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

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        return load_game, (self.spec,)


def deserialize(text: str) -> State:
    """The state that :meth:`State.serialize` has written, with its game and its past.

    >>> state = load_game("havannah:size=3").new_initial_state()
    >>> state.apply_move("c3")
    >>> str(deserialize(state.serialize())) == str(state)
    True
    """
    try:
        saved = json.loads(text)
        game, start, moves = saved["game"], saved["start"], list(saved["moves"])
        state = load_game(game).new_initial_state(start)
        for move in moves:
            state.apply_move(move)
    except PotezError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise PotezError(f"not a saved state: {error}") from error
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

    __slots__ = ("game", "_table", "__weakref__")

    def __init__(self, game: Game, table: _potez.Table):
        self.game: Game = game
        self._table = table

    # -- whose turn, and how it ended

    def get_game(self) -> Game:
        """The game that is played."""
        return self.game

    def num_players(self) -> int:
        """Always two."""
        return 2

    def num_distinct_actions(self) -> int:
        """As of the game."""
        return self.game.num_distinct_actions()

    def current_player(self) -> int:
        """0 is X, 1 is O, -4 at the end."""
        return self._table.current_player()

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._table.current_player() == TERMINAL_PLAYER

    def is_initial_state(self) -> bool:
        """Whether nothing has been played yet."""
        return self._table.ply() == 0

    def is_chance_node(self) -> bool:
        """Never: nothing is left to chance in these games."""
        return False

    def is_simultaneous_node(self) -> bool:
        """Never: one moves after the other."""
        return False

    def is_player_node(self) -> bool:
        """Whether somebody is to move."""
        return not self.is_terminal()

    def returns(self) -> list[float]:
        """What the game was worth to X and to O: 1, 0 or -1; zeros while it goes on."""
        return list(self._table.returns())

    def player_return(self, player: int) -> float:
        """The same for one of them."""
        return self.returns()[player]

    def rewards(self) -> list[float]:
        """What the last move brought: nothing before the end."""
        return self.returns()

    def player_reward(self, player: int) -> float:
        """The same for one of them."""
        return self.returns()[player]

    def reason(self) -> str | None:
        """Why the game is over, such as ``ring`` or ``goal``; `None` while it goes on."""
        return self._table.reason()

    # -- moves

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of the legal moves, in order; none for the player who is not on turn."""
        if player is not None and player != self.current_player():
            return []
        return self._table.legal_actions()

    def legal_actions_mask(self, player: int | None = None) -> Bools:
        """For every number whether it is legal here.

        >>> int(load_game("havannah:size=3").new_initial_state().legal_actions_mask().sum())
        19
        """
        mask = np.zeros(self.game._actions, dtype=np.bool_)
        if player is None or player == self.current_player():
            self._table.mask(mask)
        return mask

    def legal_moves(self) -> list[str]:
        """The texts of the legal moves, in the order of their numbers."""
        return [self._table.action_text(action) for action in self._table.legal_actions()]

    def apply_action(self, action: int) -> None:
        """Plays the move of a number; :class:`potez.IllegalMove` says why one may not be played."""
        self._table.play_action(action)

    def apply_move(self, text: str) -> None:
        """Plays the move of a text, in any notation that the game reads."""
        self._table.play_text(text)

    def undo(self) -> bool:
        """Takes back the last move; false if there is none."""
        return self._table.undo()

    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last move, which must be this one."""
        last = self.history()[-1:]
        if last != [action]:
            raise PotezError(f"the last move was {last[0] if last else 'none'}, not {action}")
        self._table.undo()

    def child(self, action: int) -> State:
        """A copy in which the move is played."""
        state = self.clone()
        state.apply_action(action)
        return state

    def action_to_string(self, *args: int) -> str:
        """The text of a number: ``action_to_string(action)`` or ``action_to_string(player, action)``."""
        return self._table.action_text(_last(args, "action_to_string"))

    def string_to_action(self, *args: Any) -> int:
        """The number of a legal move: ``string_to_action(text)`` or ``string_to_action(player, text)``."""
        return self._table.text_action(_last(args, "string_to_action"))

    def why_illegal(self, move: int | str) -> str | None:
        """Why the move may not be played here, in a sentence; `None` if it may.

        >>> state = load_game("blockade").new_initial_state()
        >>> state.why_illegal("d4-d6/Bd7") is None
        True
        >>> state.why_illegal("d4-d9/Bd7")
        '`d4` to `d9` is not a pawn move: a pawn moves two squares straight or one diagonally'
        """
        try:
            why = self._table.why_not_text(move) if isinstance(move, str) else self._table.why_not_action(move)
        except PotezError as error:
            return str(error)
        return None if why is None else why[1]

    def remarks(self, action: int) -> list[str]:
        """What a legal move does, in the terms of the game.

        >>> state = replay_moves(load_game("havannah:size=3"), "a1 c3 a2 d3".split())
        >>> state.remarks(state.string_to_action("a3"))[0]
        'completes a bridge between the corners a1, a3'
        """
        return self._table.remarks(action)

    def history(self) -> list[int]:
        """The numbers of the moves played."""
        return self._table.history()

    def history_str(self) -> str:
        """The same as a text."""
        return ", ".join(map(str, self.history()))

    def moves(self) -> list[str]:
        """The texts of the moves played."""
        return self._table.moves()

    def move_number(self) -> int:
        """How many moves were played."""
        return self._table.ply()

    # -- what is seen

    def observation_tensor(self, player: int | None = None) -> Floats:
        """The planes that a player sees, flat; by default the player to move.

        ``observation_tensor().reshape(game.observation_tensor_shape())`` has them one by one.

        >>> state = load_game("havannah:size=3").new_initial_state()
        >>> planes = state.observation_tensor().reshape(state.game.observation_tensor_shape())
        >>> planes.shape, float(planes[2].sum())
        ((5, 5, 5), 19.0)
        """
        planes = np.empty(self.game._size, dtype=np.float32)
        self._table.observe(planes, player)
        return planes

    def observation_string(self, player: int | None = None) -> str:
        """The position text: nothing is hidden from anybody."""
        return str(self)

    def information_state_string(self, player: int | None = None) -> str:
        """The moves played: nothing is hidden from anybody."""
        return self.history_str()

    def view(self) -> dict[str, Any]:
        """The board as data: cells, pieces, walls, marks."""
        return cast("dict[str, Any]", json.loads(self._table.view()))

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

    def clone(self) -> State:
        """A copy with its own future."""
        return State(self.game, self._table.fork())

    def serialize(self) -> str:
        """A text from which :func:`potez.deserialize` makes the state again, with its past."""
        return json.dumps({"game": self.game.spec, "start": self._table.start(), "moves": self.moves()})

    def to_string(self) -> str:
        """The position text, as ``str(state)``."""
        return str(self)

    def __str__(self) -> str:
        return self._table.position()

    def __repr__(self) -> str:
        return f"<potez state of {self.game.spec}: {self}>"

    def __reduce__(self) -> tuple[Callable[[str], State], tuple[str]]:
        return deserialize, (self.serialize(),)

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()


def _last(args: tuple[Any, ...], name: str) -> Any:
    if not 1 <= len(args) <= 2:
        raise TypeError(f"{name}() takes a move, or a player and a move")
    return args[-1]


def replay_moves(game: Game, moves: Sequence[str | int]) -> State:
    """The state after these moves, each a number or a text.

    >>> replay_moves(load_game("havannah:size=3"), ["c3", 0]).moves()
    ['c3', 'a1']
    """
    state = game.new_initial_state()
    for move in moves:
        play_move(state, move)
    return state


def play_move(state: State, move: str | int) -> None:
    """Plays a move, given as a number or as a text."""
    if isinstance(move, str):
        state.apply_move(move)
    else:
        state.apply_action(move)
