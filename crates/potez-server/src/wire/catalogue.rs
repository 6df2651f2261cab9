//! What can be chosen.

use potez_session::TimeControl;
use potez_table::EditorTool;
use serde::Serialize;
use utoipa::ToSchema;

use super::schema::{EditorToolSchema, TimeControlSchema};

/// Everything that can be chosen.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Catalogue {
    /// The version of the program.
    pub(crate) version: &'static str,
    /// The languages.
    pub(crate) languages: Vec<LanguageView>,
    /// The games.
    pub(crate) games: Vec<CatalogueGame>,
    /// The levels of the ladder.
    pub(crate) levels: Vec<LevelView>,
    /// Clocks worth offering.
    pub(crate) clocks: Vec<ClockPreset>,
    /// The formats of records.
    pub(crate) formats: Vec<FormatView>,
    /// How much is allowed.
    pub(crate) limits: LimitsView,
}

/// A language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct LanguageView {
    /// How it is asked for.
    pub(crate) id: &'static str,
    /// What it calls itself.
    pub(crate) name: &'static str,
}

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct CatalogueGame {
    /// The name in specs.
    pub(crate) id: &'static str,
    /// The name for people.
    pub(crate) name: String,
    /// One line on it.
    pub(crate) about: String,
    /// What can be set.
    pub(crate) options: Vec<OptionView>,
    /// Choices of options worth offering, the usual one first.
    pub(crate) presets: Vec<PresetView>,
    /// A position that shows what the game looks like.
    pub(crate) sample: SampleView,
    /// What the position editor can put on the board.
    #[schema(value_type = Vec<EditorToolSchema>)]
    pub(crate) editor: &'static [EditorTool],
    /// Whether its pieces have shortest paths to be shown.
    pub(crate) paths: bool,
    /// Bots that play it here.
    pub(crate) bots: Vec<BotView>,
    /// Whether it has a guide to playing well.
    pub(crate) guide: bool,
    /// What each level won against the one below it in percent, from level 2 on; empty where nobody has measured it.
    pub(crate) scores: Vec<u8>,
}

/// A bot that plays a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct BotView {
    /// The name in specs.
    pub(crate) name: &'static str,
    /// The keys of parameters worth offering.
    pub(crate) keys: Vec<&'static str>,
}

/// Something that can be set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct OptionView {
    /// The key in specs.
    pub(crate) key: &'static str,
    /// What values it takes, in words.
    pub(crate) values: &'static str,
    /// The value when it is not given.
    pub(crate) default: &'static str,
    /// What it means.
    pub(crate) about: String,
    /// The values, where they can be listed.
    #[schema(required = true)]
    pub(crate) choices: Option<Vec<&'static str>>,
    /// What those values are called, in the same order.
    #[serde(rename = "choiceNames")]
    #[schema(required = true)]
    pub(crate) choice_names: Option<Vec<String>>,
    /// The least number.
    #[schema(required = true)]
    pub(crate) min: Option<u32>,
    /// The greatest number.
    #[schema(required = true)]
    pub(crate) max: Option<u32>,
}

/// A choice of options worth offering.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct PresetView {
    /// Its name among the game's.
    pub(crate) id: &'static str,
    /// The spec.
    pub(crate) spec: &'static str,
    /// The name for people.
    pub(crate) name: String,
    /// One line on it.
    pub(crate) about: String,
}

/// A game spec and moves from its start.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct SampleView {
    /// The game spec.
    pub(crate) game: &'static str,
    /// The moves.
    pub(crate) moves: &'static [&'static str],
}

/// A level of the ladder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct LevelView {
    /// Its number.
    pub(crate) level: u32,
    /// The bot.
    pub(crate) bot: String,
    /// The name for people.
    pub(crate) name: String,
}

/// A clock worth offering.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct ClockPreset {
    /// Its name.
    pub(crate) id: &'static str,
    /// The clock, or none.
    #[schema(value_type = Option<TimeControlSchema>, required = true)]
    pub(crate) clock: Option<TimeControl>,
    /// The name for people.
    pub(crate) name: String,
}

/// A format of records.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct FormatView {
    /// How it is asked for.
    pub(crate) id: &'static str,
    /// The name for people.
    pub(crate) name: String,
    /// The usual ending of file names.
    pub(crate) extension: &'static str,
    /// The games it can hold, if not all.
    #[schema(required = true)]
    pub(crate) games: Option<Vec<&'static str>>,
}

/// How much is allowed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LimitsView {
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
