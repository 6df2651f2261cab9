"""Search, solver, bots, review, records."""

import pickle
import signal
import threading

import pytest

import potez


def bridge():
    return potez.replay_moves(potez.load_game("havannah:size=3"), "a1 c3 a2 d3".split())


def test_search_and_solver_find_the_bridge():
    found = potez.analyze(bridge(), nodes=2000)
    assert found.best == "a3" and found.action == 2
    start = potez.load_game("byte").new_initial_state()
    assert len(potez.analyze(start, depth=2, multipv=3).lines) == 3
    solved = potez.solve(bridge(), time="5s")
    assert (solved.proven, solved.best) == ("win", "a3")


def test_a_level_beats_chance():
    score = 0
    for seed in range(4):
        players = ["potez:level=3,seed=1", f"random:seed={seed}"]
        state = potez.play("havannah:size=4", *(players if seed % 2 else players[::-1]))
        score += state.returns()[0 if seed % 2 else 1]
    assert score >= 2


def test_every_move_is_reviewed():
    state = bridge()
    state.apply_move("a3")
    judged = potez.review(state, nodes=300)
    assert [move["move"] for move in judged["moves"]] == state.moves()
    assert judged["outcome"] == "x" and judged["moves"][-1]["judgement"] == "best"


@pytest.mark.parametrize("format", ["text", "json", "sgf"])
def test_records_are_written_and_read_back(format):
    state = bridge()
    text = potez.write_record(state, format)
    [record] = potez.read_records(text)
    assert record.state.moves() == state.moves() and len(record.states()) == 5
    with pytest.raises(potez.PotezError, match="formats"):
        potez.write_record(state, "pgn")


SLOW = {
    "search": lambda state: potez.analyze(state, time=300),
    "bot": lambda state: potez.bot("potez", time="5m").step(state),
    "solver": lambda state: potez.solve(state, time=300),
    "review": lambda state: potez.review(state, time=300),
}


@pytest.mark.parametrize("work", SLOW)
def test_an_interrupt_ends_long_work(work):
    # Whoever starts the tests in the background has interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    state = potez.replay_moves(potez.load_game("havannah:size=10"), ["e5", "f6"])
    timer = threading.Timer(0.2, lambda: signal.pthread_kill(threading.main_thread().ident, signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        SLOW[work](state)
    timer.join()
    signal.signal(signal.SIGINT, before)
    # Nothing is broken by it.
    assert potez.analyze(state, nodes=50).best


def test_what_a_handler_raises_ends_long_work_too():
    class Enough(Exception):
        pass

    def handler(number, frame):
        raise Enough

    before = signal.signal(signal.SIGALRM, handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(Enough):
            potez.analyze(potez.load_game("byte").new_initial_state(), time=300)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_others_play_on_while_a_search_is_under_way():
    state = potez.load_game("havannah:size=8").new_initial_state()
    found = []
    other = threading.Thread(target=lambda: found.append(potez.analyze(state, nodes=2000)))
    other.start()
    for _ in range(50):
        state.apply_action(state.legal_actions()[0])
    other.join()
    assert found[0].best and state.move_number() == 50
    # It was about some position of the game, whichever it was when it began.
    assert found[0].nodes > 0


def test_a_bot_is_kept_copied_and_asked_by_two():
    player = potez.bot("potez:nodes=300,seed=3")
    state = potez.load_game("havannah:size=4").new_initial_state()
    twin = pickle.loads(pickle.dumps(player))
    assert twin.step(state) == player.step(state)
    threads = [threading.Thread(target=lambda: (player.step(state), player.restart())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert player(state) in state.legal_actions()
    names = {bot["name"] for bot in state.game.bots()}
    assert {"random", "classic", "potez"} <= names


@pytest.mark.parametrize("time", ["5", "soon", "-1s", "1.2.3s", -1, float("nan"), float("inf")])
def test_what_is_not_a_time_is_an_error(time):
    with pytest.raises(potez.PotezError, match="time"):
        potez.analyze(bridge(), time=time)


def test_a_game_that_is_over_has_nothing_to_find():
    state = bridge()
    state.apply_move("a3")
    assert state.reason() == "bridge" and potez.solve(state).proven is None
    with pytest.raises(potez.GameOver):
        state.apply_move("b1")
    with pytest.raises(potez.PotezError):
        potez.bot("random").step(state)
