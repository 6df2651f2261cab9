//! The record of a solver's search: that of a proof-number search whose numbers are all or nothing.

use potez_core::Player;

use super::table::WIN;
use crate::trace::{ProofTrace, ProofVisit};

/// What a solver records while it is watched.
pub(super) struct SolverRecording<M> {
    pub(super) trace: ProofTrace<M>,
    /// Whose win is asked for, and whether the search succeeds by showing it.
    asked: Player,
    shows_win: bool,
    root: Player,
    /// The move to the position that is searched next; none at the root.
    arriving: Option<M>,
}

impl<M: Copy> SolverRecording<M> {
    /// Room for this many visits.
    pub(super) fn new(limit: usize) -> Self {
        let trace = ProofTrace::new(limit);
        Self { trace, asked: Player::X, shows_win: true, root: Player::X, arriving: None }
    }

    /// A search for a goal of the player to move begins. To get at least a draw is to keep the other from winning.
    pub(super) fn begin(&mut self, turn: Player, goal: u8, children: usize) {
        self.trace.begin();
        (self.root, self.shows_win, self.arriving) = (turn, goal == WIN, None);
        self.asked = if self.shows_win { turn } else { !turn };
        self.enter(turn, children, [0; 2]);
    }

    /// The next position is that after this move.
    pub(super) fn arrive(&mut self, mv: M) {
        self.arriving = Some(mv);
    }

    /// The table or the rules knew the value of the next position.
    pub(super) fn knew(&mut self) {
        self.trace.count_hit();
    }

    /// A position is expanded; `known` are its moves that miss the goal for certain, and those that reach it.
    pub(super) fn expand(&mut self, turn: Player, children: usize, known: [usize; 2]) {
        let [missing, reaching] = known.map(|count| count as u32);
        let is_or = turn == self.asked;
        self.enter(turn, children + known[0] + known[1], if is_or { [reaching, missing] } else { [missing, reaching] });
    }

    fn enter(&mut self, turn: Player, children: usize, solved: [u32; 2]) {
        self.trace.enter(ProofVisit {
            parent: None,
            mv: self.arriving.take(),
            player: self.asked,
            is_or: turn == self.asked,
            thresholds: [None; 2],
            before: [Some(1); 2],
            after: None,
            children: children as u32,
            solved,
            work: 0,
        });
    }

    /// The position under way is decided: whether the player to move there reaches what is asked for.
    pub(super) fn leave(&mut self, turn: Player, reached: bool, work: u64) {
        let root_reaches = (turn == self.root) == reached;
        let is_proven = root_reaches == self.shows_win;
        self.trace.leave(if is_proven { [Some(0), None] } else { [None, Some(0)] }, work);
    }
}
