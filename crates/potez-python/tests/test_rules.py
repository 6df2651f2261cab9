"""The rules against a slow second implementation in plain Python; properties of random games."""

import random
import sys
from pathlib import Path

import numpy as np
import pytest

import potez

sys.path.insert(0, str(Path(__file__).parents[1]))

from plain_havannah import PlainState  # noqa: E402


@pytest.mark.parametrize("size, games", [(3, 60), (4, 40), (5, 8)])
def test_havannah_is_what_plain_python_says(size, games):
    dice = random.Random(size)
    game = potez.load_game(f"havannah:size={size}")
    reasons = set()
    for _ in range(games):
        state, plain = game.new_initial_state(), PlainState(size)
        while not plain.is_terminal():
            assert state.legal_actions() == plain.legal_actions()
            action = dice.choice(plain.legal_actions())
            state.apply_action(action)
            plain.apply_action(action)
        assert state.is_terminal() and (state.returns(), state.reason()) == (plain.returns(), plain.reason())
        reasons.add(plain.reason())
    assert {"bridge", "fork", "ring"} & reasons


SPECS = ["havannah:size=3,swap=on", "havannah:size=15", "byte:size=10", "byte:rules=merge-first"]
SPECS += ["blockade:rows=5,cols=5,walls=0", "blockade:turn=optional"]
SPECS += ["blockade:rows=7,cols=5,walls=2,step=one,goal=rank"]


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("seed", range(3))
def test_numbers_texts_masks_and_copies_agree(spec, seed):
    dice = random.Random(f"{spec} {seed}")
    game = potez.load_game(spec)
    state = game.new_initial_state()
    for _ in range(dice.randrange(40)):
        if state.is_terminal():
            break
        legal = state.legal_actions()
        for action in dice.sample(legal, min(5, len(legal))):
            assert state.string_to_action(state.action_to_string(action)) == action
        for action in dice.sample(range(game.num_distinct_actions()), 20):
            assert (state.why_illegal(action) is None) == (action in legal)
        action = dice.choice(legal)
        before, after = str(state), state.child(action)
        assert str(state) == before and after.history() == [*state.history(), action]
        state.apply_action(action)
        assert state.undo() and str(state) == before
        state.apply_action(action)
        assert str(state) == str(after)
        assert (state.legal_actions_mask() == after.legal_actions_mask()).all()
        assert np.array_equal(state.observation_tensor(), after.observation_tensor())
        again = game.new_initial_state(str(state)) if not state.is_terminal() else state
        assert again.legal_actions() == state.legal_actions()
