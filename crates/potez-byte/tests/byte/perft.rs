//! Perft against the table in `tests/perft.txt`.

use potez_byte::{Board, Game, Rules, Variant};
use potez_core::{Game as _, perft};

use crate::{full, on_board};

const TABLE: &str = include_str!("../perft.txt");

fn count<B: Board>(spec: &str, depth: u32) -> u64 {
    let game: Game<B> = spec.parse().expect(spec);
    perft::perft(&game.start(), depth)
}

/// The lines of the table: spec, depth and number.
fn lines() -> impl Iterator<Item = (&'static str, u32, u64)> {
    TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [spec, depth, leaves] = fields[..] else { panic!("`{line}` is not a spec, a depth and a number") };
        (spec, depth.parse().expect(line), leaves.replace(',', "").parse().expect(line))
    })
}

/// The table with each spec's size, and whether merges come first there.
pub(crate) fn table() -> impl Iterator<Item = (usize, bool, u32, u64)> {
    lines().map(|(spec, depth, leaves)| {
        let Rules { size, variant } = spec.parse().expect(spec);
        (size, variant == Variant::MergeFirst, depth, leaves)
    })
}

#[test]
fn perft_counts_what_the_table_says() {
    let mut checked = 0;
    for (spec, depth, leaves) in lines() {
        if leaves < 30_000_000 || full() {
            assert_eq!(on_board!(spec, count(depth)), leaves, "{spec} to depth {depth}");
            checked += 1;
        }
    }
    assert!(checked >= 20);
}

#[test]
fn a_divided_perft_adds_up() {
    let start = "byte".parse::<Game<potez_byte::Eight>>().expect("the default").start();
    let parts = perft::divide(&start, 4, 2);
    assert_eq!(parts.len(), 35);
    assert_eq!(parts.iter().map(|(_, leaves)| leaves).sum::<u64>(), perft::perft(&start, 4));
}
