//! The trait of a position.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::{Explain, Outcome, Player};

/// A position: all that the rules need to go on, and no history.
///
/// Positions are copied, never unmade. `Eq` is the identity that repetition is judged by.
pub trait Position: Clone + Eq + Debug + Display + Send + Sync + 'static {
    /// A complete turn, small and cheap; its `Display` is the canonical text.
    type Move: Copy + Eq + Hash + Debug + Display + Send + Sync + 'static;

    /// Why a move is not legal, one variant a reason.
    type Illegal: Explain + std::error::Error + Clone + PartialEq + Send + Sync + 'static;

    /// Whether a position can come back in the course of a game; if it can, its third occurrence is
    /// a draw.
    const REPEATS: bool = false;

    /// The player to move. It means nothing once the game is over.
    fn turn(&self) -> Player;

    /// The result, if the game is over: O(1), [`play`](Self::play) has settled it.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends every legal move, each once; none when the game is over. The caller clears.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Plays a legal move; only debug builds check that it is one.
    fn play(&mut self, mv: Self::Move);

    /// A hash of all that `Eq` compares, kept up to date by `play`.
    fn key(&self) -> u64;

    /// Says whether the move is legal, and if not, exactly why.
    fn check(&self, mv: Self::Move) -> Result<(), Self::Illegal>;

    /// Whether the move is legal: the same answer as [`check`](Self::check), where a game can give
    /// it faster.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.check(mv).is_ok()
    }

    /// Plays the move if it is legal; otherwise the position stays as it is.
    fn try_play(&mut self, mv: Self::Move) -> Result<(), Self::Illegal> {
        self.check(mv)?;
        self.play(mv);
        Ok(())
    }

    /// The number of legal moves, where a game can count faster than list.
    fn count_moves(&self) -> u64 {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.len() as u64
    }

    /// A legal move chosen uniformly, `None` when the game is over.
    fn random_move(&self, rng: &mut fastrand::Rng) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        rng.choice(moves)
    }
}

/// The reason of games that give no better one: the move is not among the legal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("that move is not legal here")]
pub struct Unplayable;

impl Explain for Unplayable {
    fn code(&self) -> &'static str {
        "unplayable"
    }
}
