//! Levels of strength: `potez:level=1` to `potez:level=10`.
//!
//! A level below the last is the full player weakened: it searches few nodes and samples its move
//! among those that the search found nearly best. How few, and how nearly, is data: one file per
//! game, beside what is known of the game. The last level is the full player itself. To find the
//! numbers, a spec can change them one by one: `potez:level=9,nodes=500,heat=0.1`.

mod table;
mod weakened;

use std::ops::RangeInclusive;

use crate::book;
use crate::spec::COMMON;
use crate::{BotBuilder, BotError, BotKind, BotSpec, GameEngine};
pub use table::LevelScore;
use table::{Level, LevelTable};
use weakened::WeakenedBot;

/// The levels, the weakest first.
pub const LEVELS: RangeInclusive<u32> = 1..=10;

/// The bot that has levels.
pub(crate) const NAME: &str = "potez";
/// The parameter that chooses one.
pub(crate) const KEY: &str = "level";
/// The parameter of the full player that omits parts of it.
const WITHOUT: &str = "without";

/// The parameters that specs of a bot may have, its own before those that all bots have.
pub fn keys<G: GameEngine>(kind: &BotKind<G>) -> Vec<&'static str> {
    let own = if kind.name == NAME { &[KEY, book::KEY][..] } else { &[] };
    kind.keys.iter().chain(own).copied().chain(COMMON).collect()
}

/// What each level of a game won against the one below it, from the second on.
pub fn scores<G: GameEngine>() -> Vec<LevelScore> {
    LevelTable::of::<G>().scores().to_vec()
}

/// Prepares the bot that a spec asks for, without building it: a level, or whatever the game itself
/// makes of the spec.
pub fn configure<G: GameEngine>(game: &G, spec: &BotSpec) -> Result<BotBuilder<G>, BotError> {
    if spec.name == NAME { book::configure(game, spec, configure_plain) } else { game.configure(spec) }
}

/// The same for a bot that has levels, without a book.
fn configure_plain<G: GameEngine>(game: &G, spec: &BotSpec) -> Result<BotBuilder<G>, BotError> {
    let is_level = spec.extra.iter().any(|(key, _)| key == KEY);
    if !is_level {
        return game.configure(spec);
    }
    let number = spec.number(KEY, *LEVELS.end(), LEVELS)?;
    let mut full = spec.clone();
    full.extra.retain(|(key, _)| key != KEY);
    let table = LevelTable::of::<G>();
    let Some((comparison, level)) = table.level(number) else { return game.configure(&full) };
    let level = level.with_changes(spec)?;
    full.extra.retain(|(key, _)| !Level::KEYS.contains(&key.as_str()));
    if let Some(part) = table.without() {
        full.extra.push((WITHOUT.into(), part.into()));
    }
    let mut rng = spec.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
    // One thread: more of them would make the same few nodes differ from run to run.
    (full.threads, full.multipv, full.seed) = (Some(1), Some(level.width), Some(rng.u64(..)));
    let (full, lines) = (game.configure(&full)?, spec.line_count());
    Ok(BotBuilder::new(move || WeakenedBot::new(full.build(), comparison, level, lines, rng)))
}
