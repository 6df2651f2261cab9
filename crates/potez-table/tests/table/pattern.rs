//! Patterns of cells: found where the board has them, turned and reflected.

use potez_table::View;
use potez_table::pattern::{Pattern, PatternError};

fn after(game: &str, moves: &str) -> View {
    let mut table = potez_table::open(game, None).unwrap();
    for mv in moves.split_whitespace() {
        table.play(mv).unwrap();
    }
    table.view()
}

fn pattern(view: &View, cells: &str, anywhere: bool) -> Pattern {
    let cells: Vec<String> = cells.split_whitespace().map(String::from).collect();
    Pattern::new(view, &cells, anywhere).unwrap()
}

/// The images of a cell are those that the game itself knows.
#[test]
fn the_images_of_a_stone_are_the_cells_with_its_canonical_key() {
    for game in ["havannah:size=4,swap=off", "havannah:size=5,swap=off"] {
        let start = potez_table::open(game, None).unwrap();
        let legal = start.legal();
        for first in legal.iter().step_by(3) {
            let seen = after(game, first);
            let stone = pattern(&seen, first, false);
            let key = |mv: &String| {
                let mut table = start.fork();
                table.play(mv).unwrap();
                table.canonical_key()
            };
            for other in &legal {
                assert_eq!(stone.is_in(&after(game, other)), key(first) == key(other), "{first} {other}");
            }
            assert!(legal.iter().all(|other| pattern(&seen, first, true).is_in(&after(game, other))), "{first}");
        }
    }
}

#[test]
fn a_bridge_of_stones_is_found_anywhere_in_any_direction() {
    let game = "havannah:size=5,swap=off";
    let seen = after(game, "e5 a1 f7");
    let bridge = pattern(&seen, "e5 f6 e6 f7", true);
    let others = ["c3 a1 d5", "c3 a1 e4", "c3 a1 b2", "c3 a1 d2"].map(|moves| bridge.is_in(&after(game, moves)));
    assert_eq!(others, [true, true, false, true]);
    assert!(!pattern(&seen, "e5 f6 e6 f7", false).is_in(&after(game, "c3 a1 d5")));
    // The cells between must be empty, and the stones must be X's.
    assert!(!bridge.is_in(&after(game, "c3 c4 d5")));
    assert!(!bridge.is_in(&after(game, "a1 c3 a2 d5")));
}

#[test]
fn walls_and_stacks_belong_to_it() {
    let game = "blockade:rows=5,cols=7";
    let wall = potez_table::open(game, None).unwrap().legal().into_iter().find(|mv| mv.contains('/')).unwrap();
    let seen = after(game, &wall);
    let names = |view: &View| view.cells.iter().map(|cell| cell.name.clone()).collect::<Vec<_>>();
    let whole = Pattern::new(&seen, &names(&seen), false).unwrap();
    assert!(whole.is_in(&seen) && !whole.is_in(&after(game, "")));
    let without = View { walls: Vec::new(), ..seen.clone() };
    assert!(!whole.is_in(&without), "{wall}");
    let stack = after("byte", "");
    let mut higher = stack.clone();
    let at = higher.cells.iter().position(|cell| cell.pieces.len() == 1).unwrap();
    let piece = higher.cells[at].pieces[0];
    higher.cells[at].pieces.push(piece);
    let tower = Pattern::new(&higher, &[higher.cells[at].name.clone()], true).unwrap();
    assert!(tower.is_in(&higher) && !tower.is_in(&stack));
}

#[test]
fn what_is_not_a_cell_is_named() {
    let view = after("byte", "");
    assert_eq!(Pattern::new(&view, &[], true).unwrap_err(), PatternError::Empty);
    let error = Pattern::new(&view, &["z9".into()], true).unwrap_err();
    assert_eq!(error.to_string(), "`z9` is not a cell of this board");
}
