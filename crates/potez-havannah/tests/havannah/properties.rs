//! Whatever text comes in, readers answer and never panic; whatever is written reads back.

use potez_core::{Ending, Entry, Game as _, Position as _, Transcript};
use potez_havannah::{Coordinates, Game, Geometry, Rules, Upto15, sgf};
use proptest::prelude::*;

fn game(size: usize, swap: bool) -> Game<Upto15> {
    Game::new(Rules { size, swap }).expect("a size of the rules")
}

/// A line of moves of a random game, and whether the swap was among them.
fn line(size: usize, swap: bool, seed: u64, plies: usize) -> Vec<String> {
    let mut pos = game(size, swap).start();
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut moves = Vec::new();
    while let Some(mv) = pos.random_move(&mut rng).filter(|_| moves.len() < plies) {
        moves.push(mv.to_string());
        pos.play(mv);
    }
    moves
}

/// A comment or the value of a tag: anything, so long as it is something.
fn remark() -> impl Strategy<Value = String> {
    "[ -~\\n\\]\\[\\\\čćžшђ]{1,20}"
}

proptest! {
    #[test]
    fn no_text_makes_the_readers_panic(text in "\\PC{0,60}", size in 3_usize..=15) {
        let game = game(size, true);
        let _ = game.read_move(&game.start(), &text);
        let _ = game.read_position(&text);
        let _ = text.parse::<Rules>();
        let _ = sgf::read(&text, None);
        for coordinates in Coordinates::ALL {
            if let Ok(cell) = coordinates.read(Geometry::of(size), &text) {
                prop_assert!(Geometry::of(size).contains(cell));
            }
        }
    }

    #[test]
    fn no_text_in_the_letters_of_a_position_makes_the_reader_panic(text in "[.xo/ 0-9]{0,40}") {
        let game = game(3, true);
        if let Ok(pos) = game.read_position(&text) {
            let again = game.read_position(&pos.to_string()).expect("what is written reads back");
            prop_assert!(again == pos);
        }
    }

    #[test]
    fn any_stones_on_the_smallest_board_are_a_position_or_an_error(cells in "[.xo]{19}", turn in "[xo]", ply in 0..20) {
        let rows = [&cells[..3], &cells[3..7], &cells[7..12], &cells[12..16], &cells[16..]].join("/");
        let text = format!("{rows} {turn} {ply}");
        if let Ok(pos) = game(3, true).read_position(&text) {
            prop_assert_eq!(pos.to_string(), text);
        }
    }

    #[test]
    fn no_text_in_the_letters_of_sgf_makes_the_reader_panic(text in "[();\\[\\]WBCSZa-d1-5\\\\ \\n]{0,80}") {
        let _ = sgf::read(&text, None);
        let _ = sgf::read(&format!("(;SZ[4]{text})"), None);
    }

    #[test]
    fn records_round_trip_through_sgf(
        size in 3_usize..=15,
        swap: bool,
        seed: u64,
        plies in 0_usize..40,
        comment in proptest::option::of(remark()),
        said in proptest::collection::vec(proptest::option::of(remark()), 40),
        name in remark(),
        branch in 0_usize..40,
        ending in proptest::option::of(proptest::sample::select(Ending::all_beyond_the_rules())),
    ) {
        let moves = line(size, swap, seed, plies);
        let other = line(size, swap, seed ^ 1, plies);
        let mut transcript = Transcript {
            game: Rules { size, swap }.to_string(),
            tags: vec![("X".into(), name.clone()), ("GN".into(), name)],
            comment,
            moves: moves.iter().map(Entry::new).collect(),
            ..Transcript::default()
        };
        for (entry, comment) in transcript.moves.iter_mut().zip(said) {
            entry.comment = comment;
        }
        if let (Some(entry), true) = (transcript.moves.get_mut(branch), branch < other.len()) {
            entry.variations.push(other[branch..].iter().map(Entry::new).collect());
        }
        let game = game(size, swap);
        let mut pos = game.start();
        for text in &moves {
            pos.play(game.read_move(&pos, text).expect("a move of the game"));
        }
        let by_rules = pos.outcome().zip(game.reason(&pos));
        let by_rules = by_rules.map(|(outcome, reason)| Ending::Rules { outcome, reason });
        transcript.set_ending(by_rules.or(ending).as_ref());
        let text = sgf::write(&transcript, Coordinates::Canonical).expect("a record of the game");
        prop_assert_eq!(sgf::read(&text, Some(Coordinates::Canonical)).expect(&text), transcript);
    }
}
