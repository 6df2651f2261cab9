//! The client for a host of files: everything that a server would answer without thinking is a file,
//! and the engine in the browser answers the rest.

use std::collections::HashMap;

use potez_table::games;
use potez_wire::positions::PositionFacts;
use potez_wire::{PositionSpec, tables};
use potez_words::{Course, Lang, Words};
use serde_json::{Map, Value, json};

use super::bundle::BundleError;
use super::site::{AddFile, Site};
use super::{Files, engine};
use crate::api::catalogue;
use crate::i18n::Translations;
use crate::lessons;

/// Why there are no files.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SiteError {
    /// The engine for browsers was not built.
    #[error("the engine for browsers is not there: `cargo xtask wasm` builds it")]
    NoEngine,
    /// The client cannot be put together.
    #[error("{0}")]
    Client(String),
}

impl From<BundleError> for SiteError {
    fn from(error: BundleError) -> Self {
        Self::Client(error.to_string())
    }
}

/// The files of a site without a server, by their paths.
pub fn site_files() -> Result<HashMap<String, Vec<u8>>, SiteError> {
    let modules = engine::modules().ok_or(SiteError::NoEngine)?;
    let read = |path: &str| Files::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned());
    Ok(Site::without_server(&read, &answers, modules)?)
}

/// Writes every answer down by `add`, which gives its address; says where each of them is.
fn answers(add: &mut AddFile<'_>) -> Value {
    let translations = Translations::new();
    let (mut answers, mut samples) = (Map::new(), Map::new());
    for (name, lang) in Lang::ALL {
        let words = translations.words(lang);
        let mut answer = |path: String, file: &str, answer: Value, boards: Vec<Value>| {
            let address = add(&format!("{file}-{name}"), &json!({ "answer": answer, "boards": boards }));
            answers.insert(path, address.into());
        };
        let texts = serde_json::from_slice(&translations.sentences(lang)).unwrap_or_default();
        answer(format!("/api/texts/{name}"), "texts", texts, Vec::new());
        answer(format!("/api/catalogue?lang={name}"), "catalogue", json!(catalogue::described(words)), Vec::new());
        for game in games().iter().map(|game| game.description) {
            for (course, kind) in [(Course::Rules, "rules"), (Course::Guide, "guide")] {
                let page = lessons::page(course, game, words).map_or(Value::Null, |page| json!(page));
                let boards = diagrams(&page).filter_map(|at| board(&at, name, words)).collect();
                answer(format!("/api/{kind}/{}?lang={name}", game.id), &format!("{kind}-{}", game.id), page, boards);
            }
        }
        let sample = |game: &potez_table::Registered| {
            let sample = &game.description.sample;
            let moves = sample.moves.iter().map(ToString::to_string).collect();
            PositionSpec { game: sample.spec.into(), position: None, moves }
        };
        let boards: Vec<Value> = games().iter().filter_map(|game| board(&sample(game), name, words)).collect();
        samples.insert(name.into(), add(&format!("samples-{name}"), &json!({ "boards": boards })).into());
    }
    json!({ "answers": answers, "samples": samples })
}

/// The positions of the diagrams of a course.
fn diagrams(page: &Value) -> impl Iterator<Item = PositionSpec> {
    let sections = page["sections"].as_array().into_iter().flatten();
    let blocks = sections.flat_map(|section| section["blocks"].as_array().into_iter().flatten());
    blocks.filter(|block| block["kind"] == "diagram").filter_map(|block| serde_json::from_value(block.clone()).ok())
}

/// A position with the name under which the page looks for it.
fn board(at: &PositionSpec, name: &str, words: &Words) -> Option<Value> {
    let table = tables::at(at).ok()?;
    let key = json!([name, at.game, at.position, at.moves]).to_string();
    Some(json!([key, PositionFacts::of(table.as_ref()).say(words)]))
}
