"""Environments of PettingZoo and Gymnasium."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np

from .engine import bot
from .games import State, load_game


def aec(spec: str, render_mode: str | None = None) -> Any:
    """The game as an AEC environment of PettingZoo, with agents ``player_0`` (X) and ``player_1`` (O).

    An observation has the planes and the mask of legal moves; an illegal move is an error, as
    PettingZoo's own games have it with their wrapper.
    """
    from ._aec import PotezAEC

    return PotezAEC(load_game(spec), render_mode)


def gym(
    spec: str,
    opponent: str | Callable[[State], int | str] = "random",
    side: int | None = 0,
    render_mode: str | None = None,
) -> Any:
    """The game as an environment of Gymnasium, against an opponent.

    The opponent is a bot spec or a function from a state to a move; `side` is 0 for X, 1 for O and
    `None` for a drawn lot. Rewards come at the end: 1, 0 or -1. Whoever plays an illegal move loses:
    ``info["illegal"]`` says why it was one.
    """
    from ._gym import PotezGym

    return PotezGym(load_game(spec), opponent, side, render_mode)


def observe(state: State, player: int) -> dict[str, np.ndarray]:
    """Planes and mask, as both environments show them."""
    game = state.game
    planes = state.observation_tensor(player).reshape(game.observation_tensor_shape())
    return {"observation": planes, "action_mask": state.legal_actions_mask(player).astype(np.int8)}


def spaces(game: Any) -> tuple[Any, Any]:
    """The spaces of observations and of actions."""
    from gymnasium import spaces as kinds

    actions = game.num_distinct_actions()
    planes = kinds.Box(0.0, 1.0, tuple(game.observation_tensor_shape()), np.float32)
    mask = kinds.Box(0, 1, (actions,), np.int8)
    return kinds.Dict({"observation": planes, "action_mask": mask}), kinds.Discrete(actions)


def seeded(opponent: Any, rng: np.random.Generator) -> Callable[[State], int | str]:
    """A function that plays, whose random choices come from the environment's seed."""
    if opponent == "random":
        return lambda state: int(rng.choice(state.legal_actions()))
    return bot(opponent) if isinstance(opponent, str) else opponent
