use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use potez_engine::{GAMES, Knob};
use potez_words::{Arg, Words};

use crate::app::App;
use crate::clocks::Control;
use crate::requests::Tongue;
use crate::wire::{
    Catalogue, ClockChoice, FormatChoice, GameChoice, KnobChoice, LanguageChoice, LevelChoice, Ranges, Variant,
};
use crate::{bots, bounds};

/// Settings worth offering: the game, a name, the spec.
const VARIANTS: [(&str, &str, &str); 10] = [
    ("blockade", "standard", "blockade"),
    ("blockade", "small", "blockade:rows=7,cols=9,walls=4"),
    ("blockade", "either", "blockade:turn=either"),
    ("havannah", "base8", "havannah"),
    ("havannah", "base5", "havannah:size=5"),
    ("havannah", "base6", "havannah:size=6,swap=on"),
    ("havannah", "base10", "havannah:size=10,swap=on"),
    ("byte", "standard", "byte"),
    ("byte", "ten", "byte:size=10"),
    ("byte", "merge", "byte:rules=merge-first"),
];

const CLOCKS: [(&str, Option<Control>); 6] = [
    ("none", None),
    ("3+2", Some(Control::Fischer { initial_ms: 180_000, increment_ms: 2_000 })),
    ("5+5", Some(Control::Fischer { initial_ms: 300_000, increment_ms: 5_000 })),
    ("10+10", Some(Control::Fischer { initial_ms: 600_000, increment_ms: 10_000 })),
    ("30+20", Some(Control::Fischer { initial_ms: 1_800_000, increment_ms: 20_000 })),
    ("60s", Some(Control::Move { move_ms: 60_000 })),
];

/// Everything that can be chosen.
#[utoipa::path(get, path = "/api/catalogue", tag = "texts", responses((status = 200, body = Catalogue)))]
pub(crate) async fn catalogue(State(app): State<Arc<App>>, Tongue(lang): Tongue) -> Json<Catalogue> {
    let words = app.words(lang);
    let level = |level: usize| LevelChoice {
        level,
        bot: format!("potez:level={level}"),
        name: words.say("level-name", &[("level", Arg::from(level.to_string()))]),
    };
    Json(Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        languages: [("en", "English"), ("sr", "Srpski"), ("sr-Cyrl", "Српски")]
            .map(|(id, name)| LanguageChoice { id, name })
            .to_vec(),
        games: GAMES.iter().map(|game| self::game(game.family, words)).collect(),
        levels: (1..=10).map(level).collect(),
        clocks: CLOCKS.map(|(id, clock)| ClockChoice { id, clock, name: clock_name(clock, words) }).to_vec(),
        formats: formats(words),
        limits: Ranges {
            name_chars: bounds::NAME_CHARS,
            comment_chars: bounds::COMMENT_CHARS,
            record_bytes: bounds::RECORD_BYTES,
            analysis_ms: bounds::ANALYSIS.as_millis() as u64,
            multipv: bounds::MULTIPV,
            moves: bounds::MOVES,
        },
    })
}

fn game(family: &'static potez_engine::Family, words: &Words) -> GameChoice {
    let say = |key: String| words.say(&key, &[]);
    let variant = |&(_, id, spec): &(&'static str, &'static str, &'static str)| Variant {
        id,
        spec,
        name: say(format!("variant-{}-{id}", family.id)),
        about: say(format!("variant-{}-{id}-about", family.id)),
    };
    GameChoice {
        id: family.id,
        name: say(format!("game-{}", family.id)),
        about: say(format!("about-{}", family.id)),
        knobs: family
            .knobs
            .iter()
            .map(|knob| self::knob(knob, say(format!("knob-{}-{}", family.id, knob.key))))
            .collect(),
        variants: VARIANTS.iter().filter(|(game, _, _)| *game == family.id).map(variant).collect(),
        bots: &bots::NAMES,
    }
}

fn knob(knob: &'static Knob, about: String) -> KnobChoice {
    let range = knob.values.split_once("..=").and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
    KnobChoice {
        key: knob.key,
        values: knob.values,
        default: knob.default,
        about,
        choices: knob.values.contains('|').then(|| knob.values.split('|').collect()),
        min: range.map(|(low, _): (u32, u32)| low),
        max: range.map(|(_, high)| high),
    }
}

fn clock_name(clock: Option<Control>, words: &Words) -> String {
    let number = |value: u64| Arg::from(value.to_string());
    match clock {
        None => words.say("clock-none", &[]),
        Some(Control::Fischer { initial_ms, increment_ms }) => words.say(
            "clock-fischer",
            &[("minutes", number(initial_ms / 60_000)), ("seconds", number(increment_ms / 1_000))],
        ),
        Some(Control::Move { move_ms }) => words.say("clock-move", &[("seconds", number(move_ms / 1_000))]),
    }
}

fn formats(words: &Words) -> Vec<FormatChoice> {
    const HAVANNAH: Option<&[&str]> = Some(&["havannah"]);
    vec![
        FormatChoice { id: "text", name: words.say("format-text", &[]), extension: "txt", games: None },
        FormatChoice { id: "json", name: "JSON".into(), extension: "json", games: None },
        FormatChoice { id: "sgf", name: "SGF".into(), extension: "sgf", games: HAVANNAH },
        FormatChoice { id: "lg", name: "SGF (Little Golem)".into(), extension: "sgf", games: HAVANNAH },
    ]
}
