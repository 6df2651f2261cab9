//! Both drawings and the view, as snapshots.

use potez_blockade::{Game, LARGE, Position, SMALL, classic};
use potez_core::{Game as _, Ink, Mark, PictureOptions, Position as _, Style, WallAxis};

const MIDDLE: &str = "d6+h4 d9+h11 a1+d7+h12 c3+e10+j13 8.8 7.7 x";

fn middle() -> (Game<SMALL>, Position<SMALL>) {
    let game: Game<SMALL> = "blockade".parse().unwrap();
    let pos = game.read_position(MIDDLE).unwrap();
    (game, pos)
}

#[test]
fn the_modern_board_shows_pawns_homes_walls_and_stocks() {
    let (game, pos) = middle();
    let before = game.read_position("d6+h4 d11+h11 a1+h12 c3+e10+j13 8.8 8.7 o").unwrap();
    let last = game.read_move(&before, "d11-d9/Bd7").unwrap();
    insta::assert_snapshot!(game.picture(&pos, Some(last), Style::Modern, Ink::Plain));
}

#[test]
fn the_modern_board_fits_eighty_columns() {
    let (game, pos) = middle();
    let picture = game.picture(&pos, None, Style::Modern, Ink::Plain);
    assert!(picture.lines().all(|line| line.chars().count() <= 80));
    let coloured = game.picture(&pos, None, Style::Modern, Ink::Colour);
    let mut plain = coloured.clone();
    while let Some(start) = plain.find('\x1b') {
        let end = start + plain[start..].find('m').unwrap();
        plain.replace_range(start..=end, "");
    }
    assert_eq!(plain, picture);
    assert_ne!(coloured, picture);
}

#[test]
fn the_end_of_a_game_is_shown() {
    let game: Game<SMALL> = "blockade:rows=5,cols=5".parse().unwrap();
    let pos = game.read_position("b5+d1 b5+d5 - - 9.9 9.9 o").unwrap();
    insta::assert_snapshot!(game.picture(&pos, None, Style::Modern, Ink::Plain));
}

#[test]
fn the_classic_board_is_the_original_programs_own() {
    let (game, pos) = middle();
    insta::assert_snapshot!(game.picture(&pos, None, Style::Classic, Ink::Plain));
}

#[test]
fn the_classic_start_is_drawn_glyph_for_glyph() {
    let game: Game<SMALL> = "blockade:rows=5,cols=5".parse().unwrap();
    let expected = "  1 2 3 4 5 \n  ═ ═ ═ ═ ═ \n1ǁ | | | | ǁ1\n  ⎯ ⎯ ⎯ ⎯ ⎯ \n2ǁX| | | |Oǁ2\n  ⎯ ⎯ ⎯ ⎯ ⎯ \n3ǁ | | | | ǁ3\n  \
                    ⎯ ⎯ ⎯ ⎯ ⎯ \n4ǁX| | | |Oǁ4\n  ⎯ ⎯ ⎯ ⎯ ⎯ \n5ǁ | | | | ǁ5\n  ═ ═ ═ ═ ═ \n  1 2 3 4 5 \n\n\tWalls \
                    X\t\t\t\t\tWalls O\n\tB: 9\t\t\t\t\t\tB: 9\n\tG: 9\t\t\t\t\t\tG: 9\n";
    assert_eq!(game.picture(&game.start(), None, Style::Classic, Ink::Plain), expected);
}

#[test]
fn the_characters_of_the_classic_board_can_be_chosen_and_its_captions_left_out() {
    let game: Game<SMALL> = "blockade:rows=5,cols=5".parse().unwrap();
    let pos = game.read_position("b1+d1 b5+d5 c2 a3 8.9 9.8 x").unwrap();
    let mut options = PictureOptions::new(Style::Classic, Ink::Plain);
    (options.captions, options.glyphs, options.signs) = (false, vec!['#', '=', '.'], vec![("e3".into(), '+')]);
    let expected = "  1 2 3 4 5 \n  = = = = = \n1# | | # | #1\n  . . . . . \n2#X| | # |O#2\n  . . . . . \n3# | | | | #3\n  \
                    . = = . . \n4#X| | | |O#4\n  . . . . . \n5# | |+| | #5\n  = = = = = \n  1 2 3 4 5 ";
    assert_eq!(game.draw(&pos, None, &options), expected);
}

#[test]
fn classic_labels_go_on_with_letters() {
    let game: Game<LARGE> = "blockade:rows=22,cols=28".parse().unwrap();
    let picture = game.picture(&game.start(), None, Style::Classic, Ink::Plain);
    assert!(picture.starts_with("  1 2 3 4 5 6 7 8 9 A B C D E F G H I J K L M N O P Q R S \n"));
    assert!(picture.contains("\nMǁ"));
}

#[test]
fn the_eight_shortest_ways_are_written_like_the_original_program() {
    let (_, pos) = middle();
    insta::assert_snapshot!(classic::shortest_paths(&pos));
}

#[test]
fn the_view_holds_what_a_drawing_needs() {
    let (game, pos) = middle();
    let view = game.view(&pos, game.read_move(&pos, "d6-d8/Bd7").ok());
    assert_eq!(view.cells.len(), 11 * 14);
    let cell = |name: &str| view.cells.iter().find(|cell| cell.name == name).unwrap();
    assert_eq!((cell("d6").pieces.len(), cell("d6").pieces[0].number), (1, 1));
    assert_eq!(cell("d6").marks, [Mark::LastFrom]);
    assert_eq!(cell("d8").marks, [Mark::LastTo]);
    assert_eq!(cell("d4").marks, [Mark::HomeX]);
    assert_eq!(cell("h11").marks, [Mark::HomeO]);
    let walls: Vec<(&str, bool, bool)> =
        view.walls.iter().map(|wall| (wall.name.as_str(), wall.wall.axis == WallAxis::Horizontal, wall.last)).collect();
    assert_eq!(walls[1], ("Bd7", true, true));
    assert_eq!(walls[3], ("Gc3", false, false));
    assert_eq!(view.stocks, [("blue", [8, 7]), ("green", [8, 7])]);
}

#[test]
fn the_view_of_a_won_game_marks_the_goal() {
    let game: Game<SMALL> = "blockade".parse().unwrap();
    let pos = game.read_position("d11+h4 d11+h11 - - 9.9 9.9 o").unwrap();
    assert!(pos.outcome().is_some());
    let view = game.view(&pos, None);
    let cell = view.cells.iter().find(|cell| cell.name == "d11").unwrap();
    assert_eq!(cell.marks, [Mark::HomeO, Mark::Winning]);
    assert_eq!(cell.pieces.len(), 2);
    assert_eq!(cell.pieces[1].owner, potez_core::Player::X);
}
