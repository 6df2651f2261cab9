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
    for wrong in (-1, 19, 10**6, 1 << 32, 1 << 70):
        with pytest.raises(ValueError) as error:
            state.apply_action(wrong)
        assert error.value.code == "no-such-action"
    state.apply_move("c3")
    with pytest.raises(potez.IllegalMove) as error:
        state.apply_action(9)
    assert error.value.code == "cell-taken"
    assert state.why_illegal("c3") == state.why_illegal(9) == "`c3` is taken"
    assert state.why_illegal("a1") is None
    for wrong in (-1, 19, 1 << 70, "", "z99"):
        assert state.why_illegal(wrong)
    with pytest.raises(potez.PotezError):
        potez.bot("nobody").step(state)
    again = pickle.loads(pickle.dumps(error.value))
    assert (str(again), again.code, again.details) == (str(error.value), "cell-taken", error.value.details)


@pytest.mark.parametrize("wrong", [1.0, "3", None, np.float32(2), [1]])
def test_what_is_not_a_whole_number_is_not_a_move(wrong):
    state = potez.load_game("havannah:size=3").new_initial_state()
    with pytest.raises(TypeError):
        state.apply_action(wrong)
    assert state.is_initial_state()


def test_whichever_integer_is_a_move():
    state = potez.load_game("havannah:size=3").new_initial_state()
    for action in (np.int8(0), np.uint64(1), np.array(2), True + 2):
        state.apply_action(action)
    assert state.history() == [0, 1, 2, 3] and state.history_str() == "0, 1, 2, 3"
    with pytest.raises(potez.PotezError, match="the last move was 3"):
        state.undo_action(0, 2)
    state.undo_action(0, 3)
    assert state.history() == [0, 1, 2]


@pytest.mark.parametrize("text", ["", "{}", "[]", "3", '{"game": 3, "start": null, "moves": []}'])
def test_what_is_not_a_saved_state_is_an_error(text):
    with pytest.raises(potez.PotezError, match="saved"):
        potez.deserialize(text)
    with pytest.raises(potez.IllegalMove):
        potez.deserialize('{"game": "havannah:size=3", "start": null, "moves": ["a1", "a1"]}')


def test_options_can_come_as_a_mapping():
    game = potez.load_game("havannah", {"size": 5, "swap": "on"})
    assert game == potez.load_game("havannah:size=5,swap=on") and hash(game) == hash(pickle.loads(pickle.dumps(game)))
    assert game.get_parameters() == {"size": "5", "swap": "on"}
    with pytest.raises(potez.PotezError, match="colour"):
        potez.load_game("byte", {"colour": "red"})


def test_the_planes_are_those_of_the_documentation():
    game = potez.load_game("havannah:size=3,swap=on")
    state = potez.replay_moves(game, ["c3"])
    mine, theirs = (state.observation_tensor(player).reshape(game.observation_tensor_shape()) for player in (1, 0))
    assert mine[0].sum() == 0 and mine[1, 2, 2] == 1 and mine[2].sum() == 18 and mine[3].all() and mine[4].all()
    assert theirs[0, 2, 2] == 1 and theirs[1].sum() == 0 and not theirs[3].any()
    game = potez.load_game("byte")
    planes = game.new_initial_state().observation_tensor().reshape(game.observation_tensor_shape())
    assert planes[0].sum() == planes[7].sum() == 12 and not planes[1:7].any() and planes[16].all()
    game = potez.load_game("blockade")
    state = potez.replay_moves(game, ["d4-d6/Bd7"])
    planes = state.observation_tensor(0).reshape(game.observation_tensor_shape())
    assert [int(plane.sum()) for plane in planes[:6]] == [2, 2, 2, 2, 1, 0]
    assert planes[6, 0, 0] == pytest.approx(8 / 9) and planes[7].all() and planes[8].all() and not planes[10].any()


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
    page = potez.replay(potez.play("byte", "random:seed=1", "random:seed=2")).html()
    assert page.count("\\u003csvg") > 10 and page.count("<svg") == 0 and page.count("</script") == 1
    with pytest.raises(potez.PotezError):
        potez.replay([])


def test_a_replay_is_a_page_of_its_own(tmp_path):
    state = potez.play("havannah:size=3", "random:seed=1", "random:seed=2")
    potez.replay(state).save(tmp_path / "game.html")
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and state.moves()[-1] in page
    # Nothing is fetched: the only address is the name of a format.
    assert page.count("http") == page.count("http://www.w3.org/2000/svg") > 0
