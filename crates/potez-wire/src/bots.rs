//! The bots that play here, and how long they may think.

use potez_table::{BotSpec, Message, Table};
use potez_words::{Arg, Words};

use crate::error::ApiError;
use crate::json::BotView;
use crate::limits;

/// The bot that has levels.
const LEVELLED: &str = "potez";

/// The bots that play every game, and what of the parameters that all bots have is worth offering.
const OFFERED: [(&str, &[&str]); 4] = [("potez", &[]), ("classic", &["depth"]), ("greedy", &[]), ("random", &[])];

/// The bots of a game that play here, with the parameters worth offering.
pub fn offered(table: &dyn Table) -> Vec<BotView> {
    let all = table.bots();
    let known = OFFERED.iter().filter_map(|(name, common)| Some((all.iter().find(|bot| bot.name == *name)?, common)));
    known.map(|(bot, common)| BotView { name: bot.name, keys: [common, bot.own].concat() }).collect()
}

/// Reads a bot spec and checks that such a bot may play here.
pub fn read(table: &dyn Table, text: &str) -> Result<BotSpec, ApiError> {
    let spec = parse(text)?;
    if OFFERED.iter().all(|(name, _)| *name != spec.name) {
        return Err(ApiError::unfit_with("server-bot-unknown", vec![("bot", Arg::from(spec.name.as_str()))]));
    }
    if spec.thread_count() != 1 || spec.limits.time.is_some_and(|time| time > limits::ENGINE_MOVE) {
        let seconds = limits::ENGINE_MOVE.as_secs().to_string();
        return Err(ApiError::unfit_with("server-bot-limit", vec![("seconds", Arg::from(seconds))]));
    }
    table.check_bot(&spec).map_err(ApiError::rules)?;
    Ok(spec)
}

/// Reads a bot spec that was checked when its game was made.
pub fn parse(text: &str) -> Result<BotSpec, ApiError> {
    if text.len() > limits::SPEC_BYTES {
        return Err(ApiError::too_large(limits::SPEC_BYTES));
    }
    text.parse().map_err(|error| ApiError::rules(Message::from(error)))
}

/// What a bot is called: an engine of a level, or a bot by its name with what it was told.
pub fn title(text: &str, words: &Words) -> String {
    let (name, told) = text.split_once(':').unwrap_or((text, ""));
    let pairs: Vec<(&str, &str)> = told.split(',').filter_map(|pair| pair.split_once('=')).collect();
    if let (LEVELLED, [("level", level)]) = (name, pairs.as_slice()) {
        return words.say("web-engine-level", &[("level", Arg::from(*level))]);
    }
    let key = |key: &str| words.say_or(&format!("bot-key-{key}"), key);
    let told = pairs.iter().map(|(name, value)| format!("{} {value}", key(name)));
    std::iter::once(words.say_or(&format!("bot-title-{name}"), name)).chain(told).collect::<Vec<_>>().join(", ")
}

/// The bot that judges: the strongest there is.
pub fn judge(multipv: usize) -> BotSpec {
    BotSpec { multipv: Some(multipv), ..BotSpec::new("potez") }
}

#[cfg(test)]
mod tests {
    use potez_words::Lang;

    use super::*;

    #[test]
    fn a_bot_is_called_by_words_and_not_by_its_spec() {
        let said = |spec: &str, lang| title(spec, &Words::new(lang));
        assert_eq!(said("potez:level=3", Lang::En), "Engine, level 3");
        assert_eq!(said("potez:level=10", Lang::SrLatn), "Program, nivo 10");
        assert_eq!(said("classic:depth=2,radius=1", Lang::En), "Classic, depth 2, radius 1");
        assert_eq!(said("classic:depth=2", Lang::SrCyrl), "Класични, дубина 2");
        assert_eq!(said("random", Lang::SrLatn), "Slučajni");
        assert_eq!(said("potez", Lang::En), "Potez");
    }
}
