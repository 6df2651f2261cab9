//! Edited boards, and moves by their parts: a line each, JSON. The rules have the last word on both.

use potez_table::{MovePart, Setup, Table};

use crate::choices::choose;

pub(super) fn run(data: &[u8]) {
    let Some((game, rest)) = choose(data) else { return };
    let mut table = potez_table::open(game, None).expect("a game");
    for line in String::from_utf8_lossy(rest).lines() {
        if let Ok(setup) = serde_json::from_str::<Setup>(line) {
            if let Ok(edited) = potez_table::set_up(game, &setup) {
                table = edited;
                check(game, table.as_ref());
            }
        } else if let Ok(parts) = serde_json::from_str::<Vec<MovePart>>(line) {
            enter(table.as_mut(), &parts);
        }
    }
}

/// A position that was set up is one that can be written, read and shown.
fn check(game: &str, table: &dyn Table) {
    let text = table.position();
    let again = potez_table::open(game, Some(&text)).unwrap_or_else(|error| panic!("{game}, `{text}`: {error}"));
    assert_eq!((again.position(), again.count_legal()), (text.clone(), table.count_legal()), "{game}");
    let shown = Setup::of(&table.view(), table.turn());
    let again = potez_table::set_up(game, &shown).unwrap_or_else(|error| panic!("{game}, `{text}`: {error}"));
    assert_eq!(again.position(), text, "{game}: the board as it is shown is the same board");
}

/// Parts lead on as far as a legal move has them; a whole move is played, anything else refused.
fn enter(table: &mut dyn Table, parts: &[MovePart]) {
    let step = table.step(parts);
    for blocked in table.blocked(&step) {
        assert!(!step.choices.iter().any(|choice| choice.part == blocked.part), "offered and forbidden");
    }
    let before = table.position();
    match table.play_parts(parts) {
        Ok(text) => assert_eq!(table.moves().last(), Some(&text)),
        Err(message) => {
            assert!(!message.english.is_empty());
            assert_eq!(table.position(), before);
        }
    }
}
