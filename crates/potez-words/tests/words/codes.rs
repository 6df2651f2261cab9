//! Every code and key that the program can say, taken from its sources, has a Serbian sentence.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use potez_core::Ending;
use potez_words::{Lang, patterns};

/// Every source file of the workspace that is not a test.
fn sources() -> Vec<(PathBuf, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of the crates");
    let mut folders: Vec<PathBuf> = std::fs::read_dir(crates)
        .expect("the crates can be listed")
        .map(|entry| entry.expect("a folder").path().join("src"))
        .collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source file");
                // What a file tests with is not what it says.
                let text = text.split("#[cfg(test)]").next().unwrap_or_default().to_string();
                files.push((path, text));
            }
        }
    }
    assert!(files.len() > 200, "only {} files found", files.len());
    files
}

/// The words in quotes that could be codes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let is_code = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
    };
    text.split('"').skip(1).step_by(2).filter(is_code)
}

/// The first quoted word after each place where one of these begins.
fn first_quoted<'a>(text: &'a str, begins: &[&str]) -> Vec<&'a str> {
    let after = begins.iter().flat_map(|begin| text.split(begin).skip(1));
    // Only a word that comes at once: anything else is made while the program runs.
    let at_once = after.filter(|rest| rest.trim_start().starts_with('"'));
    at_once.filter_map(|rest| quoted(rest).next()).collect()
}

/// Codes of errors: the words in `fn code` of every type that explains itself, and the defects of
/// positions.
fn codes_of_errors() -> BTreeSet<String> {
    let mut codes = BTreeSet::new();
    for (path, text) in sources() {
        for implementation in text.split("impl Explain for ").skip(1) {
            let body = implementation.split("fn code(&self)").nth(1).expect("it has a code");
            let body = body.split("\n    }").next().expect("the code has an end");
            let before = codes.len();
            codes.extend(quoted(body).map(String::from));
            let delegates = body.contains(".code()") || body.contains("message.code");
            assert!(codes.len() > before || delegates, "no code in {}", path.display());
        }
        codes.extend(first_quoted(&text, &["impossible("]).into_iter().map(String::from));
    }
    codes
}

fn keys(lang: Lang) -> BTreeSet<String> {
    patterns(lang).into_iter().map(|(key, _)| key).collect()
}

#[test]
fn every_error_that_the_sources_know_can_be_said_in_serbian() {
    let (codes, serbian) = (codes_of_errors(), keys(Lang::SrLatn));
    for known in ["wall-overlaps", "cell-taken", "byte-must-pass", "bot-unknown", "pawn-count", "session-stale"] {
        assert!(codes.contains(known), "the sources have been read badly: {known} is missing");
    }
    let missing: Vec<&String> = codes.difference(&serbian).collect();
    assert!(missing.is_empty(), "not translated: {missing:?}");
}

#[test]
fn every_way_a_game_can_end_has_a_reason_in_both_languages() {
    let beyond = Ending::all_beyond_the_rules().into_iter().map(|ending| ending.code().to_string());
    let by_rules = ["goal", "no-move", "repetition", "bridge", "fork", "ring", "full-board", "majority", "tie"];
    for code in beyond.chain(by_rules.map(String::from)) {
        for lang in [Lang::En, Lang::SrLatn] {
            let found = keys(lang).contains(&format!("reason-{code}")) || code == "aborted";
            assert!(found, "{code} in {lang:?}");
        }
    }
}

#[test]
fn every_sentence_that_an_interface_asks_for_is_there_in_both_languages() {
    let (english, serbian) = (keys(Lang::En), keys(Lang::SrLatn));
    let mut asked = 0;
    // What a protocol says is for programs.
    let talks = |path: &Path| path.components().all(|part| part.as_os_str() != "potez-protocol");
    for (path, text) in sources().into_iter().filter(|(path, _)| talks(path)) {
        for key in first_quoted(&text, &[".say(", ".tell(", "words.say_or("]) {
            asked += 1;
            assert!(english.contains(key) && serbian.contains(key), "{key}, asked for in {}", path.display());
        }
    }
    assert!(asked > 100, "only {asked} sentences found");
}
