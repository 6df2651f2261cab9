//! All-moves-as-first: what the playouts of one simulation say about each move of each player.

use potez_core::Player;

use super::layout::{ChildBlock, Stats};
use super::policy::Trace;
use super::simulator::PlayoutValue;
use super::tree_word::TreeWord;

/// The AMAF statistics of one simulation, to be added to the nodes that it went through.
pub(super) struct Amaf {
    /// Gains by player and number of the move, as words of [`Stats`].
    gains: [Vec<u64>; 2],
    /// The playout in which a move was last seen.
    seen: [Vec<u32>; 2],
    playout: u32,
    /// The gains that are not 0: clearing these few is cheaper than clearing all.
    touched: Vec<(usize, usize)>,
}

impl Amaf {
    pub(super) fn new(width: usize) -> Self {
        let gains = [vec![0; width], vec![0; width]];
        Self { gains, seen: [vec![0; width], vec![0; width]], playout: 0, touched: Vec::new() }
    }

    /// Counts a playout for every move in it, once per move.
    pub(super) fn record_playout(&mut self, trace: &Trace, value: PlayoutValue, played_once: bool) {
        self.playout = self.playout.wrapping_add(1);
        let gain = Player::BOTH.map(|player| value.seen_by(player).0);
        for (player, index) in trace.moves() {
            let Some(seen) = self.seen[player].get_mut(index) else { continue };
            if played_once || *seen != self.playout {
                *seen = self.playout;
                self.gains[player][index] += gain[player];
                self.touched.push((player, index));
            }
        }
    }

    /// Counts a move on the way down the tree: it is part of all the playouts.
    pub(super) fn record_tree_move(&mut self, player: usize, index: usize, gain: Stats) {
        if let Some(place) = self.gains[player].get_mut(index) {
            // Not added: the move was played in the tree, so it belongs to every playout exactly
            // once.
            *place = gain.0;
            self.touched.push((player, index));
        }
    }

    /// Adds the gains, `times` over, to every move of a block.
    pub(super) fn add_to<W: TreeWord>(&self, player: usize, block: &ChildBlock<'_, W>, times: u64) {
        let gains = &self.gains[player][..];
        for (amaf, edge) in block.amaf.iter().zip(block.edges) {
            if let Some(gain) = gains.get(edge.get() as u32 as usize) {
                // Threads may overwrite each other here: a lost playout does less harm than an
                // atomic addition per move.
                amaf.set(amaf.get().wrapping_add(*gain * times));
            }
        }
    }

    pub(super) fn clear(&mut self) {
        for (player, index) in self.touched.drain(..) {
            self.gains[player][index] = 0;
        }
    }
}
