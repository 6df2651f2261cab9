# The browser client.

web-nav = Sections
web-nav-play = Play
web-nav-analyse = Analyse
web-nav-learn = Learn
web-nav-arena = Arena
web-skip = To the content
web-settings = Settings
web-language = Language
web-theme = Theme
web-theme-system = As the system
web-theme-light = Light
web-theme-dark = Dark
web-theme-contrast = High contrast
web-missing = There is no such page
web-failed = That did not work
web-offline = The server cannot be reached right now. Everything accepted so far is safe.
web-again = Try again
web-to-start = To the start page
web-cancel = Cancel
web-close = Close
web-copy = Copy
web-copied = Copied

# The start page
web-start-title = Three games of pure thought
web-start-lead = Play the engine at your level, a friend by a link, or each other at one screen. No account, nothing leaves this machine.
web-start-lead-local = Play the engine at your level, or each other at one screen. No account, nothing leaves this machine.
web-play-now = Play now
web-play-now-game = Play now: { $game }
web-rules = Rules
web-setup = A game as you like it
web-game = Game
web-preset = Variant
web-preset-own = My own
web-options = All options of the game
web-opponent = Opponent
web-opponent-engine = Engine
web-opponent-friend = Friend by link
web-opponent-screen = One screen
web-screen-about = Two people take turns at this screen.
web-side = Your side
web-side-x = X, moves first
web-side-o = O
web-side-any = By lot
web-level-of-engine = Level
web-teaching = Teach me
web-teaching-about = A bad move is taken back, with the reason
web-your-name = Your name
web-clock = Clock
web-begin = Start the game
web-recent = Your games
web-move-count = { $count ->
    [one] { $count } move
   *[other] { $count } moves
}

# A game
web-board = { $game } board
web-player = Player { $player }
web-you = you
web-you-name = You
web-guest = Guest
web-awaited = Waiting for a friend
web-online = here
web-away = away
web-engine = Engine
web-engine-level = Engine, level { $level }
web-thinking = thinking …
web-engine-thinks = The engine is thinking …
web-waiting-for = { $name } is to move.
web-waiting-friend = Waiting for your friend to come.
web-looking-back = You are looking at move { $ply } of { $count }.
web-to-present = Back to the present
web-stock-blue = Blue walls
web-stock-green = Green walls
web-stock-score = Stacks won
web-moves = Moves
web-no-moves = No moves yet
web-browse = Go through the moves
web-first = To the start
web-back = One move back
web-next = One move on
web-last = To the end
web-actions = What you can do
web-undo = Take back
web-takeback-ask = Ask to take back
web-takeback-cancel = Withdraw the request
web-takeback-asked = { $name } asks to take the last move back.
web-draw-ask = Offer a draw
web-draw-cancel = Withdraw the offer
web-draw-asked = { $name } offers a draw.
web-taken-back = The last move was taken back.
web-takeback-declined = The other player does not take the move back.
web-draw-declined = The other player declines the draw.
web-rematch-declined = The other player does not want a rematch.
web-accept = Accept
web-decline = Decline
web-hint = Hint
web-hint-thinking = Looking for a hint …
web-hint-again = Press Hint again to see the move.
web-swap-sides = Change sides
web-abort = Call it off
web-resign = Resign
web-resign-ask = Give this game up?
web-rematch = Rematch
web-rematch-asked = { $name } would like a rematch.
web-you-won = You won: { $reason }
web-you-lost = You lost: { $reason }
web-winner = { $name } wins.
web-lost-resign = you resigned
web-lost-time = your time ran out
web-lost-abandoned = you left the game
web-lost-no-move = you have no move
web-lost-illegal-move = you made an illegal move
web-lost-forfeit = you forfeited the game
web-level-up = Level { $level } next
web-level-down = Try level { $level }
web-review = Review
web-analyse = Analyse
web-explain = See the search
web-invite = Invite your friend
web-invite-about = Send this link: whoever opens it takes the other seat.
web-open = Open to everybody on this server
web-open-hint = Shown on the start page until somebody comes
web-open-about = The invitation is also shown on this server's start page, as long as you are here.
web-share = Share
web-qr = QR code
web-qr-of-link = The link as a QR code
web-clock-days = { $days } d { $hours } h
web-loopback = This address is good on this machine only. Start the server with the address of your network to invite others.
web-lobby = Open invitations
web-lobby-by = by { $name }
web-lobby-side = You play
web-lobby-join = Join
web-your-turn = Your turn
web-own-running = The other side is to move
web-own-over = { $count ->
    [one] { $count } finished game
   *[other] { $count } finished games
}
web-notices = Notify me when it is my turn
web-carry = To another device
web-carry-about = Open this link on the other device, or scan the code: your seat is then there, too. The link is good once, for { $minutes } minutes.
web-phrases = Say something
web-phrases-quiet = Do not show me what others say
web-phrase-hello = Hello!
web-phrase-good-luck = Good luck!
web-phrase-nice-move = Nice move!
web-phrase-oops = Oops!
web-phrase-moment = One moment, please.
web-phrase-thanks = Thank you!
web-phrase-good-game = Good game!
web-phrase-goodbye = Goodbye!
web-phrase-sent = You said: { $words }
web-said = { $name }: { $words }
web-premove = Planned: { $cells }. It is played as soon as it is your turn. Escape forgets it.
web-premove-gone = What you had planned is not possible any more.
web-touch-again = { $cell }: touch it again to choose it.
web-link-friend = Link for your friend
web-link-watch = Link for spectators
web-save-record = Save the game
web-sound-on = Sounds: on
web-sound-off = Sounds: off
web-turn-board = Turn the board
web-board-style = Boards
web-board-wood = Wood
web-board-slate = Slate
web-board-plain = Plain
web-watchers = { $count ->
    [one] { $count } watching
   *[other] { $count } watching
}
web-type-move = Type a move
web-type-example = Type a move
web-type-play = Play
web-reconnecting = The connection is gone. Trying again …
web-unsent = { $move } will be sent as soon as the connection is back.
web-lesson = { $move } was taken back
web-lesson-chance = Your chance would fall from { $before } to { $after }.
web-lesson-insist = Play it anyway
web-lesson-answer = See what follows { $move }

# Keys
web-paths = Shortest paths
web-paths-about = Of every piece to every goal, after every move.
web-bot = Engine
web-bot-potez = Potez
web-bot-classic = Classic: the original programs’ player
web-bot-greedy = Greedy: looks one move ahead
web-bot-random = Random: plays at random
web-bot-depth = Depth, in plies
web-bot-radius = Walls this far from the enemy pawns
web-keys = Keyboard
web-keys-move = Arrow keys go over the board, Enter chooses. Tab goes on.
web-keys-wall = Space turns a wall before it is placed.
web-keys-level = A number lifts a stack from that checker.
web-keys-browse = [ and ] go through the moves.
web-keys-cancel = Escape begins the move again.
web-keys-turn = F turns the board.
web-keys-draw = The right mouse button, or Alt with the left one, draws arrows and rings; M marks a cell. A click or Escape clears them.

# Making a move
web-not-now = { $cell } cannot be chosen now.
web-word-swap = Swap: take over the stone
web-word-pass = Pass
web-finish = Play { $move } without a wall
web-place = Play { $move }
web-turn-wall = Turn the wall
web-wall-here = Play { $move }
web-wall-again = { $move }: touch the wall again to place it.
web-wall-none = No wall fits here.
web-level = Lift from checker { $level }
web-levels = The stack on { $cell }, from the bottom
web-cell-empty = { $cell }
web-cell-piece = { $cell }, { $player }
web-cell-stack = { $cell }, stack of { $count }: { $pieces } from the bottom
web-cell-home-x = home of X
web-cell-home-o = home of O
web-cell-corner = corner
web-cell-edge = edge
web-cell-last = last move
web-cell-chosen = chosen
web-cell-target = can be chosen
web-cell-hint = hint
web-cell-winning = part of the win
web-cell-planned = planned
web-wall-up = wall above
web-wall-down = wall below
web-wall-left = wall on the left
web-wall-right = wall on the right
web-way-up = up
web-way-down = down
web-way-left = left
web-way-right = right
web-way-up-left = up left
web-way-up-right = up right
web-way-down-left = down left
web-way-down-right = down right
web-hear = Hear the board
web-hear-near = What is near
web-hear-walls = Walls
web-hear-pieces = Pieces
web-hear-ways = Ways
web-hear-keys = On the board: N says what is near, W the walls, P the pieces, G the ways to the goals.
web-hear-free = free
web-hear-wall = wall
web-hear-none = There are none.
web-hear-stack = stack of { $count }, { $pieces } from the bottom
web-hear-wall-below = { $wall }, below { $first } and { $second }
web-hear-wall-right = { $wall }, right of { $first } and { $second }
web-hear-chain = { $player }, { $count ->
    [one] { $count } stone
   *[other] a chain of { $count }
}: { $cells }{ $corners ->
    [0] {""}
    [one] , { $corners } corner
   *[other] , { $corners } corners
}{ $edges ->
    [0] {""}
    [one] , { $edges } edge cell
   *[other] , { $edges } edge cells
}

# Analysis
web-bar = Evaluation
web-bar-unknown = Not judged yet
web-bar-chance = Chance of X: { $chance }
web-proven-win = { $player } wins, proven
web-proven-draw = A draw, proven
web-proven-win-short = win
web-proven-loss-short = loss
web-proven-draw-short = draw
web-go = Start the engine
web-stop = Stop the engine
web-multipv = Lines
web-proofs = What is proven
web-proofs-looking = Looking for proofs …
web-proofs-count =
    { $count ->
        [0] None of { $legal } moves is proven within two seconds.
        [one] { $count } of { $legal } moves is proven.
       *[other] { $count } of { $legal } moves are proven.
    }
web-lines = Candidate moves
web-lines-none = Start the engine to see the best moves. Keys 1 to 9 play them, the space bar starts and stops.
web-queued = Waiting for a free engine, place { $place }
web-engine-loading = Loading the engine, { $percent } %
web-engine-home = Analysis thinks
web-engine-home-auto = here if it can
web-engine-home-browser = in this browser
web-engine-home-server = on the server
web-own-about = Games stay in this browser. A file takes them to another one.
web-own-save = Save my games
web-own-load = Load games from a file
web-own-loaded = { $count ->
    [one] { $count } game is here now
   *[other] { $count } games are here now
}
web-own-unreadable = { $name } is not a file of games
web-engine-failed = The engine does not run in this browser.
web-facts = depth { $depth } · { $nodes } nodes · { $seconds } s
web-comment = Comment on this move
web-tree-start = Start
web-promote = Make this the main line
web-delete = Delete from here
web-delete-ask = { $count ->
    [one] Delete this move?
   *[other] Delete this move and everything after it, { $count } moves in all?
}
web-players = { $x } – { $o }
web-won = { $player } won
web-import = Import
web-import-about = Paste a record in any format: text, JSON, SGF or Little Golem.
web-import-text = The record
web-import-file = Or choose a file
web-import-read = Read it
web-import-which = The file holds several games: choose one
web-export = Export
web-export-text = The record
web-format = Format
web-save-file = Save as a file
web-editor = Edit position
web-link = Copy link
web-play-from = Play from here

# The editor
web-tool = What a touch does
web-tool-x = X
web-tool-o = O
web-tool-erase = Erase
web-tool-blue = Blue wall
web-tool-green = Green wall
web-turn = To move
web-position = Position as text
web-editor-start = Starting position
web-editor-clear = Clear the board
web-editor-fine = { $count ->
    [one] A position the rules allow: { $player } to move, { $count } legal move.
   *[other] A position the rules allow: { $player } to move, { $count } legal moves.
}

# Review
web-review-queued = The review waits for a free engine, place { $place }.
web-review-running = Judging move { $done } of { $total } …
web-review-done = The review is ready.
web-review-failed = The review has failed.
web-review-cancelled = The review was cancelled.
web-review-start = The start of the game.
web-accuracy = Accuracy
web-grade-best = best
web-grade-good = good
web-grade-forced = the only move
web-grade-inaccuracy = inaccuracy
web-grade-mistake = mistake
web-grade-blunder = blunder
web-worst = The moments that decided
web-worst-move = { $ply }. { $move }
web-worst-none = No serious mistakes in this game.
web-try = Find a better move
web-try-about = { $move } gave away { $loss } of the chances. What would have been better?
web-answer = Show the answer
web-judging = Judging { $move } …
web-judged-best = { $move } is the best move!
web-judged-better = { $move } is better than what was played.
web-judged-worse = { $move } is no better.
web-better = Better was { $move }
web-punished = { $player } answers { $move }. Step through it:
web-refuted = The answer is { $move }. Step through it:
web-line-back = One move back in this line
web-line-next = One move on in this line
web-line-show = Show the position where this is true
web-line-keys = The arrow keys step through the line.
web-line-of = Moves after candidate { $rank }
web-evaluate = Evaluate every move
web-evaluate-none = The chances along this line are drawn here as soon as two of its positions have been looked at.
web-chances = Chance of X: { $before } before, { $after } after.
web-graph = Chance of X move by move. Triangles are blunders, squares mistakes, dots inaccuracies.
web-graph-table = The graph as a table
web-col-ply = Move
web-col-move = Played
web-col-grade = Grade
web-col-chance = Chance of X

# Learning
web-teach = Play a lesson
web-teach-about = The quickest way to learn: play against an easy engine with a teacher who takes bad moves back and says why.
web-diagram-again = Begin again
web-task-right = { $move }: right!
web-task-wrong = { $move } is not it. { $task }
web-guide-to = To the guide
web-guide-about = You know the rules. The guide shows how to play well: short lessons with boards to play on and tasks that the engine checks.
web-guide-title = { $game }: the guide
web-guide-lead = Short lessons from first plans to technique. What is called proven was proven by the solver; what was measured comes with its command.
web-guide-lessons = Lessons
web-guide-lesson = { $number }. { $title }
web-guide-done = done
web-guide-continue = Go on with the guide
web-guide-before = Back: { $title }
web-guide-next = Next: { $title }
web-guide-end = All lessons
web-guide-measured = How it was measured
web-guide-play = Play it against level { $level }
web-guide-play-position = Play on from here against level { $level }
web-path-rules = How the pieces move and who wins.
web-path-guide = { $done } of { $count } lessons done
web-path-puzzles = Find the one good move: every answer is proven.
web-path-level = Play level { $level }
web-ladder-up = You made { $points } of { $games } points in your last games at level { $from }. Level { $level } may suit you better.
web-ladder-down = You made { $points } of { $games } points in your last games at level { $from }. Level { $level } may be more fun for now.
web-ladder-no = Not now
web-level-is-first = Overlooks even wins with the next move at least half of the time.
web-level-is-second = Takes a win with the next move and stops yours, but otherwise chooses widely.
web-level-is-low = Looks a little ahead and chooses among many playable moves.
web-level-is-middle = Looks further ahead and seldom strays far from its best move.
web-level-is-high = Plays nearly always what it thinks best, and thinks more with each level.
web-level-is-last = Full strength, for as long as it may think.
web-level-below = It won { $percent } % of its games against level { $level }.
web-level-above = Against level { $level } it won { $percent } %.

# The arena
web-arena-lead = Matches and tournaments between engines, as the runner has written them down.
web-arena-empty = There are no reports yet. A match writes one:
web-arena-off = This server was started without a folder of reports. This would show some:
web-report-match = match
web-report-tournament = tournament
web-report-html = page
web-report-other = file
web-report-open = Open the full report
web-standings = Standings
web-games = Games
web-draw = draw
web-col-player = Player
web-col-games = Games
web-col-wins = Won
web-col-draws = Drawn
web-col-losses = Lost
web-col-score = Score
web-col-elo = Elo
web-col-number = No.
web-col-x = X
web-col-o = O
web-col-winner = Winner
web-col-reason = Reason
web-col-plies = Moves
web-leagues = Leagues of bots
web-leagues-lead = Bots connect to this server by themselves and play each other; whoever comes looks on.
web-league-round-robin = everybody meets everybody
web-league-swiss = Swiss system
web-league-gauntlet = one against all
web-league-ladder = ladder without end
web-league-new = not begun
web-league-running = under way
web-league-paused = paused
web-league-over = over
web-league-played = { $played } of { $planned } games
web-league-elo = Elo is relative to the mean of the field, with error bars at 95 %.
web-league-live = Games under way
web-league-ended = Last games
web-league-page = All on one page
web-league-games-csv = Games as CSV
web-league-watch = watch
web-league-here = connected
web-league-away = away
web-league-excluded = excluded
web-league-stands = Place { $place }, points: { $points }, Elo: { $elo }
web-league-lost = Lost games
web-league-others = Other games
web-league-none = None.
web-league-why = Why was it lost?
web-league-fell = Move { $ply }, { $move }: the chance fell from { $before } to { $after }. Better: { $best }.
web-league-slowly = No single move lost it: the chance fell little by little, or the game was lost by a fault.
web-league-review = The whole review
web-league-faults = Faults
web-league-fault-illegal-move = Illegal move
web-league-fault-time = Too late
web-league-fault-crash = Crash
web-league-fault-hang = No answer
web-league-fault-abandoned = Connection lost too often
web-league-fault-absent = Did not come
web-league-fault-bad-message = Unreadable message
web-league-fault-out-of-turn = Move that nobody asked for
web-league-fault-free = costs nothing
web-league-ply = after { $ply } moves
web-league-sent = Sent:
web-league-expected = Expected:
web-league-io = What the adapter saw
web-league-upload = Hand in a program
web-league-upload-lead = One program (.py, .js, .jar, or anything that begins with #!) that speaks UGI, or a zip archive with one called “run”, 1 MB at most. It plays when whoever runs the league lets it, under limits and without a network, in place of the one before.
web-league-upload-token = Token of the participant
web-league-upload-file = File
web-league-upload-send = Hand in
web-league-upload-none = Choose a file, and enter the token.
web-league-upload-done = { $file } is handed in: { $bytes } bytes.
web-league-upload-last = Handed in last: { $file }, { $bytes } bytes, { $when }
web-col-place = Place
web-col-points = Points
web-col-faults = Faults
web-col-round = Round
