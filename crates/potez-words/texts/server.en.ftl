# What the server says: answers, help while a move is made, moves in words.

server-bad-request = This request makes no sense: { $error }
server-not-found = There is no such thing here.
server-forbidden = This needs the link of a player of the game.
server-not-your-turn = It is not your turn.
server-stale = The game has moved on.
server-not-offered = Nothing of the kind is offered.
server-cannot = That cannot be done now.
server-too-large = That is too long: at most { $limit } bytes.
server-unsupported-media = The body must be JSON (`Content-Type: application/json`).
server-cross-site = This request comes from another site.
server-wrong-host = This server is not reached by that name.
server-too-many-requests = Too many requests: wait a moment.
server-too-many-games = Too many open games: finish one first.
server-too-many-sockets = Too many connections at once.
server-too-many-watches = Too many games watched over one connection.
server-busy = The engine has too much to do: try again in a moment.
server-internal = Something went wrong here. Nothing was changed.
server-storage = The server cannot use its disk at the moment. What was acknowledged is safe: try again in a moment.
server-storage-full = The server has no room for anything new. Games under way go on.
server-too-much-stored = You have stored as much here as one client may. Old games make room in time.
server-damaged = This game was damaged on the server's disk and cannot be shown.
server-stopping = The server is going down; it will be back.
server-timeout = The request took too long to arrive.
server-method = This address does not take that kind of request.
server-name-long = A name has at most { $limit } letters.
server-name-bad = A name has letters that can be seen, and none that cannot.
server-bot-unknown = The bots here are `potez`, `classic`, `greedy` and `random`, not `{ $bot }`.
server-bot-limit = A bot here thinks with one thread and at most { $seconds } seconds per move.
server-clock-bad = A clock has from one second to one day, or up to thirty days per move.
server-seats = One side at least is yours or a friend's; a friend needs you as the other side.
server-open-seat = Only a friend's seat can be open to everybody.
server-seat-taken = Somebody was faster: this seat is taken.
server-carry-used = This link has been used, or it is too old. Make a new one on the device that holds the seat.
server-teaching = Teaching needs a person on one side and the engine on the other.
server-takeback-with-clock = Moves are taken back freely only in games without a friend.
server-moves-many = A game has at most { $limit } moves here.
server-parts-many = No move has that many parts.
server-range = `{ $name }` is a number from { $low } to { $high }.
server-format = `{ $name }` is not a format: { $formats }.
server-review-long = A game of more than { $limit } moves is not reviewed here.
server-nothing-to-review = A game without moves cannot be reviewed.
server-record-or-game = A review needs either a record or the name of a game.
server-no-moves-back = There is no move to take back.
server-message-unknown = There is no message `{ $name }`.
server-leagues-many = This server has { $limit } leagues, and no room for another one.
server-league-key = Only whoever has the key of the league may do this.
server-league-token = This needs the token of a participant of a league.
server-league-elsewhere = Another server plays this league: try again there.
server-league-makers = Leagues are not made from here: ask whoever runs the server.
server-league-name = There is already a participant called “{ $name }”.
server-league-large = A league has at most { $limit } games; this one would have { $games }.
server-league-full = A league has at most { $limit } participants.
server-league-time = A league is played with 10 milliseconds to one hour per move, or by a clock of up to one day.
server-upload-off = This league takes no programs: whoever runs it has not switched that on.
server-upload-many = A participant hands in at most { $limit } programs.
server-upload-name = “{ $name }” is not a file name that is allowed: letters, digits, dots, hyphens and underscores, folders by slashes.
server-upload-large = A program has at most 1 MB, unpacked 16 MB in 1000 files.
server-upload-archive = The archive cannot be read: { $name }.
server-upload-run = The archive has no program called “run” (run.py, run.sh, …) at its top.
server-upload-program = “{ $name }” is not a program: it is neither .py, .js nor .jar, nor does it begin with #!, nor is it binary.

ending-overruled = The record gives another result; by the rules: { $ending }

step-from = Choose a piece to move.
step-cell = Choose a cell.
step-to = Choose where it goes.
step-wall = Choose a place for a wall.
step-wall-or-done = Choose a place for a wall, or finish without one.
step-piece-or-wall = Choose a pawn to move or a place for a wall.
step-level = Choose where the whole stack goes, or touch the lowest checker to lift.
step-word = There is only one thing to do: { $word }.
step-cell-or-swap = Choose a cell, or swap: take over the stone on the board.
step-done = The move is complete.
step-over = The game is over.

said-cell = { $player }: { $to }
said-walk = { $player }: { $from } to { $to }
said-lift = { $player }: { $from } from checker { $level } up, to { $to }
said-pass = { $player } passes
said-swap = { $player } swaps
said-wall-horizontal = { $player }: horizontal wall { $wall }
said-wall-vertical = { $player }: vertical wall { $wall }
said-and-wall-horizontal = { $said }, horizontal wall { $wall }
said-and-wall-vertical = { $said }, vertical wall { $wall }

hint-where = Look at { $cells }.
hint-word = Think of a move that names no cell.
hint-what = Try { $move }.

game-blockade = Blockade
game-havannah = Havannah
game-byte = Byte
about-blockade = Two pawns each run for the enemy's home squares; walls make the ways long.
about-havannah = Connect two corners or three edges of a hexagon, or close a ring.
about-byte = Merge stacks into towers of eight; the checker on top scores.
level-name = Level { $level }
clock-none = No clock
clock-fischer = { $minutes } + { $seconds }
clock-move = { $seconds } s per move
clock-days = { $days ->
    [one] { $days } day per move
   *[other] { $days } days per move
}
format-text = Text

option-blockade-rows = rows of the board
option-blockade-cols = columns of the board
option-blockade-walls = walls of each colour a player has
option-blockade-turn = what a turn is: a pawn and a wall, a pawn or a wall, a pawn and a wall or none
option-blockade-step = how pawns walk: two straight or one diagonally, also one straight, only one straight
option-blockade-goal = what must be reached: the enemy's home squares or the far column
option-blockade-x = where X starts, pawn 1 first
option-blockade-o = where O starts, pawn 1 first
option-havannah-size = cells a side
option-havannah-swap = whether O may take over the first stone
option-byte-size = files and ranks of the board
option-byte-rules = the published rules, or merges first

preset-blockade-standard = Standard, 11 × 14
preset-blockade-standard-about = A pawn and a wall each turn, nine walls of each colour.
preset-blockade-small = Small, 7 × 9
preset-blockade-small-about = Four walls of each colour; a game of ten minutes.
preset-blockade-either = A pawn or a wall
preset-blockade-either-about = Each turn either a pawn or a wall.
preset-havannah-base8 = Base 8
preset-havannah-base8-about = The usual size for a serious game.
preset-havannah-base5 = Base 5
preset-havannah-base5-about = Small and quick.
preset-havannah-base6 = Base 6 with swap
preset-havannah-base6-about = O may take over the first stone.
preset-havannah-base10 = Base 10 with swap
preset-havannah-base10-about = The size of tournaments.
preset-byte-standard = Standard, 8 × 8
preset-byte-standard-about = The first with two of three towers wins.
preset-byte-ten = Large, 10 × 10
preset-byte-ten-about = The first with three of five towers wins.
preset-byte-merge = Merges first
preset-byte-merge-about = While a merge is possible, only merges are legal.
server-record-number = There is no game { $number }: the file holds { $count ->
    [one] { $count } game
   *[other] { $count } games
}.

bot-title-potez = Potez
bot-title-classic = Classic
bot-title-greedy = Greedy
bot-title-random = Random
bot-key-depth = depth
bot-key-radius = radius
bot-key-level = level
bot-key-time = time
bot-key-nodes = nodes
bot-key-seed = seed
server-proven-only = { $count ->
    [one] Proven by the solver: { $player } wins, with one move only.
   *[other] Proven by the solver: { $player } wins, with { $count } moves and no others.
}
server-proven-win = Proven by the solver: { $player } wins.
server-proven-loss = Proven by the solver: { $player } wins, whatever is played now.

# The fleet, for whoever runs the server
fleet-title = Fleet
fleet-away = NATS does not answer. Reviews and analyses are done by this server alone.
fleet-workers = Workers
fleet-no-workers = No worker is there.
fleet-worker = Worker
fleet-build = Build
fleet-slots = Slots
fleet-busy = Busy
fleet-units = Done
fleet-speed = Per second
fleet-runs = Runs
fleet-run = Run
fleet-what = What
fleet-remaining = Remaining
fleet-jobs = Jobs given out
fleet-queue = Queue
fleet-lane = Lane
fleet-leases = Held by workers: { $leases }, given out again: { $redelivered }
fleet-dead = Dead letters: { $dead }
fleet-reason = Reason
fleet-deliveries = Tries
