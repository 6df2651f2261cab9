//! The table of long proofs: one word per position, in lines of eight, shared without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// Who wins in positions by their keys of 128 bits, a word each.
///
/// The low half of a key chooses the line of the table, 56 bits of the high half are kept in the
/// word. The two are independent, so a word of another position is taken for this one's with a
/// chance of 2⁻⁵³ a probe: 10¹² probes go wrong once in ten thousand runs. A word is written and
/// read in one piece, so threads need no locks.
///
/// Cheap positions, which are most of all that are asked for, have lines of their own, so few that
/// they stay in the processor's cache: to wait for memory takes longer than to solve them again.
#[derive(Debug)]
pub struct WinTable {
    words: Box<[AtomicU64]>,
    /// The lines of all positions but the cheap ones, and those of the cheap ones behind them.
    main: TableRange,
    cheap: TableRange,
}

/// Lines of the table that follow each other.
#[derive(Clone, Copy, Debug)]
struct TableRange {
    /// Their first word, on a border of cache lines.
    first: usize,
    lines: u64,
}

/// Words in a cache line of 64 bytes.
const WAYS: usize = 8;
const LINE_BYTES: usize = 64;
const WORD_BYTES: usize = 8;
/// The mebibytes of cheap positions: what a processor's cache holds.
const CHEAP_MIB: usize = 8;
const CHEAP_LINES: usize = (CHEAP_MIB << 20) / LINE_BYTES;
/// In a small table they have one line in this number of lines.
const CHEAP_SHARE: usize = 4;
/// The fields below the key: whether the player to move wins, and the logarithm of the work.
const WORK_SHIFT: u32 = 1;
const WORK_MASK: u64 = 63;
/// Never all zeros in a word that is in use: the lowest bit but six.
const USED: u64 = 1 << 7;
const KEY_MASK: u64 = !0xff;

/// A line of the table and what a word there holds of the key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TablePlace {
    line: usize,
    check: u64,
}

impl TablePlace {
    /// A number that hardly any other position has.
    pub(super) fn number(self) -> u64 {
        self.check ^ self.line as u64
    }
}

impl WinTable {
    /// A table of `mib` mebibytes, at least one.
    pub fn new(mib: usize) -> Self {
        let lines = (mib.max(1) << 20) / LINE_BYTES - 1;
        // One line more than is used: the first may have to be skipped to begin at a cache line.
        // Zeros of the system cost nothing until they are written, so small proofs touch little.
        let words: Box<[AtomicU64]> = bytemuck::zeroed_slice_box((lines + 1) * WAYS);
        let first = words.as_ptr().addr().wrapping_neg() % LINE_BYTES / WORD_BYTES;
        let cheap = CHEAP_LINES.min(lines / CHEAP_SHARE);
        let main = TableRange { first, lines: (lines - cheap) as u64 };
        let cheap = TableRange { first: first + (lines - cheap) * WAYS, lines: cheap as u64 };
        Self { words, main, cheap }
    }

    /// Where the result of a key would be. The number of lines need not be a power of two.
    #[inline]
    pub(super) fn place(&self, key: u128, is_cheap: bool) -> TablePlace {
        let range = if is_cheap { self.cheap } else { self.main };
        let line = (u128::from(key as u64) * u128::from(range.lines)) >> 64;
        TablePlace { line: range.first + line as usize * WAYS, check: (key >> 64) as u64 & KEY_MASK | USED }
    }

    #[inline]
    fn line(&self, place: TablePlace) -> &[AtomicU64] {
        &self.words[place.line..place.line + WAYS]
    }

    /// Brings a line near: many of these one after the other wait for memory together.
    #[inline]
    pub(super) fn touch(&self, place: TablePlace) -> u64 {
        self.words[place.line].load(Ordering::Relaxed)
    }

    /// Whether the player to move wins, if it is known.
    #[inline]
    pub(super) fn probe(&self, place: TablePlace) -> Option<bool> {
        let is_same = |word: &u64| (word ^ place.check) & (KEY_MASK | USED) == 0;
        // A word carries everything that it says, so no order with other memory is needed.
        self.line(place).iter().map(|word| word.load(Ordering::Relaxed)).find(is_same).map(|word| word & 1 == 1)
    }

    /// Keeps a result. The cheapest of seven words gives way, or else the eighth: neither great
    /// work nor recent work is lost to a stream of cheap results. What stands in the way of many
    /// others slowly loses its weight.
    #[inline]
    pub(super) fn store(&self, place: TablePlace, wins: bool, work: u64) {
        let work = u64::from((work + 1).ilog2()).min(WORK_MASK);
        let new = place.check | work << WORK_SHIFT | u64::from(wins);
        let line = self.line(place);
        let (mut cheapest, mut least) = (0, u64::MAX);
        for (at, word) in line.iter().enumerate() {
            let old = word.load(Ordering::Relaxed);
            if (old ^ new) & (KEY_MASK | USED) == 0 {
                // Two threads may have found the same.
                word.store(new, Ordering::Relaxed);
                return;
            }
            let weight = if old == 0 { 0 } else { 1 + (old >> WORK_SHIFT & WORK_MASK) };
            if at < WAYS - 1 && weight < least {
                (cheapest, least) = (at, weight);
            }
        }
        if least <= 1 + work {
            line[WAYS - 1].store(line[cheapest].load(Ordering::Relaxed), Ordering::Relaxed);
            line[cheapest].store(new, Ordering::Relaxed);
            return;
        }
        line[WAYS - 1].store(new, Ordering::Relaxed);
        // Once in sixteen times, by bits of the key that are as good as random.
        if place.check >> 60 == 0 {
            let old = line[cheapest].load(Ordering::Relaxed);
            line[cheapest].store(old - (1 << WORK_SHIFT), Ordering::Relaxed);
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for word in &self.words {
            word.store(0, Ordering::Relaxed);
        }
    }

    /// The share of a sample of words that is in use, in thousandths.
    pub fn permille_used(&self) -> usize {
        const SAMPLE: usize = 100_000;
        let step = (self.words.len() / SAMPLE).max(1);
        let sample = self.words.iter().step_by(step);
        let used = sample.clone().filter(|word| word.load(Ordering::Relaxed) != 0).count();
        used * 1000 / sample.count().max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u64) -> u128 {
        let spread =
            |salt: u64| (number ^ salt).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29).wrapping_mul(!salt);
        u128::from(spread(0x51_7cc1)) << 64 | u128::from(spread(0xb4_09f3))
    }

    #[test]
    fn costly_results_outlive_a_stream_of_cheap_ones() {
        let table = WinTable::new(1);
        let costly = |number: u64| key(number);
        for number in 0..15_000 {
            table.store(table.place(costly(number), false), number % 3 == 0, 1 << 30);
        }
        for number in 1_000_000..2_000_000 {
            table.store(table.place(key(number), false), number % 2 == 0, 1);
        }
        let kept = (0..15_000).filter(|&number| table.probe(table.place(costly(number), false)).is_some()).count();
        assert!(kept > 11_000, "{kept}");
        for number in 0..15_000 {
            assert!(table.probe(table.place(costly(number), false)).is_none_or(|wins| wins == (number % 3 == 0)));
        }
        let latest =
            (1_999_000..2_000_000).filter(|&number| table.probe(table.place(key(number), false)).is_some()).count();
        assert!(latest > 900, "{latest}");
        // The lines of cheap positions are not touched by others.
        assert!((740..=760).contains(&table.permille_used()));
        for number in 2_000_000..2_100_000 {
            table.store(table.place(key(number), true), true, 1);
        }
        assert!(table.permille_used() > 990);
        let after = (0..15_000).filter(|&number| table.probe(table.place(costly(number), false)).is_some()).count();
        assert_eq!(after, kept);
        table.clear();
        assert_eq!(table.permille_used(), 0);
    }
}
