//! The property `RE`: how a file says who won and how.
//!
//! SGF knows `W+R` (resignation), `W+T` (time), `W+F` (forfeit), `W+` or a score (on the board),
//! `0` or `Draw`, `Void` and `?`, each with a long form such as `W+Resign`. What it cannot tell
//! apart, a property of our own does.

use potez_core::{Ending, Outcome, Player};

use super::tree::Node;

/// The property with the code of an ending that `RE` has no word for; files of others do not have
/// it.
pub(super) const ENDING: &str = "EC";

/// The property with the result.
pub(super) const RESULT: &str = "RE";

/// The code of a result of which nothing is known but that it was claimed.
const UNKNOWN: &str = "?";

/// The properties of a result of which it is not known how it came about.
pub(super) fn write_claim(outcome: Outcome) -> Vec<(&'static str, String)> {
    // A draw alone would be read as an agreement.
    let code = (outcome == Outcome::Draw).then(|| (ENDING, UNKNOWN.to_string()));
    std::iter::once((RESULT, claim(outcome).to_string())).chain(code).collect()
}

/// The properties that say how a game ended, with their values.
pub(super) fn write(ending: &Ending) -> Vec<(&'static str, String)> {
    let result = result(ending);
    // Whoever reads the file without knowing `EC` still learns who won; we learn the rest from it.
    let is_told = ending.is_by_rules() || read_result(&result).as_ref() == Some(ending);
    let code = (!is_told).then(|| (ENDING, ending.code().to_string()));
    std::iter::once((RESULT, result)).chain(code).collect()
}

fn result(ending: &Ending) -> String {
    let how = match ending {
        Ending::Resignation(_) => "R",
        Ending::Time(_) => "T",
        _ if ending.culprit().is_some() => "F",
        _ => "",
    };
    ending.outcome().map_or_else(|| "Void".into(), |outcome| format!("{}{how}", claim(outcome)))
}

/// A result without a word how it came about.
fn claim(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Player::X) => "W+",
        Outcome::Win(Player::O) => "B+",
        Outcome::Draw => "0",
    }
}

/// The result that a file claims, however it came about.
pub(super) fn claimed(root: &Node) -> Option<Outcome> {
    root.values(RESULT).first().and_then(|value| outcome(value.text.trim()))
}

/// How a file says that its game ended, if it is anything that the moves cannot show.
///
/// A win without a word how it was won is no ending, only a [claim](claimed): it should be on the
/// board, and Little Golem's files are known to name the wrong winner there.
pub(super) fn read(root: &Node) -> Option<Ending> {
    let text = root.values(RESULT).first()?.text.trim();
    let code = root.values(ENDING).first().map(|value| value.text.trim());
    if code == Some(UNKNOWN) {
        return None;
    }
    let coded = code.and_then(|code| Ending::new(outcome(text), code));
    coded.filter(|ending| !ending.is_by_rules()).or_else(|| read_result(text))
}

fn read_result(text: &str) -> Option<Ending> {
    let outcome = outcome(text);
    let how = text.split_once('+').map_or("", |(_, how)| how.trim());
    let code = match (outcome, how.to_ascii_lowercase().as_str()) {
        (Some(Outcome::Win(_)), "r" | "resign") => "resign",
        (Some(Outcome::Win(_)), "t" | "time") => "time",
        (Some(Outcome::Win(_)), "f" | "forfeit") => "forfeit",
        // The moves show no draw, so the players must have agreed on one.
        (Some(Outcome::Draw), _) => "agreement",
        (None, _) if text.eq_ignore_ascii_case("void") => "aborted",
        _ => return None,
    };
    Ending::new(outcome, code)
}

/// White is X.
fn outcome(text: &str) -> Option<Outcome> {
    if text == "0" || text.eq_ignore_ascii_case("draw") {
        return Some(Outcome::Draw);
    }
    let winner = text.split_once('+').map_or(text, |(winner, _)| winner).trim();
    match winner.to_ascii_lowercase().as_str() {
        "w" | "white" => Some(Outcome::Win(Player::X)),
        "b" | "black" => Some(Outcome::Win(Player::O)),
        _ => None,
    }
}
