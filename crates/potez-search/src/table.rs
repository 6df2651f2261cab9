//! The transposition table of alpha-beta.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::Score;

/// What a stored score says about the value of its position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The value is at most the score.
    Upper,
    /// The value is at least the score.
    Lower,
    /// The value is the score.
    Exact,
}

/// An entry of the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    /// The score; distances of proven results count from this position.
    pub score: Score,
    /// How the score bounds the value.
    pub bound: Bound,
    /// The depth to which it was searched.
    pub depth: u32,
    /// Whether the bound is proven: no estimate had a part in it, so it holds at any depth.
    pub proven: bool,
    /// The tag of the best move, 0 if none is known.
    pub tag: u32,
}

/// A transposition table that threads share without locks.
///
/// A slot is two words: the data, and the key xor the data. Words of two different writes do not
/// fit together, so a torn slot reads as empty. Four slots make a bucket of one cache line.
#[derive(Debug)]
pub struct TranspositionTable {
    /// Written once when the table is made: memory that the system hands out page by page during a
    /// search makes it several times slower, and two threads slower than one.
    words: Box<[AtomicU64]>,
    /// The first word on a border of cache lines.
    first: usize,
    buckets: usize,
    /// Slots used of each bucket: four, fewer only in tables of fewer than four slots.
    ways: usize,
    /// The number of the search, modulo 64: entries carry it as their age.
    generation: AtomicU8,
}

const WAYS: usize = 4;
/// Bytes of a cache line.
const CACHE_LINE: usize = 64;
const WORD: usize = size_of::<AtomicU64>();
const WORDS_PER_BUCKET: usize = CACHE_LINE / WORD;

/// The key xor the data, and the data.
type TableSlot = [AtomicU64; 2];

/// The fields of a data word, from the lowest bit. The bound is never 0, so an empty slot is all
/// zeros.
const TAG_BITS: u32 = 26;
const SCORE_SHIFT: u32 = TAG_BITS;
const SCORE_BITS: u32 = 21;
const DEPTH_SHIFT: u32 = SCORE_SHIFT + SCORE_BITS;
const DEPTH_BITS: u32 = 8;
const BOUND_SHIFT: u32 = DEPTH_SHIFT + DEPTH_BITS;
const PROVEN_SHIFT: u32 = BOUND_SHIFT + 2;
const AGE_SHIFT: u32 = PROVEN_SHIFT + 1;
const AGE_BITS: u32 = 6;

/// Tags of moves are below this.
pub(crate) const TAG_LIMIT: u32 = 1 << TAG_BITS;

const fn field(data: u64, shift: u32, bits: u32) -> u64 {
    data >> shift & ((1 << bits) - 1)
}

impl TableEntry {
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        // Fields have no sign, so scores are stored with an offset.
        let score = (self.score.raw() + (1 << (SCORE_BITS - 1))) as u64;
        u64::from(self.tag % TAG_LIMIT)
            | score << SCORE_SHIFT
            | u64::from(self.depth.min((1 << DEPTH_BITS) - 1)) << DEPTH_SHIFT
            | bound << BOUND_SHIFT
            | u64::from(self.proven) << PROVEN_SHIFT
            | u64::from(age) << AGE_SHIFT
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match field(data, BOUND_SHIFT, 2) {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            score: Score::from_raw(field(data, SCORE_SHIFT, SCORE_BITS) as i32 - (1 << (SCORE_BITS - 1))),
            bound,
            depth: field(data, DEPTH_SHIFT, DEPTH_BITS) as u32,
            proven: field(data, PROVEN_SHIFT, 1) == 1,
            tag: field(data, 0, TAG_BITS) as u32,
        })
    }
}

impl TranspositionTable {
    /// A table of `mib` mebibytes, rounded down to a power of two; 0 makes a table of a single
    /// slot.
    pub fn new(mib: usize) -> Self {
        Self::with_slots(Self::slots_of(mib))
    }

    /// The slots of a table of `mib` mebibytes, before they are rounded down to a power of two.
    pub(crate) const fn slots_of(mib: usize) -> usize {
        mib * ((1 << 20) / size_of::<TableSlot>())
    }

    /// A table of about this many slots, rounded down to a power of two, at least one.
    pub fn with_slots(slots: usize) -> Self {
        let slots = 1 << slots.max(1).ilog2();
        let ways = slots.min(WAYS);
        let buckets = slots / ways;
        // One bucket more than needed: the first may have to be skipped to begin at a cache line.
        let words: Box<[AtomicU64]> = (0..(buckets + 1) * WORDS_PER_BUCKET).map(|_| AtomicU64::new(0)).collect();
        let first = words.as_ptr().addr().wrapping_neg() % CACHE_LINE / WORD;
        let table = Self { words, first, buckets, ways, generation: AtomicU8::new(0) };
        // The zeros above may be the system's promise of zeros; these are written, page by page,
        // before the search.
        table.clear();
        table
    }

    /// A larger table with everything that this one holds.
    #[must_use]
    pub fn grown_to(&self, slots: usize) -> Self {
        let grown = Self::with_slots(slots);
        grown.generation.store(self.generation.load(Ordering::Relaxed), Ordering::Relaxed);
        for [folded, data] in (0..self.buckets).flat_map(|bucket| self.slots(bucket)) {
            let (folded, data) = (folded.load(Ordering::Relaxed), data.load(Ordering::Relaxed));
            // Words go over as they are, with their age: a bucket of the larger table gets keys of
            // one bucket of this one only, so there is always a free slot.
            let free = grown.bucket(folded ^ data).iter().find(|[_, data]| data.load(Ordering::Relaxed) == 0);
            if let Some([to_folded, to_data]) = free.filter(|_| data != 0) {
                to_data.store(data, Ordering::Relaxed);
                to_folded.store(folded, Ordering::Relaxed);
            }
        }
        grown
    }

    /// The slots of the table.
    pub fn capacity(&self) -> usize {
        self.buckets * self.ways
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: entries of earlier ones are replaced first.
    pub fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % (1 << AGE_BITS);
        self.generation.store(next, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &[TableSlot] {
        // The high half of a product spreads keys over any number of buckets.
        let index = (u128::from(key) * self.buckets as u128) >> 64;
        self.slots(index as usize)
    }

    fn slots(&self, bucket: usize) -> &[TableSlot] {
        self.words[self.first + bucket * WORDS_PER_BUCKET..][..2 * self.ways].as_chunks().0
    }

    /// The entry of the position with this key.
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|[folded_key, data]| {
            // In any order: if another thread writes in between, the two words do not match.
            let data = data.load(Ordering::Relaxed);
            if folded_key.load(Ordering::Relaxed) ^ data == key { TableEntry::unpack(data) } else { None }
        })
    }

    /// Stores an entry in place of the least useful one of its bucket.
    pub fn store(&self, key: u64, entry: TableEntry) {
        let age = self.generation.load(Ordering::Relaxed);
        let (mut victim, mut least_worth) = (None, i64::MAX);
        let mut tag = entry.tag;
        for slot in self.bucket(key) {
            let [folded_key, data] = slot.each_ref().map(|word| word.load(Ordering::Relaxed));
            if folded_key ^ data == key {
                if !outweighs(data, entry, age) {
                    // A node that failed low has no best move: that of an earlier search is still
                    // the one to try first.
                    if tag == 0 {
                        tag = field(data, 0, TAG_BITS) as u32;
                    }
                    victim = Some(slot);
                    break;
                }
                return;
            }
            let worth = worth(data, age);
            if worth < least_worth {
                (victim, least_worth) = (Some(slot), worth);
            }
        }
        if let Some([folded_key, word]) = victim {
            let data = TableEntry { tag, ..entry }.pack(age);
            word.store(data, Ordering::Relaxed);
            folded_key.store(key ^ data, Ordering::Relaxed);
        }
    }

    /// How full the table is with the results of this search, in thousandths, from a sample.
    pub fn permille_used(&self) -> u32 {
        let age = u64::from(self.generation.load(Ordering::Relaxed));
        let sample = self.buckets.min(250);
        let used = (0..sample)
            .flat_map(|bucket| self.slots(bucket))
            .map(|[_, data]| data.load(Ordering::Relaxed))
            .filter(|&data| data != 0 && field(data, AGE_SHIFT, AGE_BITS) == age)
            .count();
        (used * 1000 / (sample * self.ways)) as u32
    }
}

/// Whether what is stored for the same position should stay: proven bounds do, and those of this
/// search that are clearly deeper.
fn outweighs(data: u64, entry: TableEntry, age: u8) -> bool {
    let proven = field(data, PROVEN_SHIFT, 1) == 1;
    if proven != entry.proven {
        // A proven bound is worth keeping unless the new one bounds the value from the other side.
        return proven
            && TableEntry::unpack(data).is_some_and(|old| old.bound == Bound::Exact || old.bound == entry.bound);
    }
    // An exact score replaces even a deeper bound: it is of a PV node, and there are few of those.
    let same_age = field(data, AGE_SHIFT, AGE_BITS) == u64::from(age);
    same_age && entry.bound != Bound::Exact && field(data, DEPTH_SHIFT, DEPTH_BITS) as u32 > entry.depth + 3
}

/// The replacement value of an entry: its depth, less for every search that has begun since.
fn worth(data: u64, age: u8) -> i64 {
    if data == 0 {
        return i64::MIN;
    }
    // Ages wrap around, so the difference is taken modulo their range.
    let searches = (u64::from(age) + (1 << AGE_BITS) - field(data, AGE_SHIFT, AGE_BITS)) % (1 << AGE_BITS);
    let proven = field(data, PROVEN_SHIFT, 1) as i64;
    field(data, DEPTH_SHIFT, DEPTH_BITS) as i64 + 2 * proven - 4 * searches as i64
}
