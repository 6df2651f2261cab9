//! What readers expect, said in Serbian: texts that cannot be read, made from ones that can.

use std::collections::BTreeSet;

use potez_table::records::RecordError;
use potez_table::{BotSpec, Message, Table, records};
use potez_words::{Lang, Words, patterns, phrase_key};

/// A text and what becomes of it when it is cut off, loses a character, or has one replaced.
fn spoilt(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut texts: Vec<String> = vec![text.to_string()];
    for at in 0..=chars.len() {
        texts.push(chars[..at].iter().collect());
        for other in ['?', 'q', '9', '-', ' ', '/', ')', '"'] {
            let mut changed = chars.clone();
            if at < changed.len() {
                changed[at] = other;
            } else {
                changed.push(other);
            }
            texts.push(changed.iter().collect());
        }
        if at < chars.len() {
            let mut shorter = chars.clone();
            shorter.remove(at);
            texts.push(shorter.iter().collect());
        }
    }
    texts
}

/// Every message that spoilt texts of a game bring up.
fn messages_of(spec: &str) -> Vec<Message> {
    let table = potez_table::open(spec, None).expect(spec);
    let mut moves = table.legal();
    moves.truncate(3);
    moves.extend(["X 1 4 6 B 4 7", "[X2] [6 3] [Z 4 9]", "(e 1)", "6 3 5 2 0", "pass", "swap"].map(String::from));
    let mut messages = Vec::new();
    for mv in moves {
        messages.extend(spoilt(&mv).iter().filter_map(|text| table.read_move(text).err()));
    }
    for text in spoilt(&table.position()) {
        messages.extend(potez_table::open(spec, Some(&text)).err());
    }
    for text in spoilt(spec) {
        messages.extend(potez_table::open(&text, None).err());
    }
    messages.extend(messages_of_bots(table.as_ref()));
    messages
}

fn messages_of_bots(table: &dyn Table) -> Vec<Message> {
    let specs = ["potez:time=500ms,nodes=3,level=4", "classic:depth=3,radius=1", "random:seed=7"];
    let mut messages = Vec::new();
    for text in specs.iter().flat_map(|spec| spoilt(spec)) {
        match text.parse::<BotSpec>() {
            Ok(spec) => messages.extend(table.check_bot(&spec).err()),
            Err(error) => messages.push(error.into()),
        }
    }
    messages
}

const SPECS: [&str; 6] = [
    "blockade:rows=7,cols=9,walls=2,turn=full,step=two,goal=home,x=c3+e3,o=c7+e7",
    "blockade",
    "havannah:size=4,swap=on",
    "havannah",
    "byte:size=8,rules=official",
    "byte:size=10",
];

#[test]
fn no_message_about_a_text_that_cannot_be_read_has_english_in_it() {
    let serbian: BTreeSet<String> = patterns(Lang::SrLatn).into_iter().map(|(key, _)| key).collect();
    let words = Words::new(Lang::SrLatn);
    let mut seen = BTreeSet::new();
    for message in SPECS.iter().flat_map(|spec| messages_of(spec)) {
        assert!(serbian.contains(message.code), "{}: {}", message.code, message.english);
        let sentence = words.message(&message);
        assert!(!sentence.contains("{$"), "{}: {sentence}", message.code);
        for (name, value) in &message.args {
            // A value that is one name or a number needs no words.
            let (key, _) = phrase_key(value);
            if matches!(*name, "expected" | "allowed") && key != "phrase" {
                assert!(serbian.contains(&key), "`{value}` ({key}) of {}", message.english);
                seen.insert(key);
            }
        }
    }
    assert!(seen.len() > 25, "{seen:?}");
}

#[test]
fn no_message_about_a_record_has_english_in_it() {
    let serbian: BTreeSet<String> = patterns(Lang::SrLatn).into_iter().map(|(key, _)| key).collect();
    let texts = [
        "[Game \"havannah:size=4\"]\n[X \"Ana\"]\n[Result \"x\"]\n1. d4 {centre} a1 (a2 2. a3) 2. e5 x\n",
        "{\"game\":\"byte\",\"tags\":{\"X\":\"Ana\"},\"moves\":[\"d2-c3\",{\"move\":\"a3-b2\"}],\"result\":null}",
        "(;FF[4]GM[Havannah]SZ[4];W[d4];B[a1](;W[e5])(;W[b2]))",
    ];
    for text in texts.iter().flat_map(|text| spoilt(text)) {
        let Err(RecordError::Unreadable(message)) = records::read(&text) else { continue };
        let (_, expected) = message.args.iter().find(|(name, _)| *name == "expected").expect("a reader expects");
        let expected = expected.rsplit_once(" (line ").map_or(expected.as_str(), |(phrase, _)| phrase);
        if expected.starts_with("JSON (") {
            continue;
        }
        let (key, _) = phrase_key(expected);
        assert!(serbian.contains(&key) || key == "phrase", "`{expected}` ({key})");
    }
}
