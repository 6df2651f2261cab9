//! The fixed work of `potez bench`: which games are measured, and how deep.

use potez_core::Message;
pub use potez_engine::bench::{Measure, cpu_seconds};

use crate::{Table, find, games, open};

/// The work for one game spec.
pub struct Suite {
    table: Box<dyn Table>,
    depth: u32,
}

/// The suites of all games, of one game such as `byte`, or of one spec.
pub fn suites(game: Option<&str>) -> Result<Vec<Suite>, Message> {
    let suite = |&(spec, depth): &(&str, u32)| Ok(Suite { table: open(spec, None)?, depth });
    match game.map(|name| (name, find(name))) {
        None => games().iter().flat_map(|game| game.description.bench).map(suite).collect(),
        Some((_, Some(game))) => game.description.bench.iter().map(suite).collect(),
        Some((spec, None)) => Ok(vec![suite(&(spec, 2))?]),
    }
}

impl Suite {
    /// The checksum of behaviour alone, without measuring anything.
    pub fn signature(&self) -> u32 {
        self.table.signature()
    }

    /// Does the work, a number after the other.
    pub fn run(&self, each: &mut dyn FnMut(Measure)) {
        self.table.bench(self.depth, each);
    }
}
