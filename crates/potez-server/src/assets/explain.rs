//! The page of a recorded search: one file with everything in it, which opens without a server too.

use potez_table::explain::Explanation;
use potez_words::{Lang, Words};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::bundle::{self, BundleError};
use super::{Files, site};
use crate::i18n;
use crate::middleware;

/// The script that shows a recorded search.
const SCRIPT: &str = "explain/main.js";
/// The style sheets that it needs.
const STYLES: [&str; 15] = [
    "themes",
    "base",
    "controls",
    "forms",
    "panels",
    "board",
    "pieces",
    "walls",
    "materials",
    "craft",
    "explain-tree",
    "explain-tables",
    "explain",
    "explain-panes",
    "explain-transport",
];
/// Sentences that the page uses besides its own: the board in words.
const SENTENCES: [&str; 6] = ["explain-", "web-cell-", "web-wall-", "web-hear-", "web-way-", "web-stock-"];

/// A page that cannot be put together: a defect of the program.
#[derive(Debug, thiserror::Error)]
#[error("the page cannot be put together: {0}")]
pub struct ExplainPageError(String);

impl From<BundleError> for ExplainPageError {
    fn from(error: BundleError) -> Self {
        Self(error.to_string())
    }
}

/// What a reader may change where there is a server to ask again.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct ExplainForm {
    /// The game spec.
    pub(crate) game: String,
    /// The position at the start, if it is not the game's own.
    pub(crate) position: String,
    /// The moves since, separated by blanks.
    pub(crate) moves: String,
    /// The bot spec.
    pub(crate) bot: String,
    /// How many nodes it searches, where somebody has said so.
    pub(crate) nodes: Option<u64>,
    /// The most that may be asked for.
    pub(crate) most: u64,
    /// The bots of the game.
    pub(crate) bots: Vec<&'static str>,
    /// The games.
    pub(crate) games: Vec<String>,
}

/// A page and the policy it is sent with.
pub(crate) struct ExplainPage {
    pub(crate) text: String,
    pub(crate) policy: String,
}

/// The page in a language: of a search, with a form alone, or with a sentence that says why there is no
/// search.
pub(crate) fn page(
    shown: Result<Option<&Explanation>, &str>,
    form: Option<&ExplainForm>,
    lang: Lang,
) -> Result<ExplainPage, ExplainPageError> {
    let read = |path: &str| Files::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned());
    let script = bundle::script(SCRIPT, &read)?.text;
    let mut styles = String::new();
    for name in STYLES {
        let path = format!("styles/{name}.css");
        let sheet = read(&path).ok_or(BundleError::Missing(path))?;
        styles.push_str(&bundle::compact_styles(&sheet));
        styles.push('\n');
    }
    let words = Words::new(lang);
    let name = Lang::ALL.iter().find(|(_, known)| *known == lang).map_or("en", |(name, _)| *name);
    let boot = json!({ "sentences": { "lang": name, "texts": sentences(lang) }, "catalogue": null, "engine": null });
    let error = shown.err();
    let explanation = shown.ok().flatten();
    let table = explanation.and_then(|explanation| potez_table::open(&explanation.game, None).ok());
    let game = table.map(|table| words.game_name(table.description()));
    let data = json!({ "explanation": explanation, "error": error, "form": form, "gameName": game });
    let title = words.say("explain-title", &[]);
    let policy = middleware::content_policy_self_contained(&script);
    // A policy of its own where no server sends one: a file must not reach the network either.
    let own_policy = policy.split("; frame-ancestors").next().unwrap_or_default().to_string();
    let text = format!(
        "<!doctype html>\n<html lang=\"{name}\" data-theme=\"system\" data-board=\"wood\">\n<head>\n\
         <meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{own_policy}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title} · Potez</title>\n\
         <style>\n{styles}</style>\n</head>\n<body>\n<main id=\"main\" tabindex=\"-1\"></main>\n\
         <script type=\"application/json\" id=\"boot\">{}</script>\n\
         <script type=\"application/json\" id=\"data\">{}</script>\n\
         <script type=\"module\">{script}</script>\n</body>\n</html>\n",
        site::inside_element(&boot),
        site::inside_element(&data),
    );
    Ok(ExplainPage { text, policy })
}

/// The sentences of the page.
fn sentences(lang: Lang) -> Map<String, Value> {
    i18n::texts(lang, |key| SENTENCES.iter().any(|prefix| key.starts_with(prefix)))
}

/// A recorded search as one page that needs nothing else.
///
/// # Errors
/// Only where the client itself is broken.
pub fn explain_page(explanation: &Explanation, lang: Lang) -> Result<String, ExplainPageError> {
    page(Ok(Some(explanation)), None, lang).map(|page| page.text)
}
