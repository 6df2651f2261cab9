//! Tables set up as a request describes them.

use potez_engine::Table;
use potez_words::Arg;

use crate::bounds;
use crate::failure::Failure;
use crate::wire::Place;

/// A table at a place; the failure names the move that is wrong.
pub(crate) fn at(place: &Place) -> Result<Box<dyn Table>, Failure> {
    let mut table = open(&place.game, place.position.as_deref())?;
    play(table.as_mut(), &place.moves)?;
    Ok(table)
}

/// A table before any move.
pub(crate) fn open(game: &str, position: Option<&str>) -> Result<Box<dyn Table>, Failure> {
    if game.len() > bounds::SPEC_BYTES {
        return Err(Failure::too_large(bounds::SPEC_BYTES));
    }
    if position.is_some_and(|text| text.len() > bounds::POSITION_BYTES) {
        return Err(Failure::too_large(bounds::POSITION_BYTES));
    }
    potez_engine::open(game, position).map_err(Failure::rules)
}

fn play(table: &mut dyn Table, moves: &[String]) -> Result<(), Failure> {
    if moves.len() > bounds::MOVES {
        return Err(Failure::unfit_with("server-moves-many", vec![("limit", Arg::from(bounds::MOVES.to_string()))]));
    }
    for (ply, mv) in (1..).zip(moves) {
        check_length(mv)?;
        table.play(mv).map_err(|message| Failure::rules(message).at(ply))?;
    }
    Ok(())
}

/// Refuses texts that are longer than any move.
pub(crate) fn check_length(mv: &str) -> Result<(), Failure> {
    if mv.len() > bounds::MOVE_BYTES { Err(Failure::too_large(bounds::MOVE_BYTES)) } else { Ok(()) }
}

/// The name of a game without its knobs.
pub(crate) fn family(spec: &str) -> &str {
    spec.split(':').next().unwrap_or(spec)
}
