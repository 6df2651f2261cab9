"""A Python function as an engine: it plays in `potez match` and `potez tournament`.

``python3 -m potez.ugi mybot.py`` makes an engine of the function `play` in a file,
``python3 -m potez.ugi mybot.py:other`` of another one.
"""

from __future__ import annotations

import contextlib
import os
import runpy
import sys
from typing import Any, cast

from .protocol import Engine, GoLimits, PlayFunction, read_limits, serve_bot

__all__ = ["Engine", "GoLimits", "PlayFunction", "main", "read_limits", "serve_bot"]


def main(args: list[str]) -> int:
    """Makes an engine of a function in a file."""
    if len(args) != 1 or args[0].startswith("-"):
        print("usage: python3 -m potez.ugi FILE.py[:FUNCTION]   (default: the function `play`)", file=sys.stderr)
        return 0 if args in (["-h"], ["--help"]) else 2
    path, _, name = args[0].partition(".py:")
    path, name = (path + ".py", name) if name else (args[0], "play")
    try:
        with contextlib.redirect_stdout(sys.stderr):
            function: Any = runpy.run_path(path).get(name)
    except OSError as error:
        print(f"potez.ugi: cannot read `{path}`: {error.strerror}", file=sys.stderr)
        return 1
    if not callable(function):
        print(f"potez.ugi: `{path}` has no function `{name}`", file=sys.stderr)
        return 1
    serve_bot(cast("PlayFunction", function), os.path.basename(path) if name == "play" else name)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
