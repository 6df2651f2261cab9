"""Environments of PettingZoo and Gymnasium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from .engine import Player, bot
from .errors import PotezError
from .games import Game, State, load_game

if TYPE_CHECKING:
    from ._gym import PotezGym


def aec(spec: str, render_mode: str | None = None) -> Any:
    """The game as an AEC environment of PettingZoo, with agents ``player_0`` (X) and ``player_1`` (O).

    An observation has the planes and the mask of legal moves. An illegal move ends the game, and
    whoever played it loses, by PettingZoo's own wrapper. ``reset(options={"position": text})``
    begins at a position. `render_mode` is ``ansi`` (text) or ``svg``.
    """
    from ._aec import PotezAEC

    return PotezAEC(load_game(spec), render_mode)


def gym(
    spec: str, opponent: Player = "random", side: int | None = 0, render_mode: str | None = None
) -> PotezGym:
    """The game as an environment of Gymnasium, against an opponent.

    The opponent is a bot spec or a function from a state to a move; a bot whose spec has no seed gets
    one from ``reset(seed=…)``. `side` is 0 for X, 1 for O and `None` for a random one in every game.
    Rewards come at the end: 1, 0 or -1. Whoever plays an illegal move loses: ``info["illegal"]`` says
    why it was one. `render_mode` is ``ansi`` (text) or ``svg``.
    """
    from ._gym import PotezGym

    return PotezGym(load_game(spec), opponent, side, render_mode)


def begin(game: Game, options: dict[str, Any] | None) -> State:
    """The state in which an environment begins."""
    state = game.new_initial_state((options or {}).get("position"))
    if state.is_terminal():
        raise PotezError("an environment cannot begin where a game has ended")
    return state


def observe(state: State, player: int) -> dict[str, Any]:
    """Planes and mask, as both environments show them."""
    game = state.game
    planes = state.observation_tensor(player).reshape(game.observation_tensor_shape())
    return {"observation": planes, "action_mask": state.legal_actions_mask(player).astype(np.int8)}


def render(state: State, mode: str | None) -> str | None:
    """The board in the way that was chosen."""
    return None if mode is None else state.svg() if mode == "svg" else state.picture()


def spaces(game: Game) -> tuple[Any, Any]:
    """The spaces of observations and of actions."""
    from gymnasium import spaces as kinds

    actions = game.num_distinct_actions()
    planes = kinds.Box(0.0, 1.0, tuple(game.observation_tensor_shape()), np.float32)
    mask = kinds.Box(0, 1, (actions,), np.int8)
    return kinds.Dict({"observation": planes, "action_mask": mask}), kinds.Discrete(actions)


def seeded(opponent: Player, rng: np.random.Generator) -> Callable[[State], int | str]:
    """A function that plays, whose random choices come from the environment's seed."""
    if not isinstance(opponent, str):
        return opponent
    if opponent == "random":
        return lambda state: int(rng.choice(state.legal_actions()))
    if "seed=" not in opponent:
        opponent += f"{',' if ':' in opponent else ':'}seed={rng.integers(1 << 32)}"
    return bot(opponent)
