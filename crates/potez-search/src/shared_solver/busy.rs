//! Which positions threads are searching at the moment, so that others begin elsewhere.

use std::sync::atomic::{AtomicU64, Ordering};

use super::table::TablePlace;

/// A small table of positions. What it says is a hint: a thread that is misled does work twice, or in
/// another order, and nothing else.
#[derive(Debug)]
pub(super) struct BusyTable {
    places: Box<[AtomicU64]>,
}

const PLACES: usize = 1 << 14;

impl BusyTable {
    pub(super) fn new() -> Self {
        Self { places: bytemuck::zeroed_slice_box(PLACES) }
    }

    fn word(&self, place: TablePlace) -> &AtomicU64 {
        &self.places[(place.number() >> 20) as usize % PLACES]
    }

    pub(super) fn is_busy(&self, place: TablePlace) -> bool {
        self.word(place).load(Ordering::Relaxed) == place.number()
    }

    pub(super) fn enter(&self, place: TablePlace) {
        self.word(place).store(place.number(), Ordering::Relaxed);
    }

    pub(super) fn leave(&self, place: TablePlace) {
        // Another position may have taken the word: it loses its mark, which does no harm.
        self.word(place).store(0, Ordering::Relaxed);
    }
}
