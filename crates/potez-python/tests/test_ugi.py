"""Functions as engines: in conversation, and in matches of the real program."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import potez
from potez.ugi import Engine, main

ROOT = Path(__file__).parents[3]
POTEZ = os.environ.get("POTEZ", "potez")

pytestmark = pytest.mark.filterwarnings("error")


def program(*args):
    """Runs the program of the tree; leaves out tests where there is none."""
    try:
        return subprocess.run([POTEZ, *args], capture_output=True, text=True, timeout=300)
    except FileNotFoundError:
        pytest.skip("there is no `potez` program")


def command(*args):
    return 'cmd:"{}"'.format(" ".join([sys.executable, *map(str, args)]))


def match(game, a, b):
    # Limits of nodes, not of time: a busy machine must not lose games.
    limits = ["--games", "2", "--openings", "1", "--nodes", "10"]
    done = program("match", game, "--a", a, "--b", b, "--json", *limits)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("game", ["havannah:size=4", "byte"])
def test_the_example_plays_a_match(game):
    result = match(game, command(ROOT / "examples/python_bot.py"), "random:seed=1")
    assert result["games"] == 2 and result["illegal"] == result["crashes"] == result["timeLosses"] == 0
    assert result["wins"] + result["draws"] + result["losses"] == 2


def test_a_function_in_a_file_plays_a_tournament(tmp_path):
    (tmp_path / "bots.py").write_text(
        "print('imported')\n"
        "def play(state, limits):\n"
        "    print('thinking', limits.nodes)\n"
        "    return state.legal_moves()[0]\n"
        "def last(state):\n"
        "    return state.legal_actions()[-1]\n"
    )
    bots = [command("-m", "potez.ugi", tmp_path / name) for name in ("bots.py", "bots.py:last")]
    done = program("tournament", "havannah:size=3", "--bots", *bots, "random:seed=1", "--games", "2", "--nodes", "10")
    assert done.returncode == 0, done.stderr
    assert "bots.py:last" in done.stdout


def test_what_a_function_prints_and_breaks_is_kept_apart(tmp_path):
    said = io.StringIO()
    potez.serve_bot(chatty, lines=["go nodes 5\n", "quit\n", "go\n"], out=said)
    assert said.getvalue() == "bestmove b2-a3\n"
    (tmp_path / "broken.py").write_text("def play(state):\n    return 1 // 0\n")
    result = match("byte", command("-m", "potez.ugi", tmp_path / "broken.py"), "random:seed=1")
    assert result["crashes"] == result["losses"] == 2


def chatty(state, limits):
    print("I think about", limits.nodes)
    return min(state.legal_moves())


def test_a_conversation():
    engine = Engine(lambda state: state.string_to_action("a3"), "bridge")
    assert engine.hear("ugi")[0] == "id name bridge" and engine.hear("isready") == ["readyok"]
    assert engine.hear("setoption name Game value havannah:size=3") == []
    assert engine.hear("position startpos moves a1 c3 a2 d3") == [] and engine.hear("go nodes 5") == ["bestmove a3"]
    assert engine.hear("query gameover") == ["response false"] and engine.hear("query p1turn") == ["response true"]
    assert engine.hear("position startpos moves a1 c3 a2 d3 a3") == [] and engine.hear("go") == ["bestmove none"]
    assert engine.hear("query result") == ["response p1win"]
    # After a position that cannot be read no move is made for the one before.
    for bad in ("position startpos moves a1 a1", "position fen nonsense", "setoption name Game value chess"):
        assert engine.hear(bad)[0].startswith("info string error")
    assert engine.hear("position startpos moves a1 a1") and engine.hear("go")[0].startswith("info string error")
    for nonsense in ("", "\n", "__init__", "hear ugi", "go_", "query", "query what", "setoption"):
        assert not [line for line in engine.hear(nonsense) if line.startswith("bestmove")]


def test_a_wrong_file_is_one_clear_line(tmp_path, capsys):
    (tmp_path / "empty.py").write_text("")
    assert main([str(tmp_path / "empty.py")]) == 1 and "no function `play`" in capsys.readouterr().err
    assert main([str(tmp_path / "none.py")]) == 1 and "cannot read" in capsys.readouterr().err
    assert main([]) == 2 and main(["--help"]) == 0
