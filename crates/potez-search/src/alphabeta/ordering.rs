use std::sync::Arc;
use std::sync::atomic::{AtomicI16, AtomicU32, Ordering};

use potez_core::{Player, Position};

use super::guide::{Evaluator, Guide, Moves, Ranked};
use super::worker::Worker;

/// Slots of the history a player: tags are folded into them.
const SLOTS: usize = 1 << 14;
/// The history stays between this and its negative, so that guides can set their orders against it.
const MOST_HISTORY: i32 = 4096;
/// Orders added for a killer, the second killer and a counter move.
const KILLERS: [i32; 2] = [6000, 5000];
const COUNTER: i32 = 4500;
/// So many moves are picked one by one; if the node lives on, the rest is sorted at once.
const PICKED: usize = 6;
/// A cautious guess at the moves of a node that have not been listed yet.
const FEW: usize = 8;

/// What earlier cutoffs say about the moves to come. Threads share all but the killers, which belong to a line.
#[derive(Clone)]
pub(super) struct Lessons {
    history: Arc<[AtomicI16]>,
    counters: Arc<[AtomicU32]>,
    killers: Vec<[u32; 2]>,
}

impl Lessons {
    pub(super) fn new(plies: usize) -> Self {
        Self {
            history: (0..2 * SLOTS).map(|_| AtomicI16::new(0)).collect(),
            counters: (0..2 * SLOTS).map(|_| AtomicU32::new(0)).collect(),
            killers: vec![[0; 2]; plies],
        }
    }

    pub(super) fn clear(&mut self) {
        self.history.iter().for_each(|value| value.store(0, Ordering::Relaxed));
        self.counters.iter().for_each(|tag| tag.store(0, Ordering::Relaxed));
        self.killers.fill([0; 2]);
    }

    /// Halves the history.
    pub(super) fn fade(&self) {
        self.history.iter().for_each(|value| value.store(value.load(Ordering::Relaxed) / 2, Ordering::Relaxed));
    }

    /// Forgets the killers: they belong to the search before.
    pub(super) fn forget_killers(&mut self) {
        self.killers.fill([0; 2]);
    }

    fn slot(player: Player, tag: u32) -> usize {
        player.index() * SLOTS + (tag ^ tag >> 14) as usize % SLOTS
    }

    fn learn(&self, player: Player, tag: u32, bonus: i32) {
        let value = &self.history[Self::slot(player, tag)];
        let now = i32::from(value.load(Ordering::Relaxed));
        value.store((now + bonus - now * bonus.abs() / MOST_HISTORY) as i16, Ordering::Relaxed);
    }
}

/// The moves of one node, best first, generated no earlier than needed.
pub(super) struct Picker<M> {
    moves: Moves<M>,
    at: usize,
    sorted: bool,
    stage: Stage,
    /// The tag of the move to try first, 0 if there is none.
    first_tag: u32,
    /// The moves that were tried before anything was generated: the first, then the killers.
    recalled: [Option<M>; 3],
    /// Moves handed out so far.
    picked: u32,
    /// Tags of quiet moves that did not cut off.
    pub(super) failed: Vec<u32>,
}

/// A move whose turn it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn<M> {
    pub(super) mv: M,
    /// The moves that came before it.
    pub(super) index: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Recall(usize),
    Guide(u32),
    Done,
    Rest,
}

impl<M: Copy> Default for Picker<M> {
    fn default() -> Self {
        Self {
            moves: Moves::default(),
            at: 0,
            sorted: false,
            stage: Stage::Recall(0),
            first_tag: 0,
            recalled: [None; 3],
            picked: 0,
            failed: Vec::new(),
        }
    }
}

impl<M: Copy + Eq> Picker<M> {
    /// Begins a node whose table move has this tag.
    pub(super) fn begin(&mut self, first_tag: u32) {
        self.moves.clear();
        self.at = 0;
        self.stage = Stage::Recall(0);
        self.first_tag = first_tag;
        self.recalled = [None; 3];
        self.picked = 0;
        self.failed.clear();
    }

    /// The moves of a node in this order, after `before` others.
    pub(super) fn listed(moves: impl Iterator<Item = M>, before: usize) -> Self {
        let mut picker = Self { sorted: true, stage: Stage::Done, picked: before as u32, ..Self::default() };
        moves.for_each(|mv| picker.moves.push(mv, 0));
        picker
    }

    /// Begins a node of the quiescence search with these moves.
    pub(super) fn begin_noisy(&mut self, generate: impl FnOnce(&mut Moves<M>)) {
        self.moves.clear();
        generate(&mut self.moves);
        (self.at, self.sorted) = (0, false);
    }

    fn turn(&mut self, mv: M) -> Turn<M> {
        let index = self.picked;
        self.picked += 1;
        Turn { mv, index }
    }

    /// Whether the moves that the guide left out have been listed.
    pub(super) fn has_listed_rest(&self) -> bool {
        self.stage == Stage::Rest
    }

    /// About how many moves are left: those generated and not yet handed out, or a guess where nothing is generated yet.
    pub(super) fn left(&self) -> usize {
        match self.stage {
            Stage::Recall(_) | Stage::Guide(0) => FEW,
            _ => self.moves.len() - self.at,
        }
    }

    /// The best move that is left of those generated so far.
    pub(super) fn pick(&mut self) -> Option<M> {
        let left = &mut self.moves.ranked[self.at..];
        if !self.sorted {
            if self.at >= PICKED {
                left.sort_unstable_by_key(|ranked| std::cmp::Reverse(ranked.order));
                self.sorted = true;
            } else {
                // The first of the best, so that equal moves stay in the order of generation.
                let mut best = 0;
                for (index, ranked) in left.iter().enumerate().skip(1) {
                    if ranked.order > left[best].order {
                        best = index;
                    }
                }
                if best != 0 {
                    left.swap(0, best);
                }
            }
        }
        let picked = left.first()?.mv;
        self.at += 1;
        Some(picked)
    }
}

impl<P: Position, E: Evaluator<P>, G: Guide<P>> Worker<P, E, G> {
    /// The next move to try.
    pub(super) fn next_move(&mut self, picker: &mut Picker<P::Move>, pos: &P, ply: usize) -> Option<Turn<P::Move>> {
        loop {
            while let Some(mv) = picker.pick() {
                if !picker.recalled.contains(&Some(mv)) {
                    return Some(picker.turn(mv));
                }
            }
            match picker.stage {
                Stage::Recall(index) => {
                    picker.stage = if index < 2 { Stage::Recall(index + 1) } else { Stage::Guide(0) };
                    let tag = match index {
                        0 => picker.first_tag,
                        _ if !self.tuning.killers => 0,
                        _ => self.lessons.killers[ply][index - 1],
                    };
                    let recalled = if tag == 0 { None } else { self.guide.recall(pos, tag) };
                    if let Some(mv) = recalled.filter(|_| !picker.recalled.contains(&recalled)) {
                        picker.recalled[index] = recalled;
                        return Some(picker.turn(mv));
                    }
                }
                Stage::Guide(stage) if stage < G::STAGES => {
                    picker.stage = Stage::Guide(stage + 1);
                    picker.moves.clear();
                    self.guide.candidates(pos, stage, &mut picker.moves);
                    self.rank(picker, pos, ply);
                }
                Stage::Guide(_) => picker.stage = Stage::Done,
                Stage::Done | Stage::Rest => return None,
            }
        }
    }

    /// Adds what was learnt to the orders of freshly generated moves.
    fn rank(&mut self, picker: &mut Picker<P::Move>, pos: &P, ply: usize) {
        picker.at = 0;
        picker.sorted = false;
        // Listing and ranking some eight moves costs about as much as playing one.
        self.pulse.spend(picker.moves.len() as u64 / 8);
        let player = pos.turn();
        let killers = if self.tuning.killers { self.lessons.killers[ply] } else { [0; 2] };
        let counter = if self.tuning.counters {
            self.lessons.counters[self.counter_slot(player, ply)].load(Ordering::Relaxed)
        } else {
            0
        };
        for Ranked { mv, order } in &mut picker.moves.ranked {
            let tag = self.guide.tag(*mv);
            if tag == picker.first_tag {
                *order = i32::MAX;
                continue;
            }
            let mut lesson = 0;
            if self.tuning.history {
                lesson += i32::from(self.lessons.history[Lessons::slot(player, tag)].load(Ordering::Relaxed));
            }
            if tag == killers[0] {
                lesson += KILLERS[0];
            } else if tag == killers[1] {
                lesson += KILLERS[1];
            } else if tag == counter {
                lesson += COUNTER;
            }
            *order = order.saturating_add(lesson);
        }
    }

    /// Lists all legal moves that the guide did not. False if that has been done before.
    pub(super) fn list_rest(&mut self, picker: &mut Picker<P::Move>, pos: &P, ply: usize) -> bool {
        if picker.has_listed_rest() {
            return false;
        }
        picker.stage = Stage::Rest;
        let rest = self.moves_left_out(pos);
        picker.moves.clear();
        for mv in rest {
            picker.moves.push(mv, 0);
        }
        self.rank(picker, pos, ply);
        true
    }

    /// The legal moves that no stage of the guide lists.
    pub(super) fn moves_left_out(&mut self, pos: &P) -> Vec<P::Move> {
        let mut listed = Moves::default();
        for stage in 0..G::STAGES {
            self.guide.candidates(pos, stage, &mut listed);
        }
        let listed: std::collections::HashSet<P::Move> = listed.iter().collect();
        let mut rest = Vec::new();
        pos.legal_moves(&mut rest);
        rest.retain(|mv| !listed.contains(mv));
        rest
    }

    fn counter_slot(&self, player: Player, ply: usize) -> usize {
        Lessons::slot(player, self.trail[ply])
    }

    /// Remembers that a quiet move cut off, and which ones before it did not.
    pub(super) fn learn(&mut self, picker: &Picker<P::Move>, pos: &P, tag: u32, depth: i32, ply: usize) {
        let player = pos.turn();
        let bonus = (depth * depth * 4).min(MOST_HISTORY / 4);
        if self.tuning.history {
            self.lessons.learn(player, tag, bonus);
            for &failed in &picker.failed {
                self.lessons.learn(player, failed, -bonus);
            }
        }
        let killers = &mut self.lessons.killers[ply];
        if killers[0] != tag {
            *killers = [tag, killers[0]];
        }
        let slot = self.counter_slot(player, ply);
        let counter = &self.lessons.counters[slot];
        // A write takes the cache line from the other threads.
        if counter.load(Ordering::Relaxed) != tag {
            counter.store(tag, Ordering::Relaxed);
        }
    }
}
