//! How large the transposition table must be for the searches it serves.
//!
//! To write 64 MiB takes longer than many a search: a weak level visits a few hundred nodes. So the
//! table begins small and grows before a search that may need more.

use crate::TimeManager;
use crate::table::TranspositionTable;

/// Slots for every node that a limit of nodes allows. A node stores one entry at most; with this
/// much room a bucket of four overflows about once in 300 searches of 2,000 nodes, so that results
/// are those of a table of any larger size.
const SLOTS_PER_NODE: u64 = 32;

/// Slots for every node that a limit of time may allow: such searches differ from run to run
/// anyway, and what takes long to write is lost for the search.
const SLOTS_PER_EXPECTED_NODE: u64 = 4;

/// Entries that one thread stores in a microsecond at most. Byte visits three times as many nodes,
/// but stores none of those next to the leaves.
const NODES_PER_MICROSECOND: u64 = 2;

/// Slots of a table before the first search.
const FIRST_SLOTS: usize = 1024;

/// The slots that a table begins with which may grow to this size.
pub(super) fn at_first(table_mib: usize) -> usize {
    TranspositionTable::slots_of(table_mib).min(FIRST_SLOTS)
}

/// The slots of a table of this size.
pub(super) fn largest(table_mib: usize) -> usize {
    1 << TranspositionTable::slots_of(table_mib).max(1).ilog2()
}

/// The slots that a table of at most `table_mib` should have for a search with these limits, when
/// it still holds the results of `searched` nodes. Without limits of nodes or time that is all of
/// them.
pub(super) fn slots(timer: &TimeManager, searched: u64, threads: usize, table_mib: usize) -> usize {
    let by_nodes = timer.limits().nodes.map(|nodes| searched.saturating_add(nodes).saturating_mul(SLOTS_PER_NODE));
    let by_time = timer.hard_limit().map(|time| {
        let expected = time.as_micros() as u64 * NODES_PER_MICROSECOND * threads.max(1) as u64;
        searched.saturating_add(expected).saturating_mul(SLOTS_PER_EXPECTED_NODE)
    });
    let wanted = [by_nodes, by_time].into_iter().flatten().min().unwrap_or(u64::MAX);
    let largest = largest(table_mib);
    usize::try_from(wanted).ok().and_then(usize::checked_next_power_of_two).map_or(largest, |slots| slots.min(largest))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Limits, Stop};

    fn slots_of(limits: Limits, searched: u64, table_mib: usize) -> usize {
        slots(&TimeManager::start(limits, &Stop::new()), searched, 1, table_mib)
    }

    #[test]
    fn short_searches_need_little_room_and_unlimited_ones_all_of_it() {
        assert!(slots_of(Limits::nodes(2_000), 0, 64) * 16 <= 1 << 20);
        assert_eq!(slots_of(Limits::default(), 0, 64), 1 << 22);
        assert_eq!(slots_of(Limits::depth(3), 0, 64), 1 << 22);
        assert_eq!(slots_of(Limits::time(Duration::from_secs(5)), 0, 64), 1 << 22);
        assert!(slots_of(Limits::time(Duration::from_millis(10)), 0, 64) < 1 << 18);
        assert_eq!(slots_of(Limits::nodes(u64::MAX), u64::MAX, 64), 1 << 22);
        assert_eq!(slots_of(Limits::default(), 0, 0), 1);
    }

    #[test]
    fn what_was_searched_before_needs_room_too() {
        assert!(slots_of(Limits::nodes(2_000), 50_000, 64) > slots_of(Limits::nodes(2_000), 0, 64));
    }
}
