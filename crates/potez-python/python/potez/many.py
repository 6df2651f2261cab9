"""Many games at once, in numpy arrays that are used again and again."""

from __future__ import annotations

import operator

import numpy as np
import numpy.typing as npt

from .errors import PotezError
from .games import Bools, Floats, Game, State, load_game


class Batch:
    """Many games of the same rules, stepped together without the interpreter's lock.

    A game that ends begins anew at once. The arrays belong to the batch and are overwritten by the
    next call: copy what is to be kept.

    >>> import potez
    >>> games = potez.batch("havannah:size=3", 4, seed=1)
    >>> returns, ended = games.step(games.random_actions())
    >>> returns.shape, int(ended.sum()), games.current_players().tolist()
    ((4, 2), 0, [1, 1, 1, 1])
    """

    def __init__(self, game: Game, start: State, games: int, seed: int, threads: int):
        self.game = game
        self._native = start._table.batch(games, seed, threads)
        self._shape = tuple(game.observation_tensor_shape())
        self._returns = np.zeros((games, 2), dtype=np.float32)
        self._ended = np.zeros(games, dtype=bool)
        self._players = np.zeros(games, dtype=np.int8)
        self._actions = np.zeros(games, dtype=np.int64)
        # These can be large, and not everybody needs them.
        self._masks: Bools | None = None
        self._planes: Floats | None = None

    def __len__(self) -> int:
        return len(self._ended)

    def reset(self) -> None:
        """Begins all games anew."""
        self._native.reset()

    def step(self, actions: npt.ArrayLike) -> tuple[Floats, Bools]:
        """Plays one move in every game: the returns of X and O, and which games have ended by it.

        Nothing is played if one of the moves is illegal; the error names the first game with one.
        """
        chosen = np.ascontiguousarray(actions)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"moves are whole numbers, not {chosen.dtype}")
        self._native.step(chosen.astype(np.int64, copy=False).reshape(-1), self._returns.reshape(-1), self._ended)
        return self._returns, self._ended

    def current_players(self) -> npt.NDArray[np.int8]:
        """The player to move in every game, 0 or 1."""
        self._native.players(self._players)
        return self._players

    def legal_actions_masks(self) -> Bools:
        """For every game and every number whether it is legal."""
        if self._masks is None:
            self._masks = np.zeros((len(self), self.game.num_distinct_actions()), dtype=bool)
        self._native.masks(self._masks.reshape(-1))
        return self._masks

    def observations(self) -> Floats:
        """What the player to move sees in every game: games, planes, rows, columns."""
        if self._planes is None:
            self._planes = np.zeros((len(self), *self._shape), dtype=np.float32)
        self._native.observations(self._planes.reshape(-1))
        return self._planes

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal move of every game, each as likely as any other."""
        self._native.random_actions(self._actions)
        return self._actions

    def positions(self) -> list[str]:
        """The positions as texts."""
        return self._native.positions()


def batch(spec: str | State, n: int, seed: int = 0, threads: int = 1) -> Batch:
    """`n` games of a spec, or from a state, to be played at once.

    Random moves follow from the seed alone, however many threads there are.
    """
    start = spec if isinstance(spec, State) else load_game(spec).new_initial_state()
    for name, value in (("n", n), ("seed", seed), ("threads", threads)):
        if not 0 <= operator.index(value) < 1 << 64:
            raise PotezError(f"{name} is a whole number from 0 on, not {value}")
    return Batch(start.game, start, n, seed, threads)
