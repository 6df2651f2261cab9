//! The ladder: `potez:level=1` to `potez:level=10`.
//!
//! A level below the last is the full player on a short lead: few nodes, and a choice by lot among the moves that it
//! thinks good. How short the lead is, and what still counts as good, is data: one file a game, beside what is known
//! of the game. The last level is the full player itself. To find the numbers, a spec can change them one by one:
//! `potez:level=9,nodes=500,heat=0.1`.

mod ladder;
mod novice;

use std::ops::RangeInclusive;

use potez_core::Message;

use crate::{BotSpec, Expert, Mind};
use ladder::{Ladder, Level};
use novice::Novice;

/// The levels, the weakest first.
pub const LEVELS: RangeInclusive<u32> = 1..=10;

/// The bot that has levels.
pub(crate) const NAME: &str = "potez";
/// The parameter that chooses one.
pub(crate) const KEY: &str = "level";

/// The mind that a spec asks for: a level of the ladder, or whatever the game itself makes of the spec.
pub(crate) fn mind<G: Expert>(game: &G, spec: &BotSpec) -> Result<Box<dyn Mind<G>>, Message> {
    let is_level = spec.name == NAME && spec.extra.iter().any(|(key, _)| key == KEY);
    if !is_level {
        return game.mind(spec);
    }
    let number = spec.number(KEY, *LEVELS.end(), LEVELS)?;
    let mut full = spec.clone();
    full.extra.retain(|(key, _)| key != KEY);
    let ladder = Ladder::of::<G>();
    let Some((manner, level)) = ladder.level(number) else { return game.mind(&full) };
    let level = level.changed(spec)?;
    full.extra.retain(|(key, _)| !Level::KEYS.contains(&key.as_str()));
    if let Some(part) = ladder.without() {
        full.extra.push(("without".into(), part.into()));
    }
    let mut rng = spec.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    // One thread: more of them would make the same few nodes differ from run to run.
    (full.threads, full.multipv, full.seed) = (1, level.width, Some(rng.u64(..)));
    Ok(Box::new(Novice::new(game.mind(&full)?, manner, level, spec.multipv, rng)))
}
