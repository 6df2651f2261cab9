//! The options a client may set.

use potez_table::{BotSpec, DynBot, LEVELS, Table};

/// The options beside `Game`, which is the table's.
#[derive(Clone)]
pub(super) struct Options {
    /// The bot as the client wrote it.
    bot: String,
    /// Threads of a bot whose spec does not say.
    default_threads: usize,
    /// Threads that the client has set.
    threads: Option<usize>,
    /// Lines that the client has set.
    multipv: Option<usize>,
    /// The level of the ladder; the last is full strength.
    level: usize,
}

const MOST_THREADS: usize = 256;
const MOST_LINES: usize = 500;
const TOP_LEVEL: usize = *LEVELS.end() as usize;

impl Options {
    pub(super) fn new(default_threads: usize) -> Self {
        Self { bot: "potez".into(), default_threads, threads: None, multipv: None, level: TOP_LEVEL }
    }

    /// The `option` lines.
    pub(super) fn list(&self, game: &str) -> [String; 5] {
        let Self { bot, default_threads, threads, multipv, level } = self;
        let (threads, multipv) = (threads.unwrap_or(*default_threads), multipv.unwrap_or(1));
        [
            format!("option name Game type string default {game}"),
            format!("option name Bot type string default {bot}"),
            format!("option name Threads type spin default {threads} min 1 max {MOST_THREADS}"),
            format!("option name MultiPV type spin default {multipv} min 1 max {MOST_LINES}"),
            format!("option name Level type spin default {level} min 1 max {TOP_LEVEL}"),
        ]
    }

    /// Sets one of them; names have no case.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name.to_ascii_lowercase().as_str() {
            // The spec is shown again in a line: a line break between its parts must not break that.
            "bot" => self.bot = value.split_whitespace().collect::<Vec<_>>().join(" "),
            "threads" => self.threads = Some(number(name, value, MOST_THREADS)?),
            "multipv" => self.multipv = Some(number(name, value, MOST_LINES)?),
            "level" => self.level = number(name, value, TOP_LEVEL)?,
            _ => return Err(format!("unknown option `{name}`: the options are Game, Bot, Threads, MultiPV, Level")),
        }
        Ok(())
    }

    /// The spec of the bot that these options describe. An option that the client has set replaces
    /// what the spec of the bot says; a default does not.
    fn spec(&self) -> Result<BotSpec, String> {
        let mut spec: BotSpec = self.bot.parse().map_err(|error| format!("{error}"))?;
        spec.threads = self.threads.or(spec.threads).or(Some(self.default_threads));
        spec.multipv = self.multipv.or(spec.multipv);
        if self.level < TOP_LEVEL {
            spec.set_level(self.level as u32);
        }
        Ok(spec)
    }

    /// Fails when no bot of this game fits these options.
    pub(super) fn check(&self, table: &dyn Table) -> Result<(), String> {
        table.check_bot(&self.spec()?).map_err(|message| message.english)
    }

    /// The bot that these options describe, for this game.
    pub(super) fn bot(&self, table: &dyn Table) -> Result<Box<dyn DynBot>, String> {
        table.bot(&self.spec()?).map_err(|message| message.english)
    }
}

fn number(name: &str, value: &str, most: usize) -> Result<usize, String> {
    let number = value.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("{name} is a number from 1 to {most}, not `{value}`"))
}

/// Takes `name N value V` apart.
pub(super) fn name_and_value(text: &str) -> Result<(&str, &str), String> {
    let parts = text.strip_prefix("name ").and_then(|rest| rest.split_once(" value "));
    match parts {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => Ok((name.trim(), value.trim())),
        _ => Err("expected `setoption name NAME value VALUE`".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_is_shown_in_one_line_whatever_white_space_came_with_it() {
        let mut options = Options::new(1);
        options.set("Bot", "classic:\ndepth=1,\r\u{85}radius=2").expect("a bot");
        let [_, bot, ..] = options.list("byte");
        assert_eq!(bot, "option name Bot type string default classic: depth=1, radius=2");
    }

    #[test]
    fn only_options_that_were_set_replace_what_the_bot_says() {
        let counts = |options: &Options| {
            let spec = options.spec().unwrap_or_else(|error| panic!("{error}"));
            (spec.thread_count(), spec.line_count())
        };
        let mut options = Options::new(4);
        assert_eq!(counts(&options), (4, 1));
        options.set("Bot", "potez:threads=1,multipv=3").expect("a bot");
        assert_eq!(counts(&options), (1, 3));
        options.set("Threads", "2").expect("a number");
        options.set("MultiPV", "5").expect("a number");
        assert_eq!(counts(&options), (2, 5));
    }
}
