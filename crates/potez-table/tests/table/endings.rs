//! How games end, at the table and on file.

use potez_table::records;
use potez_table::{Ending, Outcome, Player, RecordFormat, Table, games, open};

/// A game that is under way.
fn begun(game: &str) -> Box<dyn Table> {
    let mut table = open(game, None).expect("a game");
    for _ in 0..3 {
        let mv = table.legal().swap_remove(0);
        table.play(&mv).expect("a legal move");
    }
    table
}

/// The record of a game, written and read back.
fn through(table: &dyn Table, format: &RecordFormat) -> records::Replayed {
    let text = records::write(&records::transcript(table, Vec::new()), format).expect("a record");
    let read = records::read(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    records::replay(&read).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn every_ending_survives_every_format() {
    for format in records::formats() {
        // A format that belongs to games holds those alone.
        let owns = |game: &&potez_table::Registered| game.description.formats.iter().any(|own| own.id == format.id);
        let owners = games().iter().filter(owns).count();
        let games = games().iter().filter(|game| owners == 0 || owns(game)).map(|game| game.description.id);
        for game in games {
            for ending in Ending::all_beyond_the_rules() {
                let mut table = begun(game);
                table.end(ending.clone());
                let back = through(table.as_ref(), &format);
                assert_eq!(back.table.ending(), Some(ending.clone()), "{game} {}", format.id);
                assert_eq!(back.transcript.ending(), Some(ending), "{game} {}", format.id);
                assert_eq!((back.overruled, back.table.moves()), (None, table.moves()));
            }
        }
    }
}

#[test]
fn an_ending_survives_a_conversion_from_format_to_format_and_back() {
    for ending in Ending::all_beyond_the_rules() {
        let mut table = begun("havannah:size=5");
        table.end(ending.clone());
        for format in records::formats().chain(records::formats()) {
            table = through(table.as_ref(), &format).table;
        }
        assert_eq!(table.ending(), Some(ending));
    }
}

#[test]
fn an_ended_game_takes_no_move_until_the_ending_is_taken_back() {
    for ending in Ending::all_beyond_the_rules() {
        let mut table = begun("byte");
        let moves = table.moves();
        table.undo();
        table.end(ending.clone());
        table.end(Ending::Forfeit(Player::X));
        assert_eq!(table.ending(), Some(ending.clone()), "the first ending counts");
        assert_eq!((table.outcome(), table.reason().as_deref()), (ending.outcome(), Some(ending.code())));
        assert!(table.legal().is_empty() && table.count_legal() == 0);
        assert!(table.play(&moves[2]).is_err() && !table.redo());
        assert!(table.check_running().expect_err("it is over").english.contains(ending.code()));
        assert!(table.undo());
        assert_eq!((table.ending(), table.ply()), (None, 2));
        table.play(&moves[2]).expect("the game goes on");
    }
}

#[test]
fn only_the_board_ends_a_game_by_the_rules() {
    let mut table = begun("havannah");
    table.end(Ending::Rules { outcome: Outcome::Win(Player::X), reason: "ring".into() });
    assert_eq!(table.ending(), None);
    let mut table = open("havannah:size=3", None).expect("a game");
    for mv in ["a1", "c3", "a2", "c4", "a3"] {
        table.play(mv).expect("a legal move");
    }
    table.end(Ending::Time(Player::X));
    let bridge = Ending::Rules { outcome: Outcome::Win(Player::X), reason: "bridge".into() };
    assert_eq!(table.ending(), Some(bridge));
}
