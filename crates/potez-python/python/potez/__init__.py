"""Blockade, Havannah and Byte for Python: rules, search, review, and many games at once.

>>> import potez
>>> game = potez.load_game("havannah:size=5")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("e5"))
>>> state.current_player()
1
"""

from . import envs
from ._potez import __version__
from .drawing import Replay, replay
from .engine import (
    Analysis,
    Bot,
    Line,
    Record,
    Solution,
    analyze,
    bot,
    play,
    read_records,
    review,
    solve,
    states_of,
    write_record,
)
from .errors import GameOver, IllegalMove, PotezError
from .games import TERMINAL_PLAYER, Game, GameType, State, deserialize, games, load_game, replay_moves
from .many import Batch, batch
from .protocol import GoLimits, serve_bot

__all__ = [
    "Analysis",
    "Batch",
    "Bot",
    "Game",
    "GameOver",
    "GameType",
    "GoLimits",
    "IllegalMove",
    "Line",
    "PotezError",
    "Record",
    "Replay",
    "Solution",
    "State",
    "TERMINAL_PLAYER",
    "__version__",
    "analyze",
    "batch",
    "bot",
    "deserialize",
    "envs",
    "games",
    "load_game",
    "play",
    "read_records",
    "replay",
    "replay_moves",
    "review",
    "serve_bot",
    "solve",
    "states_of",
    "write_record",
]
