//! Bot specs: a name with parameters, as users write it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use potez_search::Limits;

use crate::{BotError, book, levels};

/// A bot with its parameters, such as `classic:depth=3,radius=1` or `random:seed=7`.
///
/// The common parameters have fields; every other belongs to the bot, which checks it.
#[derive(Clone, PartialEq, Debug)]
pub struct BotSpec {
    /// The bot's name.
    pub name: String,
    /// Limits of its own: `time`, `nodes`, `depth`.
    pub limits: Limits,
    /// Threads it may use, if it can; `None` if the spec does not say.
    pub threads: Option<usize>,
    /// Lines it should report; `None` if the spec does not say.
    pub multipv: Option<usize>,
    /// The seed of its random numbers; `None` if the spec does not say.
    pub seed: Option<u64>,
    /// Every other parameter.
    pub extra: Vec<(String, String)>,
}

/// The parameters that every bot understands, used or not.
pub(crate) const COMMON: [&str; 6] = ["time", "nodes", "depth", "threads", "multipv", "seed"];

impl BotSpec {
    /// A bot by its name alone.
    pub fn new(name: &str) -> Self {
        Self {
            name: name.into(),
            limits: Limits::default(),
            threads: None,
            multipv: None,
            seed: None,
            extra: Vec::new(),
        }
    }

    /// Threads to think with: one where the spec does not say.
    pub fn thread_count(&self) -> usize {
        self.threads.unwrap_or(1)
    }

    /// Lines to report: one where the spec does not say.
    pub fn line_count(&self) -> usize {
        self.multipv.unwrap_or(1)
    }

    /// The number behind one of the bot's own parameters, or its default.
    pub fn number(&self, key: &str, default: u32, range: std::ops::RangeInclusive<u32>) -> Result<u32, BotError> {
        let Some((_, value)) = self.extra.iter().find(|(name, _)| name == key) else { return Ok(default) };
        value
            .parse()
            .ok()
            .filter(|number| range.contains(number))
            .ok_or_else(|| self.bad_value(key, value, &format!("a number from {} to {}", range.start(), range.end())))
    }

    /// The positive number behind one of the bot's own parameters, or its default.
    pub fn fraction(&self, key: &str, default: f64) -> Result<f64, BotError> {
        let Some((_, value)) = self.extra.iter().find(|(name, _)| name == key) else { return Ok(default) };
        let number = value.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
        number.ok_or_else(|| self.bad_value(key, value, "a number above 0"))
    }

    /// Whether one of the bot's own parameters is `on`; it is off where the spec does not say.
    pub fn switch(&self, key: &str) -> Result<bool, BotError> {
        match self.extra.iter().find(|(name, _)| name == key) {
            None => Ok(false),
            Some((_, value)) if value == "on" || value == "off" => Ok(value == "on"),
            Some((_, value)) => Err(self.bad_value(key, value, "on or off")),
        }
    }

    /// The level that is asked for, if one is.
    pub fn level(&self) -> Option<u32> {
        let named = self.extra.iter().filter(|_| self.name == levels::NAME).find(|(key, _)| key == levels::KEY);
        named.and_then(|(_, level)| level.parse().ok())
    }

    /// Asks for a level, where the bot has levels and its spec does not name one.
    pub fn set_level(&mut self, level: u32) {
        if self.name == levels::NAME && self.extra.iter().all(|(key, _)| key != levels::KEY) {
            self.extra.push((levels::KEY.into(), level.to_string()));
        }
    }

    /// Fails when a parameter is neither common nor among the bot's own.
    pub fn expect_keys(&self, own: &[&str]) -> Result<(), BotError> {
        // Parameters that every bot understands never come here: they have fields of their own.
        let Some((key, _)) = self.extra.iter().find(|(key, _)| !own.contains(&key.as_str())) else { return Ok(()) };
        // Level and book are taken out before a bot sees its parameters, but a user may write them.
        let taken = if self.name == levels::NAME { &[levels::KEY, book::KEY][..] } else { &[] };
        let keys: Vec<&str> = own.iter().chain(taken).copied().chain(COMMON).collect();
        Err(BotError::UnknownKey { name: self.name.clone(), key: key.clone(), keys: keys.join(", ") })
    }

    /// The error for a name that no bot of the game has.
    pub fn unknown(&self, game: &impl fmt::Display, bots: &[&str]) -> BotError {
        BotError::Unknown { name: self.name.clone(), game: game.to_string(), bots: bots.join(", ") }
    }

    fn bad_value(&self, key: &str, value: &str, allowed: &str) -> BotError {
        BotError::BadValue { name: self.name.clone(), key: key.into(), value: value.into(), allowed: allowed.into() }
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), BotError> {
        let number = |most: u64| {
            value
                .parse::<u64>()
                .ok()
                .filter(|number| (1..=most).contains(number))
                .ok_or_else(|| self.bad_value(key, value, &format!("a number from 1 to {most}")))
        };
        match key {
            "time" => {
                let time = duration(value).ok_or_else(|| self.bad_value(key, value, A_TIME))?;
                self.limits.time = Some(time);
            }
            "nodes" => self.limits.nodes = Some(number(u64::MAX)?),
            "depth" => self.limits.depth = Some(number(1000)? as u32),
            "threads" => self.threads = Some(number(256)? as usize),
            "multipv" => self.multipv = Some(number(500)? as usize),
            "seed" => {
                self.seed = Some(value.parse().map_err(|_| self.bad_value(key, value, "a whole number"))?);
            }
            _ => self.extra.push((key.into(), value.into())),
        }
        Ok(())
    }
}

/// The text that is read as the same spec.
impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { time, nodes, depth, .. } = self.limits;
        let number = |key: &str, value: Option<u64>| value.map(|value| format!("{key}={value}"));
        let told = [
            time.map(|time| format!("time={}ms", time.as_millis())),
            number("nodes", nodes),
            number("depth", depth.map(u64::from)),
            number("threads", self.threads.map(|threads| threads as u64)),
            number("multipv", self.multipv.map(|lines| lines as u64)),
            number("seed", self.seed),
        ];
        let extra = self.extra.iter().map(|(key, value)| format!("{key}={value}"));
        let told: Vec<String> = told.into_iter().flatten().chain(extra).collect();
        if told.is_empty() { f.write_str(&self.name) } else { write!(f, "{}:{}", self.name, told.join(",")) }
    }
}

impl FromStr for BotSpec {
    type Err = BotError;

    fn from_str(text: &str) -> Result<Self, BotError> {
        // Names and keys have no case; what values mean is the bot's own business.
        let (name, rest) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let mut spec = Self::new(&name.to_ascii_lowercase());
        for part in rest.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                return Err(BotError::NotAPair { name: spec.name, part: part.into() });
            };
            spec.set(&key.trim().to_ascii_lowercase(), value.trim())?;
        }
        Ok(spec)
    }
}

/// What a time looks like.
pub const A_TIME: &str = "a time with its unit, such as 500ms, 2s or 1m";

/// Reads a time such as `500ms`, `2s`, `1.5s` or `3m`. A number without a unit is none: some would
/// mean seconds by it, some milliseconds.
///
/// ```
/// assert_eq!(potez_engine::duration("1.5s"), Some(std::time::Duration::from_millis(1500)));
/// assert_eq!(potez_engine::duration("5"), None);
/// assert_eq!(potez_engine::duration("soon"), None);
/// ```
pub fn duration(text: &str) -> Option<Duration> {
    // The unit begins at the first letter: `1.5s` has none before it.
    let split = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.trim().parse().ok()?;
    let seconds = match unit.trim().to_ascii_lowercase().as_str() {
        "ms" => number / 1000.0,
        "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return None,
    };
    // An upper limit keeps a typing error from becoming a duration that overflows.
    (seconds > 0.0 && seconds <= 1e7).then(|| Duration::from_secs_f64(seconds))
}
