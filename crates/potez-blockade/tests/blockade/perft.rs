//! The table of section 7 and more of its kind.

use potez_blockade::{Game, LARGE, Rules, SMALL};
use potez_core::Game as _;
use potez_core::perft::perft;

fn rows() -> impl Iterator<Item = (Rules, Vec<u64>)> {
    let lines = include_str!("../perft.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let mut fields = line.split('|').map(str::trim);
        let rules = fields.next().unwrap().parse().unwrap();
        (rules, fields.map(|field| field.parse().unwrap()).collect())
    })
}

fn check_table<const N: usize>() -> usize {
    let mut checked = 0;
    for (rules, counts) in rows() {
        let Some(game) = Game::<N>::new(rules) else { continue };
        for (depth, expected) in (1..).zip(counts) {
            assert_eq!(perft(&game.start(), depth), expected, "{rules} at depth {depth}");
            checked += 1;
        }
    }
    checked
}

#[test]
fn perft_agrees_with_the_table_on_small_boards() {
    assert!(check_table::<SMALL>() > 0);
}

#[test]
fn perft_agrees_with_the_table_on_large_boards() {
    assert!(check_table::<LARGE>() > 0);
}
