"""The environment of Gymnasium; only imported when somebody asks for it."""

from __future__ import annotations

from typing import Any

import gymnasium

from .engine import Player
from .envs import begin, observe, render, seeded, spaces
from .errors import PotezError
from .games import Bools, Game, State, play_move


class PotezGym(gymnasium.Env[Any, Any]):
    """One player's side of a game."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(self, game: Game, opponent: Player, side: int | None, render_mode: str | None):
        if side not in (None, 0, 1):
            raise PotezError(f"side is 0 for X, 1 for O or None for either, not {side}")
        self.game: Game = game
        self.render_mode: str | None = render_mode
        self._opponent, self._side = opponent, side
        seen, actions = spaces(game)
        self.observation_space: Any = seen
        self.action_space: Any = actions
        self.state: State = game.new_initial_state()
        self.me = side or 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a game; ``options={"position": text}`` begins it at a position."""
        super().reset(seed=seed)
        self.state = begin(self.game, options)
        self.me = int(self.np_random.integers(2)) if self._side is None else self._side
        self._answer = seeded(self._opponent, self.np_random)
        self._reply()
        if self.state.is_terminal():
            raise PotezError("the opponent ends the game before this player has a move")
        return observe(self.state, self.me), {}

    def _reply(self) -> None:
        while not self.state.is_terminal() and self.state.current_player() != self.me:
            play_move(self.state, self._answer(self.state))

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays a move and the opponent's answer."""
        try:
            self.state.apply_action(action)
        except PotezError as error:
            return observe(self.state, self.me), -1.0, True, False, {"illegal": str(error)}
        self._reply()
        over = self.state.is_terminal()
        info = {"reason": self.state.reason()} if over else {}
        return observe(self.state, self.me), self.state.returns()[self.me], over, False, info

    def action_masks(self) -> Bools:
        """Which moves are legal, as learners with masks ask for it."""
        return self.state.legal_actions_mask(self.me)

    def render(self) -> Any:
        """The board, as `render_mode` says."""
        return render(self.state, self.render_mode)
