# What interfaces say of a game.

plies = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
to-move = { $player } to move
ending-win = { $player } wins: { $reason }
ending-draw = a draw: { $reason }
reason-and = {" and "}
reason-goal = a pawn has reached a goal
reason-no-move = { $loser } cannot move
reason-repetition = the position has come back for the third time
reason-bridge = a bridge between two corners
reason-fork = a fork between three edges
reason-ring = a ring
reason-full-board = the board is full
reason-majority = more than half of the stacks
reason-tie = as many stacks each
reason-resign = { $loser } has resigned
reason-time = { $loser } has run out of time
reason-abandoned = { $loser } has left
reason-illegal-move = { $loser } made an illegal move
reason-crash = the program of { $loser } failed
reason-hang = the program of { $loser } did not answer
reason-forfeit = { $loser } has forfeited
reason-agreement = both players agreed
reason-length = the game was too long
reason-proof = the result is proven
ending-aborted = Called off without a result.
