# The terminal application.

tui-title = Potez: { $games }
tui-human = human
tui-level = level { $level } of 10
tui-level-full = level { $level }: full strength
tui-too-small = This window is too small: make it at least { $width } × { $height }.
tui-language = English
tui-menu-resume = Go on with the interrupted game
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
tui-menu-help = Up and down choose, left and right change, Enter takes, q quits.
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
tui-help = Arrow keys move the cursor, Enter chooses, Tab goes to the next choice,
    Space turns a wall or takes another level, Esc begins again.
    The mouse chooses cells, walls and checkers; the keys below can be clicked.
    A move can be typed, too: begin with its letter and end with Enter.
    While the evaluation is open, 1 to 9 choose a candidate; Enter plays it.
    Words that can be typed: hint, analysis, undo, redo, sides, resign, new,
    save FILE, load FILE, quit.

    A game that is left is offered again at the next start.
    Any key closes this.
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
tui-step-over = The game is over: F4 takes back, F8 begins another.
