"""The environment of Gymnasium; only imported when somebody asks for it."""

from __future__ import annotations

import gymnasium

from .envs import observe, seeded, spaces
from .errors import PotezError
from .games import Game


class PotezGym(gymnasium.Env):
    """One player's side of a game."""

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(self, game: Game, opponent, side, render_mode):
        self.game, self.render_mode = game, render_mode
        self._opponent, self._side = opponent, side
        self.observation_space, self.action_space = spaces(game)
        self.state = game.new_initial_state()
        self.me = side or 0

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.state = self.game.new_initial_state((options or {}).get("position"))
        self.me = int(self.np_random.integers(2)) if self._side is None else self._side
        self._answer = seeded(self._opponent, self.np_random)
        self._reply()
        return observe(self.state, self.me), {}

    def _reply(self):
        while not self.state.is_terminal() and self.state.current_player() != self.me:
            move = self._answer(self.state)
            self.state.apply_move(move) if isinstance(move, str) else self.state.apply_action(move)

    def step(self, action):
        try:
            self.state.apply_action(action)
        except PotezError as error:
            return observe(self.state, self.me), -1.0, True, False, {"illegal": str(error)}
        self._reply()
        over = self.state.is_terminal()
        info = {"reason": self.state.reason()} if over else {}
        return observe(self.state, self.me), self.state.returns()[self.me], over, False, info

    def action_masks(self):
        """Which moves are legal, as learners with masks ask for it."""
        return self.state.legal_actions_mask(self.me)

    def render(self):
        if self.render_mode == "svg":
            return self.state.svg()
        return self.state.picture() if self.render_mode else None
