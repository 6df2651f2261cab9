use serde::Serialize;
use utoipa::ToSchema;

use crate::clocks::Control;

/// Everything that can be chosen.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Catalogue {
    /// The version of the program.
    pub(crate) version: &'static str,
    /// The languages.
    pub(crate) languages: Vec<LanguageChoice>,
    /// The games.
    pub(crate) games: Vec<GameChoice>,
    /// The levels of the ladder.
    pub(crate) levels: Vec<LevelChoice>,
    /// Clocks worth offering.
    pub(crate) clocks: Vec<ClockChoice>,
    /// The formats of records.
    pub(crate) formats: Vec<FormatChoice>,
    /// How much is allowed.
    pub(crate) limits: Ranges,
}

/// A language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct LanguageChoice {
    /// How it is asked for.
    pub(crate) id: &'static str,
    /// What it calls itself.
    pub(crate) name: &'static str,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct GameChoice {
    /// The name in specs.
    pub(crate) id: &'static str,
    /// The name for people.
    pub(crate) name: String,
    /// One line on it.
    pub(crate) about: String,
    /// What can be set.
    pub(crate) knobs: Vec<KnobChoice>,
    /// Settings worth offering, the usual one first.
    pub(crate) variants: Vec<Variant>,
    /// Bots that play it.
    pub(crate) bots: &'static [&'static str],
}

/// Something that can be set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct KnobChoice {
    /// The key in specs.
    pub(crate) key: &'static str,
    /// What values it takes, in words.
    pub(crate) values: &'static str,
    /// The value when it is not given.
    pub(crate) default: &'static str,
    /// What it means.
    pub(crate) about: String,
    /// The values, where they can be listed.
    pub(crate) choices: Option<Vec<&'static str>>,
    /// The least number.
    pub(crate) min: Option<u32>,
    /// The greatest number.
    pub(crate) max: Option<u32>,
}

/// A setting worth offering.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Variant {
    /// Its name among the game's.
    pub(crate) id: &'static str,
    /// The spec.
    pub(crate) spec: &'static str,
    /// The name for people.
    pub(crate) name: String,
    /// One line on it.
    pub(crate) about: String,
}

/// A level of the ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct LevelChoice {
    /// Its number.
    pub(crate) level: usize,
    /// The bot.
    pub(crate) bot: String,
    /// The name for people.
    pub(crate) name: String,
}

/// A clock worth offering.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ClockChoice {
    /// Its name.
    pub(crate) id: &'static str,
    /// The clock, or none.
    pub(crate) clock: Option<Control>,
    /// The name for people.
    pub(crate) name: String,
}

/// A format of records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct FormatChoice {
    /// How it is asked for.
    pub(crate) id: &'static str,
    /// The name for people.
    pub(crate) name: String,
    /// The usual ending of file names.
    pub(crate) extension: &'static str,
    /// The games it can hold, if not all.
    pub(crate) games: Option<&'static [&'static str]>,
}

/// How much is allowed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Ranges {
    /// Letters of a name.
    pub(crate) name_chars: usize,
    /// Letters of a comment.
    pub(crate) comment_chars: usize,
    /// Bytes of a record.
    pub(crate) record_bytes: usize,
    /// Milliseconds of an analysis.
    pub(crate) analysis_ms: u64,
    /// Candidates of an analysis.
    pub(crate) multipv: usize,
    /// Moves of a game.
    pub(crate) moves: usize,
}
