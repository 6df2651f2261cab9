"""The environment of PettingZoo; only imported when somebody asks for it."""

from __future__ import annotations

from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .envs import observe, spaces
from .games import Game


class RawAEC(AECEnv):
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

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        position = (options or {}).get("position")
        self.state_now = self.game.new_initial_state(position)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(self.state_now.current_player(), 0)]

    def observe(self, agent):
        return observe(self.state_now, self.possible_agents.index(agent))

    def step(self, action):
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
            # Not always the other one: in Byte a player may have to pass, in words.
            self.agent_selection = self.possible_agents[self.state_now.current_player()]
        self._accumulate_rewards()

    def render(self):
        if self.render_mode == "svg":
            return self.state_now.svg()
        return self.state_now.picture() if self.render_mode else None

    def close(self):
        pass


def PotezAEC(game: Game, render_mode: str | None):
    """The environment with PettingZoo's usual care: an illegal move ends the game."""
    env = RawAEC(game, render_mode)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(env))
