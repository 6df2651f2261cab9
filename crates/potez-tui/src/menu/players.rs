//! Who can sit down to a game: people, levels and other bots.

use potez_table::{BotSpec, LEVELS};
use potez_words::{Arg, Words};

/// Bots that are offered besides the levels.
const BOTS: [&str; 3] = ["random", "greedy", "classic"];
/// The level that is proposed: most people neither lose nor win every game against it.
const PROPOSED: u32 = 3;

/// The bot of a level.
fn level(number: u32) -> String {
    format!("potez:level={number}")
}

/// Who sits in a seat, in the user's words.
pub(super) fn name(bot: Option<&str>, words: &Words) -> String {
    let Some(bot) = bot else { return words.say("tui-human", &[]) };
    match bot.strip_prefix("potez:level=").and_then(|number| number.parse::<usize>().ok()) {
        Some(number) => {
            let key = if number == *LEVELS.end() as usize { "tui-level-full" } else { "tui-level" };
            words.say(key, &[("level", Arg::from(number))])
        }
        None => bot.to_string(),
    }
}

/// A person, the levels, the weakest first, and the other bots, as far as they play a game.
pub(super) fn bots_of(game: &str) -> Vec<Option<String>> {
    let mut bots = vec![None];
    let Ok(table) = potez_table::open(game, None) else { return bots };
    let plays = |bot: &String| bot.parse::<BotSpec>().is_ok_and(|spec| table.check_bot(&spec).is_ok());
    bots.extend(LEVELS.map(level).chain(BOTS.map(String::from)).filter(plays).map(Some));
    bots
}

/// The opponent that is proposed among these: a level, or the last one where there are none.
pub(super) fn proposed(bots: &[Option<String>]) -> usize {
    let proposed = Some(level(PROPOSED));
    bots.iter().position(|bot| *bot == proposed).unwrap_or(bots.len() - 1)
}
