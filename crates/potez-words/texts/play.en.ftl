# A game in lines of text.

play-sides = X/O? (X begins; `both` for two people) {""}
play-sides-expected = expected X, O or both; as a move: { $error }
play-prompt = { $player } to move> {""}
play-prompt-over = undo, new, save FILE or quit> {""}
play-clocks = Clocks: X { $x }, O { $o }
play-bot-plays = { $player } ({ $bot }) plays { $move }
play-look = look at { $place }; `hint` again for the move
play-try = try { $move }
play-no-hint = no move: the game is over
play-no-ways = this game has no ways
play-nothing-to-undo = nothing to take back
play-nothing-to-redo = nothing to play again
play-save-needs-name = save needs the name of a file
play-saved = saved to { $file }
play-not-saved = not saved: { $error }
play-file-exists = { $file } exists already
play-not-a-file = it is not a regular file
play-bad-move = move { $number }, `{ $text }`: { $error }
line-proven = proven { $result }
line-proven-in = proven { $result } in { $plies }
analysis-total = depth { $depth }, { $nodes } nodes in { $seconds } s, { $speed } per second
thinking = depth { $depth } { $nodes } nodes
setup-begin = { $game }: choose the options. Enter keeps the value in brackets, `quit` leaves.
setup-option = { $about } ({ $key }: { $values }) [{ $value }]: {""}
setup-one-value = one value, please, without commas, colons and equals signs
setup-again = these choices do not go together: { $error }
setup-bot = Opponent ({ $bots }; with parameters such as `classic:depth=2`) [{ $usual }]: {""}
paths-legend = Shortest paths: { $x } of X, { $o } of O, { $both } of both
path-line = { $piece } to { $goal }: { $count ->
    [one] { $count } move
   *[other] { $count } moves
}, { $stops }
path-none = { $piece }: no path
play-help = Type a move, or one of these:
    {"  "}moves        list the legal moves
    {"  "}board        draw the board again
    {"  "}ways         the shortest ways to the goals, where the game has them
    {"  "}hint         ask the engine where to look; again for the move
    {"  "}analysis     the engine's candidates with their chances
    {"  "}record       the moves so far
    {"  "}undo, redo   take back, play again
    {"  "}sides        swap sides
    {"  "}save FILE    write the record (.json and .sgf by name, text otherwise)
    {"  "}load FILE    go on with a record
    {"  "}new [GAME]   begin again, or another game
    {"  "}resign       give up
    {"  "}quit         leave
