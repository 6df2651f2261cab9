//! Remarks on a move: the stack it completes or builds, whose top that is, and what is left for the
//! opponent to do.

use potez_byte::{Board, Game, Move, Position, Stack};
use potez_core::{Game as _, Outcome, Player, Position as _, Record, Remark};

use crate::remarks::{MOST, count, remark};

/// The checkers of a full stack (Rule 3.1).
const FULL: usize = 8;

/// The most important first.
pub(super) fn remarks<B: Board>(record: &Record<Game<B>>, mv: Move) -> Vec<Remark> {
    let before = record.position();
    let mover = before.turn();
    if mv.is_pass() {
        return vec![remark!("byte-pass", "{player} has no move and must pass", player = mover)];
    }
    let mut after = *before;
    after.play(mv);
    let played = MovePlayed { game: *record.game(), before, after: &after, mv, mover };
    let mut remarks = Vec::new();
    played.completed(&mut remarks);
    if after.outcome().is_none() {
        played.missed(&mut remarks);
        played.left(&mut remarks);
        played.threatened(&mut remarks);
        played.built(&mut remarks);
        played.mobility(&mut remarks);
    }
    remarks.truncate(MOST);
    remarks
}

/// A move with the positions before and after it.
struct MovePlayed<'a, B: Board> {
    game: Game<B>,
    before: &'a Position<B>,
    after: &'a Position<B>,
    mv: Move,
    mover: Player,
}

/// A move that completes a stack.
pub(super) struct Completion {
    pub(super) mv: Move,
    /// The stack that is added to.
    onto: Stack,
    /// Whether the point ends the game.
    pub(super) wins: bool,
}

impl<B: Board> MovePlayed<'_, B> {
    /// Rule 3.1: the stack that the move itself has completed.
    fn completed(&self, remarks: &mut Vec<Remark>) {
        let Some(owner) = scorer(self.before, self.mv) else { return };
        let square = self.mv.to();
        let score = format!("{}-{}", self.after.score(Player::X), self.after.score(Player::O));
        remarks.push(match self.after.outcome() {
            Some(Outcome::Win(winner)) => remark!(
                "byte-wins",
                "completes the stack on {square}: the top is {winner}'s, who wins {score}",
                square = square,
                winner = winner,
                score = score
            ),
            _ if owner == self.mover => remark!(
                "byte-completes",
                "completes the stack on {square} with {owner}'s checker on top: the score is {score}",
                square = square,
                owner = owner,
                score = score
            ),
            _ => remark!(
                "byte-gives",
                "completes the stack on {square} for {owner}, whose checker is on top: the score is {score}",
                square = square,
                owner = owner,
                score = score
            ),
        });
    }

    /// The point that the mover could have had.
    fn missed(&self, remarks: &mut Vec<Remark>) {
        // Who has scored has missed nothing.
        if scorer(self.before, self.mv) == Some(self.mover) {
            return;
        }
        if let Some(completion) = best_completion(self.before) {
            remarks.push(if completion.wins {
                remark!("byte-misses-win", "misses the win {mv}", mv = completion.mv)
            } else {
                remark!("byte-misses-point", "misses the point of {mv}", mv = completion.mv)
            });
        }
    }

    /// The points that the opponent can score now, or could have scored before.
    fn left(&self, remarks: &mut Vec<Remark>) {
        let enemy = !self.mover;
        if let Some(Completion { mv, onto, wins }) = best_completion(self.after) {
            let height = onto.height();
            remarks.push(if wins {
                remark!("byte-leaves-win", "lets {enemy} win with {mv}", enemy = enemy, mv = mv)
            } else {
                remark!(
                    "byte-leaves-top",
                    "leaves the top of the stack of {height} on {square} to {enemy}: {mv} scores",
                    height = height,
                    square = mv.to(),
                    enemy = enemy,
                    mv = mv
                )
            });
        } else if let Some(completion) = on_turn(self.game, self.before, enemy).as_ref().and_then(best_completion) {
            remarks.push(remark!(
                "byte-stops",
                "takes the point of {mv} from {enemy}",
                enemy = enemy,
                mv = completion.mv
            ));
        }
        if self.after.count_moves_for(enemy) == 0 {
            remarks.push(remark!("byte-forces-pass", "{enemy} has no move left and must pass", enemy = enemy));
        }
    }

    /// The point that the mover wants to score next.
    fn threatened(&self, remarks: &mut Vec<Remark>) {
        let Some(next) = on_turn(self.game, self.after, self.mover) else { return };
        if let Some(completion) = best_completion(&next) {
            let player = self.mover;
            remarks.push(if completion.wins {
                remark!("byte-threatens-win", "threatens to win with {mv}", player = player, mv = completion.mv)
            } else {
                remark!("byte-threatens", "threatens to score with {mv}", player = player, mv = completion.mv)
            });
        }
    }

    /// The stack that grows, or the step of one that stood alone.
    fn built(&self, remarks: &mut Vec<Remark>) {
        let square = self.mv.to();
        let stack = self.after.stack(square);
        let Some(owner) = stack.top() else { return };
        if self.before.height(square) > 0 {
            let (height, missing) = (stack.height(), FULL - stack.height());
            remarks.push(remark!(
                "byte-builds",
                "builds a stack of {height} on {square} with {owner}'s checker on top, {missing} short of eight",
                height = height,
                square = square,
                owner = owner,
                missing = missing
            ));
        } else if let Some(distance) = self.after.nearest(square) {
            remarks.push(if distance == 1 {
                remark!("byte-arrives", "brings the stack on {square} beside another", square = square)
            } else {
                let steps = count(distance, "step");
                remark!(
                    "byte-approaches",
                    "brings the stack on {square} within {steps} of another",
                    square = square,
                    count = distance
                )
            });
        }
    }

    /// How many moves the opponent had and has, and the mover likewise.
    fn mobility(&self, remarks: &mut Vec<Remark>) {
        let enemy = !self.mover;
        let counts = |player| [self.before, self.after].map(|pos| pos.count_moves_for(player) as usize);
        let ([from, to], [own_from, own_to]) = (counts(enemy), counts(self.mover));
        // That the enemy must pass has been said already.
        if to == 0 {
            return;
        }
        // Moves taken from the enemy and moves given are told apart: translations need other words
        // for each.
        let (change, number) = if to < from { ("takes", from - to) } else { ("gives", to - from) };
        let english = match (change, number) {
            (_, 0) => format!("{enemy} keeps {}", count(to, "move")),
            ("takes", _) => format!("takes {} from {enemy}, who has {to} left", count(number, "move")),
            _ => format!("gives {enemy} {} more, {to} in all", count(number, "move")),
        };
        let own = format!("{} has {own_to} after {own_from}", self.mover);
        let change = if number == 0 { "keeps" } else { change };
        remarks.push(remark!(
            "byte-mobility",
            "{english}; {own}",
            change = change,
            enemy = enemy,
            count = number,
            left = to,
            player = self.mover,
            from = own_from,
            to = own_to
        ));
    }
}

/// Who scores with a move, if it completes a stack.
pub(super) fn scorer<B: Board>(pos: &Position<B>, mv: Move) -> Option<Player> {
    let (from, level) = (pos.stack(mv.from()), usize::from(mv.level()));
    (from.height() - level + pos.height(mv.to()) == FULL).then(|| from.top()).flatten()
}

/// A move of the player to move that scores for that player, one that wins before others; of those
/// the one onto the highest stack.
pub(super) fn best_completion<B: Board>(pos: &Position<B>) -> Option<Completion> {
    let player = pos.turn();
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    // Rule 3.2: whoever has most of the stacks has won.
    let wins = pos.score(player) + 1 >= B::MAJORITY;
    let scoring = moves.into_iter().filter(|mv| !mv.is_pass() && scorer(pos, *mv) == Some(player));
    let mv = scoring.max_by_key(|mv| (pos.height(mv.to()), std::cmp::Reverse(*mv)))?;
    Some(Completion { mv, onto: pos.stack(mv.to()), wins })
}

/// The same position with the other turn, if the player were to move.
pub(super) fn on_turn<B: Board>(game: Game<B>, pos: &Position<B>, player: Player) -> Option<Position<B>> {
    // Through the notation: a position has no way to change its turn, since the rules have none.
    let text = pos.to_string();
    let mut words: Vec<&str> = text.split(' ').collect();
    let letter = player.letter().to_string();
    *words.get_mut(1)? = &letter;
    game.read_position(&words.join(" ")).ok()
}
