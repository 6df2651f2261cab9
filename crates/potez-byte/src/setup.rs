//! Positions that do not come from play: what every one of them must satisfy, and edited boards.

use potez_core::{Player, PositionError, Setup};

use crate::parts::square_of;
use crate::{Board, Position, Square, Stack, Variant};

/// The position of an edited board.
pub(crate) fn set_up<B: Board>(variant: Variant, setup: &Setup) -> Result<Position<B>, PositionError> {
    let mut pos = Position::empty(variant);
    let mut counts = [0, 0];
    for cell in &setup.cells {
        let Some(square) = square_of::<B>(cell.at).filter(|square| square.is_dark()) else {
            let (row, col) = (u16::from(cell.at.row) + 1, u16::from(cell.at.col) + 1);
            let what = format!("there is no dark square in row {row} and column {col}");
            return Err(PositionError::impossible("byte-not-dark", what).with("row", row).with("col", col));
        };
        if !pos.stack(square).is_empty() {
            let what = format!("the stack on `{square}` is given twice");
            return Err(PositionError::impossible("byte-stack-twice", what).with("square", square));
        }
        for &owner in &cell.pieces {
            counts[owner.index()] += 1;
        }
        pos.put(square, stack(square, &cell.pieces)?);
    }
    let scores = setup.stock("score", [0, 0]).map(|score| score as usize);
    checked(pos, counts, setup.turn, scores)
}

/// A stack of checkers from the bottom to the top.
pub(crate) fn stack(square: Square, owners: &[Player]) -> Result<Stack, PositionError> {
    // Rule 3.1.
    if owners.len() >= 8 {
        let height = owners.len();
        let what = format!("the stack on `{square}` is {height} high; one of 8 leaves the board");
        return Err(PositionError::impossible("byte-stack-too-high", what)
            .with("square", square)
            .with("height", height));
    }
    let x = owners.iter().zip(0..).filter(|&(&owner, _)| owner == Player::X).fold(0, |x, (_, level)| x | 1 << level);
    Ok(Stack::new(x, owners.len() as u8))
}

/// The position of stacks with these numbers of checkers, if the rules allow it.
pub(crate) fn checked<B: Board>(
    pos: Position<B>,
    counts: [usize; 2],
    turn: Player,
    scores: [usize; 2],
) -> Result<Position<B>, PositionError> {
    check_counts::<B>(counts, scores)?;
    Ok(pos.with(turn, scores.map(|score| score as u8)))
}

/// What holds in every position: no checker is lost but in stacks of eight, each of which has its
/// winner's on top.
fn check_counts<B: Board>(counts: [usize; 2], scores: [usize; 2]) -> Result<(), PositionError> {
    let ([x, o], taken) = (scores, scores[0] + scores[1]);
    if x > B::MAJORITY || o > B::MAJORITY || taken > B::STACKS {
        let (majority, stacks) = (B::MAJORITY, B::STACKS);
        let what = format!("no game comes to {x}-{o}; the first of {stacks} stacks to take {majority} wins");
        let error = PositionError::impossible("byte-score-too-high", what).with("x", x).with("o", o);
        return Err(error.with("stacks", stacks).with("majority", majority));
    }
    let expected = 2 * B::CHECKERS - 8 * taken;
    let found = counts[0] + counts[1];
    if found != expected {
        let what = format!("at {x}-{o} the board holds {expected} checkers, not {found}");
        let error = PositionError::impossible("byte-checkers", what).with("x", x).with("o", o);
        return Err(error.with("expected", expected).with("found", found));
    }
    for player in Player::BOTH {
        let (count, most) = (counts[player.index()], B::CHECKERS - scores[player.index()]);
        if count > most {
            let what = format!("at {x}-{o} at most {most} checkers of {player} can be left, not {count}");
            let error = PositionError::impossible("byte-checkers-of-one", what).with("x", x).with("o", o);
            return Err(error.with("player", player).with("most", most).with("count", count));
        }
    }
    Ok(())
}
