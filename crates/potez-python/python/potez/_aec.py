"""The environment of PettingZoo; only imported when somebody asks for it."""

from __future__ import annotations

from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .envs import begin, observe, render, spaces
from .games import Game


class RawAEC(AECEnv):  # type: ignore[misc, unused-ignore]  # PettingZoo has no types
    """A game of two agents, one move after the other."""

    metadata = {"render_modes": ["ansi", "svg"], "name": "potez_v0", "is_parallelizable": False}

    def __init__(self, game: Game, render_mode: str | None):
        super().__init__()
        self.game, self.render_mode = game, render_mode
        self.possible_agents = ["player_0", "player_1"]
        seen, actions = spaces(game)
        self.observation_spaces = {agent: seen for agent in self.possible_agents}
        self.action_spaces = {agent: actions for agent in self.possible_agents}
        self.state_now = game.new_initial_state()

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of what an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; ``options={"position": text}`` begins it at a position."""
        self.state_now = begin(self.game, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.state_now.current_player()]

    def observe(self, agent: str) -> Any:
        """Planes and mask, as the agent sees them."""
        return observe(self.state_now, self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        """Plays the move of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.state_now.apply_action(action)
        if self.state_now.is_terminal():
            for name, value in zip(self.possible_agents, self.state_now.returns()):
                self.rewards[name] = value
                self.terminations[name] = True
                self.infos[name] = {"reason": self.state_now.reason()}
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        else:
            # The rules say who is next: not in every game players alternate.
            self.agent_selection = self.possible_agents[self.state_now.current_player()]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board, as `render_mode` says."""
        return render(self.state_now, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def PotezAEC(game: Game, render_mode: str | None) -> Any:
    """The environment with PettingZoo's usual care: an illegal move ends the game."""
    env: Any = RawAEC(game, render_mode)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
