//! Tables set up as a request describes them.

use potez_table::{Message, MovePart, MoveParts, Setup, Table, TableMove};
use potez_words::{Arg, Words};

use crate::error::ApiError;
use crate::json::{PositionSpec, SentMove, WhyView};
use crate::limits;

/// The table of a position; the error names the move that is wrong.
pub fn at(spec: &PositionSpec) -> Result<Box<dyn Table>, ApiError> {
    let mut table = open(&spec.game, spec.position.as_deref())?;
    play_all(table.as_mut(), &spec.moves)?;
    Ok(table)
}

/// A table before any move.
pub fn open(game: &str, position: Option<&str>) -> Result<Box<dyn Table>, ApiError> {
    check_spec(game)?;
    if position.is_some_and(|text| text.len() > limits::POSITION_BYTES) {
        return Err(ApiError::too_large(limits::POSITION_BYTES));
    }
    potez_table::open(game, position).map_err(ApiError::rules)
}

/// The table of an edited board after some moves; the rules say what is wrong with it.
pub fn set_up(game: &str, setup: &Setup, moves: &[String]) -> Result<Box<dyn Table>, ApiError> {
    check_spec(game)?;
    let mut table = potez_table::set_up(game, setup).map_err(ApiError::rules)?;
    play_all(table.as_mut(), moves)?;
    Ok(table)
}

fn check_spec(game: &str) -> Result<(), ApiError> {
    if game.len() > limits::SPEC_BYTES { Err(ApiError::too_large(limits::SPEC_BYTES)) } else { Ok(()) }
}

fn play_all(table: &mut dyn Table, moves: &[String]) -> Result<(), ApiError> {
    if moves.len() > limits::MOVES {
        return Err(ApiError::unfit_with("server-moves-many", vec![("limit", Arg::from(limits::MOVES.to_string()))]));
    }
    for (ply, mv) in (1..).zip(moves) {
        check_length(mv)?;
        table.play(mv).map_err(|message| ApiError::rules(message).at(ply))?;
    }
    Ok(())
}

/// Refuses texts that are longer than any move.
fn check_length(mv: &str) -> Result<(), ApiError> {
    if mv.len() > limits::MOVE_BYTES { Err(ApiError::too_large(limits::MOVE_BYTES)) } else { Ok(()) }
}

/// Refuses what has more parts than any move.
pub fn check_parts(parts: &[MovePart]) -> Result<(), ApiError> {
    if parts.len() > MoveParts::MOST { Err(ApiError::unfit("server-parts-many")) } else { Ok(()) }
}

/// Refuses what is longer than any move.
pub fn check_move(mv: &SentMove) -> Result<(), ApiError> {
    match mv {
        SentMove::Text { mv } => check_length(mv),
        SentMove::Parts { parts } => check_parts(parts),
    }
}

/// Plays a move as a client gave it; returns its text and parts.
pub fn play(table: &mut dyn Table, mv: &SentMove) -> Result<TableMove, Message> {
    match mv {
        SentMove::Text { mv } => {
            let read = table.read_move(mv)?;
            table.play_parts(&read.parts)?;
            Ok(read)
        }
        SentMove::Parts { parts } => {
            let text = table.play_parts(parts)?;
            Ok(TableMove { text, parts: MoveParts::new(parts) })
        }
    }
}

/// Whether a move is legal at a table, and why not.
pub fn explained(table: &mut dyn Table, mv: &SentMove, words: &Words) -> WhyView {
    match play(table, mv) {
        Ok(mv) => WhyView { legal: true, mv: Some(mv.into()), code: None, detail: None, message: None },
        Err(message) => WhyView {
            legal: false,
            mv: None,
            code: Some(message.kind.code()),
            detail: Some(message.code),
            message: Some(words.message(&message)),
        },
    }
}

/// The table with only the first moves of its game.
pub fn cut(table: &dyn Table, ply: usize) -> Box<dyn Table> {
    let mut copy = table.fork();
    while copy.ply() > ply && copy.undo() {}
    copy
}

#[cfg(test)]
mod tests {
    use potez_table::{CellRef, Player};

    use super::*;

    #[test]
    fn the_setup_of_a_position_gives_its_text_back() {
        for (game, moves) in [
            ("blockade", &["d4-d6/Bd7", "d11-d9/Gb3"][..]),
            ("havannah:size=4", &["d4", "a1", "b2"]),
            ("havannah:size=4,swap=on", &["d4", "swap", "b2"]),
            ("byte", &["d2-c3", "a3-b2"]),
        ] {
            let mut table = potez_table::open(game, None).unwrap();
            for mv in moves {
                table.play(mv).unwrap();
            }
            let setup = Setup::of(&table.view(), table.turn());
            assert_eq!(set_up(game, &setup, &[]).unwrap().position(), table.position(), "{game}");
        }
    }

    #[test]
    fn setups_with_strange_cells_are_refused_by_the_rules() {
        let at = CellRef::new(40, 40);
        let cells = vec![potez_table::SetupCell { at, pieces: vec![Player::X] }];
        let setup = Setup { cells, walls: Vec::new(), stocks: [].into(), turn: Player::X };
        assert_eq!(set_up("byte", &setup, &[]).err().unwrap().code, "bad-position");
    }

    #[test]
    fn a_move_is_the_same_as_a_text_and_as_parts() {
        let mut table = open("blockade", None).unwrap();
        let text = SentMove::Text { mv: "X 1 4 6 B 4 7".into() };
        let read = play(table.fork().as_mut(), &text).unwrap();
        assert_eq!(read.text, "d4-d6/Bd7");
        let parts = SentMove::Parts { parts: read.parts.to_vec() };
        assert_eq!(play(table.as_mut(), &parts).unwrap(), read);
        assert_eq!(table.moves(), ["d4-d6/Bd7"]);
    }
}
