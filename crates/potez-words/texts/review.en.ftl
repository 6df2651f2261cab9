# The review of a game.

review-title = Review: { $game }
review-moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
review-unfinished = the game is not finished
review-chances = X's chance to win
review-count-best = { $count } best
review-count-good = { $count } good
review-count-inaccuracy = { $count ->
    [one] { $count } inaccuracy
   *[other] { $count } inaccuracies
}
review-count-mistake = { $count ->
    [one] { $count } mistake
   *[other] { $count } mistakes
}
review-count-blunder = { $count ->
    [one] { $count } blunder
   *[other] { $count } blunders
}
review-best = best
review-good = good
review-inaccuracy = inaccuracy
review-mistake = mistake
review-blunder = blunder
review-worst = The worst moves
review-every = Every move
review-every-chances = Every move, with X's chance to win
review-nothing = no move lost anything worth a word
review-was-move = move { $ply }, { $player }: { $move }
review-change = { $before } % → { $after } %
review-turning = proven turning point: { $before } → { $after }
review-proven = proven: { $result }
review-result-win = won
review-result-loss = lost
review-result-draw = drawn
review-better-move = better: { $move }
review-reply = { $player }'s answer: { $move }
review-line = and then { $line }
review-after = { $remark } (after { $move })
review-played = played: { $move }
review-board-after = the board after { $move }
review-graph-point = move { $ply }, { $player } { $move }: { $chance } % for X, { $judgement }
review-quiz = Find the better moves yourself: cover them until they are pointed at
review-made = Made by Potez; { $time } per search. Chances are estimates, except where they are called proven.
review-progress = position { $done } of { $total }
