//! Thousands of games in one process, alone in it, so that the memory in use is theirs.

use std::fs;
use std::sync::atomic::AtomicBool;

use potez_arena::{Control, Entrant, Event, Openings, Pairing, runner};
use potez_engine::Limits;

/// Kilobytes in use, where the system tells.
fn memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[test]
fn thousands_of_games_leave_the_memory_as_it_was() {
    let soak = |games| {
        let entrants =
            ["random", "random:seed=2"].map(|spec| spec.parse::<Entrant>().unwrap_or_else(|error| panic!("{error}")));
        let event = Event {
            game: "byte".into(),
            entrants: entrants.into(),
            pairing: Pairing::RoundRobin,
            games,
            openings: Openings::random("byte", 4, 21),
            control: Control::new(Limits::nodes(1)),
            seed: 21,
            sprt: None,
        };
        let off = AtomicBool::new(false);
        let options = runner::Options { concurrency: 2, journal: None, done: Vec::new(), keep_moves: false, off: &off };
        let results = runner::run(&event, options, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(results.pairs.len(), games / 2);
    };
    soak(200);
    let before = memory();
    soak(6000);
    if let (Some(before), Some(after)) = (before, memory()) {
        assert!(after < before + 16 * 1024, "{before} kB before, {after} kB after");
    }
}
