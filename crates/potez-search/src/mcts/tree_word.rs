//! The words that a tree is made of: plain for one thread, atomic for several.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;

/// 64 bits of a tree: plain for one thread, atomic for several.
///
/// Statistics are read and written in relaxed order; only [`load`](Self::load) and [`or`](Self::or)
/// synchronise, so that whoever sees a block published sees what was written into it.
pub(super) trait TreeWord: Zeroable + Send {
    fn get(&self) -> u64;
    /// Several threads that `set` what they `get` may lose each other's changes.
    fn set(&self, bits: u64);
    /// Adds, modulo 2^64; no change is lost.
    fn add(&self, bits: u64);
    /// Reads what another thread has published by [`or`](Self::or), and all it wrote before.
    fn load(&self) -> u64;
    /// Sets some bits, and returns what was there before.
    fn or(&self, bits: u64) -> u64;
    /// Clears the bits that are not in `bits`.
    fn and(&self, bits: u64);
    /// The words at one moment, so that loops over them can be vectorised: those of several threads
    /// are copied.
    fn snapshot<'a>(words: &'a [Self], copy: &'a mut Vec<Cell<u64>>) -> &'a [Cell<u64>];
}

impl TreeWord for Cell<u64> {
    fn get(&self) -> u64 {
        self.get()
    }

    fn set(&self, bits: u64) {
        self.set(bits);
    }

    fn add(&self, bits: u64) {
        self.set(self.get().wrapping_add(bits));
    }

    fn load(&self) -> u64 {
        self.get()
    }

    fn or(&self, bits: u64) -> u64 {
        self.replace(self.get() | bits)
    }

    fn and(&self, bits: u64) {
        self.set(self.get() & bits);
    }

    fn snapshot<'a>(words: &'a [Self], _: &'a mut Vec<Cell<u64>>) -> &'a [Self] {
        words
    }
}

impl TreeWord for AtomicU64 {
    fn get(&self) -> u64 {
        self.load(Ordering::Relaxed)
    }

    fn set(&self, bits: u64) {
        self.store(bits, Ordering::Relaxed);
    }

    fn add(&self, bits: u64) {
        self.fetch_add(bits, Ordering::Relaxed);
    }

    fn load(&self) -> u64 {
        self.load(Ordering::Acquire)
    }

    fn or(&self, bits: u64) -> u64 {
        self.fetch_or(bits, Ordering::AcqRel)
    }

    fn and(&self, bits: u64) {
        self.fetch_and(bits, Ordering::AcqRel);
    }

    fn snapshot<'a>(words: &'a [Self], copy: &'a mut Vec<Cell<u64>>) -> &'a [Cell<u64>] {
        copy.clear();
        copy.extend(words.iter().map(|word| Cell::new(word.get())));
        copy
    }
}
