//! What `--openings` can say: how many moves at random, or the balanced openings of a game's book.

use potez_arena::Openings;

use crate::exit::UsageError;

/// Where openings come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OpeningsChoice {
    /// Moves at random.
    Random(u16),
    /// The game's own list.
    Balanced,
}

/// Reads what `--openings` says.
pub(super) fn openings(text: &str) -> Result<OpeningsChoice, String> {
    if text == "balanced" {
        return Ok(OpeningsChoice::Balanced);
    }
    let plies = text.parse().ok().filter(|plies| *plies <= 200);
    plies.map(OpeningsChoice::Random).ok_or_else(|| "expected a number from 0 to 200, or `balanced`".into())
}

/// The openings that come with a game's book.
pub(super) fn balanced(game: &str) -> Result<Openings, UsageError> {
    let table = potez_table::open(game, None)?;
    let usual = table.description().id;
    // The list is about the usual board, whose spec is the name alone.
    if game != usual {
        return Err(UsageError(format!("--openings balanced: there is a list for {usual}, none for {game}")));
    }
    let read = Openings::read(game, table.balanced_openings());
    read.map_err(|error| UsageError(format!("--openings balanced: {error}")))
}
