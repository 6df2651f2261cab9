//! Depth-first proof-number search: the certain result of a position, or an honest "unknown".
//!
//! A question is "can this player force a win?", draws counting as no. Each open position has two numbers: how many
//! leaves at least must turn out well to prove it, and how many badly to disprove it. The search always goes where the
//! numbers are smallest and keeps them in a table of bounded size. A second question tells a draw from a loss.
//!
//! Where positions can come back, a repetition counts as no win. A disproof that rests on one is good for the path it
//! was found on and is not stored; proofs never rest on one. The play before the position asked about is not known
//! here and does not count.

mod search;
mod table;

use std::time::Duration;

use potez_core::{Player, Position};

use crate::{Limits, Proof, Stop, Watch};
use search::Search;
use table::Table;

/// All that can be chosen about a proof-number search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The memory of the table in MiB; at least 1.
    pub memory: usize,
    /// How far above the second-best child the best one may rise before the search looks elsewhere: 0.25 is a
    /// quarter. Larger steps jump less from branch to branch.
    pub patience: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { memory: 64, patience: 0.25 }
    }
}

/// The first numbers of an open position.
pub trait Guess<P: Position>: Send + Sync {
    /// How hard it seems to prove that `player` wins, and to disprove it: 1 is easy, more is harder.
    fn guess(&self, pos: &P, player: Player) -> (u32, u32);
}

/// No opinion: everything seems easy.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unknowing;

impl<P: Position> Guess<P> for Unknowing {
    fn guess(&self, _: &P, _: Player) -> (u32, u32) {
        (1, 1)
    }
}

/// What a proof-number search has found out.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict<M> {
    /// The result for the player to move; `None` if the limits came first.
    pub proof: Option<Proof>,
    /// A move that reaches it; for a loss the one that took most work to refute. `None` if nothing is known or the
    /// game is over.
    pub best: Option<M>,
    /// Positions whose moves were looked at.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// A proof-number search whose table is kept from one search to the next.
#[derive(Debug)]
pub struct Dfpn<G> {
    settings: Settings,
    guess: G,
    table: Table,
}

impl<G> Dfpn<G> {
    /// A search with an empty table. A table serves one game.
    pub fn new(settings: Settings, guess: G) -> Self {
        Self { settings, guess, table: Table::new(settings.memory << 20) }
    }

    /// A search whose table has about so many entries, whatever the settings say.
    pub fn with_entries(settings: Settings, guess: G, entries: usize) -> Self {
        Self { settings, guess, table: Table::new(entries * Table::ENTRY) }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The result of a position under best play. Depth limits mean nothing here.
    pub fn solve<P: Position>(&mut self, pos: &P, limits: Limits, stop: &Stop) -> Verdict<P::Move>
    where
        G: Guess<P>,
    {
        let watch = Watch::start(limits, stop);
        let mut nodes = 0;
        let (proof, best) = self.ask(pos, &mut pos.turn(), &watch, &mut nodes);
        Verdict { proof, best, nodes, time: watch.elapsed() }
    }

    /// Asks whether `first` wins and, if that does not settle it, whether the other player does; leaves in `first` whose
    /// question has settled it.
    fn ask<P: Position>(
        &mut self,
        pos: &P,
        first: &mut Player,
        watch: &Watch,
        nodes: &mut u64,
    ) -> (Option<Proof>, Option<P::Move>)
    where
        G: Guess<P>,
    {
        let mover = pos.turn();
        if let Some(outcome) = pos.outcome() {
            let proof = match outcome.winner() {
                Some(winner) if winner == mover => Proof::Win,
                Some(_) => Proof::Loss,
                None => Proof::Draw,
            };
            return (Some(proof), None);
        }
        let mut question =
            |player| Search::new(&mut self.table, &self.guess, self.settings, player).run(pos, watch, nodes);
        let seen = |winner: Player| Some(if winner == mover { Proof::Win } else { Proof::Loss });
        let Some(answer) = question(*first) else { return (None, None) };
        if answer.wins || answer.is_pure {
            return (seen(if answer.wins { *first } else { !*first }), Some(answer.mv));
        }
        let Some(answer) = question(!*first) else { return (None, None) };
        *first = !*first;
        (if answer.wins { seen(*first) } else { Some(Proof::Draw) }, Some(answer.mv))
    }

    /// The play that leads to the result, as far as the limits reach: wins and draws are kept, losses resisted.
    pub fn variation<P: Position>(&mut self, pos: &P, limits: Limits, stop: &Stop) -> Vec<P::Move>
    where
        G: Guess<P>,
    {
        let watch = Watch::start(limits, stop);
        let mut nodes = 0;
        let mut pos = pos.clone();
        let mut variation = Vec::new();
        let mut keys = vec![pos.key()];
        let mut first = pos.turn();
        while let (Some(proof), Some(mv)) = self.ask(&pos, &mut first, &watch, &mut nodes) {
            // The table knows the rest of a win by the same question; a draw has two sides at every move.
            if proof == Proof::Draw {
                first = !pos.turn();
            }
            variation.push(mv);
            pos.play(mv);
            // A drawn game may go round for ever.
            if P::REPEATS && keys.contains(&pos.key()) {
                break;
            }
            keys.push(pos.key());
        }
        variation
    }
}
