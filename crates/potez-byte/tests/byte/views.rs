//! The board as data.

use potez_byte::{Eight, Game};
use potez_core::{Game as _, Mark, Player, Position as _, Shape};

#[test]
fn a_view_holds_the_dark_squares_in_reading_order() {
    let game = Game::<Eight>::default();
    let view = game.view(&game.start(), None);
    assert_eq!(view.shape, Shape::Squares { rows: 8, cols: 8 });
    assert_eq!(view.cells.len(), 32);
    let names: Vec<&str> = view.cells.iter().map(|cell| cell.name.as_str()).take(6).collect();
    assert_eq!(names, ["b8", "d8", "f8", "h8", "a7", "c7"]);
    assert!(view.cells.is_sorted_by_key(|cell| (cell.row, cell.col)));
    assert!(view.cells.iter().all(|cell| cell.marks.is_empty()));
    assert_eq!(view.stocks, [("score", [0, 0])]);
}

#[test]
fn a_view_shows_stacks_from_the_bottom_and_marks_the_last_move() {
    let game = Game::<Eight>::default();
    let mut pos = game.start();
    let mv = game.read_move(&pos, "d2-c3").expect("a move");
    pos.play(mv);
    let view = game.view(&pos, Some(mv));
    let cell = |name: &str| view.cells.iter().find(|cell| cell.name == name).expect(name);
    let owners: Vec<Player> = cell("c3").pieces.iter().map(|piece| piece.owner).collect();
    assert_eq!(owners, [Player::O, Player::X]);
    assert_eq!((cell("c3").row, cell("c3").col), (5, 2));
    assert_eq!((&cell("d2").marks[..], &cell("c3").marks[..]), (&[Mark::LastFrom][..], &[Mark::LastTo][..]));
    assert!(cell("d2").pieces.is_empty());
    let marked = |view: &potez_core::View| view.cells.iter().filter(|cell| !cell.marks.is_empty()).count();
    assert_eq!(marked(&view), 2);
    assert_eq!(marked(&game.view(&pos, Some(potez_byte::Move::PASS))), 0);
}

#[test]
fn the_square_of_the_tower_that_has_won_is_marked() {
    let game = Game::<Eight>::default();
    // Each has a tower; the one that is completed on c3 decides.
    let text = "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,-/-,oxooxox,-,-/-,o,-,-/-,-,-,-/-,-,-,- o 1-1";
    let mut pos = game.read_position(text).expect("a position");
    let mv = game.read_move(&pos, "d4-c3").expect("a move");
    pos.play(mv);
    let view = game.view(&pos, Some(mv));
    let won: Vec<_> = view.cells.iter().filter(|cell| cell.marks.contains(&Mark::Winning)).collect();
    assert_eq!(won.len(), 1);
    assert!(won[0].name == "c3" && won[0].pieces.is_empty());
    // The same board while the game goes on has nothing to mark.
    assert!(game.view(&pos, None).cells.iter().all(|cell| !cell.marks.contains(&Mark::Winning)));
}
