# The guides: how each game is played well, lesson by lesson. What is called proven is proven again by a test.

guide-havannah-pairs = Two ways are as good as a link
guide-havannah-pairs-1 = Stones need not touch to belong together. Two stones that share two empty neighbours cannot be cut: if the enemy takes one of the two cells, you take the other. Players call this a two-bridge. It covers more ground than touching stones do.
guide-havannah-pairs-shown = X owns the corners a1 and d1 and a stone on c2. The ringed cells form two pairs. O is to move and cannot stop the bridge: try it.
guide-havannah-pairs-2 = A pair holds only as long as you answer. When the enemy steps into one, look at the other cell first.
guide-havannah-pairs-task = O has stepped in on c1, and also needs just one stone, g7, for a bridge along the bottom.
guide-havannah-pairs-task-words = Find a move that wins.

guide-havannah-edge = Safe at the edge
guide-havannah-edge-1 = A stone in the second row, away from the corners, touches two cells of the edge. Again these are two ways: such a stone is as good as connected with its edge.
guide-havannah-edge-shown = b3 reaches the top edge by a2 or a3. Let O take one of them and answer with the other.
guide-havannah-edge-2 = So do not hurry to fill in the last stone. Every stone that you need not place is a move somewhere else. Mind the corners: a1 and a4 belong to no edge.

guide-havannah-fork = Three edges
guide-havannah-fork-1 = A fork needs three edges, any three, and the chain may bend. From the middle of the board every edge is equally far, so a fork grows well from there.
guide-havannah-fork-shown = Four stones of X: the middle linked to three stones of the second row, each with two ways to its edge. The six ringed cells are three pairs, and the links between the stones are pairs too.
guide-havannah-fork-2 = Answering is enough, unless the enemy gains time by threats of their own. Then every tempo counts.
guide-havannah-fork-task = O has just taken f3, one of the two ways to the lower left edge.
guide-havannah-fork-task-words = Keep the win: answer at the edge, or threaten something first that O must answer.

guide-havannah-threat = First look what is threatened
guide-havannah-threat-1 = Before you carry out a plan, ask what the enemy does with two stones in a row. A threat to win at once has one answer: the cell itself.
guide-havannah-threat-task = X is to move and has the better game, but O's chain from g7 needs just one stone for its second corner.
guide-havannah-threat-task-words = Find the one move that wins.
guide-havannah-threat-2 = Often the cell that saves you helps you as well. That is worth more than a block: you have defended and gone on.
guide-havannah-threat-second = O threatens a bridge from a1 to d1. One move stops it, and X wins afterwards.
guide-havannah-threat-second-words = Find it.

guide-havannah-double = Two threats at once
guide-havannah-double-1 = One threat is answered. Two are not, for the enemy has one stone. Look for a cell after which two different cells would complete a figure.
guide-havannah-double-task = X's chain has the corner d7 and comes near a second corner.
guide-havannah-double-task-words = Make two threats with one stone.
guide-havannah-double-2 = Two-bridges are double threats in disguise: each of the two cells is a threat to connect.

guide-havannah-order = One threat after the other
guide-havannah-order-1 = A threat that must be answered costs you nothing: afterwards it is your move again, and your new stone stays. But it must be the right one first, for the answer gives the enemy a stone too.
guide-havannah-order-task = X wins by a row of threats. Only one of them may come first.
guide-havannah-order-task-words = Begin with the right threat.
guide-havannah-order-2 = Play such a row in your head to its end before you begin: a threat played too early can only be played once.
guide-havannah-order-line = The row after four moves: d5, f6, f5, g6. X has gained a move with each stone. Finish it.

guide-havannah-ladder = Ladders
guide-havannah-ladder-1 = Along a side two rows often grow beside each other: one player wants to get round, the other stops them stone by stone on the edge. That is a ladder. Each stone of the attacker threatens, each answer is forced, and nobody can leave it.
guide-havannah-ladder-task = O has a stone on c1 and one further down, on h4. O wins, but only by beginning the ladder.
guide-havannah-ladder-task-words = Begin the ladder.
guide-havannah-ladder-2 = In a ladder the attacker runs on the second row and the defender on the edge. Whoever stops to look elsewhere loses: of O's moves each is the only one that wins.
guide-havannah-ladder-line = Two steps later. Keep running.
guide-havannah-ladder-line-words = Go on with the ladder.
guide-havannah-ladder-3 = What decides is where the ladder ends. A stone of the attacker's on its way, here h4, lets it arrive; without one it runs into the corner and has helped the defender only. Before you begin, look to the end; and a stone that stands well for a ladder is worth playing with a threat elsewhere.
guide-havannah-ladder-without = The same board with the stone on c7 instead of h4: now the ladder leads nowhere, and O loses, whatever O does. Proven; try it.

guide-havannah-ring = Rings appear suddenly
guide-havannah-ring-1 = A ring needs only six stones and no edge, so it can arise anywhere. Often the threat alone is its use: it must be answered, and the answer may cost you the move that you wanted to make.
guide-havannah-ring-task = X has five corners and wins the race for a bridge. But O threatens to close a ring in the middle.
guide-havannah-ring-task-words = Take the cell that the ring needs.
guide-havannah-ring-2 = One block may not be enough. Look again after each stone.
guide-havannah-ring-second = O has gone on with e5, and another ring is one stone away.
guide-havannah-ring-second-words = Stop this one too.

guide-havannah-quiet = The quiet move
guide-havannah-quiet-1 = The strongest move is often not a threat. It joins what you have, takes the cell that the enemy needs, and leaves several threats for the next move.
guide-havannah-quiet-task = Nobody threatens to win at once. One stone in the middle decides the game.
guide-havannah-quiet-task-words = Find the move after which X cannot be held.
guide-havannah-quiet-2 = When no threat of yours works, look for the cell that both sides need.

guide-havannah-first = The first stone, and the swap
guide-havannah-first-1 = On the smallest board it is known exactly what the first move is worth: X wins, but not with every stone.
guide-havannah-first-task = Size 3, the empty board. Six of the nineteen first stones win, the others do not.
guide-havannah-first-task-words = Begin with a stone that wins.
guide-havannah-first-2 = With the swap rule O may take your first stone over. So begin with a stone that is neither too good nor too bad; or, as O, swap whatever looks strong to you.
guide-havannah-first-source = All openings of size 3: the six corners win for X, the other thirteen do not.

guide-blockade-count = Count the ways
guide-blockade-count-1 = Blockade is a race. A pawn covers two squares with a move, so a way of seven squares takes four moves. Count both of your pawns and both of theirs before every turn: whoever is ahead wants peace, whoever is behind needs walls.
guide-blockade-count-shown = At the start each pawn needs four moves to the home straight across.
guide-blockade-count-2 = With equal ways and no walls, whoever is to move is ahead by that move. But it must not be wasted.
guide-blockade-count-task = No walls are left in this game. Both players need three moves, and X is to move.
guide-blockade-count-task-words = Keep the lead: two moves do.

guide-blockade-wait = Face to face
guide-blockade-wait-1 = Pawns can be jumped. Two pawns that stand two squares apart in one line wait for each other: the one that steps closer is jumped and loses the race. Then the other pawn is worth its weight in tempi.
guide-blockade-wait-task = X's pawn on b4 and O's on b6 face each other. No walls are left.
guide-blockade-wait-task-words = Move so that O must give way.
guide-blockade-wait-2 = The second pawn gives you moves to spare. See that the enemy runs out of them first.

guide-blockade-goal = The last step
guide-blockade-goal-1 = Usually a pawn cannot go a single square straight. Onto a goal it can, and it does not matter that an enemy pawn stands there. Do not count a move too many at the end, and do not believe that a pawn guards its home by standing on it.
guide-blockade-goal-task = O threatens to arrive as well.
guide-blockade-goal-task-words = Win at once.

guide-blockade-pairs = One wall is not enough
guide-blockade-pairs-1 = The enemy has two pawns. A wall before one of them costs little as long as the other one runs freely.
guide-blockade-pairs-one = X has placed a wall in the upper lane. The lower lane is open: both players still need three moves.
guide-blockade-pairs-2 = Only when both lanes are slower does the race change. And a wall in the middle stands in your own way too.
guide-blockade-pairs-two = A wall in each lane: O now needs four moves instead of three, and so does X. Nothing is gained. Look for walls that lie across the way of the enemy only.

guide-blockade-culdesac = The cul-de-sac
guide-blockade-culdesac-1 = A wall can make steps worthless that have already been taken. Let the enemy run into a lane, and close its end.
guide-blockade-culdesac-before = O's pawn on d7 runs between two rows of walls and is two moves from home d4; X needs four.
guide-blockade-culdesac-after = X has moved h4-h6 and closed the lane with Gd4. O must turn back: O now needs four moves, X three.
guide-blockade-culdesac-2 = For the same reason do not run into a lane yourself whose end can still be closed. One wall cannot hurt a way that would need two to be closed.

guide-blockade-guard = The wall that may not stand
guide-blockade-guard-1 = Every pawn must keep a way to both enemy homes. So the last gap of a pocket cannot be closed by anybody. You can use this: make the gap where it suits you, and the enemy's best wall becomes illegal.
guide-blockade-guard-shown = Two walls surround b2 from above and from the right. The wall Bc1 below the ringed squares would close the pocket, and is therefore forbidden: try to place it.
guide-blockade-guard-2 = Before you fear a wall, ask whether it would be legal. Before you rely on one, ask the same.

guide-blockade-stop = Stop and run
guide-blockade-stop-1 = A turn has two parts. When the enemy threatens to arrive, the wall must stop them; that leaves the pawn move to you. The best turns defend with the wall and threaten with the pawn.
guide-blockade-stop-task = O's pawn on a3 is one move from b2; X needs two. X has one wall left.
guide-blockade-stop-task-words = Stop O and come so near that O cannot stop you.

guide-blockade-two = Two pawns, two threats
guide-blockade-two-1 = One wall stops one pawn. So bring the second pawn near before you threaten with the first. In this little game a turn is a pawn move or a wall, not both.
guide-blockade-two-task = Both of X's pawns need two moves. O has a single wall left.
guide-blockade-two-task-words = Threaten with one pawn, and keep the other in reserve.
guide-blockade-two-2 = O must spend the last wall on the first pawn, and the second one arrives.

guide-blockade-stock = When walls run out
guide-blockade-stock-1 = As long as somebody has a wall, a lead in the race can be taken away. Count what both sides have left.
guide-blockade-stock-task = Each side has one wall left. A turn is a pawn move or a wall. One turn of X wins against everything.
guide-blockade-stock-task-words = Find it: run, or build?
guide-blockade-stock-2 = With empty stocks nothing but the count is left.
guide-blockade-stock-empty = All walls stand. Both players need two moves, and X is to move.
guide-blockade-stock-empty-words = Bring it home: which pawn?

guide-byte-top = The top decides
guide-byte-top-1 = A tower scores for whoever owns its top checker, no matter who completed it. So there are two questions before every merge: how high will it be, and whose checker is on top?
guide-byte-top-task = Each side has a tower; the next one decides. X may carry either stack onto the other.
guide-byte-top-task-words = Complete the tower with your checker on top.

guide-byte-moves = Moves are worth more than checkers
guide-byte-moves-1 = It is tempting to build high stacks with one's own checker on top. Something else wins: to have moves when the enemy has none. Count your moves and theirs.
guide-byte-moves-shown = At the start X has 35 moves. The ringed checkers have four neighbours each, and any of them may merge there. Make some moves, and watch how soon they become few.
guide-byte-moves-2 = The reason comes in the next lessons: whoever can move must, and near the end a move can be a burden.
guide-byte-moves-source = Two players with 3,000 positions per move each: the one that counts nothing but moves won 36 of 40 games against the one that looks at tops, bottoms and the score.

guide-byte-zugzwang = Forced to give
guide-byte-zugzwang-1 = Nobody may refuse a move. A player whose every move helps the other side has to make one of them all the same: that is zugzwang.
guide-byte-zugzwang-task = Each side has a tower. X has four moves; three of them lose.
guide-byte-zugzwang-task-words = Find the move after which everything that O can do wins for X.
guide-byte-zugzwang-2 = Note that X does not complete anything. X leaves O the last move.

guide-byte-pass = To pass can be a gift
guide-byte-pass-1 = A player without a move passes, and that costs nothing. If the stacks stand so that whoever moves spoils their position, it is good to have no move.
guide-byte-pass-x = X to move has nothing but a pass, and wins.
guide-byte-pass-2 = The same position with O to move: O has two moves and loses with both.
guide-byte-pass-o = O must bring the stacks together, and X gets the tower.

guide-byte-bottom = Whose is the bottom?
guide-byte-bottom-1 = A lonely stack is moved by whoever owns its lowest checker. With your checkers at the bottom you have steps in reserve, and the enemy has none. So think twice before you carry a bottom of yours onto a stack of theirs.
guide-byte-bottom-task = All three stacks have an O at the bottom. X has a tower more, and O to move has four moves.
guide-byte-bottom-task-words = Find the step after which X has to pass and O wins.
guide-byte-bottom-2 = O needs both of the towers that are left, and gets them.

guide-byte-lift = Lift a part
guide-byte-lift-1 = You may lift from any of your checkers, with all that lies above. What stays behind is a stack of its own, perhaps with another top. Look through both stacks checker by checker before you decide.
guide-byte-lift-task = Each side has a tower, and eight checkers are left. Moving whole stacks gives O the top.
guide-byte-lift-task-words = Lift so that the last word is yours: two moves do.

guide-byte-starve = Leave them nothing
guide-byte-starve-1 = A merge that takes away the enemy's last moves can be worth more than one that builds. As long as the enemy passes you can arrange everything as you like.
guide-byte-starve-task = O has a tower more. Of X's four moves only one wins.
guide-byte-starve-task-words = Take O's last moves away.
guide-byte-starve-2 = In the line of the solver O passes six times, and X wins both towers.

guide-byte-approach = Who must come closer?
guide-byte-approach-1 = Two lonely stacks come closer step by step, until somebody has to put them side by side. Whose turn it is then can be counted like the distance in a race.
guide-byte-approach-shown = Each side has a tower. X owns both bottoms and has all the moves, four of them, and loses with every one: when the stacks meet, O chooses.
guide-byte-approach-2 = It depends on the stacks, too. Here they are of another kind, and X wins from the same number of checkers.
guide-byte-approach-won = Two equal stacks of four, X to move: X wins.

guide-byte-patience = A point can wait
guide-byte-patience-1 = A tower that only you can complete does not run away. Completing it costs a move, and takes checkers off the board that give you moves. Take it when you need it.
guide-byte-patience-task = X could complete a tower at once with b4:2-c3. That loses. So do five other moves.
guide-byte-patience-task-words = Find the one move that wins.
guide-byte-patience-2 = It takes many moves from here, and no player would count them all. The rule is simpler: compare how many moves both sides have after a tower has gone.

guide-byte-second = X or O?
guide-byte-second-1 = In many games it is good to begin. In Byte the measurements say the opposite.
guide-byte-second-shown = After one move of X. What would you answer?
guide-byte-second-source = Between equal opponents on 8 × 8, after two random moves, X won 38 % of 100 games with 6,000 positions per move and 28 % with 100,000. The better the play, the better for O.
guide-byte-second-2 = So do not be content with a level that you beat only as O. Change sides after each game.
