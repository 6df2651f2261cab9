//! Who can sit down to a game: people, levels and other bots with their parameters.

use potez_table::{BotSpec, LEVELS, Table};
use potez_words::{Arg, Words};

use super::rules::step;

/// Bots that are offered besides the levels.
const BOTS: [&str; 3] = ["random", "greedy", CLASSIC];
/// The players of the original programs, whose parameters can be chosen.
const CLASSIC: &str = "classic";
/// Their parameters, as far as a game has them, and the largest value that is offered of each.
const PARAMETERS: [(&str, u32); 2] = [("depth", 8), ("radius", 28)];
/// The level that is proposed: most people neither lose nor win every game against it.
const PROPOSED: u32 = 3;

/// The bot of a level.
fn level(number: u32) -> String {
    format!("potez:level={number}")
}

/// Who sits in a seat, in the user's words.
pub(crate) fn name(bot: Option<&str>, words: &Words) -> String {
    let Some(bot) = bot else { return words.say("tui-human", &[]) };
    if let Some(number) = bot.strip_prefix("potez:level=").and_then(|number| number.parse::<usize>().ok()) {
        let key = if number == *LEVELS.end() as usize { "tui-level-full" } else { "tui-level" };
        return words.say(key, &[("level", Arg::from(number))]);
    }
    let (name, parameters) = bot.split_once(':').unwrap_or((bot, ""));
    let said = words.say_or(&format!("tui-bot-{name}"), name);
    let spoken = |pair: &str| {
        let (key, value) = pair.split_once('=')?;
        Some(format!("{} {value}", words.say_or(&format!("tui-parameter-{key}"), key)))
    };
    // A seed is nobody's business but the random generator's.
    let shown = parameters.split(',').filter(|pair| !pair.starts_with("seed="));
    let shown: Vec<String> = shown.filter_map(spoken).collect();
    if shown.is_empty() { said } else { format!("{said} ({})", shown.join(", ")) }
}

/// Who sits in a seat, as it is chosen in the menu.
pub(super) struct SeatChoice {
    /// Nothing stands for a person.
    bots: Vec<Option<String>>,
    at: usize,
    pub(super) parameters: Vec<ParameterChoice>,
    game: &'static str,
}

/// A parameter of a bot with the values that can be chosen.
pub(super) struct ParameterChoice {
    pub(super) key: &'static str,
    values: Vec<u32>,
    /// 0 for the default of the bot.
    at: usize,
}

impl ParameterChoice {
    /// The value that is chosen, if one is.
    pub(super) fn value(&self) -> Option<u32> {
        self.at.checked_sub(1).map(|at| self.values[at])
    }

    pub(super) fn change(&mut self, forwards: bool) {
        self.at = step(self.at, self.values.len() + 1, forwards);
    }
}

impl SeatChoice {
    /// A seat at a game, with a person in it.
    pub(super) fn person(game: &'static str) -> Self {
        Self { bots: bots_of(game), at: 0, parameters: Vec::new(), game }
    }

    /// A seat at a game, with the bot in it that is proposed: a level, or the last one where there
    /// are none.
    pub(super) fn proposed(game: &'static str) -> Self {
        let seat = Self::person(game);
        let proposed = Some(level(PROPOSED));
        let at = seat.bots.iter().position(|bot| *bot == proposed).unwrap_or(seat.bots.len() - 1);
        Self { at, ..seat }
    }

    pub(super) fn change(&mut self, forwards: bool) {
        self.at = step(self.at, self.bots.len(), forwards);
        self.parameters = match &self.bots[self.at] {
            Some(bot) if bot == CLASSIC => parameters_of(self.game, bot),
            _ => Vec::new(),
        };
    }

    /// The spec of the bot without its parameters.
    pub(super) fn bot(&self) -> Option<&str> {
        self.bots[self.at].as_deref()
    }

    /// The spec of the bot with its parameters.
    pub(super) fn spec(&self) -> Option<String> {
        let bot = self.bot()?;
        let chosen = self.parameters.iter().filter_map(|parameter| Some((parameter.key, parameter.value()?)));
        let pairs: Vec<String> = chosen.map(|(key, value)| format!("{key}={value}")).collect();
        Some(if pairs.is_empty() { bot.to_string() } else { format!("{bot}:{}", pairs.join(",")) })
    }
}

fn plays(table: &dyn Table, bot: &str) -> bool {
    bot.parse::<BotSpec>().is_ok_and(|spec| table.check_bot(&spec).is_ok())
}

/// A person, the levels, the weakest first, and the other bots, as far as they play a game.
fn bots_of(game: &str) -> Vec<Option<String>> {
    let mut bots = vec![None];
    let Ok(table) = potez_table::open(game, None) else { return bots };
    let known = LEVELS.map(level).chain(BOTS.map(String::from));
    bots.extend(known.filter(|bot| plays(table.as_ref(), bot)).map(Some));
    bots
}

/// The parameters that a bot takes in a game, with the values it takes.
fn parameters_of(game: &str, bot: &str) -> Vec<ParameterChoice> {
    let Ok(table) = potez_table::open(game, None) else { return Vec::new() };
    let choice = |(key, largest): (&'static str, u32)| {
        let values = (0..=largest).filter(|value| plays(table.as_ref(), &format!("{bot}:{key}={value}")));
        ParameterChoice { key, values: values.collect(), at: 0 }
    };
    PARAMETERS.into_iter().map(choice).filter(|parameter| !parameter.values.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use potez_words::Lang;

    use super::*;

    #[test]
    fn the_original_player_of_blockade_has_depth_and_radius_and_the_others_have_depth() {
        for (game, keys) in [("blockade", &["depth", "radius"][..]), ("havannah", &["depth"]), ("byte", &["depth"])] {
            let mut seat = SeatChoice::person(game);
            while seat.bot() != Some(CLASSIC) {
                seat.change(true);
            }
            assert_eq!(seat.parameters.iter().map(|parameter| parameter.key).collect::<Vec<_>>(), keys, "{game}");
            assert_eq!(seat.spec().as_deref(), Some(CLASSIC));
            seat.parameters[0].change(true);
            seat.parameters[0].change(true);
            let value = seat.parameters[0].value().expect("a depth");
            assert_eq!(seat.spec(), Some(format!("classic:depth={value}")));
        }
    }

    #[test]
    fn bots_have_names_and_not_specs() {
        let words = Words::new(Lang::En);
        assert_eq!(name(None, &words), "human");
        assert_eq!(name(Some("potez:level=3"), &words), "level 3 of 10");
        assert_eq!(name(Some("random:seed=7"), &words), "random");
        assert_eq!(name(Some("classic:depth=2,radius=1"), &words), "the original's (depth 2, radius 1)");
        assert_eq!(name(Some("unheard-of"), &words), "unheard-of");
    }
}
