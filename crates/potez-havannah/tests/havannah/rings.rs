//! The fast win tests against slow references over random play.
//!
//! `POTEZ_FULL=1` compares more than a hundred thousand positions instead of some thousands.

use crate::reference::{self, At, Stones};
use potez_core::{Game as _, Outcome, Player, Position as _};
use potez_havannah::{Cell, Class, Game, Move, Position, Rules, Structures, Upto5, Upto8, Upto15};

fn at(cell: Cell) -> At {
    (cell.x() as i32, cell.y() as i32)
}

fn stones_of<C: Class>(pos: &Position<C>, player: Player) -> Stones {
    pos.stones().filter(|&(_, owner)| owner == player).map(|(cell, _)| at(cell)).collect()
}

/// What the rules say of the stone just placed, found the slow way.
fn structures<C: Class>(pos: &Position<C>, player: Player, last: Cell) -> Structures {
    let size = pos.geometry().size() as i32;
    let stones = stones_of(pos, player);
    let chain = reference::chain(&stones, at(last));
    let ring = reference::has_ring(size, &stones);
    assert_eq!(ring, !reference::filter(&chain).is_empty(), "the filter of Rule 3.6 after {last} in {pos}");
    [
        (reference::has_bridge(size, &chain), Structures::BRIDGE),
        (reference::has_fork(size, &chain), Structures::FORK),
        (ring, Structures::RING),
    ]
    .into_iter()
    .filter(|(has, _)| *has)
    .fold(Structures::NONE, |all, (_, structure)| all.and(structure))
}

/// Plays random games and compares every stone; returns the positions seen and the rings among
/// them.
fn compare<C: Class>(rules: Rules, positions: usize, seed: u64) -> (usize, usize) {
    let game = Game::<C>::new(rules).expect("a size of the class");
    let mut rng = fastrand::Rng::with_seed(seed);
    let (mut seen, mut rings) = (0, 0);
    while seen < positions {
        let mut pos = game.start();
        while let Some(mv) = pos.random_move(&mut rng) {
            let player = pos.turn();
            let foretold = mv.cell().map(|cell| pos.board().marks_after(cell, player).structures());
            pos.play(mv);
            let Some(cell) = mv.cell() else { continue };
            let expected = structures(&pos, player, cell);
            assert_eq!(pos.structures(), expected, "{mv} in {pos}");
            assert_eq!(foretold, Some(expected), "{mv} in {pos}");
            let winner = pos.outcome().and_then(Outcome::winner);
            assert_eq!(winner, (!expected.is_none()).then_some(player), "{mv} in {pos}");
            seen += 1;
            if expected.contains(Structures::RING) {
                rings += 1;
            }
            if winner.is_some() {
                check_winning_stones(&pos, cell);
            }
        }
    }
    (seen, rings)
}

fn check_winning_stones<C: Class>(pos: &Position<C>, last: Cell) {
    let player = pos.outcome().and_then(Outcome::winner).expect("a won game");
    let chain: Stones = pos.winning_chain().into_iter().map(at).collect();
    assert_eq!(chain, reference::chain(&stones_of(pos, player), at(last)), "the winning chain of {pos}");
    let shown: Stones = pos.winning_stones().into_iter().map(at).collect();
    assert!(shown.is_subset(&chain));
    if pos.structures() == Structures::RING {
        assert!(shown.len() >= 6 && shown == reference::filter(&shown), "{shown:?} is no ring in {pos}");
        assert!(shown.contains(&at(last)), "the last stone {last} is not in the ring of {pos}");
    }
    // What is shown wins by itself and hangs together.
    let marks = |stones: &Stones| {
        let geometry = pos.geometry();
        let cells = geometry.cells().iter().filter(|cell| stones.contains(&at(**cell)));
        cells.fold((0, 0), |(corners, edges), &cell| {
            (corners | geometry.marks(cell).corners(), edges | geometry.marks(cell).edges())
        })
    };
    let (corners, edges) = marks(&shown);
    if pos.structures() == Structures::BRIDGE {
        assert_eq!(corners.count_ones(), 2, "{shown:?} is no bridge in {pos}");
    }
    if pos.structures() == Structures::FORK {
        assert!(edges.count_ones() >= 3, "{shown:?} is no fork in {pos}");
    }
    if pos.structures() != Structures::RING {
        assert_eq!(shown, reference::chain(&shown, at(last)), "{shown:?} hangs together in {pos}");
    }
}

fn thousands(default: usize) -> usize {
    let full = std::env::var_os("POTEZ_FULL").is_some_and(|value| value == "1");
    1000 * if full { default * 12 } else { default }
}

#[test]
fn every_stone_of_random_games_completes_what_the_references_say() {
    compare::<Upto5>(Rules { size: 3, swap: true }, thousands(2), 3);
    let (_, rings) = compare::<Upto5>(Rules { size: 4, swap: false }, thousands(3), 4);
    assert!(rings > 5, "{rings} rings");
    let (_, rings) = compare::<Upto5>(Rules { size: 5, swap: false }, thousands(3), 5);
    assert!(rings > 10, "{rings} rings");
}

#[test]
fn every_stone_of_large_random_games_completes_what_the_references_say() {
    let (_, rings) = compare::<Upto8>(Rules { size: 8, swap: false }, thousands(3), 8);
    assert!(rings > 10, "{rings} rings");
    compare::<Upto15>(Rules { size: 15, swap: false }, thousands(1), 15);
}

/// Stones of one player put down in this order: does the last one win, and did an earlier one?
fn place(size: usize, cells: &str) -> (bool, Structures) {
    let game = Game::<Upto8>::new(Rules { size, swap: false }).expect("a size of the class");
    let start = game.start();
    let mut board = *start.board();
    let mut wins = Vec::new();
    for word in cells.split_whitespace() {
        let cell = game.read_move(&start, word).ok().and_then(Move::cell).expect(word);
        wins.push(board.place(cell, Player::X));
    }
    let last = wins.pop().unwrap_or(false);
    assert!(!wins.contains(&true), "`{cells}` was won before its last stone");
    (last, board.winning_cell(Player::X).map_or(Structures::NONE, |(_, structures)| structures))
}

#[test]
fn six_stones_around_an_empty_cell_are_a_ring() {
    assert_eq!(place(5, "d4 d5 e6 f6 f5 e4"), (true, Structures::RING));
}

#[test]
fn a_filled_hexagon_is_a_ring_whatever_stone_comes_last() {
    let cells = ["e5", "d4", "d5", "e6", "f6", "f5", "e4"];
    for last in 1..7 {
        let mut order = cells;
        order[last..].rotate_left(1);
        assert_eq!(place(5, &order.join(" ")), (true, Structures::RING), "{order:?}");
    }
}

#[test]
fn a_loop_along_the_rim_with_nothing_inside_is_no_ring() {
    // Two groups around c1 and b1: stones that touch at the rim enclose only what is off the board.
    assert_eq!(place(4, "a1 b1 c1 b2 a2"), (false, Structures::NONE));
    assert_eq!(place(4, "a2 a3 b3 b4 b2"), (false, Structures::NONE));
}

#[test]
fn a_large_ring_around_two_cells_on_the_rim_side_wins() {
    // It encloses b2, b3, whose upper neighbours are on the top edge: the stones there close it.
    let (won, structures) = place(4, "b1 a1 a2 a3 b4 c4 c3 c2");
    assert!(won && structures.contains(Structures::RING), "{structures}");
}

#[test]
fn one_stone_can_complete_all_three_structures() {
    // e5 joins d4 and e6, two ends of a chain with a corner and two edges, and f5, whose chain has
    // another of each.
    let (won, structures) = place(5, "d4 c4 c5 d6 e6 b3 a2 a1 b1 f5 g5 h5 i5 i6 e5");
    assert!(won);
    assert_eq!(structures.to_string(), "bridge+fork+ring");
}

#[test]
fn the_filter_run_once_takes_a_line_for_a_ring() {
    let line: Stones = (0..9).map(|x| (x, 4)).collect();
    assert!(!reference::has_ring(5, &line));
    // The original program calls six stones left over a ring.
    assert!(reference::filter_once(&line).len() >= 6);
    assert!(reference::filter(&line).is_empty());
}
