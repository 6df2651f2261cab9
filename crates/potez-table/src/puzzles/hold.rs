//! Lost positions in which exactly one move holds out longest, by the rules alone: how soon the opponent wins is
//! searched to its end after every move.

use potez_core::{Game, Position, Record};
use potez_search::distance::DistanceSolver;
use potez_search::{Limits, Stop};

/// Plies of a loss that are searched at most.
pub(crate) const LONGEST: u8 = 15;

/// A line of moves of a game.
type LineOf<G> = Vec<<<G as Game>::Position as Position>::Move>;

/// How a lost position holds out longest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LongestDefence<M> {
    /// The only move that does, and the play to the end that takes as long as it can be made to.
    pub line: Vec<M>,
    /// Plies within which every other move loses, itself not counted.
    pub others: u8,
}

/// The move after which the opponent takes longer to win than after any other. `None` if several last equally long, if
/// one does not lose within [`LONGEST`] plies, or if the limits were too tight to tell.
pub(crate) fn longest<G: Game>(
    record: &Record<G>,
    limits: Limits,
    stop: &Stop,
) -> Option<LongestDefence<<G::Position as Position>::Move>> {
    let pos = record.position();
    let mut solver = DistanceSolver::new(!pos.turn(), limits, stop);
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let after = |mv| {
        let mut child = pos.clone();
        child.play(mv);
        (mv, child)
    };
    let mut lasting: Vec<_> = moves.into_iter().map(after).collect();
    if lasting.len() < 2 {
        return None;
    }
    let mut others = 0;
    loop {
        let mut still = Vec::new();
        for (mv, child) in lasting {
            if !solver.forces(&child, others)? {
                still.push((mv, child));
            }
        }
        lasting = still;
        if lasting.len() < 2 {
            break;
        }
        others += 1;
        if others > LONGEST {
            return None;
        }
    }
    let (mv, child) = lasting.pop()?;
    let distance = solver.distance(&child, LONGEST)?;
    let mut line = vec![mv];
    line.extend(solver.line(&child, distance)?);
    Some(LongestDefence { line, others })
}

/// The fastest win that the player to move can force, if there is one within [`LONGEST`] plies.
pub(crate) fn fastest_win<G: Game>(record: &Record<G>, limits: Limits, stop: &Stop) -> Option<LineOf<G>> {
    let pos = record.position();
    let mut solver = DistanceSolver::new(pos.turn(), limits, stop);
    let distance = solver.distance(pos, LONGEST)?;
    solver.line(pos, distance)
}
