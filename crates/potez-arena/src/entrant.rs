//! Who takes part: a bot of ours or any program that speaks UGI or GTP.

use std::path::PathBuf;
use std::str::FromStr;

use potez_table::{BotError, BotSpec, Limits, games};

use crate::Confinement;

mod words;

/// A participant with its name.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// The name in tables and records.
    pub name: String,
    /// The spec as it was written.
    pub spec: String,
    /// What it is.
    pub kind: Kind,
}

/// What a participant is.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// A bot of ours, in this process.
    Builtin(BotSpec),
    /// Another program.
    External(Program),
}

/// A program that plays, and how to talk to it.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The folder it runs in; this one where none is given.
    pub dir: Option<PathBuf>,
    /// The language it speaks.
    pub protocol: Protocol,
    /// The notation in which it writes moves (GTP).
    pub notation: String,
    /// What it calls the player who moves first (GTP).
    pub first: Colour,
    /// Lines sent after every start.
    pub init: Vec<String>,
    /// Lines sent before every game; `{seed}` stands for the seed of the game.
    pub new_game: Vec<String>,
    /// Whether it is told the time limits (GTP); off for programs that get them by `init`.
    pub clock: bool,
    /// Whether it is started anew for every game.
    pub restart: bool,
    /// Limits of its own, in place of the event's.
    pub limits: Limits,
    /// Threads it uses.
    pub threads: usize,
    /// Its seed, which goes into the seeds of its games.
    pub seed: Option<u64>,
    /// What it may use of the machine, where that is bounded.
    pub confinement: Option<Confinement>,
}

/// The language of an external engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Universal Game Interface: UCI's shape for any game.
    Ugi,
    /// The Go Text Protocol as Havannah engines use it.
    Gtp,
}

/// A colour of GTP.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// `white`
    White,
    /// `black`
    Black,
}

impl Colour {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The word of GTP.
    pub const fn word(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

/// A spec that names no participant.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EntrantError {
    /// A bot of ours with a wrong parameter.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// `cmd:` and nothing behind it.
    #[error("`{spec}` names no program: write `cmd:\"PROGRAM ARGS\"`")]
    NoProgram {
        /// What was written.
        spec: String,
    },
    /// A quote that is not closed.
    #[error("`{spec}`: a quote is not closed")]
    OpenQuote {
        /// What was written.
        spec: String,
    },
    /// A value that is not allowed.
    #[error("`{key}={value}` is not allowed: {key} is {allowed}")]
    BadValue {
        /// The key.
        key: &'static str,
        /// What was written.
        value: String,
        /// What would be right.
        allowed: &'static str,
    },
}

impl Entrant {
    /// A bot of ours.
    pub fn builtin(spec: BotSpec, text: &str) -> Self {
        Self { name: text.into(), spec: text.into(), kind: Kind::Builtin(spec) }
    }

    /// Limits of its own; the default where it has none.
    pub fn limits(&self) -> Limits {
        match &self.kind {
            Kind::Builtin(spec) => spec.limits,
            Kind::External(program) => program.limits,
        }
    }

    /// Threads it uses while it thinks.
    pub fn threads(&self) -> usize {
        match &self.kind {
            Kind::Builtin(spec) => spec.thread_count(),
            Kind::External(program) => program.threads,
        }
    }

    /// The seed of its spec.
    pub fn seed(&self) -> Option<u64> {
        match &self.kind {
            Kind::Builtin(spec) => spec.seed,
            Kind::External(program) => program.seed,
        }
    }
}

/// Hyphens in the name of a notation are a matter of taste: `littlegolem` is `little-golem`.
pub(crate) fn is_same_name(name: &str, other: &str) -> bool {
    let plain = |name: &str| name.replace('-', "").to_ascii_lowercase();
    plain(name) == plain(other)
}

impl Program {
    /// A program that speaks UGI, with nothing special about it.
    pub fn new(command: Vec<String>) -> Self {
        Self {
            command,
            dir: None,
            protocol: Protocol::Ugi,
            notation: "canonical".into(),
            first: Colour::White,
            init: Vec::new(),
            new_game: Vec::new(),
            clock: true,
            restart: false,
            limits: Limits::default(),
            threads: 1,
            seed: None,
            confinement: None,
        }
    }

    fn set(&mut self, key: &'static str, value: &str) -> Result<(), EntrantError> {
        let bad = |allowed| EntrantError::BadValue { key, value: value.into(), allowed };
        let lines = || value.split(';').map(str::trim).filter(|line| !line.is_empty()).map(String::from).collect();
        let switch = || match value {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(bad("on or off")),
        };
        match key {
            "proto" => {
                self.protocol = match value {
                    "ugi" => Protocol::Ugi,
                    "gtp" => Protocol::Gtp,
                    _ => return Err(bad("ugi or gtp")),
                }
            }
            // Whether it is one of the game's own is asked when the program is seated.
            "coords" => {
                let mut known = games().iter().flat_map(|game| game.description.notations);
                if !known.any(|known| is_same_name(known, value)) {
                    return Err(bad("canonical, transposed or littlegolem"));
                }
                self.notation = value.into();
            }
            "first" => {
                self.first = match value {
                    "white" => Colour::White,
                    "black" => Colour::Black,
                    _ => return Err(bad("white or black")),
                }
            }
            "init" => self.init = lines(),
            "newgame" => self.new_game = lines(),
            "dir" => self.dir = Some(value.into()),
            "clock" => self.clock = switch()?,
            "restart" => self.restart = switch()?,
            _ => {
                let spec: BotSpec = format!("cmd:{key}={value}").parse()?;
                let Limits { time, nodes, depth, .. } = spec.limits;
                self.limits.time = time.or(self.limits.time);
                self.limits.nodes = nodes.or(self.limits.nodes);
                self.limits.depth = depth.or(self.limits.depth);
                self.threads = spec.threads.unwrap_or(self.threads);
                self.seed = spec.seed.or(self.seed);
            }
        }
        Ok(())
    }
}

/// The keys that may follow a program. Anything else behind a comma belongs to what stands before
/// it.
const KEYS: [&str; 14] = [
    "name", "proto", "coords", "first", "init", "newgame", "dir", "clock", "restart", "time", "nodes", "depth",
    "threads", "seed",
];

/// Reads `cmd:"PROGRAM ARGS",key=value,…` or a bot spec.
///
/// Quotes are needed nowhere, since a shell takes them away: a comma ends a part only where a known
/// key and `=` follow. Inside `'…'` and `"…"` it never does. The program is split into words as a
/// shell would, without its other magic.
impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Self, EntrantError> {
        let spec = text.trim();
        let Some(rest) = spec.strip_prefix("cmd:") else { return Ok(Self::builtin(spec.parse()?, spec)) };
        let open_quote = || EntrantError::OpenQuote { spec: spec.into() };
        let parts = words::parts(rest, &KEYS).ok_or_else(open_quote)?;
        let command = words::unquoted(&parts.head);
        let words = shlex::split(command).ok_or_else(open_quote)?;
        if words.is_empty() {
            return Err(EntrantError::NoProgram { spec: spec.into() });
        }
        let mut program = Program::new(words);
        let mut name = None;
        for (key, value) in &parts.pairs {
            match *key {
                "name" => name = Some(words::unquoted(value).to_string()),
                key => program.set(key, words::unquoted(value))?,
            }
        }
        let name = name.unwrap_or_else(|| command.to_string());
        Ok(Self { name, spec: spec.into(), kind: Kind::External(program) })
    }
}

#[cfg(test)]
mod tests;
