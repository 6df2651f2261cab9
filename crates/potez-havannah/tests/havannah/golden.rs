//! Golden games and perft tables, kept as data.

use crate::reference::{self, Stones};
use potez_core::{Game as _, Record, perft};
use potez_havannah::{Class, Game, Rules, Sizes, Upto5, Upto8, Upto10, Upto15};

/// Each line: spec | moves | outcome | reason.
#[test]
fn the_golden_games_end_as_recorded() {
    let lines: Vec<&str> = include_str!("../games.txt").lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() >= 20);
    for line in lines {
        let parts: Vec<&str> = line.split('|').map(str::trim).collect();
        let [spec, moves, outcome, reason] = parts[..] else { panic!("{line}") };
        let rules: Rules = spec.parse().expect(spec);
        match rules.class() {
            Sizes::Upto5 => replay::<Upto5>(rules, moves, outcome, reason),
            Sizes::Upto8 => replay::<Upto8>(rules, moves, outcome, reason),
            Sizes::Upto10 => replay::<Upto10>(rules, moves, outcome, reason),
            Sizes::Upto15 => replay::<Upto15>(rules, moves, outcome, reason),
        }
    }
}

fn replay<C: Class>(rules: Rules, moves: &str, outcome: &str, reason: &str) {
    let mut record = Record::new(Game::<C>::new(rules).expect("a size of the class"));
    for word in moves.split_whitespace() {
        assert_eq!(record.outcome(), None, "{moves}");
        record.play_text(word).unwrap_or_else(|error| panic!("{error} in {moves}"));
    }
    assert_eq!(record.outcome().expect("a finished game").to_string(), outcome, "{moves}");
    assert_eq!(record.reason().as_deref(), Some(reason), "{moves}");
}

/// Each line: spec, depth, number of move sequences, and perhaps `full`: only counted when
/// `POTEZ_FULL=1`.
#[test]
fn the_perft_tables_hold() {
    let full = std::env::var_os("POTEZ_FULL").is_some_and(|value| value == "1");
    let mut counted = 0;
    for line in include_str!("../perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let game: Game<Upto8> = words[0].parse().expect(line);
        let depth = words[1].parse().expect(line);
        let nodes: u64 = words[2].parse().expect(line);
        if words.len() == 3 || full {
            assert_eq!(perft::perft(&game.start(), depth), nodes, "{line}");
            counted += 1;
        }
    }
    assert!(counted >= 20, "{counted} lines");
}

/// A position is won as soon as a player's stones hold a structure, in whatever order they were
/// placed. So the unfinished sequences of x and o stones are x!·o! times the pairs of disjoint sets
/// without structure.
#[test]
fn the_perft_of_size_3_follows_from_counting_sets_of_stones() {
    let cells = reference::all_cells(3);
    let quiet = |mask: u32| -> bool {
        let stones: Stones = (0..19).filter(|cell| mask >> cell & 1 == 1).map(|cell| cells[cell]).collect();
        let chains = || stones.iter().map(|&at| reference::chain(&stones, at));
        !reference::has_ring(3, &stones)
            && !chains().any(|chain| reference::has_bridge(3, &chain) || reference::has_fork(3, &chain))
    };
    let mut sets: Vec<Vec<u32>> = vec![Vec::new(); 5];
    for mask in 0..1_u32 << 19 {
        let stones = mask.count_ones() as usize;
        if stones <= 4 && quiet(mask) {
            sets[stones].push(mask);
        }
    }
    let factorial = |number: u64| (1..=number).product::<u64>();
    for depth in 1..=8_u64 {
        let (x, o) = ((depth - 1).div_ceil(2), (depth - 1) / 2);
        let pairs: u64 =
            sets[x as usize].iter().map(|xs| sets[o as usize].iter().filter(|&os| xs & os == 0).count() as u64).sum();
        let nodes = pairs * factorial(x) * factorial(o) * (19 - (depth - 1));
        let line = format!("havannah:size=3 {depth} {nodes}");
        assert!(include_str!("../perft.txt").lines().any(|other| other.trim_end_matches(" full") == line), "{line}");
    }
}
