//! The record of a proof-number search: every expansion of a position, in the order of the search.

use potez_core::Player;

/// A recorded proof-number search. Visits are in preorder: everything below a visit follows it
/// directly. A position that the search leaves and comes back to is visited again.
#[derive(Clone, Debug)]
pub struct ProofTrace<M> {
    limit: usize,
    /// The visits that were kept.
    pub visits: Vec<ProofVisit<M>>,
    /// Visits made, kept or not: each expands a position.
    pub made: u64,
    /// Children whose numbers the table knew, kept or not.
    pub table_hits: u64,
    /// Positions proven and disproven, kept or not.
    pub solved: [u64; 2],
    /// Visits by plies from the root, kept or not.
    pub plies: Vec<u64>,
    open: Vec<Option<u32>>,
}

/// One visit of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProofVisit<M> {
    /// The visit of the position above; `None` at the root.
    pub parent: Option<u32>,
    /// The move that leads here; `None` at the root.
    pub mv: Option<M>,
    /// Whose win is to be proven.
    pub player: Player,
    /// Whether that player is to move: then one proven move is enough.
    pub is_or: bool,
    /// The proof and disproof numbers at which the visit ends; `None` is infinite.
    pub thresholds: [Option<u32>; 2],
    /// The numbers when it began, from the moves as they were known.
    pub before: [Option<u32>; 2],
    /// The numbers when it ended; `None` if the search was stopped in it.
    pub after: Option<[Option<u32>; 2]>,
    /// The moves of the position.
    pub children: u32,
    /// Those that were proven and disproven when it began.
    pub solved: [u32; 2],
    /// Positions expanded in this visit, itself included.
    pub work: u64,
}

impl<M: Copy> ProofTrace<M> {
    /// Room for this many visits.
    pub(crate) fn new(limit: usize) -> Self {
        Self { limit, visits: Vec::new(), made: 0, table_hits: 0, solved: [0; 2], plies: Vec::new(), open: Vec::new() }
    }

    /// Whether there were more visits than room.
    pub fn is_truncated(&self) -> bool {
        self.made > self.visits.len() as u64
    }

    /// A new search begins: what the last one left open was stopped.
    pub(crate) fn begin(&mut self) {
        self.open.clear();
    }

    /// Enters a position; its parent is the one under way.
    pub(crate) fn enter(&mut self, visit: ProofVisit<M>) {
        let ply = self.open.len();
        if self.plies.len() <= ply {
            self.plies.resize(ply + 1, 0);
        }
        self.plies[ply] += 1;
        let has_room = self.visits.len() < self.limit && !self.is_truncated();
        self.made += 1;
        let parent = self.open.last().copied().flatten();
        self.open.push(has_room.then_some(self.visits.len() as u32));
        if has_room {
            self.visits.push(ProofVisit { parent, ..visit });
        }
    }

    /// Leaves the position under way with its numbers.
    pub(crate) fn leave(&mut self, numbers: [Option<u32>; 2], work: u64) {
        for (count, number) in self.solved.iter_mut().zip(numbers) {
            *count += u64::from(number == Some(0));
        }
        if let Some(Some(id)) = self.open.pop()
            && let Some(visit) = self.visits.get_mut(id as usize)
        {
            (visit.after, visit.work) = (Some(numbers), work);
        }
    }

    /// The table knew a child.
    pub(crate) fn count_hit(&mut self) {
        self.table_hits += 1;
    }
}
