#!/usr/bin/env python3
"""A bot as one Python function, with the package `potez` (docs/python.md).

It looks at a few moves by chance: it takes one that wins at once, avoids those after which the other player wins at once,
and otherwise leaves the other player the fewest replies. It plays every game that Potez knows:

    potez match byte --a 'cmd:"python3 examples/python_bot.py"' --b classic --games 10
"""

import random

import potez

LOOKS = 12  # how many moves are looked at before one is chosen
DICE = random.Random(1)


def wins(state, action):
    """Whether the move wins at once."""
    player, after = state.current_player(), state.child(action)
    return after.is_terminal() and after.returns()[player] > 0


def play(state):
    """The number of a move for the player to move."""
    legal = state.legal_actions()
    tries = DICE.sample(legal, min(LOOKS, len(legal)))
    best, fewest = tries[0], None
    for action in tries:
        if wins(state, action):
            return action
        after = state.child(action)
        replies = after.legal_actions()
        lost = any(wins(after, reply) for reply in DICE.sample(replies, min(LOOKS, len(replies))))
        count = (lost, len(replies))
        if not after.is_terminal() and (fewest is None or count < fewest):
            best, fewest = action, count
    return best


if __name__ == "__main__":
    potez.serve_bot(play, "Careful")
