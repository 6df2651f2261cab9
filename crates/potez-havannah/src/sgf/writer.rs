//! A transcript as a file.

use std::collections::HashMap;

use potez_core::{Ending, Entry, Player, Transcript};

use super::{CHARSET, COORDINATES, OTHER_TAGS, RESERVED, SWAP_RULE, TAGS, WriteError, result};
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
    property(&mut text, CHARSET, "UTF-8");
    property(&mut text, COORDINATES, coordinates.name());
    tags(&mut text, &transcript.tags);
    let ending = transcript.ending();
    let properties = match (&ending, transcript.result) {
        (Some(ending), _) => result::write(ending),
        (None, Some(outcome)) => result::write_claim(outcome),
        (None, None) => Vec::new(),
    };
    for (name, value) in properties {
        property(&mut text, name, &value);
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
        node(text, entry, ply, cell);
    }
    if let Some(loser) = resigned {
        text.push_str(if loser == Player::X { "\n;W[resign]" } else { "\n;B[resign]" });
    }
    for (ply, variations) in branchings.into_iter().rev() {
        text.push(')');
        for variation in variations {
            branch(text, variation, ply, cell);
        }
    }
}

/// A variation as a branch. What could have been played instead of its first move is a branch beside
/// it: a branch cannot begin with another.
fn branch(text: &mut String, variation: &[Entry], ply: usize, cell: &dyn Fn(&str) -> String) {
    let Some((first, rest)) = variation.split_first() else { return };
    text.push_str("\n(");
    node(text, first, ply, cell);
    line(text, rest, ply + 1, None, cell);
    text.push(')');
    for other in &first.variations {
        branch(text, other, ply, cell);
    }
}

fn node(text: &mut String, entry: &Entry, ply: usize, cell: &dyn Fn(&str) -> String) {
    text.push(';');
    property(text, if ply.is_multiple_of(2) { "W" } else { "B" }, &cell(&entry.text));
    if let Some(comment) = &entry.comment {
        property(text, "C", comment);
    }
}

fn property(text: &mut String, name: &str, value: &str) {
    let escaped = value.replace('\\', "\\\\").replace(']', "\\]");
    text.extend([name, "[", &escaped, "]"]);
}

/// Tags of one name become one property of several values; those that no property can hold become
/// name and value in turn.
fn tags(text: &mut String, tags: &[(String, String)]) {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut properties: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut others: Vec<&str> = Vec::new();
    for (tag, value) in tags {
        let Some(name) = tag_property(tag) else {
            others.extend([tag.as_str(), value.as_str()]);
            continue;
        };
        let place = *places.entry(name).or_insert(properties.len());
        if place == properties.len() {
            properties.push((name, Vec::new()));
        }
        properties[place].1.push(value);
    }
    if !others.is_empty() {
        properties.push((OTHER_TAGS, others));
    }
    for (name, values) in properties {
        for (index, value) in values.into_iter().enumerate() {
            property(text, if index == 0 { name } else { "" }, value);
        }
    }
}

/// The property of a tag, if reading that property gives this tag.
fn tag_property(tag: &str) -> Option<&str> {
    if let Some((property, _)) = TAGS.iter().find(|(_, name)| name.eq_ignore_ascii_case(tag)) {
        return Some(property);
    }
    let is_property = tag.starts_with(|c: char| c.is_ascii_uppercase())
        && tag.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let means_more = RESERVED.contains(&tag) || TAGS.iter().any(|(property, _)| *property == tag);
    (is_property && !means_more).then_some(tag)
}
