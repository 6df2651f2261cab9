//! Garbage collection in the arena: sliding compaction, and dropping the least visited nodes when
//! memory is full.

use std::sync::atomic::Ordering;

use super::arena::Arena;
use super::layout::{ChildSlot, DEAD, GAP, Link, Stats, header, length, owner};
use super::tree_word::TreeWord;

/// Whether the arena has space again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CollectResult {
    Freed,
    /// Even the most visited nodes fill the memory.
    Full,
    Interrupted,
}

/// Words that a compaction moves between two looks at the clock.
const WORDS_PER_POLL: usize = 1 << 17;

impl<W: TreeWord> Arena<W> {
    /// Makes space: drops garbage, then the children of the least visited nodes until half of the
    /// memory is free.
    pub(super) fn collect_garbage(&mut self, mut stop: impl FnMut() -> bool) -> CollectResult {
        let capacity = self.capacity();
        let mut kept = [0; VISIT_CLASSES];
        if !self.compact(0, &mut kept, &mut stop) {
            return CollectResult::Interrupted;
        }
        if self.used() > capacity / 2 {
            let min_visits = visit_threshold(&kept, capacity / 2);
            if !self.compact(min_visits, &mut kept, &mut stop) {
                return CollectResult::Interrupted;
            }
        }
        // With less than an eighth free the next collection would come too soon.
        if self.used() <= capacity / 8 * 7 { CollectResult::Freed } else { CollectResult::Full }
    }

    /// Slides the living blocks together in one pass, dropping the children of nodes with fewer
    /// than `min_visits`, and counts the words kept by the visits of their owners. False if it was
    /// interrupted; the tree is whole then too.
    ///
    /// One pass is enough because owners lie below what they own: when the pass comes to a block,
    /// its owner has its final place, and has marked the block as dead if it is to go.
    fn compact(&mut self, min_visits: u32, kept: &mut [usize; VISIT_CLASSES], stop: &mut impl FnMut() -> bool) -> bool {
        *kept = [0; VISIT_CLASSES];
        let end = self.used();
        let mut from = length(self.words[0].get());
        let mut to = from;
        let mut next_poll = from + WORDS_PER_POLL;
        self.update_children(0, false, min_visits, kept);
        while from < end {
            let head = self.words[from].get();
            let size = length(head);
            match owner(head) {
                GAP => {}
                DEAD => self.block(from as u32, self.child_count(head)).links.iter().for_each(|link| {
                    self.mark_dead(Link(link.get()));
                }),
                address => {
                    if to < from {
                        for offset in 0..size {
                            self.words[to + offset].set(self.words[from + offset].get());
                        }
                        let link = &self.words[address as usize];
                        link.set(link.get() & !u64::from(u32::MAX) | to as u64);
                    }
                    self.update_children(to, to < from, min_visits, kept);
                    to += size;
                }
            }
            from += size;
            if from >= next_poll {
                next_poll = from + WORDS_PER_POLL;
                if from < end && stop() {
                    // The hole gets a header, so that the next pass can step over it.
                    if to < from {
                        self.words[to].set(header(from - to, GAP));
                    }
                    return false;
                }
            }
        }
        self.used.store(to, Ordering::Relaxed);
        true
    }

    /// Updates the blocks below a block that has its final place: they learn the new address of
    /// their owner, if it has moved, or that they are dead.
    fn update_children(&self, block: usize, moved: bool, min_visits: u32, kept: &mut [usize; VISIT_CLASSES]) {
        let count = self.child_count(self.words[block].get());
        let children = self.block(block as u32, count);
        for (at, (link, stats)) in children.links.iter().zip(children.stats).enumerate() {
            let node = Link(link.get());
            if !node.is_expanded() {
                continue;
            }
            let visits = Stats(stats.get()).visits();
            // The root, in block 0, keeps its children whatever its visits: a move must be found.
            if visits < min_visits && block > 0 {
                self.mark_dead(node);
                link.set(node.without_children().0);
            } else {
                kept[visit_class(visits)] += self.block_size(node.count() as usize);
                if moved {
                    let slot = ChildSlot { block: block as u32, count, at: at as u32 };
                    self.set_owner(node, self.link_address(slot) as u32);
                }
            }
        }
    }
}

/// Classes of visit counts: four to each power of two. A histogram over them finds the threshold
/// without sorting nodes.
const VISIT_CLASSES: usize = 128;

const fn visit_class(visits: u32) -> usize {
    if visits < 4 {
        return visits as usize;
    }
    let power = visits.ilog2();
    (power * 4 + (visits >> (power - 2)) % 4 - 4) as usize
}

/// The least visits of a class.
const fn class_min(class: usize) -> u32 {
    if class < 4 {
        return class as u32;
    }
    let least = (class as u64 % 4 + 4) << (class / 4 - 1);
    if least < u32::MAX as u64 { least as u32 } else { u32::MAX }
}

/// The smallest threshold such that the blocks of nodes with at least that many visits fit into
/// `space`.
fn visit_threshold(words: &[usize; VISIT_CLASSES], space: usize) -> u32 {
    let mut kept = 0;
    for class in (0..VISIT_CLASSES).rev() {
        kept += words[class];
        if kept > space {
            return class_min(class + 1);
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visit_classes_are_ordered_and_begin_where_they_say() {
        for visits in 0..100_000 {
            assert!(visit_class(visits) <= visit_class(visits + 1));
            assert!(class_min(visit_class(visits)) <= visits && visits < class_min(visit_class(visits) + 1));
        }
        assert!(visit_class(u32::MAX) < VISIT_CLASSES);
    }
}
