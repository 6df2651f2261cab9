//! Thousands of games in one process, alone in it, so that the memory in use is theirs.

use std::fs;
use std::process::Command;

use potez_arena::{Control, Entrant, Event, Openings, Pairing, runner};
use potez_table::{Limits, Stop};

/// Kilobytes in use, where the system tells.
fn memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Set in the process that has nothing else to do.
const ALONE: &str = "POTEZ_ARENA_SOAK";

#[test]
fn thousands_of_games_leave_the_memory_as_it_was() {
    if std::env::var_os(ALONE).is_some() {
        return soak_twice();
    }
    // The other tests of this binary use memory at the same time: only a process of its own can be
    // measured.
    let name = "soak::thousands_of_games_leave_the_memory_as_it_was";
    let child =
        Command::new(std::env::current_exe().expect("this test")).args(["--exact", name]).env(ALONE, "1").output();
    let child = child.expect("the test can be started again");
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(child.status.success() && said.contains("1 passed"), "{said}");
}

fn soak_twice() {
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
        let stop = Stop::new();
        let options = runner::Options { concurrency: 2, journal: None, done: Vec::new(), keep_moves: false, stop };
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
