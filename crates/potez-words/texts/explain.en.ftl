# A recorded search, to be stepped through.

explain-title = A search, step by step
explain-heading = { $game }: how { $bot } searches
explain-about = Choose a position and a bot: its search is recorded, and you can step through it.
explain-example-alphabeta = Alpha-beta: the start of Byte
explain-example-tree = A Monte-Carlo tree: Havannah on a small board, with playouts and RAVE
explain-example-proof = Proof-number search: a bridge in Havannah that cannot be stopped
explain-example-minimax = Minimax of a first course, with the terms of its evaluation: Blockade
explain-result = { $name }: { $moves } ({ $value }), { $nodes } nodes.
explain-truncated = The first { $kept } of { $made } steps are kept; the counts are those of the whole search.
explain-given-up = Given up after { $nodes } nodes.
explain-board = The board of this node
explain-controls = Steps
explain-tree = Tree
explain-counts = What was counted
explain-plies = By plies from the root
explain-ply = ply
explain-base = all techniques
explain-comparison = What each technique is worth
explain-compare-depth = Every row searches to depth { $depth } without one technique. Nodes are those until that depth was finished.
explain-compare-same = At this depth no technique changes anything yet: search deeper, with more nodes.
explain-compare-proof = Every row searches without one technique: until the question is decided, or, where this search did not decide it, with the same nodes.
explain-compare-tree = Every row makes { $nodes } simulations without one technique.
explain-root-moves = The moves of the root at the end
explain-without = without { $technique }
explain-stage-solver = the solver, before the search
explain-stage-proof = the solver, on the move that was found
explain-stage-second-search = a second search, without refuted moves
explain-stage-confirmation = all turns, to confirm the claim
explain-look = Look at it
explain-beside = Beside it
explain-beside-never = The search beside this one never comes here.
explain-beside-worth = This position here: visits { $visits }, nodes below { $below }; beside it: visits { $otherVisits }, nodes { $otherBelow }.
explain-more = { $count } more
explain-root = the position asked about
explain-iteration = depth { $depth }
explain-can-win = Can { $player } force a win?
explain-to-move = { $player } to move
explain-step-of = Step { $step } of { $count }
explain-keys = Keys: ← → one step, Page Up and Page Down twenty, Home and End, ↑ to the parent, ↓ to the first child, Space plays and pauses, n and N find the next and the last event of the kind chosen.
explain-theme = Theme
explain-theme-system = as the system
explain-theme-light = light
explain-theme-dark = dark
explain-theme-contrast = high contrast
explain-print = Print
explain-first = First
explain-back = Back
explain-next = Next
explain-last = Last
explain-play = Play
explain-pause = Pause
explain-step = Step
explain-jump = Go to step
explain-speed = Speed
explain-pace = { $pace } per second
explain-find = Find
explain-find-back = Find backwards
explain-find-next = Find forwards
explain-not-found = There is no other one.
explain-to-potez = Potez
explain-ask = Record the search
explain-ask-game = Game
explain-ask-position = Position (empty: the start)
explain-ask-moves = Moves
explain-ask-bot = Bot
explain-ask-nodes = Nodes

explain-event-cutoff = cut-offs
explain-event-table = table cut-offs
explain-event-research = re-searches
explain-event-reduced = reductions
explain-event-over = ends of the game
explain-event-root = roots
explain-event-proven = proofs
explain-event-disproven = disproofs
explain-event-expanded = expansions

explain-win-in = win in { $plies }
explain-loss-in = loss in { $plies }
explain-proven-win = proven win
explain-proven-loss = proven loss
explain-proven-draw = proven draw
explain-proven-for = { $winner ->
    [x] X wins
    [o] O wins
   *[draw] draw
}

# Alpha-beta
explain-enters = { $move }: { $player } is to move. Only values inside the window { $window } still matter here.
explain-first-move = It was the first move tried: good ordering.
explain-why-cutoff = Cut-off at { $move }: { $reply } is worth { $worth } to { $player }, not below β = { $edge }. The opponent already has something better above and will not come here, so the other moves are not searched.
explain-why-beta = Cut-off at { $move }: { $reply } brings { $worth }, not below β = { $edge }. The opponent, who minimises, already has something better above, so the other moves are not searched.
explain-why-alpha = Cut-off at { $move }: { $reply } brings { $worth }, not above α = { $edge }. The searching player, who maximises, already has something better above, so the other moves are not searched.
explain-why-table = { $move }: no search is needed. The table knows { $bound } { $value } from a search of depth { $depth }; depth { $needed } was asked for.
explain-why-all = { $move }: all { $count } moves are searched; the value is { $value }.
explain-why-low = { $move }: none of the { $count } moves reaches more than the lower end of the window { $window }: the value is at most { $value } for the player who moved here last, as seen from there.
explain-why-pruned = { $move }: after { $count } moves the rest come too late in the order to be searched (late move pruning).
explain-why-evaluated = { $move }: the depth ends here. The evaluation says { $value }.
explain-why-stand-pat = { $move }: the evaluation alone, { $value }, is above the window; no noisy move is needed.
explain-why-over = { $move }: the game is over, { $value }.
explain-why-known = { $move }: the result is known without search, { $value }.
explain-why-repetition = { $move }: this position has stood before; a draw is assumed.
explain-why-stopped = { $move }: the nodes ran out here.
explain-end-cutoff = cut-off
explain-end-table = table
explain-end-all = all moves
explain-end-pruned = pruned
explain-end-evaluated = evaluated
explain-end-stand-pat = stand pat
explain-end-over = game over
explain-end-known = known
explain-end-repetition = repetition
explain-end-stopped = stopped
explain-pass-root = root
explain-pass-full = full window
explain-pass-scout = scout: null window
explain-pass-reduced = reduced
explain-pass-research = re-search
explain-pass-quiescence = quiescence
explain-source-root = as the last iteration ranked it
explain-source-table = the table's move
explain-source-killer = killer move
explain-source-counter = counter move
explain-source-order = the game's own ordering
explain-history = history { $points }
explain-bound-exact = exactly
explain-bound-lower = at least
explain-bound-upper = at most
explain-hit = { $bound } { $value }, depth { $depth }
explain-fact-window = Window (for whoever moved here)
explain-fact-own-window = Window (for the player to move)
explain-fact-depth = Plies to search
explain-fact-order = Place in the order
explain-fact-pass = Search
explain-fact-extended = Extended by
explain-fact-blind = Reduced, no table move
explain-fact-table = Table
explain-fact-value = Value (for whoever moved here)
explain-terms = Terms of the evaluation, with their weights
explain-term-enemy-path = squares on the enemy's shortest path
explain-term-own-path = one over the squares on the own shortest path
explain-term-stones = stones
explain-term-edges = edges touched (3·edges²)
explain-term-corners = corners touched (6 each)
explain-term-piece-count = checkers left
explain-term-piece-number = height of the stack left
explain-term-sum-of-pieces = height of the new stack
explain-term-top-colour = own top checker
explain-term-new-position = where it lands
explain-term-direction = towards the centre
explain-term-stack-division = own checker left on top

# Proof-number search
explain-or = OR
explain-and = AND
explain-or-node = OR: one proven move is enough
explain-and-node = AND: every move must be proven
explain-proof-enters = { $move }: { $proof } positions at least are needed to prove that { $player } wins, { $disproof } to disprove it. The search stays until a number reaches { $proofLimit } or { $disproofLimit }.
explain-proven-or = { $move }: proven. One move of { $player } wins.
explain-proven-and = { $move }: proven. { $player } wins after every reply.
explain-disproven-or = { $move }: disproven. No move of { $player } wins.
explain-disproven-and = { $move }: disproven. One reply keeps { $player } from winning.
explain-left-proof = { $move }: left. The proof number { $proof } has reached the threshold { $proofLimit }: another move is more promising now.
explain-left-disproof = { $move }: left. The disproof number { $disproof } has reached the threshold { $disproofLimit }: another move is more promising now.
explain-solved = { $count }: { $proven } proven, { $disproven } disproven at once
explain-fact-kind = Kind
explain-fact-thresholds = Thresholds (proof / disproof)
explain-fact-before = Numbers before
explain-fact-after = Numbers after
explain-fact-moves = Moves
explain-fact-work = Positions expanded

# Monte-Carlo tree search
explain-visits = { $count ->
    [one] { $count } visit
   *[other] { $count } visits
}
explain-leaf-playout = Simulation { $number }: { $moves }. A playout from there gives X { $value } of the points.
explain-leaf-evaluated = Simulation { $number }: { $moves }. The evaluation gives X { $value } of the points.
explain-leaf-over = Simulation { $number }: { $moves }. The game is over: X gets { $value } of the points.
explain-leaf-proven = Simulation { $number }: { $moves }. The result is proven: X gets { $value } of the points.
explain-leaf-repetition = Simulation { $number }: { $moves }. The position has stood before: a draw.
explain-expanded = The leaf gets { $count } children.
explain-now-proven = Now proven: { $move } ({ $winner ->
    [x] X wins
    [o] O wins
   *[draw] draw
}).
explain-fact-visits = Visits
explain-fact-mean = Mean for whoever chooses it
explain-choices = Why each move was selected: the largest sum wins
explain-column-move = move
explain-column-visits = visits
explain-column-mean = mean
explain-column-amaf-visits = RAVE visits
explain-column-amaf-mean = RAVE mean
explain-column-beta = share of RAVE
explain-column-exploration = exploration
explain-column-prior = prior
explain-column-prior-term = prior's term
explain-column-sum = sum
explain-column-rivals = next best
explain-column-proof = proof
explain-column-run = search
explain-column-nodes = nodes
explain-column-factor = factor
explain-column-depth = depth
explain-column-best = best move
explain-column-value = value

explain-count-nodes = nodes
explain-count-visits = visits
explain-count-cutoffs = cut-offs
explain-count-first-move-cutoffs = of these by the first move
explain-count-table-probes = table look-ups
explain-count-table-hits = table hits
explain-count-table-cutoffs = cut-offs by the table
explain-count-evaluations = evaluations
explain-count-reductions = reduced searches
explain-count-re-searches = re-searches
explain-count-extensions = extensions
explain-count-pruned = nodes with late moves pruned
explain-count-simulations = simulations
explain-count-expansions = expansions
explain-count-tree-nodes = nodes of the tree that were kept
explain-count-proven = proofs
explain-count-disproven = disproofs
explain-first-share = { $percent } % of the cut-offs came with the first move: the better the order, the more.

explain-technique-cutoffs = alpha-beta cut-offs
explain-technique-table = the transposition table
explain-technique-ordering = move ordering
explain-technique-killers = killer moves
explain-technique-history = the history heuristic
explain-technique-counter-moves = counter moves
explain-technique-null-windows = null windows
explain-technique-aspiration = aspiration windows
explain-technique-reductions = late move reductions
explain-technique-pruning = late move pruning
explain-technique-internal-reductions = internal iterative reductions
explain-technique-quiescence = quiescence search
explain-technique-extensions = extensions
explain-technique-rave = RAVE
explain-technique-prior = the prior
explain-technique-exploration = exploration
explain-technique-epsilon = the 1+ε thresholds
