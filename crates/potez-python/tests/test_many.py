"""Many games at once, and the environments of others."""

import threading
import warnings

import numpy as np
import pytest

import potez


@pytest.mark.parametrize("spec", ["havannah:size=3", "byte", "blockade:rows=5,cols=5,walls=1"])
def test_a_batch_plays_as_single_states_do(spec):
    games = potez.batch(spec, 5, seed=7, threads=2)
    states = [games.game.new_initial_state() for _ in range(5)]
    finished = 0
    for _ in range(120):
        masks, seen, players = games.legal_actions_masks(), games.observations(), games.current_players()
        actions = games.random_actions()
        for at, state in enumerate(states):
            assert (masks[at] == state.legal_actions_mask()).all()
            assert (seen[at].reshape(-1) == state.observation_tensor()).all()
            assert players[at] == state.current_player()
            state.apply_action(actions[at])
        returns, ended = games.step(actions)
        assert not np.signbit(returns[returns == 0]).any()
        for at, state in enumerate(states):
            assert ended[at] == state.is_terminal()
            if ended[at]:
                finished += 1
                assert returns[at].tolist() == state.returns()
                states[at] = games.game.new_initial_state()
    assert finished > 0
    assert games.positions() == [str(state) for state in states]


def test_buffers_are_used_again_and_wrong_moves_change_nothing():
    games = potez.batch("havannah:size=3", 3)
    first = games.legal_actions_masks()
    assert first is games.legal_actions_masks() and games.observations() is games.observations()
    before = games.positions()
    with pytest.raises(potez.PotezError, match="game 2"):
        games.step(np.array([0, 1, 19]))
    with pytest.raises(potez.PotezError):
        games.step(np.array([0, 1]))
    with pytest.raises(TypeError):
        games.step(np.array([0.0, 1.0, 2.0]))
    assert games.positions() == before
    games.step([0, 1, 2])
    assert games.positions() != before
    games.reset()
    assert games.positions() == before


@pytest.mark.parametrize("wrong", [{"n": 0}, {"n": -1}, {"n": 10**9}, {"threads": 0}, {"threads": 10**6}, {"seed": -1}])
def test_a_batch_of_no_sense_is_an_error(wrong):
    with pytest.raises(potez.PotezError):
        potez.batch(**{"spec": "byte", "n": 4, **wrong})


def test_threads_change_nothing():
    one, three = (potez.batch("blockade:rows=5,cols=5,walls=1", 7, seed=3, threads=threads) for threads in (1, 3))
    for _ in range(60):
        actions = one.random_actions()
        assert (actions == three.random_actions()).all()
        for mine, theirs in zip(one.step(actions), three.step(actions)):
            assert (mine == theirs).all()
    assert one.positions() == three.positions()
    with pytest.raises(potez.PotezError, match="game 5"):
        three.step([*one.random_actions()[:5], -1, -1])


def test_the_lock_is_free_while_games_are_played():
    games = potez.batch("havannah:size=8", 2000)
    ticks, over = [0], threading.Event()

    def tick():
        while not over.wait(0):
            ticks[0] += 1

    other = threading.Thread(target=tick)
    other.start()
    for _ in range(20):
        games.step(games.random_actions())
    over.set()
    other.join()
    assert ticks[0] > 0


@pytest.mark.parametrize("spec", ["havannah:size=4,swap=on", "byte"])
def test_pettingzoo_accepts_the_environment(spec):
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(potez.envs.aec(spec), num_cycles=200, verbose_progress=False)


@pytest.mark.parametrize("spec, opponent", [("havannah:size=3", "random"), ("byte", "classic:depth=1")])
def test_gymnasium_accepts_the_environment(spec, opponent):
    pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    env = potez.envs.gym(spec, opponent=opponent, side=None if opponent == "random" else 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)
        check_env(potez.envs.gym(spec, opponent=opponent, render_mode="ansi"), skip_render_check=False)
    seen, _ = env.reset(seed=1)
    over = False
    while not over:
        seen, reward, over, _, info = env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    assert reward in (-1.0, 0.0, 1.0) and "reason" in info
    env.reset(seed=1)
    wrong = int(np.flatnonzero(env.action_masks() == 0)[0]) if opponent != "random" else env.action_space.n
    _, reward, over, _, info = env.step(wrong)
    assert "illegal" in info and over and reward == -1.0


def test_environments_begin_where_they_are_asked_to():
    pytest.importorskip("pettingzoo")
    text = "x../..../..o../..../... x 2"
    env = potez.envs.aec("havannah:size=3", render_mode="ansi")
    env.reset(options={"position": text})
    seen = env.observe("player_0")
    assert seen["observation"][0].sum() == 1 and seen["action_mask"].sum() == 17 and "1" in env.render()
    one = potez.envs.gym("havannah:size=3", side=1, render_mode="svg")
    one.reset(seed=5, options={"position": text})
    assert one.state.current_player() == 1 and one.render().startswith("<svg")
    over = str(potez.play("havannah:size=3", "random:seed=1", "random:seed=2"))
    for start in (over, "nonsense"):
        with pytest.raises(potez.PotezError):
            env.reset(options={"position": start})
