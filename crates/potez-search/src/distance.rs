//! How soon a win can be forced: a search to a bounded depth that evaluates nothing.
//!
//! The question is "does this player win within n plies, whatever the other does?", asked for one n after the other.
//! A shortest forced win comes through no position twice, so the answer is right in games with cycles, too.

use potez_core::{Outcome, Player, Position};
use rustc_hash::FxHashMap;

use crate::poll_timer::PollTimer;
use crate::{Limits, Stop, TimeManager};

/// A solver of distances to the win of one player. It keeps what it has found out from one question to the next.
pub struct DistanceSolver<P: Position> {
    winner: Player,
    known: FxHashMap<u64, Distance<P::Move>>,
    /// By the plies that are left, the move that last decided a node.
    killers: Vec<Option<P::Move>>,
    timer: TimeManager,
    poll_timer: PollTimer,
    nodes: u64,
    is_stopped: bool,
}

/// What is known of a position: plies that are too few, plies that are enough, and the move that decided it last.
#[derive(Clone, Copy)]
struct Distance<M> {
    too_few: u8,
    enough: u8,
    best: Option<M>,
}

impl<P: Position> DistanceSolver<P> {
    /// A solver that knows nothing yet; the limits are those of all questions together.
    pub fn new(winner: Player, limits: Limits, stop: &Stop) -> Self {
        Self {
            winner,
            known: FxHashMap::default(),
            killers: vec![None; usize::from(u8::MAX) + 1],
            timer: TimeManager::start(limits, stop),
            poll_timer: PollTimer::start(limits.nodes),
            nodes: 0,
            is_stopped: false,
        }
    }

    /// Whether the player forces a win within this number of plies; `None` if a limit was reached first.
    pub fn forces(&mut self, pos: &P, plies: u8) -> Option<bool> {
        if let Some(outcome) = pos.outcome() {
            return Some(outcome == Outcome::Win(self.winner));
        }
        if plies == 0 {
            return Some(false);
        }
        let key = pos.key();
        let known = self.known.get(&key).copied();
        match known {
            Some(known) if plies <= known.too_few => return Some(false),
            Some(known) if plies >= known.enough => return Some(true),
            _ => {}
        }
        self.count_node()?;
        let is_winner = pos.turn() == self.winner;
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        // What has decided this position, or another with as many plies left, comes first.
        let mut front = 0;
        for first in [known.and_then(|known| known.best), self.killers[usize::from(plies)]].into_iter().flatten() {
            if let Some(at) = moves[front..].iter().position(|mv| *mv == first) {
                moves.swap(front, front + at);
                front += 1;
            }
        }
        let mut deciding = None;
        for mv in moves {
            let mut child = pos.clone();
            child.play(mv);
            if self.forces(&child, plies - 1)? == is_winner {
                deciding = Some(mv);
                break;
            }
        }
        let reached = deciding.is_some() == is_winner;
        if deciding.is_some() {
            self.killers[usize::from(plies)] = deciding;
        }
        // A position before its last ply is looked through as fast as it is found in the table.
        if plies > 1 {
            let known = self.known.entry(key).or_insert(Distance { too_few: 0, enough: u8::MAX, best: None });
            known.best = deciding.or(known.best);
            if reached {
                known.enough = known.enough.min(plies);
            } else {
                known.too_few = known.too_few.max(plies);
            }
        }
        Some(reached)
    }

    /// The fewest plies within which the player forces a win, up to a bound; `None` if it takes more or a limit was
    /// reached.
    pub fn distance(&mut self, pos: &P, most: u8) -> Option<u8> {
        for plies in 0..=most {
            if self.forces(pos, plies)? {
                return Some(plies);
            }
        }
        None
    }

    /// The line of a win at this distance in plies: the winner's shortest way, the loser's longest.
    pub fn line(&mut self, pos: &P, distance: u8) -> Option<Vec<P::Move>> {
        let (mut pos, mut line) = (pos.clone(), Vec::new());
        for left in (0..distance).rev() {
            let is_winner = pos.turn() == self.winner;
            let mut moves = Vec::new();
            pos.legal_moves(&mut moves);
            let mut chosen = None;
            for mv in moves {
                let mut child = pos.clone();
                child.play(mv);
                let keeps =
                    if is_winner { self.forces(&child, left)? } else { left == 0 || !self.forces(&child, left - 1)? };
                if keeps {
                    chosen = Some((mv, child));
                    break;
                }
            }
            let (mv, child) = chosen?;
            line.push(mv);
            pos = child;
        }
        Some(line)
    }

    /// Counts a node; `None` from the moment on when a limit is reached.
    fn count_node(&mut self) -> Option<()> {
        self.nodes += 1;
        if !self.is_stopped && self.poll_timer.is_due(self.nodes) {
            self.is_stopped = self.timer.must_stop(self.nodes);
            self.poll_timer.reschedule(self.nodes, self.timer.elapsed());
        }
        (!self.is_stopped).then_some(())
    }
}
