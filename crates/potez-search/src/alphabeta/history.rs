//! Move ordering learnt during the search: killer moves, the history heuristic and counter moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicI16, AtomicU32, Ordering};

use potez_core::Player;

/// Slots of a history table per player: tags are folded into them.
const SLOTS: usize = 1 << 14;
/// History scores stay between this and its negative, so that move orderings can weigh their orders
/// against them.
pub(super) const MAX_HISTORY: i32 = 4096;
/// Orders added for a killer, the second killer and a counter move.
const KILLER_BONUS: [i32; 2] = [6000, 5000];
const COUNTER_MOVE_BONUS: i32 = 4500;

/// What earlier cutoffs say about the moves to come. Threads share all but the killers, which
/// belong to the line that a thread searches.
#[derive(Clone)]
pub(super) struct HistoryTables {
    history: Arc<[AtomicI16]>,
    /// The tag of the move that refuted a move last, by that move.
    counter_moves: Arc<[AtomicU32]>,
    /// Tags of the last two quiet moves that caused a cutoff at each ply.
    killers: Vec<[u32; 2]>,
}

/// What the tables say about the moves of one node; tags are 0 where nothing is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct HistoryHints {
    pub(super) killers: [u32; 2],
    pub(super) counter_move: u32,
}

impl HistoryHints {
    /// The bonus of a move for being one of these.
    #[inline]
    pub(super) fn bonus(self, tag: u32) -> i32 {
        // Killers of this very ply are better evidence than the reply to a move, wherever that was
        // played.
        if tag == self.killers[0] {
            KILLER_BONUS[0]
        } else if tag == self.killers[1] {
            KILLER_BONUS[1]
        } else if tag == self.counter_move {
            COUNTER_MOVE_BONUS
        } else {
            0
        }
    }
}

impl HistoryTables {
    pub(super) fn new(plies: usize) -> Self {
        Self {
            history: (0..2 * SLOTS).map(|_| AtomicI16::new(0)).collect(),
            counter_moves: (0..2 * SLOTS).map(|_| AtomicU32::new(0)).collect(),
            killers: vec![[0; 2]; plies],
        }
    }

    pub(super) fn clear(&mut self) {
        self.history.iter().for_each(|score| score.store(0, Ordering::Relaxed));
        self.counter_moves.iter().for_each(|tag| tag.store(0, Ordering::Relaxed));
        self.clear_killers();
    }

    /// Halves the history: what the search of the last move has learnt still helps, but must not
    /// outweigh the new one.
    pub(super) fn decay(&self) {
        self.history.iter().for_each(|score| score.store(score.load(Ordering::Relaxed) / 2, Ordering::Relaxed));
    }

    /// Forgets the killers: plies count from the root, so those of the search before belong to
    /// other positions.
    pub(super) fn clear_killers(&mut self) {
        self.killers.fill([0; 2]);
    }

    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [u32; 2] {
        self.killers[ply]
    }

    /// The move that refuted the move `previous` last time, when `player` had to answer it.
    #[inline]
    pub(super) fn counter_move(&self, player: Player, previous: u32) -> u32 {
        self.counter_moves[Self::slot(player, previous)].load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn score(&self, player: Player, tag: u32) -> i32 {
        i32::from(self.history[Self::slot(player, tag)].load(Ordering::Relaxed))
    }

    /// Moves a history score towards the sign of `bonus`. The further it is there already the less
    /// it moves, so that it stays within [`MAX_HISTORY`] without clamping.
    #[inline]
    pub(super) fn update(&self, player: Player, tag: u32, bonus: i32) {
        let score = &self.history[Self::slot(player, tag)];
        let now = i32::from(score.load(Ordering::Relaxed));
        score.store((now + bonus - now * bonus.abs() / MAX_HISTORY) as i16, Ordering::Relaxed);
    }

    /// Puts a move first among the killers of a ply and makes it the counter move of `previous`.
    #[inline]
    pub(super) fn record_cutoff(&mut self, player: Player, tag: u32, previous: u32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != tag {
            *killers = [tag, killers[0]];
        }
        let counter_move = &self.counter_moves[Self::slot(player, previous)];
        // A write takes the cache line away from the other threads, a read does not.
        if counter_move.load(Ordering::Relaxed) != tag {
            counter_move.store(tag, Ordering::Relaxed);
        }
    }

    #[inline]
    fn slot(player: Player, tag: u32) -> usize {
        // The high bits are folded in: tags made by hashing differ there as much as in the low
        // ones.
        player.index() * SLOTS + (tag ^ tag >> 14) as usize % SLOTS
    }
}
