"""The tutorial runs from its first cell to its last, and its net beats `classic`."""

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def test_the_tutorial_runs(monkeypatch):
    client = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    # One core is what it says it needs, and several would only wait for each other.
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    notebook = nbformat.read(ROOT / "examples/tutorial.ipynb", as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "results are not kept in the repository"
    where = {"metadata": {"path": os.getcwd()}}
    client.NotebookClient(notebook, timeout=600, kernel_name="python3", resources=where).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    said = "".join(output.get("text", "") for output in outputs)
    lower = re.search(r"net and alpha-beta against classic: \d+%, 95 % interval (\d+)%", said)
    assert lower and int(lower[1]) > 50, said
    shown = {kind for output in outputs for kind in output.get("data", {})}
    assert {"image/svg+xml", "text/html"} <= shown
