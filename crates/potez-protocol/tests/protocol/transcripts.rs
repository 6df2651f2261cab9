//! Golden transcripts: conversations kept as text, `tests/transcripts/PROTOCOL/*.txt`.
//!
//! A line that begins with `> ` is said by the client, `#` begins a remark, and every other line is
//! the answer that must come. `*` at the end stands for any ending, `…` for any lines up to the
//! next command, `{version}` for the program's version. Times and speeds are not compared, and
//! reports of a search only where the transcript has them.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use crate::ears::Talk;

/// Splits answers into lines without the blank ones.
struct Lines {
    talk: Talk,
    waiting: VecDeque<String>,
}

impl Lines {
    fn take(&mut self, answers: impl IntoIterator<Item = String>) {
        for answer in answers {
            self.waiting.extend(answer.lines().filter(|line| !line.is_empty()).map(without_times));
        }
    }

    fn next(&mut self, expected: &str) -> String {
        loop {
            while self.waiting.is_empty() {
                let answer = self.talk.hear();
                self.take([answer]);
            }
            let line = self.waiting.pop_front().unwrap_or_default();
            if is_report(expected) || !is_report(&line) {
                return line;
            }
        }
    }
}

fn is_report(line: &str) -> bool {
    line.starts_with("info depth")
}

fn without_times(line: &str) -> String {
    if !is_report(line) {
        return line.to_string();
    }
    let mut words: Vec<&str> = line.split(' ').collect();
    for index in 1..words.len() {
        if matches!(words[index - 1], "time" | "nps") {
            words[index] = "_";
        }
    }
    words.join(" ")
}

fn matches(expected: &str, line: &str) -> bool {
    let expected = expected.replace("{version}", env!("CARGO_PKG_VERSION"));
    expected.strip_suffix('*').map_or(expected == line, |start| line.starts_with(start))
}

fn replay(protocol: &str, file: &Path) {
    let text = fs::read_to_string(file).expect("a transcript");
    let place = |number: usize| format!("{}:{}", file.display(), number + 1);
    let mut lines = Lines { talk: Talk::new(protocol), waiting: VecDeque::new() };
    for (number, expected) in text.lines().enumerate() {
        if let Some(said) = expected.strip_prefix("> ") {
            let _ = lines.talk.say(said);
        } else if expected == "…" {
            // GTP answers as a whole, so what belongs to this command is there with its first line.
            assert!(!lines.waiting.is_empty(), "{}: nothing is left of the answer", place(number));
            lines.waiting.clear();
        } else if !expected.is_empty() && !expected.starts_with('#') {
            let line = lines.next(expected);
            assert!(matches(expected, &line), "{}:\nexpected {expected}\nheard    {line}", place(number));
        }
    }
    let Lines { talk, mut waiting } = lines;
    waiting.extend(talk.finish().iter().flat_map(|answer| answer.lines()).map(str::to_string));
    waiting.retain(|line| !line.is_empty() && !is_report(line));
    assert!(waiting.is_empty(), "{}: more answers than expected: {waiting:?}", file.display());
}

fn replay_all(protocol: &str, least: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(protocol);
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    assert!(files.len() >= least, "only {} transcripts of {protocol}", files.len());
    for file in files {
        replay(protocol, &file);
    }
}

#[test]
fn ugi_conversations_go_as_written_down() {
    replay_all("ugi", 6);
}

#[test]
fn gtp_conversations_go_as_written_down() {
    replay_all("gtp", 6);
}

#[test]
fn json_conversations_go_as_written_down() {
    replay_all("json", 3);
}
