"""The types of the package and of a program that uses it, where a checker is installed."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

USER = """
import numpy as np
import potez

game = potez.load_game("byte")
state: potez.State = game.new_initial_state()
actions: list[int] = state.legal_actions()
best: str | None = potez.analyze(state, time="1s").best
mask = state.legal_actions_mask()
mask.astype(np.int8)
potez.play(game, "random", lambda state: state.legal_actions()[0])
wrong: int = state.serialize()
"""


def test_types_are_strict(tmp_path):
    api = pytest.importorskip("mypy.api")
    cache = ["--cache-dir", os.environ.get("MYPY_CACHE", str(tmp_path / "cache"))]
    package = str(ROOT / "crates/potez-python/python/potez")
    program = tmp_path / "user.py"
    program.write_text(USER)
    settings = ["--config-file", str(ROOT / "pyproject.toml"), "--python-version", "3.10", "--no-error-summary"]
    said, trouble, _ = api.run([*settings, *cache, package, str(program)])
    [only] = said.splitlines()
    assert not trouble and "user.py:12" in only and '"str"' in only, said
