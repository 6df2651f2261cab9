//! Journals of matches: as somebody reads them who looks on, and as a match that goes on.

use std::path::PathBuf;
use std::sync::OnceLock;

use potez_arena::{Control, Entrant, Event, Journal, JournalPage, Openings, Pairing};
use potez_table::{BotSpec, Limits};

pub(super) fn run(data: &[u8]) {
    if let Some(page) = JournalPage::read(&String::from_utf8_lossy(data)) {
        let summary = page.summary();
        assert_eq!(summary.standings.len(), page.entrants.len());
    }
    go_on(data);
}

/// A file that is not the journal of this match is left as it is, byte by byte; one that is has
/// lost at most a torn last line and is read the same way again.
fn go_on(data: &[u8]) {
    let file = file();
    std::fs::write(file, data).expect("a file in the temporary folder");
    let event = event();
    match Journal::open(file, &event) {
        Err(error) => {
            assert!(!error.to_string().is_empty());
            assert_eq!(std::fs::read(file).expect("the file"), data, "{error}");
        }
        Ok((journal, pairs)) => {
            drop(journal);
            let (_, again) = Journal::open(file, &event).expect("what was opened can be opened");
            assert_eq!(again, pairs);
            let left = std::fs::read(file).expect("the file");
            let whole = data.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            assert!(left.starts_with(&data[..whole]), "whole lines stay");
        }
    }
}

/// The match of the saved inputs.
fn event() -> Event {
    let entrant = |spec: &str| Entrant::builtin(BotSpec::new(spec), spec);
    Event {
        game: "havannah:size=3".into(),
        entrants: vec![entrant("random"), entrant("greedy")],
        pairing: Pairing::RoundRobin,
        games: 4,
        openings: Openings::random("havannah:size=3", 1, 1),
        control: Control::new(Limits::nodes(10)),
        seed: 1,
        sprt: None,
    }
}

/// One file per process, in memory where the system has such a place: every journal is synced.
fn file() -> &'static PathBuf {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    FILE.get_or_init(|| {
        let memory = PathBuf::from("/dev/shm");
        let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
        folder.join(format!("potez-fuzz-{}.jsonl", std::process::id()))
    })
}
