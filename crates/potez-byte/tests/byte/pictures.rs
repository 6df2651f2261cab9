//! Boards in text, as snapshots.

use potez_byte::{Board, Eight, Game, Sixteen, Ten};
use potez_core::{Game as _, Ink, Position as _, Style};

use crate::refusals::text;

/// The picture after some moves, and of a position if one is given.
fn picture<B: Board>(position: Option<&str>, moves: &[&str], style: Style, ink: Ink) -> String {
    let game = Game::<B>::default();
    let mut pos = position.map_or(game.start(), |text| game.read_position(text).expect(text));
    let mut last = None;
    for text in moves {
        let mv = game.read_move(&pos, text).expect(text);
        pos.try_play(mv).expect(text);
        last = Some(mv);
    }
    // Escape sequences would be invisible in a snapshot.
    game.picture(&pos, last, style, ink).replace('\x1b', "<ESC>")
}

fn tall() -> String {
    text(&[("d4", "xoxxoxo"), ("e5", "o"), ("a1", "xoo"), ("h8", "xxooo")], "x 1-0")
}

#[test]
fn the_board_at_the_start() {
    insta::assert_snapshot!(picture::<Eight>(None, &[], Style::Modern, Ink::Plain));
    insta::assert_snapshot!(picture::<Ten>(None, &[], Style::Modern, Ink::Plain));
    insta::assert_snapshot!(picture::<Sixteen>(None, &["b2-c3"], Style::Modern, Ink::Plain));
}

#[test]
fn stacks_and_the_last_move() {
    insta::assert_snapshot!(picture::<Eight>(Some(&tall()), &["a1-b2"], Style::Modern, Ink::Plain));
    insta::assert_snapshot!(picture::<Eight>(Some(&tall()), &["d4-e5"], Style::Modern, Ink::Plain));
    insta::assert_snapshot!(picture::<Eight>(None, &["b2-c3", "c3-d4"], Style::Modern, Ink::Colour));
}

#[test]
fn the_board_with_the_numbers_of_the_seed() {
    insta::assert_snapshot!(picture::<Eight>(Some(&tall()), &["a1-b2"], Style::Classic, Ink::Plain));
    insta::assert_snapshot!(picture::<Ten>(None, &[], Style::Classic, Ink::Plain));
}

#[test]
fn no_line_of_a_picture_is_wider_than_a_terminal() {
    for style in [Style::Modern, Style::Classic] {
        let pictures = [
            picture::<Eight>(Some(&tall()), &["a1-b2"], style, Ink::Plain),
            picture::<Ten>(None, &["b2-c3"], style, Ink::Plain),
            picture::<Sixteen>(None, &["b2-c3"], style, Ink::Plain),
        ];
        for line in pictures.iter().flat_map(|picture| picture.lines()) {
            assert!(line.chars().count() <= 80, "{line}");
            assert_eq!(line.trim_end(), line, "no blanks at the end");
        }
    }
}
