//! What can be chosen.

use potez_session::TimeControl;
use potez_table::EditorTool;
use serde::Serialize;
use utoipa::ToSchema;

use super::schema::{EditorToolSchema, TimeControlSchema};

/// Everything that can be chosen.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Catalogue {
    /// The version of the program.
    pub version: &'static str,
    /// The languages.
    pub languages: Vec<LanguageView>,
    /// The games.
    pub games: Vec<CatalogueGame>,
    /// The levels of the ladder.
    pub levels: Vec<LevelView>,
    /// Clocks worth offering.
    pub clocks: Vec<ClockPreset>,
    /// The formats of records.
    pub formats: Vec<FormatView>,
    /// How much is allowed.
    pub limits: LimitsView,
}

/// A language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LanguageView {
    /// How it is asked for.
    pub id: &'static str,
    /// What it calls itself.
    pub name: &'static str,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct CatalogueGame {
    /// The name in specs.
    pub id: &'static str,
    /// The name for people.
    pub name: String,
    /// One line on it.
    pub about: String,
    /// What can be set.
    pub options: Vec<OptionView>,
    /// Choices of options worth offering, the usual one first.
    pub presets: Vec<PresetView>,
    /// A position that shows what the game looks like.
    pub sample: SampleView,
    /// What the position editor can put on the board.
    #[schema(value_type = Vec<EditorToolSchema>)]
    pub editor: &'static [EditorTool],
    /// Whether its pieces have shortest paths to be shown.
    pub paths: bool,
    /// Bots that play it here.
    pub bots: Vec<BotView>,
    /// Whether it has a guide to playing well.
    pub guide: bool,
    /// What each level won against the one below it in percent, from level 2 on; empty where nobody has measured it.
    pub scores: Vec<u8>,
}

/// A bot that plays a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct BotView {
    /// The name in specs.
    pub name: &'static str,
    /// The keys of parameters worth offering.
    pub keys: Vec<&'static str>,
}

/// Something that can be set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct OptionView {
    /// The key in specs.
    pub key: &'static str,
    /// What values it takes, in words.
    pub values: &'static str,
    /// The value when it is not given.
    pub default: &'static str,
    /// What it means.
    pub about: String,
    /// The values, where they can be listed.
    #[schema(required = true)]
    pub choices: Option<Vec<&'static str>>,
    /// What those values are called, in the same order.
    #[serde(rename = "choiceNames")]
    #[schema(required = true)]
    pub choice_names: Option<Vec<String>>,
    /// The least number.
    #[schema(required = true)]
    pub min: Option<u32>,
    /// The greatest number.
    #[schema(required = true)]
    pub max: Option<u32>,
}

/// A choice of options worth offering.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct PresetView {
    /// Its name among the game's.
    pub id: &'static str,
    /// The spec.
    pub spec: &'static str,
    /// The name for people.
    pub name: String,
    /// One line on it.
    pub about: String,
}

/// A game spec and moves from its start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SampleView {
    /// The game spec.
    pub game: &'static str,
    /// The moves.
    pub moves: &'static [&'static str],
}

/// A level of the ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct LevelView {
    /// Its number.
    pub level: u32,
    /// The bot.
    pub bot: String,
    /// The name for people.
    pub name: String,
}

/// A clock worth offering.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ClockPreset {
    /// Its name.
    pub id: &'static str,
    /// The clock, or none.
    #[schema(value_type = Option<TimeControlSchema>, required = true)]
    pub clock: Option<TimeControl>,
    /// The name for people.
    pub name: String,
}

/// A format of records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct FormatView {
    /// How it is asked for.
    pub id: &'static str,
    /// The name for people.
    pub name: String,
    /// The usual ending of file names.
    pub extension: &'static str,
    /// The games it can hold, if not all.
    #[schema(required = true)]
    pub games: Option<Vec<&'static str>>,
}

/// How much is allowed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LimitsView {
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
