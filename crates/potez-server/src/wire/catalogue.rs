use serde::Serialize;
use utoipa::ToSchema;

use crate::clocks::Control;

/// Everything that can be chosen.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Catalogue {
    /// The version of the program.
    pub version: &'static str,
    /// The languages.
    pub languages: Vec<LanguageChoice>,
    /// The games.
    pub games: Vec<GameChoice>,
    /// The levels of the ladder.
    pub levels: Vec<LevelChoice>,
    /// Clocks worth offering.
    pub clocks: Vec<ClockChoice>,
    /// The formats of records.
    pub formats: Vec<FormatChoice>,
    /// How much is allowed.
    pub limits: Ranges,
}

/// A language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LanguageChoice {
    /// How it is asked for.
    pub id: &'static str,
    /// What it calls itself.
    pub name: &'static str,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct GameChoice {
    /// The name in specs.
    pub id: &'static str,
    /// The name for people.
    pub name: String,
    /// One line on it.
    pub about: String,
    /// What can be set.
    pub knobs: Vec<KnobChoice>,
    /// Settings worth offering, the usual one first.
    pub variants: Vec<Variant>,
    /// Bots that play it.
    pub bots: &'static [&'static str],
}

/// Something that can be set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct KnobChoice {
    /// The key in specs.
    pub key: &'static str,
    /// What values it takes, in words.
    pub values: &'static str,
    /// The value when it is not given.
    pub default: &'static str,
    /// What it means.
    pub about: String,
    /// The values, where they can be listed.
    pub choices: Option<Vec<&'static str>>,
    /// The least number.
    pub min: Option<u32>,
    /// The greatest number.
    pub max: Option<u32>,
}

/// A setting worth offering.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Variant {
    /// Its name among the game's.
    pub id: &'static str,
    /// The spec.
    pub spec: &'static str,
    /// The name for people.
    pub name: String,
    /// One line on it.
    pub about: String,
}

/// A level of the ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LevelChoice {
    /// Its number.
    pub level: usize,
    /// The bot.
    pub bot: String,
    /// The name for people.
    pub name: String,
}

/// A clock worth offering.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ClockChoice {
    /// Its name.
    pub id: &'static str,
    /// The clock, or none.
    pub clock: Option<Control>,
    /// The name for people.
    pub name: String,
}

/// A format of records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FormatChoice {
    /// How it is asked for.
    pub id: &'static str,
    /// The name for people.
    pub name: String,
    /// The usual ending of file names.
    pub extension: &'static str,
    /// The games it can hold, if not all.
    pub games: Option<&'static [&'static str]>,
}

/// How much is allowed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Ranges {
    /// Letters of a name.
    pub name_chars: usize,
    /// Letters of a comment.
    pub comment_chars: usize,
    /// Bytes of a record.
    pub record_bytes: usize,
    /// Milliseconds of an analysis.
    pub analysis_ms: u64,
    /// Candidates of an analysis.
    pub multipv: usize,
    /// Moves of a game.
    pub moves: usize,
}
