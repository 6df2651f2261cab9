# The terminal application.

tui-title = Potez: { $games }
tui-human = human
tui-level = level { $level } of 10
tui-level-full = level { $level }: full strength
tui-too-small = This window is too small: make it at least { $width } × { $height }.
tui-language = English
tui-menu-resume = Interrupted game
tui-menu-throw = Press Delete once more to delete this game.
tui-waiting = An interrupted game is waiting: F8 leads to it.
tui-menu-back = Back to the game
tui-menu-game = Game
tui-menu-preset = Rules
tui-menu-own-rules = your own
tui-menu-time = Bot's time per move
tui-menu-clock = Clock
tui-menu-no-clock = none
tui-menu-language = Language
tui-menu-start = Start
tui-menu-load = Load a file
tui-menu-quit = Quit
tui-menu-help = ↑↓ choose, ←→ change, Enter takes, F1 rules, q quits.
tui-menu-file-help = Type the name of a record, then Enter; Esc gives up.
tui-key-help = Help
tui-key-hint = Hint
tui-key-analysis = Eval
tui-key-undo = Undo
tui-key-redo = Redo
tui-key-sides = Sides
tui-key-resign = Resign
tui-key-new = New
tui-key-save = Save
tui-key-quit = Quit
tui-key-paths = Paths
tui-key-review = Review
tui-help = Arrow keys move the cursor, Enter chooses, Tab goes to the next choice, Space turns a wall or takes another level, Esc begins again.
    The mouse chooses cells, walls and checkers: a checker is picked with everything above it and dropped by the next click, or dragged. The keys below can be clicked.
    A move can be typed, too: begin with its letter and end with Enter.
    {""}
    F1 or ?  this help            F7  resign
    F2  hint: where, then what    F8 or Ctrl-n  the menu
    F3  evaluation                F9 or Ctrl-s  save
    F4 or Ctrl-z  take back       F10  quit
    F5 or Ctrl-y  play again      F11 or Ctrl-p  shortest paths
    F6  swap sides                F12 or Ctrl-r  review the game
    {""}
    While the evaluation is open, 1 to 9 choose a candidate; Enter plays it.
    Each F11 shows other paths: all of them, then one after the other, then none.
    {""}
    Words that can be typed: rules, moves, board, record, ways, paths, hint, analysis, undo, redo, sides, resign, review, new, save FILE, load FILE, quit.
    A game that is left is offered again at the next start. Any key closes this.
tui-ask-resign = { $player } resigns? Enter or y: yes; any other key: no.
tui-thinking = { $player } is thinking
tui-thinking-hint = Looking for a hint …
tui-analysing = Analysing …
tui-progress = depth { $depth }, nodes { $nodes }
tui-proven-win = wins (proven)
tui-proven-loss = loses (proven)
tui-proven-draw = draws (proven)
tui-stock-blue = Blue walls
tui-stock-green = Green walls
tui-stock-score = Stacks won
tui-stack = { $cell }: { $pieces } from the bottom, height { $count }
tui-hint-where = Look at the marked place. Again for the move.
tui-hint-move = Try { $move }
tui-nothing-here = { $cell } cannot be chosen now
tui-bot-failed = The bot has failed: { $error }
tui-not-loaded = { $file } not loaded: { $error }
tui-out-of-time = { $player } has run out of time
tui-enter = Enter: { $move }
tui-step-piece = Choose a piece.
tui-step-cell = Choose a cell.
tui-step-target = Choose where it goes.
tui-step-level = Choose where the stack goes, or the lowest checker to lift.
tui-step-wall = Choose a wall; Space turns it.
tui-step-wall-or-done = Choose a wall, or Enter off the walls to place none.
tui-step-piece-or-wall = Choose a piece or a wall; Space turns to the next.
tui-or-type = Or type { $words }.
tui-step-candidate = Enter plays this candidate.
tui-step-word = Enter plays the only move.
tui-step-over = The game is over: F12 reviews it, F4 takes back, F8 begins another.
tui-bot-potez = full strength
tui-bot-random = random
tui-bot-greedy = greedy
tui-bot-classic = the original's
tui-parameter-depth = depth
tui-parameter-radius = radius
tui-parameter-level = level
tui-parameter-time = time
tui-menu-rules = Rules of this game
tui-menu-usual = as usual
tui-menu-value-help = Type the value, then Enter; nothing stands for the usual one; Esc gives up.
tui-about-resume = Enter goes on with it, Delete twice discards it.
tui-about-first = X plays first. Left and right choose who it is: a person, a level or another bot.
tui-about-second = O plays second.
tui-about-depth = How many plies the original's player looks ahead.
tui-about-radius = How many squares around an enemy pawn the original's player considers walls.
tui-about-time = What a bot may spend on a move where there is no clock.
tui-about-clock = Minutes for the game and seconds for each move; none: take your time.
tui-about-typed = { $about }; Enter to type, such as { $example }.
tui-rules-options = Options
tui-ask-sides = Which side do you take? X plays first.
    {""}
    x  you play X against the engine
    o  you play O: the engine begins
    b  both: two people at this screen
tui-page-help = Help
tui-page-more = ↑↓ and PgUp, PgDn scroll
tui-page-moves = { $count ->
    [one] { $count } legal move
   *[other] { $count } legal moves
}
tui-page-board = The board
tui-page-record = The record
tui-page-ways = The shortest paths
tui-path = { $piece } to { $goal }: { $count ->
    [one] { $count } move
   *[other] { $count } moves
}, { $cells }
tui-no-path = { $piece }: no way
tui-all-paths = All { $count } shortest paths; F11 again for one after the other.
tui-reviewing = Reviewing the game
tui-reviewing-at = Reviewing: { $done } of { $total }
tui-review-stops = Esc gives it up.
tui-review-nothing = There is no move to review yet.
tui-review-later = The bot is thinking: review the game when it is your turn.
tui-review-worst = { $at } of { $count } moves worth a word
tui-review-move = move { $at } of { $count }
tui-review-keys = Esc back, ↑↓ worst moves, ←→ every move, Space a better one

option-name-blockade-rows = rows
option-name-blockade-cols = columns
option-name-blockade-walls = walls
option-name-blockade-turn = turn
option-name-blockade-step = step
option-name-blockade-goal = goal
option-name-blockade-x = X starts on
option-name-blockade-o = O starts on
option-name-havannah-size = size
option-name-havannah-swap = swap
option-name-byte-size = size
option-name-byte-rules = rules
option-value-blockade-turn-full = a pawn and a wall
option-value-blockade-turn-either = a pawn or a wall
option-value-blockade-turn-optional = a wall or none
option-value-blockade-step-two = two straight, one diagonally
option-value-blockade-step-upto = also one straight
option-value-blockade-step-one = one straight
option-value-blockade-goal-home = the enemy's homes
option-value-blockade-goal-rank = the far column
option-value-havannah-swap-on = on
option-value-havannah-swap-off = off
option-value-byte-rules-official = published
option-value-byte-rules-merge-first = merges first
tui-guide-task = { $task } (Answer: { $answer }.)
