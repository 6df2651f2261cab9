"""Boards as drawings, from the data that the rules give; no rule is known here."""

from __future__ import annotations

import json
import uuid
from html import escape
from os import PathLike
from typing import Any, Sequence

from .engine import Record, states_of
from .errors import PotezError
from .games import State

_SIDE = 36.0
_MARGIN = 24.0
_ROW, _RADIUS = 0.866, 0.577
_FILL = {"x": "#20639b", "o": "#f2b134"}
_INK = {"x": "#ffffff", "o": "#222222"}
_WALL = {"blue": "#1f4fd8", "green": "#1a8f3c"}


def _size(view: dict[str, Any]) -> tuple[float, float]:
    shape = view["shape"]
    if shape["kind"] == "squares":
        return shape["cols"] * _SIDE + _MARGIN + 6, shape["rows"] * _SIDE + _MARGIN + 6
    rows = 2 * shape["size"] - 1
    return rows * _SIDE + 2 * _MARGIN, (rows - 1) * _SIDE * _ROW + 2 * _SIDE * _RADIUS + _MARGIN + 6


def _centre(view: dict[str, Any], row: int, col: int) -> tuple[float, float]:
    shape = view["shape"]
    if shape["kind"] == "squares":
        return _MARGIN + (col + 0.5) * _SIDE, _MARGIN + (row + 0.5) * _SIDE
    shift = (shape["size"] - 1) / 2
    return _MARGIN + (col - row / 2 + shift + 0.5) * _SIDE, _MARGIN + _SIDE * _RADIUS + row * _SIDE * _ROW


def _outline(view: dict[str, Any], cell: dict[str, Any]) -> str:
    x, y = _centre(view, cell["row"], cell["col"])
    marks = cell["marks"]
    fill = "#f7f3ea"
    if "homeX" in marks:
        fill = "#cfe0f0"
    elif "homeO" in marks:
        fill = "#fbe6bd"
    if "lastTo" in marks or "lastFrom" in marks:
        fill = "#d7f0c8"
    if "winning" in marks:
        fill = "#ffd0d0"
    style = f'fill="{fill}" stroke="#998f7d" stroke-width="1"'
    if view["shape"]["kind"] == "squares":
        half = _SIDE / 2
        return f'<rect x="{x - half:.1f}" y="{y - half:.1f}" width="{_SIDE}" height="{_SIDE}" {style}/>'
    half, top = _SIDE / 2, _SIDE * _RADIUS
    corners = [(0, -top), (half, -top / 2), (half, top / 2), (0, top), (-half, top / 2), (-half, -top / 2)]
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{points}" {style}/>'


def _text(x: float, y: float, size: float, words: str, fill: str = "#444") -> str:
    style = f'font-size="{size:.1f}" fill="{fill}" text-anchor="middle" font-family="sans-serif"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(words)}</text>'


def _pieces(view: dict[str, Any], cell: dict[str, Any]) -> str:
    pieces = cell["pieces"]
    if not pieces:
        return ""
    x, y = _centre(view, cell["row"], cell["col"])
    top = pieces[-1]
    owner = top["owner"].lower()
    if len(pieces) == 1 or top["number"]:
        letter = owner.upper() + (str(top["number"]) if top["number"] else "")
        disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_SIDE * 0.38:.1f}" fill="{_FILL[owner]}" stroke="#333"/>'
        return disc + _text(x, y + 4.5, 13, letter, _INK[owner])
    drawn, slice_ = [], min((_SIDE - 6) / len(pieces), 8.0)
    for level, piece in enumerate(pieces):
        owner = piece["owner"].lower()
        width = 24.0 if owner == "x" else 18.0
        bottom = y + _SIDE / 2 - 3 - slice_ * level
        drawn.append(
            f'<rect x="{x - 4 - width / 2:.1f}" y="{bottom - slice_:.1f}" width="{width}" height="{slice_ - 0.4:.1f}"'
            f' rx="2" fill="{_FILL[owner]}" stroke="#333" stroke-width="0.6"/>'
        )
    return "".join(drawn) + _text(x + 13, y + 4, 10, str(len(pieces)))


def _walls(view: dict[str, Any]) -> str:
    drawn = []
    for wall in view["walls"]:
        x, y = _centre(view, wall["row"], wall["col"])
        x, y, reach = x + _SIDE / 2, y + _SIDE / 2, _SIDE - 3
        dx, dy = (reach, 0) if wall["axis"] == "horizontal" else (0, reach)
        drawn.append(
            f'<line x1="{x - dx:.1f}" y1="{y - dy:.1f}" x2="{x + dx:.1f}" y2="{y + dy:.1f}" '
            f'stroke="{_WALL[wall["colour"]]}" stroke-width="{7 if wall["last"] else 5}" stroke-linecap="round"/>'
        )
    return "".join(drawn)


def _labels(view: dict[str, Any]) -> str:
    rows: dict[int, dict[str, Any]] = {}
    cols: dict[int, dict[str, Any]] = {}
    for cell in view["cells"]:
        rows.setdefault(cell["row"], cell)
        cols.setdefault(cell["col"], cell)
    square = view["shape"]["kind"] == "squares"
    drawn = []
    for row, cell in rows.items():
        x, y = _centre(view, row, cell["col"])
        drawn.append(_text((_MARGIN if square else x - _SIDE / 2) - 11, y + 4, 11, view["labels"]["rows"][row]))
    for col, cell in cols.items():
        x, y = _centre(view, cell["row"], col)
        x, y = (x, _MARGIN - 9) if square else (x + _SIDE * 0.3, y - _SIDE * 0.64)
        drawn.append(_text(x, y, 11, view["labels"]["cols"][col]))
    return "".join(drawn)


def svg(view: dict[str, Any], label: str = "") -> str:
    """The drawing of a board.

    >>> import potez
    >>> drawing = svg(potez.load_game("byte").new_initial_state().view())
    >>> drawing.startswith("<svg") and drawing.count("<circle") == 24
    True
    """
    width, height = _size(view)
    cells = "".join(_outline(view, cell) for cell in view["cells"])
    pieces = "".join(_pieces(view, cell) for cell in view["cells"])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" '
        f'height="{height:.0f}" role="img"><title>{escape(label)}</title>'
        # Notebooks may be dark; the labels are not.
        '<rect width="100%" height="100%" rx="4" fill="#fffdf8"/>'
        f"{cells}{_labels(view)}{pieces}{_walls(view)}</svg>"
    )


_WIDGET = """<div class="potez-replay" id="%(id)s" tabindex="0" style="max-width:44em;font-family:sans-serif">
<div data-board></div>
<div style="margin:.4em 0"><button data-go="first" aria-label="first">|◀</button>
<button data-go="back" aria-label="back">◀</button>
<button data-go="on" aria-label="on">▶</button>
<button data-go="last" aria-label="last">▶|</button>
<input type="range" min="0" max="%(last)d" value="%(last)d" aria-label="move" style="vertical-align:middle">
<span data-move></span></div></div>
<script>(() => {
const frames = %(frames)s, moves = %(moves)s;
const root = document.getElementById("%(id)s");
const slider = root.querySelector("input");
const show = () => {
  const at = Number(slider.value);
  root.querySelector("[data-board]").innerHTML = frames[at];
  root.querySelector("[data-move]").textContent = at ? at + ". " + moves[at - 1] : "start";
};
const steps = { first: -1e9, back: -1, on: 1, last: 1e9 };
const go = (step) => {
  slider.value = Number(slider.value) + step;
  show();
};
root.querySelectorAll("button").forEach((button) => {
  button.addEventListener("click", () => go(steps[button.dataset.go]));
});
root.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 }[event.key];
  if (!step || event.target === slider) return;
  event.preventDefault();
  go(step);
});
slider.addEventListener("input", show);
show();
})();</script>"""


def _script(value: Any) -> str:
    # Within a script nothing may look like its end or like a comment.
    return json.dumps(value).replace("<", "\\u003c")


class Replay:
    """A game to step through in a notebook, by buttons or arrow keys: plain HTML, nothing to install."""

    def __init__(self, states: Sequence[State]):
        self.states: list[State] = list(states)
        if not self.states:
            raise PotezError("there is nothing to replay: no state was given")

    def html(self) -> str:
        """The widget as HTML with its script, to be put into any page."""
        moves = self.states[-1].moves()[len(self.states[0].moves()) :]
        return _WIDGET % {
            "id": f"potez-{uuid.uuid4().hex}",
            "last": len(self.states) - 1,
            "frames": _script([state.svg() for state in self.states]),
            "moves": _script(moves),
        }

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the widget as a page of its own, which needs nothing else."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"<!doctype html><meta charset=utf-8><title>Potez</title>{self.html()}")

    def _repr_html_(self) -> str:
        return self.html()


def replay(game: State | Record | Sequence[State]) -> Replay:
    """A widget that shows a game: a state with its past, a record, or a list of states.

    >>> import potez
    >>> state = potez.play("havannah:size=3", "random:seed=1", "random:seed=2")
    >>> "potez-replay" in potez.replay(state).html()
    True
    """
    if isinstance(game, State):
        return Replay(states_of(game))
    return Replay(game.states() if isinstance(game, Record) else game)
