//! The transposition table of proof-number search.

/// Infinity: the proof number of a disproven position, the disproof number of a proven one. Small
/// enough that sums of a few do not overflow, and that the highest bit of an entry stays free.
pub(super) const INFINITY: u32 = u32::MAX / 4;

/// The proof and disproof number of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofNumbers {
    /// Leaves that must at least be won to prove it: 0 when it is proven, [`INFINITY`] when it is
    /// disproven.
    pub(super) proof: u32,
    /// The reverse.
    pub(super) disproof: u32,
    /// Whether the disproof is a win of the other player wherever it ends, and never a draw.
    pub(super) excludes_draw: bool,
}

impl ProofNumbers {
    pub(super) const PROVEN: Self = Self { proof: 0, disproof: INFINITY, excludes_draw: false };

    pub(super) const fn disproven(excludes_draw: bool) -> Self {
        Self { proof: INFINITY, disproof: 0, excludes_draw }
    }

    /// The numbers of an open position.
    pub(super) fn open(proof: u32, disproof: u32) -> Self {
        Self { proof: proof.clamp(1, INFINITY - 1), disproof: disproof.clamp(1, INFINITY - 1), excludes_draw: false }
    }

    /// Whether the position is proven or disproven.
    pub(super) const fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy, Debug)]
struct ProofEntry {
    key: u64,
    proof: u32,
    /// The highest bit is [`ProofNumbers::excludes_draw`].
    disproof: u32,
    /// Positions expanded for this entry; 0 is an empty slot.
    work: u32,
}

const EXCLUDES_DRAW: u32 = 1 << 31;

/// Numbers by key, in buckets; the entry with the least work is replaced first, because it is the
/// cheapest to find again.
#[derive(Debug)]
pub(super) struct ProofTable {
    entries: Vec<ProofEntry>,
}

impl ProofTable {
    pub(super) const ENTRY_SIZE: usize = size_of::<ProofEntry>();
    const BUCKET: usize = 4;
    const EMPTY: ProofEntry = ProofEntry { key: 0, proof: 0, disproof: 0, work: 0 };

    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / Self::ENTRY_SIZE / Self::BUCKET).max(1);
        Self { entries: vec![Self::EMPTY; buckets * Self::BUCKET] }
    }

    /// The entries of the smallest table.
    pub(super) const SMALLEST: usize = Self::BUCKET;

    /// The entries there is room for.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Self::EMPTY);
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let buckets = self.entries.len() / Self::BUCKET;
        // The high half of a product spreads keys over any number of buckets, not only over powers
        // of two.
        let bucket = ((u128::from(key) * buckets as u128) >> 64) as usize;
        bucket * Self::BUCKET..(bucket + 1) * Self::BUCKET
    }

    pub(super) fn probe(&self, key: u64) -> Option<ProofNumbers> {
        let entry = self.entries[self.bucket(key)].iter().find(|entry| entry.work > 0 && entry.key == key)?;
        let ProofEntry { proof, disproof, .. } = *entry;
        let excludes_draw = disproof & EXCLUDES_DRAW != 0;
        Some(ProofNumbers { proof, disproof: disproof & !EXCLUDES_DRAW, excludes_draw })
    }

    pub(super) fn store(&mut self, key: u64, numbers: ProofNumbers, work: u64) {
        let bucket = self.bucket(key);
        let entries = &mut self.entries[bucket];
        let at = entries.iter().position(|entry| entry.work > 0 && entry.key == key);
        let at = at.unwrap_or_else(|| (0..Self::BUCKET).min_by_key(|&at| entries[at].work).unwrap_or(0));
        let old = &mut entries[at];
        // Work on the same position adds up: the search leaves it and comes back many times.
        let before = if old.key == key { old.work } else { 0 };
        let work = u64::from(before).saturating_add(work).clamp(1, u64::from(u32::MAX)) as u32;
        let flag = if numbers.excludes_draw { EXCLUDES_DRAW } else { 0 };
        *old = ProofEntry { key, proof: numbers.proof, disproof: numbers.disproof | flag, work };
    }
}
