//! A transcript as a file.

use potez_core::{Ending, Entry, Player, Transcript};

use super::{COORDINATES, RESERVED, SWAP_RULE, TAGS, WriteError, result};
use crate::{Coordinates, Geometry, Rules};

/// Writes a record whose moves are canonical, in the coordinates asked for.
///
/// The property `CO` says which they are, so that reading needs no guess.
pub fn write(transcript: &Transcript, coordinates: Coordinates) -> Result<String, WriteError> {
    let rules: Rules = transcript.game.parse()?;
    let geometry = Geometry::of(rules.size);
    if transcript.position.is_some() {
        return Err(WriteError::Position);
    }
    let mut text = format!("(;FF[4]GM[Havannah]SZ[{}]", rules.size);
    if rules.swap {
        property(&mut text, "RU", SWAP_RULE);
    }
    property(&mut text, COORDINATES, coordinates.name());
    tags(&mut text, &transcript.tags);
    let ending = transcript.ending();
    match (&ending, transcript.result) {
        (Some(ending), _) => {
            for (name, value) in result::write(ending) {
                property(&mut text, name, &value);
            }
        }
        (None, Some(result)) => property(&mut text, result::RESULT, result::claim(result)),
        (None, None) => {}
    }
    if let Some(comment) = &transcript.comment {
        property(&mut text, "C", comment);
    }
    let resigned = match ending {
        Some(Ending::Resignation(loser)) => Some(loser),
        _ => None,
    };
    let cell = |text: &str| match Coordinates::Canonical.read(geometry, text) {
        Ok(cell) => coordinates.write(geometry, cell),
        Err(_) => text.to_string(),
    };
    line(&mut text, &transcript.moves, 0, resigned, &cell);
    text.push_str(")\n");
    Ok(text)
}

/// The moves of a line; where a move has variations, the rest of the line and they become branches.
fn line(text: &mut String, entries: &[Entry], first: usize, resigned: Option<Player>, cell: &dyn Fn(&str) -> String) {
    let mut branchings = Vec::new();
    for (ply, entry) in (first..).zip(entries) {
        if !entry.variations.is_empty() {
            text.push_str("\n(");
            branchings.push((ply, &entry.variations));
        } else if ply.is_multiple_of(10) {
            text.push('\n');
        }
        text.push(';');
        property(text, if ply.is_multiple_of(2) { "W" } else { "B" }, &cell(&entry.text));
        if let Some(comment) = &entry.comment {
            property(text, "C", comment);
        }
    }
    if let Some(loser) = resigned {
        text.push_str(if loser == Player::X { "\n;W[resign]" } else { "\n;B[resign]" });
    }
    for (ply, variations) in branchings.into_iter().rev() {
        text.push(')');
        for variation in variations.iter().filter(|variation| !variation.is_empty()) {
            text.push_str("\n(");
            line(text, variation, ply, None, cell);
            text.push(')');
        }
    }
}

fn property(text: &mut String, name: &str, value: &str) {
    let escaped = value.replace('\\', "\\\\").replace(']', "\\]");
    text.extend([name, "[", &escaped, "]"]);
}

/// Tags of one name become one property of several values.
fn tags(text: &mut String, tags: &[(String, String)]) {
    let mut written: Vec<String> = RESERVED.iter().map(|&name| name.into()).collect();
    for (tag, _) in tags {
        let name = tag_property(tag);
        if written.contains(&name) || !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            continue;
        }
        let values = tags.iter().filter(|(other, _)| tag_property(other) == name);
        for (index, (_, value)) in values.enumerate() {
            property(text, if index == 0 { &name } else { "" }, value);
        }
        written.push(name);
    }
}

/// The property of a tag; one without a property of its own keeps its letters.
fn tag_property(tag: &str) -> String {
    let own = TAGS.iter().find(|(_, name)| name.eq_ignore_ascii_case(tag)).map(|&(property, _)| property.to_string());
    own.unwrap_or_else(|| tag.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase())
}
