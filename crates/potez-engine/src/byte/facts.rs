//! What follows a move, as facts: who gets the next eight, who runs out of moves, who must give a
//! point away.

use potez_byte::{Board, Game, Move, Position, Square};
use potez_core::{Outcome, Player, Position as _, Remark};

use super::remarks::{best_completion, on_turn, scorer};
use crate::contrast::{Contrast, Fact, Voice, Walk, told_apart};
use crate::remarks::{count, remark};

/// Smaller differences of the number of moves explain nothing.
const FEW_MOVES: u32 = 3;

/// With more moves than these that give no point away nobody is about to run out of them.
const FEW_SAFE: usize = 8;

/// Tells the line of a move from the line of a better one.
pub(super) fn contrast<B: Board>(game: Game<B>, pos: &Position<B>, played: &[Move], better: &[Move]) -> Contrast {
    let mover = pos.turn();
    let [played, better] = [played, better].map(|line| Walk::of(pos, line));
    // A line that is longer must not be praised or blamed for what the other did not look at.
    let common = played.plies().min(better.plies());
    let mut facts = [&played, &better].map(|walk| events(walk, mover, common));
    if let (Some(&answer), Some(then)) = (played.moves.get(1), better.positions.get(1))
        && then.outcome().is_none()
        && then.turn() != mover
        && !answer.is_pass()
        && then.check(answer).is_err()
    {
        facts[1].push(StackFact::AnswerGone { mover, mv: answer });
    }
    if let Some(&mv) = better.moves.first()
        && scores(pos, mv, mover)
        && !played.moves.first().is_some_and(|&mv| scores(pos, mv, mover))
    {
        facts[0].push(StackFact::Misses { mover, mv });
    }
    let start = Player::BOTH.map(|player| pos.score(player));
    let mut told = told_apart([&played, &better], &facts, |walk, depth| states(game, &walk.positions[depth], start));
    // Where nothing else tells them apart: what the answer builds, and what the better move does.
    if told.punished.is_empty() {
        told.punished.extend(builds(&played, &better, 1));
    }
    if told.gained.is_empty() {
        told.gained.extend(builds(&better, &played, 0));
    }
    told
}

/// The stack that a move of a line merges, unless the other line makes the same one.
fn builds<B: Board>(walk: &Walk<Position<B>>, other: &Walk<Position<B>>, ply: usize) -> Option<Remark> {
    let built = |walk: &Walk<Position<B>>| {
        let (&mv, next) = (walk.moves.get(ply).filter(|mv| !mv.is_pass())?, walk.positions.get(ply + 1)?);
        let (below, stack) = (walk.positions[ply].stack(mv.to()), next.stack(mv.to()));
        // A stack that walks on is as it was.
        (below.height() > 0).then_some((mv, stack.height(), stack.top()?))
    };
    let (mv, height, owner) = built(walk)?;
    (built(other) != Some((mv, height, owner))).then(|| {
        remark!(
            "byte-why-builds",
            "{mv} makes a stack of {height} with {owner}'s checker on top",
            mv = mv,
            height = height,
            owner = owner
        )
    })
}

/// Whether a move completes a stack for this player.
fn scores<B: Board>(pos: &Position<B>, mv: Move, player: Player) -> bool {
    !mv.is_pass() && scorer(pos, mv) == Some(player)
}

/// What is true of a line or of the position that it leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
enum StackFact {
    /// The game is over after this many moves.
    Wins { player: Player, score: String, plies: usize },
    /// The enemy can complete a stack at once; this many moves would have prevented it.
    LeavesPoint { enemy: Player, mv: Move, wins: bool, saving: usize },
    /// The first stack that the line completes.
    NextEight { owner: Player, by: Player, square: Square, plies: usize },
    /// The better move scores, and the criticised one does not.
    Misses { mover: Player, mv: Move },
    /// The answer to the criticised move is not possible after the better one.
    AnswerGone { mover: Player, mv: Move },
    /// A stack with the other's checker on top gets one's own.
    TakesTop { player: Player, mv: Move, height: usize },
    /// A player has no move somewhere in the line.
    Passes { player: Player },
    /// The points of X and of O, how many of them are new, and the stacks that are left.
    Points { points: [usize; 2], new: usize, left: usize },
    /// The enemy has no point to score, but every move gives it one.
    Zugzwang { player: Player, moves: usize },
    /// A point that the player who waits has next, whatever the other does.
    Unstoppable { player: Player, mv: Move },
    /// A point, or the game, that the player who waits wants to have next.
    Threatens { player: Player, mv: Move, wins: bool },
    /// The moves of each player that give the other no point.
    Safe { turn: Player, counts: [usize; 2] },
    /// The stack that is higher than all others, and whose checker is on top of it.
    Tallest { owner: Player, square: Square, height: usize },
    /// The stacks of two checkers or more with a checker of X's on top, and with one of O's.
    Tops { counts: [usize; 2] },
    /// All moves of a player.
    Mobility { player: Player, moves: u32 },
    /// The same, where they differ little.
    FewMoves { player: Player, moves: u32 },
}

/// What happens along a line; what is counted is counted in its first `common` moves only.
fn events<B: Board>(walk: &Walk<Position<B>>, mover: Player, common: usize) -> Vec<StackFact> {
    let mut facts = Vec::new();
    if let Some(Outcome::Win(player)) = walk.end().outcome() {
        facts.push(StackFact::Wins { player, score: score(walk.end()), plies: walk.plies() });
    }
    let (Some(start), Some(first)) = (walk.positions.first(), walk.positions.get(1)) else { return facts };
    if first.outcome().is_none()
        && first.turn() != mover
        && let Some(completion) = best_completion(first)
    {
        let saving = safe_moves(start).len();
        // It comes first: what the enemy makes of it later needs no words then.
        let fact = StackFact::LeavesPoint { enemy: !mover, mv: completion.mv, wins: completion.wins, saving };
        facts.insert(0, fact);
    }
    // The move itself and the answer to it.
    for (&mv, pos) in walk.moves.iter().zip(&walk.positions).take(2) {
        facts.extend(takes_top(pos, mv));
    }
    let mut passed = Vec::new();
    for (ply, (&mv, pos)) in walk.moves.iter().zip(&walk.positions).take(common).enumerate() {
        if mv.is_pass() {
            passed.push(pos.turn());
        } else if let Some(owner) = scorer(pos, mv)
            && !facts.iter().any(|fact| matches!(fact, StackFact::NextEight { .. }))
        {
            facts.push(StackFact::NextEight { owner, by: pos.turn(), square: mv.to(), plies: ply + 1 });
        }
    }
    passed.dedup();
    facts.extend(passed.into_iter().map(|player| StackFact::Passes { player }));
    facts
}

/// The stack that a move puts a checker of the mover's on, where the enemy's was on top.
fn takes_top<B: Board>(pos: &Position<B>, mv: Move) -> Option<StackFact> {
    if mv.is_pass() || scorer(pos, mv).is_some() || pos.stack(mv.to()).top() != Some(!pos.turn()) {
        return None;
    }
    let mut next = *pos;
    next.play(mv);
    let stack = next.stack(mv.to());
    let taken = stack.top() == Some(pos.turn());
    taken.then(|| StackFact::TakesTop { player: pos.turn(), mv, height: stack.height() })
}

/// The score as it is written.
fn score<B: Board>(pos: &Position<B>) -> String {
    format!("{}-{}", pos.score(Player::X), pos.score(Player::O))
}

/// The moves of the player to move after which the enemy cannot score at once, and which give it
/// nothing themselves.
fn safe_moves<B: Board>(pos: &Position<B>) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mover = pos.turn();
    moves.retain(|&mv| {
        let mut next = *pos;
        next.play(mv);
        let gives = !mv.is_pass() && scorer(pos, mv) == Some(!mover);
        let scores = next.outcome().is_none() && next.turn() != mover && best_completion(&next).is_some();
        !gives && !scores
    });
    moves
}

/// What is true of a position.
fn states<B: Board>(game: Game<B>, pos: &Position<B>, start: [usize; 2]) -> Vec<StackFact> {
    let (turn, waiter) = (pos.turn(), !pos.turn());
    let mut facts = Vec::new();
    let points = Player::BOTH.map(|player| pos.score(player));
    let scored: usize = points.iter().sum();
    facts.push(StackFact::Points { points, new: scored - start.iter().sum::<usize>(), left: B::STACKS - scored });
    let (safe, moves) = (safe_moves(pos), pos.count_moves_for(turn));
    let next = on_turn(game, pos, waiter);
    // Whoever can score first is neither threatened nor in zugzwang.
    if best_completion(pos).is_none()
        && let Some(next) = &next
    {
        facts.push(match best_completion(next) {
            Some(completion) if safe.is_empty() => StackFact::Unstoppable { player: waiter, mv: completion.mv },
            Some(completion) => StackFact::Threatens { player: waiter, mv: completion.mv, wins: completion.wins },
            None if safe.is_empty() && moves > 0 => StackFact::Zugzwang { player: turn, moves: moves as usize },
            None => StackFact::Safe { turn, counts: by_player(turn, safe.len(), safe_moves(next).len()) },
        });
    }
    let mut stacks: Vec<(usize, Square, Option<Player>)> =
        pos.stacks().map(|(square, stack)| (stack.height(), square, stack.top())).collect();
    stacks.sort_by_key(|(height, ..)| std::cmp::Reverse(*height));
    // One of several is not the tallest.
    if let [(height, square, Some(owner)), (second, ..), ..] = stacks[..]
        && height > second
    {
        facts.push(StackFact::Tallest { owner, square, height });
    }
    let tops = |player| stacks.iter().filter(|(height, _, top)| *height > 1 && *top == Some(player)).count();
    facts.push(StackFact::Tops { counts: Player::BOTH.map(tops) });
    let moves = Player::BOTH.map(|player| (player, pos.count_moves_for(player)));
    facts.extend(moves.map(|(player, moves)| StackFact::Mobility { player, moves }));
    facts.extend(moves.map(|(player, moves)| StackFact::FewMoves { player, moves }));
    facts
}

/// The counts of X and of O.
fn by_player(turn: Player, own: usize, other: usize) -> [usize; 2] {
    if turn == Player::X { [own, other] } else { [other, own] }
}

/// Who has more of something, compared with the other line.
fn more([x, o]: [usize; 2], [x_then, o_then]: [usize; 2]) -> Option<Player> {
    match (x + o_then).cmp(&(o + x_then)) {
        std::cmp::Ordering::Greater => Some(Player::X),
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Less => Some(Player::O),
    }
}

/// Who runs out of safe moves first, as many as there are now.
fn first_out(turn: Player, counts: [usize; 2]) -> Player {
    if counts[turn.index()] <= counts[(!turn).index()] { turn } else { !turn }
}

impl Fact for StackFact {
    fn is_about(&self, other: &Self) -> bool {
        use StackFact as F;
        match (self, other) {
            (F::Wins { player: a, .. }, F::Wins { player: b, .. })
            | (F::Passes { player: a }, F::Passes { player: b })
            | (F::Safe { turn: a, .. }, F::Safe { turn: b, .. })
            | (F::Zugzwang { player: a, .. }, F::Zugzwang { player: b, .. })
            | (F::Threatens { player: a, .. }, F::Threatens { player: b, .. })
            | (F::Unstoppable { player: a, .. }, F::Unstoppable { player: b, .. })
            | (F::Threatens { player: a, .. }, F::Unstoppable { player: b, .. })
            | (F::FewMoves { player: a, .. }, F::FewMoves { player: b, .. })
            | (F::Mobility { player: a, .. }, F::Mobility { player: b, .. }) => a == b,
            // Both lose a point, one way or the other.
            (F::Zugzwang { player: a, .. }, F::Unstoppable { player: b, .. })
            | (F::Unstoppable { player: a, .. }, F::Zugzwang { player: b, .. }) => a != b,
            (F::TakesTop { player: a, height: one, .. }, F::TakesTop { player: b, height: two, .. }) => {
                a == b && one <= two
            }
            (F::NextEight { .. }, F::NextEight { .. })
            | (F::Tallest { .. }, F::Tallest { .. })
            | (F::Tops { .. }, F::Tops { .. })
            | (F::LeavesPoint { .. }, F::LeavesPoint { .. })
            | (F::Points { .. }, F::Points { .. }) => true,
            _ => false,
        }
    }

    fn favours(&self, other: Option<&Self>) -> Option<Player> {
        use StackFact as F;
        match (self, other) {
            (F::NextEight { owner, .. }, Some(F::NextEight { owner: then, .. }))
            | (F::Tallest { owner, .. }, Some(F::Tallest { owner: then, .. })) => (owner != then).then_some(*owner),
            (F::LeavesPoint { enemy, wins, .. }, Some(F::LeavesPoint { wins: then, .. })) => {
                (*wins && !then).then_some(*enemy)
            }
            (F::Points { points, new, .. }, Some(F::Points { points: then, .. })) => {
                more(*points, *then).filter(|_| *new > 0)
            }
            (F::Tops { counts }, Some(F::Tops { counts: then })) => more(*counts, *then),
            (F::Safe { turn, counts }, Some(F::Safe { counts: then, .. })) => {
                let (out, other) = (first_out(*turn, *counts), first_out(*turn, *then));
                (out != other && counts[out.index()] <= FEW_SAFE).then_some(!out)
            }
            (F::FewMoves { player, moves }, Some(F::FewMoves { moves: then, .. })) => match moves.cmp(then) {
                std::cmp::Ordering::Greater => Some(*player),
                std::cmp::Ordering::Equal => None,
                std::cmp::Ordering::Less => Some(!*player),
            },
            (F::Mobility { player, moves }, Some(F::Mobility { moves: then, .. })) => {
                let few = *moves.min(then) * 4 <= *moves.max(then) * 3 && moves.abs_diff(*then) >= FEW_MOVES;
                few.then_some(if moves > then { *player } else { !*player })
            }
            (
                F::Points { .. }
                | F::Safe { .. }
                | F::Mobility { .. }
                | F::FewMoves { .. }
                | F::Tallest { .. }
                | F::Tops { .. },
                None,
            )
            | (_, Some(_)) => None,
            (
                F::Wins { player, .. }
                | F::LeavesPoint { enemy: player, .. }
                | F::NextEight { owner: player, .. }
                | F::AnswerGone { mover: player, .. }
                | F::TakesTop { player, .. }
                | F::Unstoppable { player, .. }
                | F::Threatens { player, .. },
                None,
            ) => Some(*player),
            (F::Misses { mover: player, .. } | F::Passes { player } | F::Zugzwang { player, .. }, None) => {
                Some(!*player)
            }
        }
    }

    fn covers(&self, other: &Self) -> bool {
        use StackFact as F;
        match (self, other) {
            (F::LeavesPoint { enemy: a, .. }, F::NextEight { owner: b, .. })
            | (F::LeavesPoint { enemy: a, wins: true, .. }, F::Wins { player: b, .. }) => a == b,
            (F::LeavesPoint { .. } | F::NextEight { .. }, F::Points { new: 1, .. }) => true,
            _ => false,
        }
    }

    fn is_comparison(&self) -> bool {
        matches!(self, Self::Mobility { .. } | Self::FewMoves { .. } | Self::Tops { .. })
    }

    fn is_minor(&self) -> bool {
        matches!(self, Self::FewMoves { .. } | Self::Tops { .. })
    }

    fn say(&self, voice: Voice, other: Option<&Self>) -> Option<Remark> {
        match self {
            Self::Wins { .. } | Self::LeavesPoint { .. } | Self::NextEight { .. } | Self::Points { .. } => {
                self.say_points(voice)
            }
            _ => self.say_moves(other),
        }
    }
}

impl StackFact {
    /// Who scores.
    fn say_points(&self, voice: Voice) -> Option<Remark> {
        let from_here = |plies: &usize| plies - usize::from(voice == Voice::Punished && *plies > 0);
        Some(match self {
            Self::Wins { player, score, plies } => {
                let plies = from_here(plies);
                let moves = count(plies, "move");
                remark!(
                    "byte-why-wins",
                    "{player} wins {score} in {moves}",
                    player = player,
                    score = score,
                    count = plies
                )
            }
            Self::LeavesPoint { enemy, mv, wins: true, saving } => remark!(
                "byte-why-leaves-win",
                "{enemy} wins at once with {mv}; moves that give {enemy} no point: {saving}",
                enemy = enemy,
                mv = mv,
                saving = saving
            ),
            Self::LeavesPoint { enemy, mv, saving, .. } => remark!(
                "byte-why-leaves-point",
                "{enemy} scores at once with {mv}; moves that give {enemy} no point: {saving}",
                enemy = enemy,
                mv = mv,
                saving = saving
            ),
            Self::NextEight { owner, by, square, .. } if owner == by => remark!(
                "byte-why-next-eight",
                "the next eight, on {square}, gets {owner}'s checker on top",
                square = square,
                owner = owner
            ),
            Self::NextEight { owner, by, square, .. } => remark!(
                "byte-why-gives-eight",
                "{by} completes the next eight, on {square}, with {owner}'s checker on top",
                square = square,
                owner = owner,
                by = by
            ),
            Self::Points { points: [x, o], left, .. } => {
                let stacks = count(*left, "stack");
                remark!(
                    "byte-why-points",
                    "the score is then {score}, with {stacks} left",
                    score = format!("{x}-{o}"),
                    count = left
                )
            }
            _ => return None,
        })
    }

    /// Who can move, and how freely.
    fn say_moves(&self, other: Option<&Self>) -> Option<Remark> {
        Some(match (self, other) {
            (Self::Misses { mv, .. }, _) => {
                remark!("byte-why-misses", "gives up the point that {mv} scores at once", mv = mv)
            }
            (Self::Unstoppable { player, mv }, _) => remark!(
                "byte-why-unstoppable",
                "{player} then threatens to score with {mv}, and no move keeps {player} from a point",
                player = player,
                mv = mv
            ),
            (Self::Tops { counts: [x, o] }, Some(Self::Tops { counts: [x_then, o_then] })) => remark!(
                "byte-why-tops",
                "tops of stacks of two and more: X then has {x} and O {o}, instead of {xthen} and {othen}",
                x = x,
                o = o,
                xthen = x_then,
                othen = o_then
            ),
            (Self::AnswerGone { mv, .. }, _) => {
                remark!("byte-why-answer-gone", "{mv} is then no longer possible", mv = mv)
            }
            (Self::TakesTop { player, mv, height }, _) => remark!(
                "byte-why-takes-top",
                "{mv} puts {player}'s checker on top of a stack that was the other's, {height} high now",
                player = player,
                mv = mv,
                height = height
            ),
            (Self::Tallest { owner, square, height }, _) => remark!(
                "byte-why-tallest",
                "the tallest stack, {height} high on {square}, then has {owner}'s checker on top",
                owner = owner,
                square = square,
                height = height
            ),
            (Self::Passes { player }, _) => {
                remark!("byte-why-passes", "{player} runs out of moves and must pass", player = player)
            }
            (Self::Zugzwang { player, moves }, _) => {
                let moves_left = count(*moves, "move");
                remark!(
                    "byte-why-zugzwang",
                    "{player} is in zugzwang: {moves_left}, and each gives a point away",
                    player = player,
                    count = moves
                )
            }
            (Self::Threatens { player, mv, wins: true }, _) => {
                remark!("byte-why-threatens-win", "{player} then threatens to win with {mv}", player = player, mv = mv)
            }
            (Self::Threatens { player, mv, .. }, _) => {
                remark!("byte-why-threatens", "{player} then threatens to score with {mv}", player = player, mv = mv)
            }
            (Self::Safe { turn, counts }, _) => {
                let out = first_out(*turn, *counts);
                remark!(
                    "byte-why-safe",
                    "moves that give no point away: {player} has {own}, {enemy} {other}, and {turn} is to move",
                    player = out,
                    enemy = !out,
                    own = counts[out.index()],
                    other = counts[(!out).index()],
                    turn = turn
                )
            }
            (Self::Mobility { player, moves }, Some(Self::Mobility { moves: then, .. }))
            | (Self::FewMoves { player, moves }, Some(Self::FewMoves { moves: then, .. })) => {
                let moves_left = count(*moves as usize, "move");
                remark!(
                    "byte-why-mobility",
                    "{player} then has {moves_left} instead of {then}",
                    player = player,
                    count = moves,
                    then = then
                )
            }
            _ => return None,
        })
    }
}
