/// Stands for "never": a proven position cannot be disproven.
pub(super) const NEVER: u32 = u32::MAX / 4;

/// What is known of a question about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    /// Leaves that must at least be won to prove it: 0 when it is proven, [`NEVER`] when it is disproven.
    pub(super) proof: u32,
    /// The reverse.
    pub(super) disproof: u32,
    /// Whether the disproof is a win of the other player wherever it ends, and never a draw.
    pub(super) is_pure: bool,
}

impl Numbers {
    pub(super) const PROVEN: Self = Self { proof: 0, disproof: NEVER, is_pure: false };

    pub(super) const fn disproven(is_pure: bool) -> Self {
        Self { proof: NEVER, disproof: 0, is_pure }
    }

    /// Numbers of an open question.
    pub(super) fn open(proof: u32, disproof: u32) -> Self {
        Self { proof: proof.clamp(1, NEVER - 1), disproof: disproof.clamp(1, NEVER - 1), is_pure: false }
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    proof: u32,
    /// The highest bit is [`Numbers::is_pure`].
    disproof: u32,
    /// Positions looked at for this entry; 0 is an empty slot.
    work: u32,
}

const PURE: u32 = 1 << 31;

/// Positions by key, in buckets; the entry with the least work goes first.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    pub(super) const ENTRY: usize = size_of::<Entry>();
    const BUCKET: usize = 4;
    const EMPTY: Entry = Entry { key: 0, proof: 0, disproof: 0, work: 0 };

    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / Self::ENTRY / Self::BUCKET).max(1);
        Self { entries: vec![Self::EMPTY; buckets * Self::BUCKET] }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(Self::EMPTY);
    }

    fn bucket(&self, key: u64) -> std::ops::Range<usize> {
        let buckets = self.entries.len() / Self::BUCKET;
        let bucket = ((u128::from(key) * buckets as u128) >> 64) as usize;
        bucket * Self::BUCKET..(bucket + 1) * Self::BUCKET
    }

    pub(super) fn find(&self, key: u64) -> Option<Numbers> {
        let entry = self.entries[self.bucket(key)].iter().find(|entry| entry.work > 0 && entry.key == key)?;
        let Entry { proof, disproof, .. } = *entry;
        Some(Numbers { proof, disproof: disproof & !PURE, is_pure: disproof & PURE != 0 })
    }

    pub(super) fn store(&mut self, key: u64, numbers: Numbers, work: u64) {
        let bucket = self.bucket(key);
        let entries = &mut self.entries[bucket];
        let at = entries.iter().position(|entry| entry.work > 0 && entry.key == key);
        let at = at.unwrap_or_else(|| (0..Self::BUCKET).min_by_key(|&at| entries[at].work).unwrap_or(0));
        let old = &mut entries[at];
        let known = if old.key == key { old.work } else { 0 };
        let work = u64::from(known).saturating_add(work).clamp(1, u64::from(u32::MAX)) as u32;
        let pure = if numbers.is_pure { PURE } else { 0 };
        *old = Entry { key, proof: numbers.proof, disproof: numbers.disproof | pure, work };
    }
}
