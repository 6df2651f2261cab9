//! The bots that play here, and how long they may think.

use std::time::Duration;

use potez_engine::{BotSpec, Limits, Message, Table};
use potez_words::Arg;

use crate::bounds;
use crate::failure::Failure;

/// The bots that play every game.
pub(crate) const NAMES: [&str; 4] = ["potez", "classic", "greedy", "random"];
/// Time a move for a bot without limits of its own in a game without a clock.
const USUAL: Duration = Duration::from_secs(1);

/// Reads a bot spec and checks that such a bot may play here.
pub(crate) fn read(table: &dyn Table, text: &str) -> Result<BotSpec, Failure> {
    if text.len() > bounds::SPEC_BYTES {
        return Err(Failure::too_large(bounds::SPEC_BYTES));
    }
    let spec: BotSpec = text.parse().map_err(|error| Failure::rules(Message::from(error)))?;
    if !NAMES.contains(&spec.name.as_str()) {
        return Err(Failure::unfit_with("server-bot-unknown", vec![("bot", Arg::from(spec.name.as_str()))]));
    }
    if spec.threads != 1 || spec.limits.time.is_some_and(|time| time > bounds::ENGINE_MOVE) {
        let seconds = bounds::ENGINE_MOVE.as_secs().to_string();
        return Err(Failure::unfit_with("server-bot-limit", vec![("seconds", Arg::from(seconds))]));
    }
    table.bot(&spec).map_err(Failure::rules)?;
    Ok(spec)
}

/// The limits of a bot that has none of its own.
pub(crate) fn limits(clock: Option<potez_engine::Clock>) -> Limits {
    match clock {
        None => Limits::time(USUAL),
        Some(_) => Limits { clock, time: Some(bounds::ENGINE_MOVE), ..Limits::default() },
    }
}

/// The bot that judges: the strongest there is.
pub(crate) fn judge(multipv: usize) -> BotSpec {
    BotSpec { multipv, ..BotSpec::new("potez") }
}
