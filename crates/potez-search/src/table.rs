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

/// What a table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The score; distances of proven results count from this position.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The depth to which it was searched.
    pub depth: u32,
    /// Whether the bound is certain: no estimate had a part in it, so it holds at any depth.
    pub settled: bool,
    /// The tag of the best move, 0 if none is known.
    pub tag: u32,
}

/// A transposition table that threads share without locks.
///
/// A slot is two words: the data, and the key folded with the data. Words of two different writes do not fit together,
/// so a torn slot reads as empty. Four slots make a bucket of one cache line.
#[derive(Debug)]
pub struct Table {
    /// Written once when the table is made: memory that the system hands out page by page during a search makes it
    /// several times slower, and two threads slower than one.
    words: Box<[AtomicU64]>,
    /// The first word on a border of cache lines.
    first: usize,
    buckets: usize,
    /// Slots used of each bucket: four, fewer only in tables of fewer than four slots.
    ways: usize,
    generation: AtomicU8,
}

const WAYS: usize = 4;
/// Bytes of a cache line.
const LINE: usize = 64;
const WORD: usize = size_of::<AtomicU64>();
const WORDS_A_BUCKET: usize = LINE / WORD;

/// The key folded with the data, and the data.
type Slot = [AtomicU64; 2];

/// The fields of a data word, from the lowest bit. The bound is never 0, so an empty slot is all zeros.
const TAG_BITS: u32 = 26;
const SCORE_SHIFT: u32 = TAG_BITS;
const SCORE_BITS: u32 = 21;
const DEPTH_SHIFT: u32 = SCORE_SHIFT + SCORE_BITS;
const DEPTH_BITS: u32 = 8;
const BOUND_SHIFT: u32 = DEPTH_SHIFT + DEPTH_BITS;
const SETTLED_SHIFT: u32 = BOUND_SHIFT + 2;
const AGE_SHIFT: u32 = SETTLED_SHIFT + 1;
const AGE_BITS: u32 = 6;

/// Tags of moves are below this.
pub(crate) const TAG_LIMIT: u32 = 1 << TAG_BITS;

const fn field(data: u64, shift: u32, bits: u32) -> u64 {
    data >> shift & ((1 << bits) - 1)
}

impl Entry {
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        let score = (self.score.raw() + (1 << (SCORE_BITS - 1))) as u64;
        u64::from(self.tag % TAG_LIMIT)
            | score << SCORE_SHIFT
            | u64::from(self.depth.min((1 << DEPTH_BITS) - 1)) << DEPTH_SHIFT
            | bound << BOUND_SHIFT
            | u64::from(self.settled) << SETTLED_SHIFT
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
            settled: field(data, SETTLED_SHIFT, 1) == 1,
            tag: field(data, 0, TAG_BITS) as u32,
        })
    }
}

impl Table {
    /// A table of so many mebibytes, rounded down to a power of two; 0 makes a table of a single slot.
    pub fn new(mib: usize) -> Self {
        Self::with_slots(mib * ((1 << 20) / size_of::<Slot>()))
    }

    /// A table of so many slots, rounded down to a power of two, at least one.
    pub fn with_slots(slots: usize) -> Self {
        let slots = 1 << slots.max(1).ilog2();
        let ways = slots.min(WAYS);
        let buckets = slots / ways;
        let words: Box<[AtomicU64]> = (0..(buckets + 1) * WORDS_A_BUCKET).map(|_| AtomicU64::new(0)).collect();
        let first = words.as_ptr().addr().wrapping_neg() % LINE / WORD;
        let table = Self { words, first, buckets, ways, generation: AtomicU8::new(0) };
        // The zeros above may be the system's promise of zeros; these are written.
        table.clear();
        table
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.words.iter().for_each(|word| word.store(0, Ordering::Relaxed));
        self.generation.store(0, Ordering::Relaxed);
    }

    /// Begins a new search: what earlier ones left is replaced first.
    pub fn age(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) % (1 << AGE_BITS);
        self.generation.store(next, Ordering::Relaxed);
    }

    fn bucket(&self, key: u64) -> &[Slot] {
        // The high half of a product spreads keys over any number of buckets.
        let index = (u128::from(key) * self.buckets as u128) >> 64;
        self.slots(index as usize)
    }

    fn slots(&self, bucket: usize) -> &[Slot] {
        self.words[self.first + bucket * WORDS_A_BUCKET..][..2 * self.ways].as_chunks().0
    }

    /// What is known of the position with this key.
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|[folded, data]| {
            let data = data.load(Ordering::Relaxed);
            if folded.load(Ordering::Relaxed) ^ data == key { Entry::unpack(data) } else { None }
        })
    }

    /// Remembers an entry in place of the least useful one of its bucket.
    pub fn store(&self, key: u64, entry: Entry) {
        let age = self.generation.load(Ordering::Relaxed);
        let (mut victim, mut least) = (None, i64::MAX);
        let mut tag = entry.tag;
        for slot in self.bucket(key) {
            let [folded, data] = slot.each_ref().map(|word| word.load(Ordering::Relaxed));
            if folded ^ data == key {
                if !outweighs(data, entry, age) {
                    if tag == 0 {
                        tag = field(data, 0, TAG_BITS) as u32;
                    }
                    victim = Some(slot);
                    break;
                }
                return;
            }
            let worth = worth(data, age);
            if worth < least {
                (victim, least) = (Some(slot), worth);
            }
        }
        if let Some([folded, word]) = victim {
            let data = Entry { tag, ..entry }.pack(age);
            word.store(data, Ordering::Relaxed);
            folded.store(key ^ data, Ordering::Relaxed);
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

/// Whether what is stored for the same position should stay: certain results do, and those of this search that are
/// clearly deeper.
fn outweighs(data: u64, entry: Entry, age: u8) -> bool {
    let settled = field(data, SETTLED_SHIFT, 1) == 1;
    if settled != entry.settled {
        // A certain bound is worth keeping unless the new one speaks of the other side.
        return settled && Entry::unpack(data).is_some_and(|old| old.bound == Bound::Exact || old.bound == entry.bound);
    }
    let same_age = field(data, AGE_SHIFT, AGE_BITS) == u64::from(age);
    same_age && entry.bound != Bound::Exact && field(data, DEPTH_SHIFT, DEPTH_BITS) as u32 > entry.depth + 3
}

/// How much it would hurt to lose this data: depth, less for every search that has begun since.
fn worth(data: u64, age: u8) -> i64 {
    if data == 0 {
        return i64::MIN;
    }
    let searches = (u64::from(age) + (1 << AGE_BITS) - field(data, AGE_SHIFT, AGE_BITS)) % (1 << AGE_BITS);
    let settled = field(data, SETTLED_SHIFT, 1) as i64;
    field(data, DEPTH_SHIFT, DEPTH_BITS) as i64 + 2 * settled - 4 * searches as i64
}
