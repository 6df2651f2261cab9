"""Search, solver, bots, review, records, engines in Python."""

import io

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


def test_a_function_speaks_ugi():
    asked = "ugi\nisready\nsetoption name Game value havannah:size=3\nposition startpos moves a1 c3 a2 d3\ngo nodes 5\n"
    asked += "position startpos moves a1 a1\nquit\n"
    out = io.StringIO()
    potez.serve_bot(lambda state: state.string_to_action("a3"), "bridge", io.StringIO(asked), out)
    said = out.getvalue().splitlines()
    assert "ugiok" in said and "readyok" in said and "bestmove a3" in said
    assert said[-1].startswith("info string error")
