# Puzzles: positions with exactly one good move.

puzzle-heading = Puzzle { $id } · { $game } · difficulty { $difficulty }
puzzle-moves = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
puzzle-goal = { $goal ->
    [win] win
    [hold] hold out
   *[draw] draw
}
puzzle-task = { $goal ->
    [win] { $player } to move and win
    [hold] { $player } to move loses: hold out as long as possible
   *[draw] { $player } to move and save the draw
}, { $count ->
    [one] { $count } move to find
   *[other] { $count } moves to find
}
puzzle-right = Right. The answer is { $answer }.
puzzle-solved = Solved.
puzzle-solved-line = Solved. It goes on { $rest }.
puzzle-wrong = { $result ->
    [loss] { $move } loses.
    [draw] { $move } only draws.
    [sooner] { $move } loses sooner.
   *[unknown] { $move } is not the move.
}
puzzle-wrong-line = { $result ->
    [loss] { $move } loses
    [draw] { $move } only draws
    [sooner] { $move } loses sooner
   *[unknown] { $move } is not the move
}: { $line }
puzzle-hint = Think of this: { $themes }
puzzle-solution = The solution is { $line }
puzzle-score = Solved { $solved } of { $tried } · streak { $streak }
puzzle-enter = Enter asks the next one.

puzzle-theme-bridge = bridge
puzzle-theme-fork = fork
puzzle-theme-ring = ring
puzzle-theme-double-threat = double threat
puzzle-theme-ladder = ladder
puzzle-theme-defence = defence
puzzle-theme-quiet = quiet move
puzzle-theme-closing-wall = closing wall
puzzle-theme-race = race by a tempo
puzzle-theme-cul-de-sac = cul-de-sac
puzzle-theme-guard = guard
puzzle-theme-no-move = no move left
puzzle-theme-walls-gone = without walls
puzzle-theme-last-top = last top
puzzle-theme-zugzwang = zugzwang
puzzle-theme-forced-pass = forced pass
puzzle-theme-completion = completion
puzzle-theme-gift = gift
puzzle-theme-hold = holding out

web-nav-puzzles = Puzzles
web-puzzle-mode = Mode
web-puzzle-practice = Practice
web-puzzle-daily = Puzzle of the day
web-puzzle-rush = Rush: 3 minutes, 3 errors
web-puzzle-theme = Theme
web-puzzle-all = All puzzles ({ $count })
web-puzzle-none = There is no puzzle here.
web-puzzle-next = Next puzzle
web-puzzle-hint = Hint
web-puzzle-solution = Show the solution
web-puzzle-skip = Skip
web-puzzle-back = Back to the puzzle
web-puzzle-again = Once more
web-puzzle-export = Save progress
web-puzzle-import = Load progress
web-puzzle-imported = Your progress was loaded.
web-puzzle-not-imported = This file holds no progress of puzzles.
web-puzzle-best = longest streak { $best }
web-puzzle-due = { $count ->
    [one] { $count } comes again
   *[other] { $count } come again
}
web-puzzle-days = { $count ->
    [one] { $count } day in a row
   *[other] { $count } days in a row
}
web-puzzle-rush-score = { $seconds } s · solved { $solved } · errors left { $left }
web-puzzle-rush-over = The rush is over: { $solved } solved. Your best is { $best }.

puzzle-unknown = there is no puzzle `{ $id }`
puzzle-bad-line = not a puzzle: { $what } in `{ $line }`
puzzle-unplayable = puzzle { $id }: { $message }
puzzle-wrong-id = puzzle { $id }: its position is that of { $expected }
puzzle-not-kept = puzzle { $id }: `{ $mv }` is not proven to keep the result
puzzle-not-only = puzzle { $id }: `{ $mv }` instead of `{ $only }` is not proven to give the result up
puzzle-stopped = puzzle { $id }: called off before everything was proven
