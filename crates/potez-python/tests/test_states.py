"""States, actions, observations, texts."""

import copy
import pickle
import random

import numpy as np
import pytest

import potez

SPECS = ["havannah:size=4,swap=on", "byte", "blockade:rows=7,cols=9,walls=3", "blockade:turn=either"]


@pytest.mark.parametrize("spec", SPECS)
def test_a_random_game_keeps_every_promise(spec):
    dice = random.Random(26)
    game = potez.load_game(spec)
    state = game.new_initial_state()
    while not state.is_terminal() and state.move_number() < 60:
        legal = state.legal_actions()
        mask = state.legal_actions_mask()
        assert legal == sorted(legal) == np.flatnonzero(mask).tolist()
        assert mask.shape == (game.num_distinct_actions(),)
        assert state.returns() == [0.0, 0.0]
        action = dice.choice(legal)
        text = state.action_to_string(action)
        assert state.string_to_action(text) == action
        planes = state.observation_tensor()
        assert planes.shape == (game.observation_tensor_size(),) and planes.min() >= 0 and planes.max() <= 1
        twin = state.clone()
        state.apply_action(action)
        twin.apply_move(text)
        assert str(state) == str(twin)
    again = potez.deserialize(state.serialize())
    assert (str(again), again.history()) == (str(state), state.history())
    assert str(pickle.loads(pickle.dumps(state))) == str(copy.deepcopy(state)) == str(state)
    if state.is_terminal():
        assert state.current_player() == -4 and state.legal_actions() == []
        assert sum(state.returns()) == 0 and state.reason()
        with pytest.raises(potez.GameOver):
            state.apply_action(0)


def test_numbers_of_moves_are_those_they_always_were():
    golden = {
        "havannah:size=8,swap=on": [(0, "a1"), (84, "h8"), (169, "swap")],
        "byte": [(20, "d2-c3"), (443, "d4:2-e3"), (896, "pass")],
        "blockade": [(547, "d4-d6"), (144158, "d4-d6/Bd7")],
        "blockade:turn=either": [(1848, "Ba1"), (2107, "Gj13")],
    }
    for spec, moves in golden.items():
        state = potez.load_game(spec).new_initial_state()
        for number, text in moves:
            assert state.action_to_string(number) == text


def test_a_position_text_begins_a_state():
    game = potez.load_game("havannah:size=3")
    state = game.new_initial_state("x../..../..o../..../... x 2")
    assert str(state) == "x../..../..o../..../... x 2" and state.move_number() == 0
    assert str(game.deserialize_state(state.serialize())) == str(state)
    with pytest.raises(potez.PotezError):
        potez.load_game("byte").deserialize_state(state.serialize())


def test_errors_say_what_is_wrong():
    with pytest.raises(potez.PotezError, match="chess") as error:
        potez.load_game("chess")
    assert error.value.code == "spec-unknown-game"
    state = potez.load_game("havannah:size=3").new_initial_state()
    for wrong in (-1, 19, 10**6):
        with pytest.raises(ValueError) as error:
            state.apply_action(wrong)
        assert error.value.code == "no-such-action"
    state.apply_move("c3")
    with pytest.raises(potez.IllegalMove) as error:
        state.apply_action(9)
    assert error.value.code == "cell-taken"
    assert state.why_illegal("c3") == state.why_illegal(9) == "`c3` is taken"
    assert state.why_illegal("a1") is None
    with pytest.raises(potez.PotezError):
        potez.bot("nobody").step(state)


def test_openspiel_calls_with_a_player_work_too():
    state = potez.load_game("byte").new_initial_state()
    assert state.legal_actions(1) == [] and len(state.legal_actions(0)) == 35
    assert state.action_to_string(0, 20) == "d2-c3" and state.string_to_action(0, "d2-c3") == 20
    mine, theirs = state.observation_tensor(0), state.observation_tensor(1)
    assert (mine != theirs).any()


def test_boards_are_drawn():
    for spec in SPECS:
        state = potez.load_game(spec).new_initial_state()
        assert state._repr_svg_().endswith("</svg>") and state.picture() and state.picture(classic=True)
    page = potez.replay(potez.play("byte", "random:seed=1", "random:seed=2"))._repr_html_()
    assert page.count("<svg") > 10 and "</script" in page
