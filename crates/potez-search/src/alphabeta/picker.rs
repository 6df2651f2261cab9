//! The move picker: the moves of a node one by one, best first, generated no earlier than needed.

use potez_core::Position;
use rustc_hash::FxHashSet;

use super::history::{HistoryHints, MAX_HISTORY};
use super::knowledge::{Evaluator, MoveList, MoveOrdering, OrderedMove};
use super::thread::SearchThread;

/// Moves of a node that are picked one by one, by looking for the best of the rest; if the node
/// needs more, the others are sorted at once. Most nodes are cut off by their first moves, and
/// sorting for those would be wasted.
const SELECTION_SORTED: usize = 6;
/// A cautious guess at the moves of a node that have not been generated yet.
const UNGENERATED_MOVES: usize = 8;

/// The moves of one node, best first.
pub(super) struct MovePicker<M> {
    moves: MoveList<M>,
    /// Where the moves not yet picked begin.
    at: usize,
    sorted: bool,
    stage: PickStage,
    /// The tag of the table move, 0 if there is none.
    table_tag: u32,
    /// The moves that were tried before anything was generated: the table move, then the killers.
    ungenerated: [Option<M>; 3],
    /// Moves handed out so far.
    picked: u32,
    /// Tags of quiet moves that did not cause a cutoff.
    pub(super) failed_quiets: Vec<u32>,
}

/// A move that is to be searched next.
#[derive(Clone, Copy, Debug)]
pub(super) struct PickedMove<M> {
    pub(super) mv: M,
    /// The moves that came before it.
    pub(super) index: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PickStage {
    /// Moves known by their tags: the table move (0), the two killers (1, 2).
    Tagged(usize),
    /// A stage of the move ordering.
    Generate(u32),
    Done,
    /// The legal moves that the ordering left out.
    LeftOut,
}

impl<M: Copy> Default for MovePicker<M> {
    fn default() -> Self {
        Self {
            moves: MoveList::default(),
            at: 0,
            sorted: false,
            stage: PickStage::Tagged(0),
            table_tag: 0,
            ungenerated: [None; 3],
            picked: 0,
            failed_quiets: Vec::new(),
        }
    }
}

impl<M: Copy + Eq> MovePicker<M> {
    /// Begins a node whose table move has this tag.
    pub(super) fn begin(&mut self, table_tag: u32) {
        self.moves.clear();
        self.at = 0;
        self.stage = PickStage::Tagged(0);
        self.table_tag = table_tag;
        self.ungenerated = [None; 3];
        self.picked = 0;
        self.failed_quiets.clear();
    }

    /// The moves of a node in this order, after `before` others.
    pub(super) fn listed(moves: impl Iterator<Item = M>, before: usize) -> Self {
        let mut picker = Self { sorted: true, stage: PickStage::Done, picked: before as u32, ..Self::default() };
        moves.for_each(|mv| picker.moves.push(mv, 0));
        picker
    }

    /// Begins a node of quiescence search with these moves.
    pub(super) fn begin_noisy(&mut self, generate: impl FnOnce(&mut MoveList<M>)) {
        self.moves.clear();
        generate(&mut self.moves);
        (self.at, self.sorted) = (0, false);
    }

    fn hand_out(&mut self, mv: M) -> PickedMove<M> {
        let index = self.picked;
        self.picked += 1;
        PickedMove { mv, index }
    }

    /// Whether the moves that the ordering left out have been listed.
    pub(super) fn has_listed_left_out(&self) -> bool {
        self.stage == PickStage::LeftOut
    }

    /// About how many moves remain: those generated and not yet handed out, or a guess before
    /// generation.
    pub(super) fn remaining(&self) -> usize {
        match self.stage {
            PickStage::Tagged(_) | PickStage::Generate(0) => UNGENERATED_MOVES,
            _ => self.moves.len() - self.at,
        }
    }

    /// The best of the moves generated so far that have not been picked.
    pub(super) fn pick(&mut self) -> Option<M> {
        let rest = &mut self.moves.moves[self.at..];
        if !self.sorted {
            if self.at >= SELECTION_SORTED {
                rest.sort_unstable_by_key(|ordered| std::cmp::Reverse(ordered.order));
                self.sorted = true;
            } else {
                // The first of the best, so that equal moves stay in the order of generation.
                let mut best = 0;
                for (index, ordered) in rest.iter().enumerate().skip(1) {
                    if ordered.order > rest[best].order {
                        best = index;
                    }
                }
                if best != 0 {
                    rest.swap(0, best);
                }
            }
        }
        let picked = rest.first()?.mv;
        self.at += 1;
        Some(picked)
    }
}

impl<P: Position, E: Evaluator<P>, G: MoveOrdering<P>> SearchThread<P, E, G> {
    /// The next move to search.
    pub(super) fn next_move(
        &mut self,
        picker: &mut MovePicker<P::Move>,
        pos: &P,
        ply: usize,
    ) -> Option<PickedMove<P::Move>> {
        loop {
            while let Some(mv) = picker.pick() {
                // The table move and the killers come up again once everything is generated.
                if !picker.ungenerated.contains(&Some(mv)) {
                    return Some(picker.hand_out(mv));
                }
            }
            match picker.stage {
                PickStage::Tagged(index) => {
                    picker.stage = if index < 2 { PickStage::Tagged(index + 1) } else { PickStage::Generate(0) };
                    let tag = match index {
                        0 => picker.table_tag,
                        _ if !self.tuning.killers => 0,
                        _ => self.history.killers(ply)[index - 1],
                    };
                    let found = if tag == 0 { None } else { self.ordering.move_from_tag(pos, tag) };
                    // A killer may be the table move over again.
                    if let Some(mv) = found.filter(|_| !picker.ungenerated.contains(&found)) {
                        picker.ungenerated[index] = found;
                        return Some(picker.hand_out(mv));
                    }
                }
                PickStage::Generate(stage) if stage < G::STAGES => {
                    picker.stage = PickStage::Generate(stage + 1);
                    picker.moves.clear();
                    self.ordering.candidates(pos, stage, &mut picker.moves);
                    self.add_history(picker, pos, ply);
                }
                PickStage::Generate(_) => picker.stage = PickStage::Done,
                PickStage::Done | PickStage::LeftOut => return None,
            }
        }
    }

    /// Adds the history tables to the orders of freshly generated moves.
    fn add_history(&mut self, picker: &mut MovePicker<P::Move>, pos: &P, ply: usize) {
        picker.at = 0;
        picker.sorted = false;
        // Generating and ordering some eight moves costs about as much as playing one.
        self.poll_timer.count_extra_work(picker.moves.len() as u64 / 8);
        let player = pos.turn();
        let counter_move =
            if self.tuning.counter_moves { self.history.counter_move(player, self.previous_tags[ply]) } else { 0 };
        let killers = if self.tuning.killers { self.history.killers(ply) } else { [0; 2] };
        let hints = HistoryHints { killers, counter_move };
        for OrderedMove { mv, order } in &mut picker.moves.moves {
            let tag = self.ordering.tag(*mv);
            // Here if the ordering cannot find moves by their tags: then the table move comes first
            // once it is generated.
            if tag == picker.table_tag {
                *order = i32::MAX;
                continue;
            }
            if !self.tuning.ordering {
                *order = 0;
            }
            let history = if self.tuning.history { self.history.score(player, tag) } else { 0 };
            *order = order.saturating_add(history + hints.bonus(tag));
        }
    }

    /// Lists all legal moves that the ordering left out. False if that has been done before.
    pub(super) fn list_left_out(&mut self, picker: &mut MovePicker<P::Move>, pos: &P, ply: usize) -> bool {
        if picker.has_listed_left_out() {
            return false;
        }
        picker.stage = PickStage::LeftOut;
        let left_out = self.left_out_moves(pos);
        picker.moves.clear();
        for mv in left_out {
            picker.moves.push(mv, 0);
        }
        self.add_history(picker, pos, ply);
        true
    }

    /// The legal moves that no stage of the ordering lists.
    pub(super) fn left_out_moves(&mut self, pos: &P) -> Vec<P::Move> {
        let mut listed = MoveList::default();
        for stage in 0..G::STAGES {
            self.ordering.candidates(pos, stage, &mut listed);
        }
        // There may be thousands of moves: comparing each with each would take longer than
        // searching some of them.
        let listed: FxHashSet<P::Move> = listed.iter().collect();
        let mut left_out = Vec::new();
        pos.legal_moves(&mut left_out);
        left_out.retain(|mv| !listed.contains(mv));
        left_out
    }

    /// Records that a quiet move caused a cutoff, and which ones before it did not.
    pub(super) fn record_cutoff(&mut self, picker: &MovePicker<P::Move>, pos: &P, tag: u32, depth: i32, ply: usize) {
        let player = pos.turn();
        // A cutoff near the root saves a large subtree, and there are few of them: they count for
        // more.
        let bonus = (depth * depth * 4).min(MAX_HISTORY / 4);
        if self.tuning.history {
            self.history.update(player, tag, bonus);
            for &failed in &picker.failed_quiets {
                self.history.update(player, failed, -bonus);
            }
        }
        self.history.record_cutoff(player, tag, self.previous_tags[ply], ply);
    }
}
