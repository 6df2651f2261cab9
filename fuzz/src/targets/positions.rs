//! Position and move texts of every game: the first line is a position (blank: the start), every
//! other one a move.

use crate::choices::choose;
use potez_table::{Ink, Style, Table};

fn check(table: &dyn Table) {
    let text = table.position();
    let game = table.game();
    let again = potez_table::open(&game, Some(&text)).unwrap_or_else(|error| panic!("{game}, `{text}`: {error}"));
    assert_eq!(again.position(), text);
    // A table that was just opened has no history, so a draw by repetition is not in its text.
    if table.reason().as_deref() != Some("repetition") {
        assert_eq!(again.outcome(), table.outcome(), "{game}, `{text}`");
        assert_eq!(again.count_legal(), table.count_legal(), "{game}, `{text}`");
    }
    for style in [Style::Modern, Style::Classic] {
        assert!(!table.picture(style, Ink::Plain).is_empty());
    }
    assert!(!table.view().cells.is_empty());
}

pub(super) fn run(data: &[u8]) {
    let Some((game, rest)) = choose(data) else { return };
    let text = String::from_utf8_lossy(rest);
    let mut lines = text.lines();
    let position = lines.next().filter(|line| !line.trim().is_empty());
    let Ok(mut table) = potez_table::open(game, position) else { return };
    check(table.as_ref());
    for line in lines {
        let before = table.position();
        match table.play(line) {
            Ok(canonical) => {
                assert_eq!(table.moves().last(), Some(&canonical));
                check(table.as_ref());
                assert!(table.undo() && table.position() == before && table.redo());
            }
            Err(_) => assert_eq!(table.position(), before),
        }
    }
}
