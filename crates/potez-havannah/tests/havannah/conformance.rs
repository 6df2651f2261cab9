//! The conformance suite of the core, over all classes of boards, and the symmetries of the
//! hexagon.

use potez_core::testing::{check_symmetry, conform};
use potez_core::{Game as _, Position as _};
use potez_havannah::{Cell, Class, Game, Move, Rules, Symmetry, Upto5, Upto8, Upto10, Upto15};

fn game<C: Class>(spec: &str) -> Game<C> {
    spec.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Every cell of the board and around it, and the swap.
fn candidates(size: usize) -> Vec<Move> {
    let cells = (0..=2 * size).flat_map(|y| (0..=2 * size).map(move |x| Move::stone(Cell::new(x, y))));
    cells.chain([Move::SWAP]).collect()
}

fn conforms<C: Class>(spec: &str, games: usize) {
    let game = game::<C>(spec);
    let candidates = candidates(game.rules().size);
    let visited = conform(&game, 1979, games, usize::MAX - 1, |_| candidates.clone(), |_| {});
    assert!(visited > games * 10, "{visited} positions of {spec}");
}

#[test]
fn size_3_conforms() {
    conforms::<Upto5>("havannah:size=3", 60);
    conforms::<Upto15>("havannah:size=3", 10);
}

#[test]
fn sizes_4_and_5_conform() {
    conforms::<Upto5>("havannah:size=4", 30);
    conforms::<Upto5>("havannah:size=5", 20);
}

#[test]
fn sizes_8_and_10_conform() {
    conforms::<Upto8>("havannah", 4);
    conforms::<Upto10>("havannah:size=10", 2);
}

#[test]
fn size_15_conforms() {
    conforms::<Upto15>("havannah:size=15", 2);
}

#[test]
fn games_with_the_swap_conform() {
    conforms::<Upto5>("havannah:size=3,swap=on", 60);
    conforms::<Upto5>("havannah:size=4,swap=on", 30);
    conforms::<Upto8>("havannah:size=8,swap=on", 3);
}

fn symmetric<C: Class>(rules: Rules, games: usize) {
    let game = Game::<C>::new(rules).expect("a size of the class");
    conform(
        &game,
        7,
        games,
        usize::MAX - 1,
        |_| Vec::new(),
        |pos| {
            let images = game.images(pos);
            assert!(images.len() == 12 && images[0] == *pos);
            for (symmetry, image) in Symmetry::all().zip(images) {
                assert!(symmetry.position(pos) == image);
                assert_eq!(image.structures(), pos.structures());
                check_symmetry(pos, |pos| symmetry.position(pos), |_, mv| symmetry.mv(rules.size, mv), false);
                let read = game.read_position(&image.to_string()).expect("an image is a position");
                assert!(read.key() == image.key() && read.outcome() == image.outcome());
            }
        },
    );
}

#[test]
fn all_twelve_symmetries_keep_moves_and_outcomes() {
    symmetric::<Upto5>(Rules { size: 3, swap: true }, 6);
    symmetric::<Upto5>(Rules { size: 4, swap: false }, 4);
    symmetric::<Upto8>(Rules { size: 6, swap: false }, 1);
}

#[test]
fn a_size_beyond_the_class_is_refused() {
    let error = Game::<Upto5>::new(Rules { size: 6, swap: false }).expect_err("6 is more than 5");
    assert_eq!(error.to_string(), "havannah: `size=6` is not allowed: size is a number from 3 to 5");
    assert!(Game::<Upto15>::new(Rules { size: 2, swap: false }).is_err());
    assert!(Game::<Upto15>::new(Rules { size: 16, swap: false }).is_err());
}
