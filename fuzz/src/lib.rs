//! Fuzz targets: everything that reads what comes from outside, and the transitions of a session.
//!
//! A target is a function of bytes that panics when a promise is broken. [`runner`] drives it on a
//! stable toolchain: it replays the saved inputs and mutates them. libFuzzer drives the same
//! functions by coverage, see `main.rs`.

mod choices;
mod ears;
pub mod mutation;
pub mod runner;
mod targets;

pub use targets::TARGETS;

/// Something to be fuzzed.
#[derive(Clone, Copy, Debug)]
pub struct FuzzTarget {
    /// Its name, which is also that of the folder of its saved inputs.
    pub name: &'static str,
    /// What it reads and what it promises.
    pub about: &'static str,
    /// Panics on a broken promise.
    pub run: fn(&[u8]),
}

/// A target by its name.
pub fn find(name: &str) -> Option<&'static FuzzTarget> {
    TARGETS.iter().find(|target| target.name == name)
}
