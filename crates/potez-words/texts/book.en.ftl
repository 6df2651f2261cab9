# Openings: the book in the terminal, and the explorer on the page.

book-nothing = The book knows nothing of this position.
book-move = move
book-chance = chance
book-visits = visits
book-games = games
book-score = score (95 %)
book-proven = proven
book-proven-win = wins
book-proven-loss = loses
book-proven-draw = draw

web-explorer = Openings and games
web-explorer-source = What is known
web-explorer-book = Book
web-explorer-server = Games here
web-explorer-own = My games
web-explorer-head-move = Move
web-explorer-head-chance = Chance
web-explorer-head-visits = Visits
web-explorer-head-games = Games
web-explorer-head-score = Score
web-explorer-head-results = Results
web-explorer-range = ({ $low }–{ $high })
web-explorer-proven-win = wins, proven
web-explorer-proven-loss = loses, proven
web-explorer-proven-draw = draw, proven
web-explorer-play = Play { $move }
web-explorer-moves = How games went on
web-explorer-games = Games
web-explorer-results = X won { $x }, O won { $o }, drawn { $draws }
web-explorer-total = { $count ->
    [one] { $count } game came to this position
   *[other] { $count } games came to this position
}
web-explorer-nothing = Nothing is known of this position.
web-explorer-no-book = The book knows nothing of this position: it is about the first moves on the usual board.
web-explorer-no-moves = No game went on from here.
web-explorer-player = Player
web-explorer-level = Level of a bot
web-explorer-result = Result
web-explorer-result-x = X won
web-explorer-result-o = O won
web-explorer-result-draw = Draw
web-explorer-reason = Ending
web-explorer-least = Moves at least
web-explorer-most = Moves at most
web-explorer-any = any
web-explorer-everywhere = List games whatever their positions
web-explorer-cells = Pattern: cells that look as here
web-explorer-cells-example = d4 e5
web-explorer-marked = Take the marked cells
web-explorer-mark-first = Mark cells first: by the right button, Alt and click, or M on the keyboard.
web-explorer-anywhere = anywhere on the board
web-explorer-scanned = { $found ->
    [one] { $found } game
   *[other] { $found } games
} with this pattern among { $count } that were looked through.
web-explorer-after = after { $count ->
    [one] { $count } move
   *[other] { $count } moves
}
web-explorer-older = Look through older games
web-explorer-add = Files with games of your own
web-explorer-added = { $added } games were read, { $skipped } left out.
web-explorer-kept = { $count ->
    [one] { $count } game is kept in this browser
   *[other] { $count } games are kept in this browser
}
web-explorer-forget = Forget them

pattern-empty = a pattern needs at least one cell
pattern-unknown-cell = `{ $cell }` is not a cell of this board
