//! Drawings of boards, as snapshots, and the board as data.

use potez_core::{Game as _, Ink, Mark, Player, Position as _, Record, Shape, Style};
use potez_havannah::{Game, Upto15};

fn record(spec: &str, moves: &str) -> Record<Game<Upto15>> {
    let mut record = Record::new(spec.parse().unwrap_or_else(|error| panic!("{error}")));
    for word in moves.split_whitespace() {
        record.play_text(word).unwrap_or_else(|error| panic!("{error}"));
    }
    record
}

fn picture(record: &Record<Game<Upto15>>, style: Style, ink: Ink) -> String {
    record.game().picture(record.position(), record.last(), style, ink)
}

const RING: &str = "d4 a1 d5 a2 e6 a3 f6 b1 f5 i9 e4";

/// The position in the original program's report just before X plays `(e 1)`.
const SEEDS: &str = "ox..../xx...../o.xo..../.xx....../..o......./ox........./x........./........./\
    oxo...../..o..../oo...x x 20";

#[test]
fn the_last_stone_stands_in_brackets() {
    insta::assert_snapshot!(picture(&record("havannah:size=4", "d4 c3 b1"), Style::Modern, Ink::Plain));
}

#[test]
fn a_ring_stands_in_square_brackets() {
    insta::assert_snapshot!(picture(&record("havannah:size=5", RING), Style::Modern, Ink::Plain));
}

#[test]
fn a_won_game_in_colour() {
    insta::assert_snapshot!(picture(&record("havannah:size=3", "a1 c3 a2 c4 a3"), Style::Modern, Ink::Colour));
}

#[test]
fn the_largest_board_has_room_for_all_labels() {
    insta::assert_snapshot!(picture(&record("havannah:size=15", "aa13 ac29 a1"), Style::Modern, Ink::Plain));
    insta::assert_snapshot!(picture(&record("havannah:size=15", "aa13 ac29 a1"), Style::Classic, Ink::Plain));
}

#[test]
fn the_classic_drawing_is_that_of_the_original_program() {
    let game: Game<Upto15> = "havannah:size=6".parse().expect("a spec");
    let mut pos = game.read_position(SEEDS).unwrap_or_else(|error| panic!("{error}"));
    let mv = game.read_move(&pos, "(e 1)").unwrap_or_else(|error| panic!("{error}"));
    pos.play(mv);
    assert_eq!(game.reason(&pos).as_deref(), Some("fork"));
    insta::assert_snapshot!(game.picture(&pos, Some(mv), Style::Classic, Ink::Colour));
}

#[test]
fn the_view_names_every_cell_with_its_piece_and_its_marks() {
    let record = record("havannah:size=5", RING);
    let view = record.game().view(record.position(), record.last());
    assert_eq!(view.shape, Shape::Hexagon { size: 5 });
    assert_eq!((view.cells.len(), view.walls.len(), view.stocks.len()), (61, 0, 0));
    let area = |name: &str| view.cells.iter().find(|area| area.name == name).expect(name);
    let last = area("e4");
    assert_eq!((last.row, last.col, &last.marks[..]), (4, 3, &[Mark::LastTo, Mark::Winning][..]));
    assert_eq!(last.pieces[0].owner, Player::X);
    assert_eq!(area("a1").marks, [Mark::Corner]);
    assert_eq!((area("a2").marks.as_slice(), area("a2").pieces[0].owner), (&[Mark::Edge][..], Player::O));
    assert!(area("e5").marks.is_empty() && area("e5").pieces.is_empty());
    assert_eq!(view.cells.iter().filter(|area| area.marks.contains(&Mark::Winning)).count(), 6);
    assert_eq!(view.cells.iter().filter(|area| area.marks.contains(&Mark::Corner)).count(), 6);
    assert_eq!(view.cells.iter().filter(|area| area.marks.contains(&Mark::Edge)).count(), 18);
}

#[test]
fn after_a_swap_no_cell_is_the_last() {
    let record = record("havannah:size=3,swap=on", "b2 swap");
    let view = record.game().view(record.position(), record.last());
    assert!(view.cells.iter().all(|area| !area.marks.contains(&Mark::LastTo)));
    assert_eq!(record.position().turn(), Player::X);
}
