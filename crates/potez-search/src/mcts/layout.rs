//! How a tree is laid out in words: links, statistics, edges and blocks of children.
//!
//! ```text
//! block of a node with n children:  header | n × stats | n × amaf | n × edge | n × link
//! header  length of the block (low half), address of the link that owns it (high half)
//! stats   points of the player who chooses here (low half), visits (high half)
//! amaf    the same of all-moves-as-first; left out when it is switched off
//! edge    number of the move (low half), prior as f32 (high half)
//! link    address of the child's own block, number of its children, flags, proof
//! ```
//! Children of one node lie side by side, so selection reads memory in order.

use potez_core::{Outcome, Player};

/// What a child slot knows about the node below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link(pub(super) u64);

impl Link {
    const COUNT: u32 = 32;
    /// A thread has begun to expand the node.
    pub(super) const CLAIMED: u64 = 1 << 48;
    /// The node is expanded: its children can be read.
    const EXPANDED: u64 = 1 << 49;
    /// Moves were left out without proof.
    const SELECTIVE: u64 = 1 << 50;
    const PROOF: u32 = 52;
    const PROOF_BITS: u64 = 3 << Self::PROOF;

    /// The most children a node can have.
    pub(super) const MAX_CHILDREN: usize = u16::MAX as usize;

    pub(super) const fn expanded(first: u32, count: usize, selective: bool) -> u64 {
        let flags = if selective { Self::EXPANDED | Self::SELECTIVE } else { Self::EXPANDED };
        first as u64 | (count as u64) << Self::COUNT | flags
    }

    pub(super) const fn proven(outcome: Outcome) -> u64 {
        // 0 is left for "not proven", so that proving is setting bits.
        let code: u64 = match outcome {
            Outcome::Win(Player::X) => 1,
            Outcome::Win(Player::O) => 2,
            Outcome::Draw => 3,
        };
        code << Self::PROOF
    }

    /// The address of the block of children.
    pub(super) const fn first(self) -> u32 {
        self.0 as u32
    }

    /// The number of children.
    pub(super) const fn count(self) -> u32 {
        // The cast drops the flags above.
        (self.0 >> Self::COUNT) as u16 as u32
    }

    pub(super) const fn is_expanded(self) -> bool {
        self.0 & Self::EXPANDED != 0
    }

    pub(super) const fn is_selective(self) -> bool {
        self.0 & Self::SELECTIVE != 0
    }

    pub(super) const fn proof(self) -> Option<Outcome> {
        match (self.0 & Self::PROOF_BITS) >> Self::PROOF {
            1 => Some(Outcome::Win(Player::X)),
            2 => Some(Outcome::Win(Player::O)),
            3 => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// The same node without its children. Its proof stays: it is true whether or not the children
    /// are kept.
    pub(super) const fn without_children(self) -> Self {
        Self(self.0 & Self::PROOF_BITS)
    }
}

/// Visits and points in one word, so that one atomic addition updates both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stats(pub(super) u64);

impl Stats {
    pub(super) const fn new(visits: u32, points: u32) -> Self {
        Self((visits as u64) << 32 | points as u64)
    }

    pub(super) const fn visits(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub(super) const fn points(self) -> u32 {
        self.0 as u32
    }

    /// The mean value, 0 to 1.
    pub(super) fn mean(self, points_per_visit: u32) -> Option<f64> {
        (self.visits() > 0).then(|| f64::from(self.points()) / (f64::from(points_per_visit) * f64::from(self.visits())))
    }

    /// The same seen by the other player. Virtual losses of other threads are visits without
    /// points, hence saturating.
    pub(super) const fn reversed(self, points_per_visit: u32) -> Self {
        Self::new(self.visits(), (points_per_visit * self.visits()).saturating_sub(self.points()))
    }
}

/// The number of a move and its prior in one word.
pub(super) const fn edge(index: u32, prior: f32) -> u64 {
    (prior.to_bits() as u64) << 32 | index as u64
}

/// A child slot: its block, how many slots that has, and which one it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ChildSlot {
    pub(super) block: u32,
    pub(super) count: u32,
    pub(super) at: u32,
}

impl ChildSlot {
    /// The block at address 0 has one child, the root.
    pub(super) const ROOT: Self = Self { block: 0, count: 1, at: 0 };
}

/// The children of one node.
pub(super) struct ChildBlock<'a, W> {
    pub(super) stats: &'a [W],
    /// Empty when all-moves-as-first is switched off.
    pub(super) amaf: &'a [W],
    pub(super) edges: &'a [W],
    pub(super) links: &'a [W],
}

/// In place of an owner: the block is garbage, and so is what it owns.
pub(super) const DEAD: u32 = u32::MAX;
/// In place of an owner: a hole that an interrupted compaction has left. Nothing in it may be read.
pub(super) const GAP: u32 = u32::MAX - 1;

pub(super) const fn header(length: usize, owner: u32) -> u64 {
    (owner as u64) << 32 | length as u64
}

pub(super) const fn length(header: u64) -> usize {
    header as u32 as usize
}

pub(super) const fn owner(header: u64) -> u32 {
    (header >> 32) as u32
}
