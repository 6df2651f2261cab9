//! The tree in one flat piece of memory.
//!
//! ```text
//! block of a node with n children:  header | n × stats | n × amaf | n × edge | n × link
//! header  length of the block (low half), address of the link that owns it (high half)
//! stats   points of the player who chooses here (low half), visits (high half)
//! amaf    the same of all-moves-as-first; left out when it is switched off
//! edge    number of the move (low half), prior as f32 (high half)
//! link    address of the child's own block, number of its children, flags, proof
//! ```
//! Children of one node lie side by side, so choosing among them reads memory in order. A block always lies above the
//! block that owns it; sweeping relies on that. The block at address 0 holds one child, the root.

use std::sync::atomic::{AtomicUsize, Ordering};

use potez_core::{Outcome, Player};

use super::word::{Apart, Word};

/// What a child slot knows about the node below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link(pub(super) u64);

impl Link {
    const COUNT: u32 = 32;
    /// Somebody has begun to give the node children.
    pub(super) const CLAIMED: u64 = 1 << 48;
    /// The children can be read.
    const READY: u64 = 1 << 49;
    /// Moves were left out on a guess.
    const GUESSED: u64 = 1 << 50;
    const PROOF: u32 = 52;
    const PROOF_BITS: u64 = 3 << Self::PROOF;

    /// The most children a node can have.
    pub(super) const MOST: usize = u16::MAX as usize;

    pub(super) const fn ready(first: u32, count: usize, guessed: bool) -> u64 {
        let flags = if guessed { Self::READY | Self::GUESSED } else { Self::READY };
        first as u64 | (count as u64) << Self::COUNT | flags
    }

    pub(super) const fn proven(outcome: Outcome) -> u64 {
        let code: u64 = match outcome {
            Outcome::Win(Player::X) => 1,
            Outcome::Win(Player::O) => 2,
            Outcome::Draw => 3,
        };
        code << Self::PROOF
    }

    pub(super) const fn first(self) -> u32 {
        self.0 as u32
    }

    pub(super) const fn count(self) -> u32 {
        (self.0 >> Self::COUNT) as u16 as u32
    }

    pub(super) const fn is_ready(self) -> bool {
        self.0 & Self::READY != 0
    }

    pub(super) const fn is_guessed(self) -> bool {
        self.0 & Self::GUESSED != 0
    }

    pub(super) const fn proof(self) -> Option<Outcome> {
        match (self.0 & Self::PROOF_BITS) >> Self::PROOF {
            1 => Some(Outcome::Win(Player::X)),
            2 => Some(Outcome::Win(Player::O)),
            3 => Some(Outcome::Draw),
            _ => None,
        }
    }

    /// The same node without its children.
    const fn childless(self) -> Self {
        Self(self.0 & Self::PROOF_BITS)
    }
}

/// Visits and points in one word; a visit shares out `grain` points.
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
    pub(super) fn mean(self, grain: u32) -> Option<f64> {
        (self.visits() > 0).then(|| f64::from(self.points()) / (f64::from(grain) * f64::from(self.visits())))
    }

    /// The same seen by the other player.
    pub(super) const fn reversed(self, grain: u32) -> Self {
        Self::new(self.visits(), (grain * self.visits()).saturating_sub(self.points()))
    }
}

/// The number of a move and its prior in one word.
pub(super) const fn edge(index: u32, prior: f32) -> u64 {
    (prior.to_bits() as u64) << 32 | index as u64
}

/// A child slot: its block, how many slots that has, and which one it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Slot {
    pub(super) block: u32,
    pub(super) count: u32,
    pub(super) at: u32,
}

impl Slot {
    pub(super) const ROOT: Self = Self { block: 0, count: 1, at: 0 };
}

/// The children of one node.
pub(super) struct Block<'a, W> {
    pub(super) stats: &'a [W],
    /// Empty when all-moves-as-first is switched off.
    pub(super) amaf: &'a [W],
    pub(super) edges: &'a [W],
    pub(super) links: &'a [W],
}

/// Whether the arena has space again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Room {
    Made,
    /// Even the most visited nodes fill the memory.
    Never,
    Interrupted,
}

const DEAD: u32 = u32::MAX;
/// A hole that an interrupted sweep has left: nothing in it may be read.
const GAP: u32 = u32::MAX - 1;

const fn header(length: usize, owner: u32) -> u64 {
    (owner as u64) << 32 | length as u64
}

const fn length(header: u64) -> usize {
    header as u32 as usize
}

const fn owner(header: u64) -> u32 {
    (header >> 32) as u32
}

#[derive(Debug)]
pub(super) struct Arena<W> {
    words: Vec<W>,
    used: Apart<AtomicUsize>,
    /// Words a child takes: 4, or 3 without all-moves-as-first.
    sections: usize,
}

impl<W: Word> Arena<W> {
    /// The least memory that can be asked for: a MiB.
    const LEAST: usize = 1 << 17;
    /// Sweeping looks at the clock once in so many words.
    const PATIENCE: usize = 1 << 17;

    /// An empty tree that may grow to so many MiB. The system hands out memory that was never touched when it is, to the
    /// thread that touches it.
    pub(super) fn new(mebibytes: usize, amaf: bool) -> Self {
        let most = mebibytes.saturating_mul(1 << 17).clamp(Self::LEAST, GAP as usize);
        let words = bytemuck::zeroed_vec(most);
        let arena = Self { words, used: Apart(AtomicUsize::new(0)), sections: if amaf { 4 } else { 3 } };
        arena.clear();
        arena
    }

    /// Forgets the tree and keeps the memory.
    pub(super) fn clear(&self) {
        let size = self.size(1);
        self.words[..size].iter().for_each(|word| word.set(0));
        self.words[0].set(header(size, 0));
        self.used.0.store(size, Ordering::Relaxed);
    }

    /// Words in use, for children alive and dead.
    pub(super) fn used(&self) -> usize {
        self.used.0.load(Ordering::Relaxed)
    }

    /// The most words that can be in use.
    pub(super) fn most(&self) -> usize {
        self.words.len()
    }

    pub(super) fn has_amaf(&self) -> bool {
        self.sections == 4
    }

    pub(super) fn block(&self, first: u32, count: u32) -> Block<'_, W> {
        let (first, count) = (first as usize, count as usize);
        let words = &self.words[first + 1..=first + self.sections * count];
        let (stats, rest) = words.split_at(count);
        let (amaf, rest) = rest.split_at(count * (self.sections - 3));
        let (edges, links) = rest.split_at(count);
        Block { stats, amaf, edges, links }
    }

    pub(super) fn children(&self, link: Link) -> Block<'_, W> {
        self.block(link.first(), link.count())
    }

    pub(super) fn stats(&self, slot: Slot) -> &W {
        &self.words[(slot.block + 1 + slot.at) as usize]
    }

    pub(super) fn edge(&self, slot: Slot) -> &W {
        &self.words[slot.block as usize + 1 + (self.sections - 2) * slot.count as usize + slot.at as usize]
    }

    pub(super) fn link(&self, slot: Slot) -> &W {
        &self.words[self.link_address(slot)]
    }

    fn link_address(&self, slot: Slot) -> usize {
        slot.block as usize + 1 + (self.sections - 1) * slot.count as usize + slot.at as usize
    }

    /// Room for `count` children of the node below `parent`; what stands there is arbitrary. `None` if it is full.
    pub(super) fn allocate(&self, parent: Slot, count: usize) -> Option<u32> {
        let size = self.size(count);
        let fits = |used: usize| (used + size <= self.words.len()).then_some(used + size);
        let first = self.used.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).ok()?;
        self.words[first].set(header(size, self.link_address(parent) as u32));
        Some(first as u32)
    }

    /// Makes a node of the tree the root. `reversed` says that the chooser of the slot is not the player to move
    /// below it. What is not below the new root is garbage until the next sweep.
    pub(super) fn reroot(&mut self, slot: Slot, reversed: bool, grain: u32) {
        let stats = Stats(self.stats(slot).get());
        let link = Link(self.link(slot).get());
        let old = Link(self.link(Slot::ROOT).get());
        // The subtree must not die with its former owner.
        self.link(slot).set(0);
        self.bury(old);
        self.stats(Slot::ROOT).set(if reversed { stats.reversed(grain) } else { stats }.0);
        self.link(Slot::ROOT).set(link.0);
        self.adopt(link, self.link_address(Slot::ROOT) as u32);
    }

    fn adopt(&self, link: Link, address: u32) {
        if link.is_ready() {
            let head = &self.words[link.first() as usize];
            head.set(header(length(head.get()), address));
        }
    }

    fn bury(&self, link: Link) {
        self.adopt(link, DEAD);
    }

    /// Takes a node's children away from it.
    pub(super) fn prune(&self, slot: Slot) {
        let link = Link(self.link(slot).get());
        self.bury(link);
        self.link(slot).set(0);
    }

    /// Makes space: drops garbage, then the children of the least visited nodes until half of the memory is free.
    pub(super) fn make_room(&mut self, mut stop: impl FnMut() -> bool) -> Room {
        let most = self.most();
        let mut ages = [0; AGES];
        if !self.sweep(0, &mut ages, &mut stop) {
            return Room::Interrupted;
        }
        if self.used() > most / 2 {
            let least = least_visits(&ages, most / 2);
            if !self.sweep(least, &mut ages, &mut stop) {
                return Room::Interrupted;
            }
        }
        if self.used() <= most / 8 * 7 { Room::Made } else { Room::Never }
    }

    /// Slides the living blocks together in one pass, dropping the children of nodes with fewer than `least` visits,
    /// and counts the words kept by the visits of their owners. False if it was interrupted; the tree is whole then
    /// too.
    fn sweep(&mut self, least: u32, ages: &mut [usize; AGES], stop: &mut impl FnMut() -> bool) -> bool {
        *ages = [0; AGES];
        let end = self.used();
        let mut from = length(self.words[0].get());
        let mut to = from;
        let mut look_at = from + Self::PATIENCE;
        self.settle(0, false, least, ages);
        while from < end {
            let head = self.words[from].get();
            let size = length(head);
            match owner(head) {
                GAP => {}
                DEAD => self.block(from as u32, self.count(head)).links.iter().for_each(|link| {
                    self.bury(Link(link.get()));
                }),
                address => {
                    if to < from {
                        for offset in 0..size {
                            self.words[to + offset].set(self.words[from + offset].get());
                        }
                        let link = &self.words[address as usize];
                        link.set(link.get() & !u64::from(u32::MAX) | to as u64);
                    }
                    self.settle(to, to < from, least, ages);
                    to += size;
                }
            }
            from += size;
            if from >= look_at {
                look_at = from + Self::PATIENCE;
                if from < end && stop() {
                    if to < from {
                        self.words[to].set(header(from - to, GAP));
                    }
                    return false;
                }
            }
        }
        self.used.0.store(to, Ordering::Relaxed);
        true
    }

    /// The words of a block for so many children.
    const fn size(&self, count: usize) -> usize {
        1 + self.sections * count
    }

    const fn count(&self, header: u64) -> u32 {
        ((length(header) - 1) / self.sections) as u32
    }

    /// Tells the blocks below a block that has its place now who owns them, if it has moved, or that they are to go.
    fn settle(&self, block: usize, moved: bool, least: u32, ages: &mut [usize; AGES]) {
        let count = self.count(self.words[block].get());
        let children = self.block(block as u32, count);
        for (at, (link, stats)) in children.links.iter().zip(children.stats).enumerate() {
            let node = Link(link.get());
            if !node.is_ready() {
                continue;
            }
            let visits = Stats(stats.get()).visits();
            if visits < least && block > 0 {
                self.bury(node);
                link.set(node.childless().0);
            } else {
                ages[age(visits)] += self.size(node.count() as usize);
                if moved {
                    let slot = Slot { block: block as u32, count, at: at as u32 };
                    self.adopt(node, self.link_address(slot) as u32);
                }
            }
        }
    }
}

/// Classes of visit counts: four to each power of two.
const AGES: usize = 128;

const fn age(visits: u32) -> usize {
    if visits < 4 {
        return visits as usize;
    }
    let power = visits.ilog2();
    (power * 4 + (visits >> (power - 2)) % 4 - 4) as usize
}

/// The least visits of an age.
const fn youngest(age: usize) -> u32 {
    if age < 4 {
        return age as u32;
    }
    let least = (age as u64 % 4 + 4) << (age / 4 - 1);
    if least < u32::MAX as u64 { least as u32 } else { u32::MAX }
}

/// The smallest bound such that the blocks of nodes with at least that many visits fit into `space`.
fn least_visits(ages: &[usize; AGES], space: usize) -> u32 {
    let mut kept = 0;
    for age in (0..AGES).rev() {
        kept += ages[age];
        if kept > space {
            return youngest(age + 1);
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_ordered_and_begin_where_they_say() {
        for visits in 0..100_000 {
            assert!(age(visits) <= age(visits + 1));
            assert!(youngest(age(visits)) <= visits && visits < youngest(age(visits) + 1));
        }
        assert!(age(u32::MAX) < AGES);
    }
}
