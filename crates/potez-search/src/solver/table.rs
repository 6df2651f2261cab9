//! The table of the boolean solver, and the bounds that it keeps.

/// The values of a position for the player to move, as numbers that can be compared.
pub(super) const LOSS: u8 = 0;
pub(super) const DRAW: u8 = 1;
pub(super) const WIN: u8 = 2;

/// The result of searching for a goal: whether a player gets at least that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GoalResult {
    pub(super) reached: bool,
    /// If that decides the game: the plies within which it ends. Otherwise it means nothing.
    pub(super) plies: u8,
}

/// What is known of a value: it lies between the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ValueBounds {
    pub(super) lower: u8,
    pub(super) upper: u8,
    /// The plies within which the game ends, if it is won or lost.
    pub(super) plies: u8,
}

impl ValueBounds {
    pub(super) const UNKNOWN: Self = Self { lower: LOSS, upper: WIN, plies: 0 };

    /// Whether the value is at least `goal`, if that is known.
    pub(super) fn reaches(self, goal: u8) -> Option<GoalResult> {
        let reached = self.lower >= goal;
        (reached || self.upper < goal).then_some(GoalResult { reached, plies: self.plies })
    }

    /// The same seen by the other player.
    pub(super) fn reversed(self) -> Self {
        Self { lower: WIN - self.upper, upper: WIN - self.lower, plies: self.plies }
    }
}

/// A compact table of bounds: one word per position, two to a bucket, the costlier result kept.
///
/// A word holds the key without its lowest two bytes, which the place in the table implies, the
/// plies, the bounds of the value and the logarithm of the work behind it. The table begins small,
/// because the first touch of memory costs more than the search of a small position, and grows
/// while it is half full.
pub(super) struct SolverTable {
    buckets: Vec<[u64; 2]>,
    /// Buckets that it may grow to.
    max_buckets: usize,
    /// Words in use.
    used: usize,
}

/// A word without a result: no bounds of a value have all bits set. Not 0, because zeros may be the
/// system's promise of memory, which costs more to take up piece by piece than to write at once.
pub(super) const EMPTY: u64 = u64::MAX;
/// The fields of a word below the key.
const KEY_SHIFT: u32 = 16;
const PLIES_SHIFT: u32 = 8;
const WORK_SHIFT: u32 = 4;

impl SolverTable {
    /// Buckets at the beginning: enough that a place implies the bits of the key that its words
    /// leave out.
    const MIN_BUCKETS: usize = 1 << KEY_SHIFT;

    pub(super) fn new(mib: usize) -> Self {
        let max_buckets = 1 << (mib << 16).max(Self::MIN_BUCKETS).ilog2();
        Self { buckets: vec![[EMPTY; 2]; Self::MIN_BUCKETS], max_buckets, used: 0 }
    }

    pub(super) fn clear(&mut self) {
        (self.buckets, self.used) = (vec![[EMPTY; 2]; Self::MIN_BUCKETS], 0);
    }

    /// Moves everything to a table four times as large. The words of one bucket spread over four.
    fn grow(&mut self) {
        let count = (4 * self.buckets.len()).min(self.max_buckets);
        let old = std::mem::replace(&mut self.buckets, vec![[EMPTY; 2]; count]);
        for (place, words) in old.into_iter().enumerate() {
            for word in words.into_iter().filter(|&word| word != EMPTY) {
                let key = word >> KEY_SHIFT << KEY_SHIFT | (place & (Self::MIN_BUCKETS - 1)) as u64;
                let at = self.place(key);
                let bucket = &mut self.buckets[at];
                // Only the two words of one old bucket can meet in a new one, so there is a place
                // for each.
                bucket[usize::from(bucket[0] != EMPTY)] = word;
            }
        }
    }

    /// The bucket is chosen by the lowest bits of the key, at least those that a word leaves out.
    fn place(&self, key: u64) -> usize {
        key as usize & (self.buckets.len() - 1)
    }

    /// The bucket in which the result for this key would be.
    pub(super) fn bucket(&self, key: u64) -> [u64; 2] {
        self.buckets[self.place(key)]
    }

    pub(super) fn probe(&self, key: u64) -> ValueBounds {
        Self::read(self.bucket(key), key)
    }

    /// The bounds for this key in a bucket read earlier.
    pub(super) fn read(bucket: [u64; 2], key: u64) -> ValueBounds {
        match bucket.iter().find(|&&word| word >> KEY_SHIFT == key >> KEY_SHIFT && word != EMPTY) {
            Some(word) => ValueBounds {
                lower: (word & 3) as u8,
                upper: (word >> 2 & 3) as u8,
                plies: (word >> PLIES_SHIFT) as u8,
            },
            None => ValueBounds::UNKNOWN,
        }
    }

    pub(super) fn store(&mut self, key: u64, bounds: ValueBounds, work: u64) {
        // The magnitude is enough to tell costly results from cheap ones, and takes four bits.
        let work = u64::from((work + 1).ilog2().min(15));
        let word = key >> KEY_SHIFT << KEY_SHIFT
            | u64::from(bounds.plies) << PLIES_SHIFT
            | work << WORK_SHIFT
            | u64::from(bounds.upper) << 2
            | u64::from(bounds.lower);
        if self.used >= self.buckets.len() && self.buckets.len() < self.max_buckets {
            self.grow();
        }
        let at = self.place(key);
        let bucket = &mut self.buckets[at];
        let free = bucket.iter().filter(|&&word| word == EMPTY).count();
        // The first word is the costlier or the newer of equals, the second always gives way: so
        // neither great work nor recent work is lost to a stream of cheap results.
        let is_cheaper = bucket[0] != EMPTY && work < bucket[0] >> WORK_SHIFT & 15;
        if bucket[0] >> KEY_SHIFT == key >> KEY_SHIFT {
            bucket[0] = word;
        } else if bucket[1] >> KEY_SHIFT == key >> KEY_SHIFT || is_cheaper {
            bucket[1] = word;
        } else {
            bucket[1] = bucket[0];
            bucket[0] = word;
        }
        self.used += free - bucket.iter().filter(|&&word| word == EMPTY).count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_survive_the_growth_of_the_table() {
        const COUNT: u64 = 150_000;
        let mut table = SolverTable::new(64);
        let key = |number: u64| (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bounds = |number: u64| {
            let value = (number % 3) as u8;
            ValueBounds { lower: value, upper: value, plies: 1 + (number % 100) as u8 }
        };
        for number in 0..COUNT {
            table.store(key(number), bounds(number), 1);
        }
        assert!(table.buckets.len() > SolverTable::MIN_BUCKETS);
        let known: Vec<u64> = (0..COUNT).filter(|&number| table.probe(key(number)) != ValueBounds::UNKNOWN).collect();
        assert!(known.len() as u64 > COUNT * 9 / 10, "{}", known.len());
        assert!(known.iter().all(|&number| table.probe(key(number)) == bounds(number)));
        table.clear();
        assert!((0..COUNT).all(|number| table.probe(key(number)) == ValueBounds::UNKNOWN));
    }
}
