//! What can be chosen, as the games and the server describe themselves.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use potez_session::TimeControl;
use potez_table::{Description, GameOption, LEVELS, Preset, RecordFormat, Registered, records};
use potez_words::{Arg, Words};

use super::operations::json;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::requests::RequestLang;
use crate::wire::{
    Catalogue, CatalogueGame, ClockPreset, FormatView, LanguageView, LevelView, LimitsView, OptionView, PresetView,
    SampleView,
};
use crate::{bots, limits};

/// Clocks worth offering.
const CLOCKS: [(&str, Option<TimeControl>); 9] = [
    ("none", None),
    ("3+2", Some(fischer(3, 2))),
    ("5+5", Some(fischer(5, 5))),
    ("10+10", Some(fischer(10, 10))),
    ("30+20", Some(fischer(30, 20))),
    ("60s", Some(TimeControl::PerMove { time: Duration::from_mins(1) })),
    ("1d", Some(days(1))),
    ("3d", Some(days(3))),
    ("7d", Some(days(7))),
];

/// Days for every move.
const fn days(days: u32) -> TimeControl {
    TimeControl::PerMove { time: TimeControl::DAY.saturating_mul(days) }
}

/// Minutes for the game and seconds for every move.
const fn fischer(minutes: u64, seconds: u64) -> TimeControl {
    TimeControl::Fischer { initial: Duration::from_secs(60 * minutes), increment: Duration::from_secs(seconds) }
}

/// Everything that can be chosen.
#[utoipa::path(get, path = "/api/catalogue", tag = "texts", responses((status = 200, body = Catalogue)))]
pub(crate) async fn catalogue(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
) -> Result<Response, ApiError> {
    // It is the first thing that every page asks for, and never changes.
    if let Some(known) = app.translations.catalogue(lang).get() {
        return Ok(json(known.clone()));
    }
    app.calculate(client, move |app| {
        let text = serde_json::to_vec(&described(app.words(lang))).map_err(|_| ApiError::internal())?;
        Ok(json(app.translations.catalogue(lang).get_or_init(|| text.into()).clone()))
    })
    .await
}

pub(crate) fn described(words: &Words) -> Catalogue {
    let level = |level: u32| LevelView {
        level,
        bot: format!("potez:level={level}"),
        name: words.say("level-name", &[("level", Arg::from(level.to_string()))]),
    };
    Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        languages: [("en", "English"), ("sr", "Srpski"), ("sr-Cyrl", "Српски")]
            .map(|(id, name)| LanguageView { id, name })
            .to_vec(),
        games: potez_table::games().iter().map(|game| self::game(game.description, words)).collect(),
        levels: LEVELS.map(level).collect(),
        clocks: CLOCKS.map(|(id, clock)| ClockPreset { id, clock, name: clock_name(clock, words) }).to_vec(),
        formats: records::formats().map(|format| self::format(&format, words)).collect(),
        limits: LimitsView {
            name_chars: limits::NAME_CHARS,
            comment_chars: limits::COMMENT_CHARS,
            record_bytes: limits::RECORD_BYTES,
            analysis_ms: limits::ANALYSIS.as_millis() as u64,
            multipv: limits::MULTIPV,
            moves: limits::MOVES,
        },
    }
}

fn game(game: &'static Description, words: &Words) -> CatalogueGame {
    // A game that is registered can be opened by its bare name.
    let table = potez_table::open(game.id, None).ok();
    let scores = table.as_ref().map(|table| table.level_scores()).unwrap_or_default();
    CatalogueGame {
        id: game.id,
        name: words.game_name(game),
        about: words.game_about(game),
        options: game.options.iter().map(|option| self::option(game, option, words)).collect(),
        presets: game.presets.iter().map(|preset| self::preset(game, preset, words)).collect(),
        sample: SampleView { game: game.sample.spec, moves: game.sample.moves },
        editor: game.editor,
        paths: table.as_ref().is_some_and(|table| table.paths().is_some()),
        bots: table.map(|table| bots::offered(table.as_ref())).unwrap_or_default(),
        guide: !game.guide.is_empty(),
        scores: scores.iter().map(|score| score.percent.round() as u8).collect(),
    }
}

fn preset(game: &Description, preset: &'static Preset, words: &Words) -> PresetView {
    let (name, about) = (words.preset_name(game, preset), words.preset_about(game, preset));
    PresetView { id: preset.id, spec: preset.spec, name, about }
}

fn option(game: &Description, option: &'static GameOption, words: &Words) -> OptionView {
    let range = option.values.split_once("..=").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    let choices: Option<Vec<&'static str>> = option.values.contains('|').then(|| option.values.split('|').collect());
    let name = |value: &&str| words.value_name(game, option.key, value);
    OptionView {
        key: option.key,
        values: option.values,
        default: option.default,
        about: words.option_about(game, option),
        choice_names: choices.as_ref().map(|choices| choices.iter().map(name).collect()),
        choices,
        min: range.map(|(low, _): (u32, u32)| low),
        max: range.map(|(_, high)| high),
    }
}

/// A clock as people read it.
pub(crate) fn clock_name(clock: Option<TimeControl>, words: &Words) -> String {
    let number = |value: u64| Arg::from(value.to_string());
    match clock {
        None => words.say("clock-none", &[]),
        Some(TimeControl::Fischer { initial, increment }) => {
            let (minutes, seconds) = (number(initial.as_secs() / 60), number(increment.as_secs()));
            words.say("clock-fischer", &[("minutes", minutes), ("seconds", seconds)])
        }
        Some(control @ TimeControl::PerMove { time }) if control.is_correspondence() => {
            let days = time.as_secs() / TimeControl::DAY.as_secs();
            words.say("clock-days", &[("days", Arg::Number(days as usize))])
        }
        Some(TimeControl::PerMove { time }) => words.say("clock-move", &[("seconds", number(time.as_secs()))]),
    }
}

fn format(format: &RecordFormat, words: &Words) -> FormatView {
    let has = |game: &&Registered| game.description.formats.iter().any(|own| own.id == format.id);
    let games: Vec<&'static str> = potez_table::games().iter().filter(has).map(|game| game.description.id).collect();
    FormatView {
        id: format.id,
        name: words.say_or(&format!("format-{}", format.id), format.name),
        extension: format.extensions.first().unwrap_or(&"txt"),
        // What no game brings along is for all of them.
        games: (!games.is_empty()).then_some(games),
    }
}
