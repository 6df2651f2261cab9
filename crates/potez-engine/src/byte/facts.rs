//! What follows a move, as facts: who gets the next eight, who runs out of moves, who must give a
//! point away.

use potez_byte::{Board, Game, Move, Position, Square};
use potez_core::{Outcome, Player, Position as _, Remark};

use super::remarks::{best_completion, on_turn, scorer};
use crate::contrast::{Contrast, Fact, Voice, Walk, contrast as told_apart, depths};
use crate::remarks::{count, remark};

/// Smaller differences of the number of moves explain nothing.
const FEW_MOVES: u32 = 3;

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
    // The first depth at which something differs tells most: what comes later follows from it.
    for depth in depths(&played, &better) {
        let states = [&played, &better].map(|walk| states(game, &walk.positions[depth]));
        if told_apart(mover, &states[0], &states[1]) != Contrast::default() {
            for (facts, states) in facts.iter_mut().zip(states) {
                facts.extend(states);
            }
            break;
        }
    }
    told_apart(mover, &facts[0], &facts[1])
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
    /// The answer to the criticised move is not possible after the better one.
    AnswerGone { mover: Player, mv: Move },
    /// A stack with the other's checker on top gets one's own.
    TakesTop { player: Player, mv: Move, height: usize },
    /// A player has no move somewhere in the line.
    Passes { player: Player },
    /// The points of X and of O, and the stacks that are left.
    Points { points: [usize; 2], left: usize },
    /// Every move of the player to move gives the enemy a point.
    Zugzwang { player: Player, moves: usize },
    /// A point, or the game, that the player who waits wants to have next.
    Threatens { player: Player, mv: Move, wins: bool },
    /// The moves of each player that give the other no point.
    Safe { turn: Player, counts: [usize; 2] },
    /// The stack that is higher than all others, and whose checker is on top of it.
    Tallest { owner: Player, square: Square, height: usize },
    /// All moves of a player.
    Mobility { player: Player, moves: u32 },
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
        if completion.wins {
            // The win that follows at once is said by this.
            facts.retain(|fact| !matches!(fact, StackFact::Wins { plies: 2, .. }));
        }
        facts.push(StackFact::LeavesPoint { enemy: !mover, mv: completion.mv, wins: completion.wins, saving });
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
fn states<B: Board>(game: Game<B>, pos: &Position<B>) -> Vec<StackFact> {
    let (turn, waiter) = (pos.turn(), !pos.turn());
    let mut facts = Vec::new();
    let points = Player::BOTH.map(|player| pos.score(player));
    facts.push(StackFact::Points { points, left: B::STACKS - points[0] - points[1] });
    let (safe, moves) = (safe_moves(pos), pos.count_moves_for(turn));
    if safe.is_empty() && moves > 0 && best_completion(pos).is_none() {
        facts.push(StackFact::Zugzwang { player: turn, moves: moves as usize });
    }
    if let Some(next) = on_turn(game, pos, waiter) {
        if let Some(completion) = best_completion(&next).filter(|_| best_completion(pos).is_none()) {
            facts.push(StackFact::Threatens { player: waiter, mv: completion.mv, wins: completion.wins });
        }
        let mut counts = [safe.len(); 2];
        counts[waiter.index()] = safe_moves(&next).len();
        facts.push(StackFact::Safe { turn, counts });
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
    for player in Player::BOTH {
        facts.push(StackFact::Mobility { player, moves: pos.count_moves_for(player) });
    }
    facts
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
            | (F::Mobility { player: a, .. }, F::Mobility { player: b, .. }) => a == b,
            (F::TakesTop { player: a, height: one, .. }, F::TakesTop { player: b, height: two, .. }) => {
                a == b && one <= two
            }
            (F::NextEight { .. }, F::NextEight { .. })
            | (F::Tallest { .. }, F::Tallest { .. })
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
            (F::Points { points: [x, o], .. }, Some(F::Points { points: [x_then, o_then], .. })) => {
                match (x + o_then).cmp(&(o + x_then)) {
                    std::cmp::Ordering::Greater => Some(Player::X),
                    std::cmp::Ordering::Equal => None,
                    std::cmp::Ordering::Less => Some(Player::O),
                }
            }
            (F::Safe { turn, counts }, Some(F::Safe { counts: then, .. })) => {
                let (out, other) = (first_out(*turn, *counts), first_out(*turn, *then));
                (out != other).then_some(!out)
            }
            (F::Mobility { player, moves }, Some(F::Mobility { moves: then, .. })) => {
                let few = *moves.min(then) * 4 <= *moves.max(then) * 3 && moves.abs_diff(*then) >= FEW_MOVES;
                few.then_some(if moves > then { *player } else { !*player })
            }
            (F::Points { .. } | F::Safe { .. } | F::Mobility { .. } | F::Tallest { .. }, None) | (_, Some(_)) => None,
            (
                F::Wins { player, .. }
                | F::LeavesPoint { enemy: player, .. }
                | F::NextEight { owner: player, .. }
                | F::AnswerGone { mover: player, .. }
                | F::TakesTop { player, .. }
                | F::Threatens { player, .. },
                None,
            ) => Some(*player),
            (F::Passes { player } | F::Zugzwang { player, .. }, None) => Some(!*player),
        }
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
                "{by} must complete the next eight, on {square}, for {owner}",
                square = square,
                owner = owner,
                by = by
            ),
            Self::Points { points: [x, o], left } => {
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
            (Self::Mobility { player, moves }, Some(Self::Mobility { moves: then, .. })) => {
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
