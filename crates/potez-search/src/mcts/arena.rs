//! The tree in one flat piece of memory; the words are described in `layout.rs`.
//!
//! A block always lies above the block that owns it; garbage collection relies on that.

use std::sync::atomic::{AtomicUsize, Ordering};

use crossbeam_utils::CachePadded;

use super::layout::{ChildBlock, ChildSlot, DEAD, GAP, Link, Stats, header, length};
use super::tree_word::TreeWord;

/// An arena of child blocks.
#[derive(Debug)]
pub(super) struct Arena<W> {
    pub(super) words: Vec<W>,
    /// Every expansion writes it, so it must not share a cache line with what all threads read.
    pub(super) used: CachePadded<AtomicUsize>,
    /// Words per child: 4, or 3 without all-moves-as-first.
    sections: usize,
}

impl<W: TreeWord> Arena<W> {
    /// The least memory that can be asked for: a MiB.
    const MIN_WORDS: usize = 1 << 17;

    /// An empty tree that may grow to this many MiB. Its pages are not touched here: the system
    /// hands each of them out, zeroed, to the thread that first writes to it.
    pub(super) fn new(mebibytes: usize, amaf: bool) -> Self {
        let capacity = mebibytes.saturating_mul(1 << 17).clamp(Self::MIN_WORDS, GAP as usize);
        let words = bytemuck::zeroed_vec(capacity);
        let arena = Self { words, used: CachePadded::new(AtomicUsize::new(0)), sections: if amaf { 4 } else { 3 } };
        arena.clear();
        arena
    }

    /// Forgets the tree and keeps the memory.
    pub(super) fn clear(&self) {
        let size = self.block_size(1);
        self.words[..size].iter().for_each(|word| word.set(0));
        self.words[0].set(header(size, 0));
        self.used.store(size, Ordering::Relaxed);
    }

    /// Words in use, for children alive and dead.
    pub(super) fn used(&self) -> usize {
        self.used.load(Ordering::Relaxed)
    }

    /// The most words that can be in use.
    pub(super) fn capacity(&self) -> usize {
        self.words.len()
    }

    pub(super) fn has_amaf(&self) -> bool {
        self.sections == 4
    }

    /// The words of a block for `count` children.
    pub(super) const fn block_size(&self, count: usize) -> usize {
        1 + self.sections * count
    }

    /// The children in a block with this header.
    pub(super) const fn child_count(&self, header: u64) -> u32 {
        ((length(header) - 1) / self.sections) as u32
    }

    pub(super) fn block(&self, first: u32, count: u32) -> ChildBlock<'_, W> {
        let (first, count) = (first as usize, count as usize);
        let words = &self.words[first + 1..=first + self.sections * count];
        let (stats, rest) = words.split_at(count);
        // Of three sections none is for AMAF, of four one is.
        let (amaf, rest) = rest.split_at(count * (self.sections - 3));
        let (edges, links) = rest.split_at(count);
        ChildBlock { stats, amaf, edges, links }
    }

    pub(super) fn children(&self, link: Link) -> ChildBlock<'_, W> {
        self.block(link.first(), link.count())
    }

    pub(super) fn stats(&self, slot: ChildSlot) -> &W {
        &self.words[(slot.block + 1 + slot.at) as usize]
    }

    pub(super) fn edge(&self, slot: ChildSlot) -> &W {
        &self.words[slot.block as usize + 1 + (self.sections - 2) * slot.count as usize + slot.at as usize]
    }

    pub(super) fn link(&self, slot: ChildSlot) -> &W {
        &self.words[self.link_address(slot)]
    }

    pub(super) fn link_address(&self, slot: ChildSlot) -> usize {
        slot.block as usize + 1 + (self.sections - 1) * slot.count as usize + slot.at as usize
    }

    /// Space for `count` children of the node below `parent`, with arbitrary contents. `None` if
    /// the arena is full.
    pub(super) fn allocate(&self, parent: ChildSlot, count: usize) -> Option<u32> {
        let size = self.block_size(count);
        // A failed allocation changes nothing: a smaller block may still fit.
        let fits = |used: usize| (used + size <= self.words.len()).then_some(used + size);
        let first = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits).ok()?;
        self.words[first].set(header(size, self.link_address(parent) as u32));
        Some(first as u32)
    }

    /// Makes a node of the tree the root. `reversed` says that the chooser of the slot is not the
    /// player to move below it. What is not below the new root is garbage until the next
    /// collection.
    pub(super) fn reroot(&mut self, slot: ChildSlot, reversed: bool, points_per_visit: u32) {
        let stats = Stats(self.stats(slot).get());
        let link = Link(self.link(slot).get());
        let old = Link(self.link(ChildSlot::ROOT).get());
        // The subtree must not die with its former owner.
        self.link(slot).set(0);
        self.mark_dead(old);
        self.stats(ChildSlot::ROOT).set(if reversed { stats.reversed(points_per_visit) } else { stats }.0);
        self.link(ChildSlot::ROOT).set(link.0);
        self.set_owner(link, self.link_address(ChildSlot::ROOT) as u32);
    }

    /// Writes into the block of children, if there is one, which link owns it.
    pub(super) fn set_owner(&self, link: Link, address: u32) {
        if link.is_expanded() {
            let head = &self.words[link.first() as usize];
            head.set(header(length(head.get()), address));
        }
    }

    pub(super) fn mark_dead(&self, link: Link) {
        self.set_owner(link, DEAD);
    }

    /// Takes a node's children, and what is known of it, away.
    pub(super) fn prune(&self, slot: ChildSlot) {
        let link = Link(self.link(slot).get());
        self.mark_dead(link);
        self.link(slot).set(0);
    }
}
