//! The options a client may set.

use potez_engine::{Bot, BotSpec, LEVELS, Table};

/// The options beside `Game`, which is the table's.
#[derive(Clone)]
pub(super) struct Options {
    /// The bot as the client wrote it.
    bot: String,
    threads: usize,
    multipv: usize,
    /// The level of the ladder; the last is full strength.
    level: usize,
}

const MOST_THREADS: usize = 256;
const MOST_LINES: usize = 500;
const TOP_LEVEL: usize = *LEVELS.end() as usize;

impl Options {
    pub(super) fn new(threads: usize) -> Self {
        Self { bot: "potez".into(), threads, multipv: 1, level: TOP_LEVEL }
    }

    /// The `option` lines.
    pub(super) fn list(&self, game: &str) -> [String; 5] {
        let Self { bot, threads, multipv, level } = self;
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
            "bot" => self.bot = value.into(),
            "threads" => self.threads = number(name, value, MOST_THREADS)?,
            "multipv" => self.multipv = number(name, value, MOST_LINES)?,
            "level" => self.level = number(name, value, TOP_LEVEL)?,
            _ => return Err(format!("unknown option `{name}`: the options are Game, Bot, Threads, MultiPV, Level")),
        }
        Ok(())
    }

    /// The bot that these options describe, for this game.
    pub(super) fn bot(&self, table: &dyn Table) -> Result<Box<dyn Bot>, String> {
        let mut spec: BotSpec = self.bot.parse().map_err(|error| format!("{error}"))?;
        // The spec has the last word on threads, where it has a word.
        if spec.threads == 1 {
            spec.threads = self.threads;
        }
        spec.multipv = self.multipv;
        if self.level < TOP_LEVEL {
            spec.set_level(self.level as u32);
        }
        table.bot(&spec).map_err(|message| message.english)
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
