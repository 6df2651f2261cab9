//! Records as text, JSON and SGF: what is read can be written and read again.

use potez_table::records;

pub(super) fn run(data: &[u8]) {
    let Some(text) = records::decode(data.to_vec()) else { return };
    check_all(&text);
    let Ok(transcript) = records::read(&text) else { return };
    let Ok(replayed) = records::replay(&transcript) else { return };
    let moves = replayed.table.moves();
    for format in records::formats() {
        let name = format.id;
        let Ok(written) = records::write(&replayed.transcript, &format) else { continue };
        let again = records::read(&written).unwrap_or_else(|error| panic!("{name}: {error}\n{written}"));
        let again = records::replay(&again).unwrap_or_else(|error| panic!("{name}: {error}\n{written}"));
        assert_eq!(again.table.moves(), moves, "{name}\n{written}");
        assert_eq!(again.table.outcome(), replayed.table.outcome(), "{name}\n{written}");
    }
}

/// Every game of a file can be played through or is refused, and what can be played is written.
fn check_all(text: &str) {
    let Ok(games) = records::read_all(text) else { return };
    assert!(!games.is_empty());
    let games: Vec<_> =
        games.iter().filter_map(|game| records::replay(game).ok()).map(|game| game.transcript).collect();
    let Some(first) = games.first() else { return };
    let format = records::format_of(text);
    let Ok(one) = records::write(first, &format) else { return };
    let again = records::read_all(&one).unwrap_or_else(|error| panic!("{error}\n{one}"));
    assert_eq!(again.len(), 1, "{one}");
    let all = records::write_all(&games, &records::TEXT).expect("every game as text");
    let again = records::read_all(&all).unwrap_or_else(|error| panic!("{error}\n{all}"));
    assert_eq!(again.len(), games.len(), "{all}");
    for (again, game) in again.iter().zip(&games) {
        assert_eq!((&again.game, again.result), (&game.game, game.result), "{all}");
    }
}
