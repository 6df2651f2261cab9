"""Beside OpenSpiel, where it is installed: its rules, and its algorithms on our states."""

import random

import numpy as np
import pytest

import potez

pyspiel = pytest.importorskip("pyspiel")


@pytest.mark.parametrize("size, games", [(4, 150), (6, 25)])
def test_both_play_the_same_havannah(size, games):
    theirs = pyspiel.load_game(f"havannah(board_size={size})")
    ours = potez.load_game(f"havannah:size={size}")
    # Their numbers leave out what is off the board; both go by reading order.
    numbers = theirs.new_initial_state().legal_actions()
    dice = random.Random(size)
    for _ in range(games):
        one, other = theirs.new_initial_state(), ours.new_initial_state()
        while not one.is_terminal():
            assert one.current_player() == other.current_player()
            assert one.legal_actions() == [numbers[action] for action in other.legal_actions()]
            action = dice.choice(other.legal_actions())
            other.apply_action(action)
            one.apply_action(numbers[action])
        assert other.is_terminal() and one.returns() == other.returns()


def test_their_tree_search_plays_our_games():
    from open_spiel.python.algorithms import mcts

    game = potez.load_game("havannah:size=3")
    state = potez.replay_moves(game, "a1 c3 a2 d3".split())
    rollouts = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.4, 300, rollouts, solve=True, random_state=np.random.RandomState(1))
    assert state.action_to_string(bot.step(state)) == "a3"


def test_their_alpha_beta_agrees_with_our_solver():
    from open_spiel.python.algorithms import minimax

    game = potez.load_game("havannah:size=3")
    state = potez.replay_moves(game, "a1 c3 a2 d3".split())
    value, action = minimax.alpha_beta_search(game, state, lambda _: 0.0, 2, 0)
    assert (value, state.action_to_string(action)) == (1.0, potez.solve(state, time=10).best)
