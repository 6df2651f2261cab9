//! Positions that do not come from play: what every one of them must satisfy, and edited boards.

use potez_core::{Player, PositionError, Setup};

use crate::parts::cell_of;
use crate::{Board, Cell, Class, Geometry, Position, Rules, Structures};

/// The position of an edited board. The ply follows from the stones; after a swap there is one
/// stone less than plies.
pub(crate) fn set_up<C: Class>(rules: Rules, setup: &Setup) -> Result<Position<C>, PositionError> {
    let geometry = Geometry::of(rules.size);
    let mut stones = Vec::new();
    for cell in &setup.cells {
        let at = cell_of(cell.at);
        let exists = cell.at.row < 32 && cell.at.col < 32 && geometry.contains(at);
        let [owner] = cell.pieces[..] else {
            let what = format!("a cell holds one stone, not {}", cell.pieces.len());
            return Err(PositionError::impossible("stones-on-cell", what).with("count", cell.pieces.len()));
        };
        if !exists || stones.iter().any(|&(other, _)| other == at) {
            let (row, col) = (u16::from(cell.at.row) + 1, u16::from(cell.at.col) + 1);
            let what = format!("row {row} and column {col} are not on the board, or given twice");
            return Err(PositionError::impossible("no-such-cell", what).with("row", row).with("col", col));
        }
        stones.push((at, owner));
    }
    // Reading order, as a position that is read from a text has its stones.
    stones.sort_unstable_by_key(|&(cell, _)| geometry.number(cell));
    let ply = stones.len() + usize::from(stones.len() % 2 != setup.turn.index());
    checked(rules, &stones, setup.turn, ply)
}

/// The position of these stones after `ply` plies, its outcome settled by the structures on the
/// board.
pub(crate) fn checked<C: Class>(
    rules: Rules,
    stones: &[(Cell, Player)],
    turn: Player,
    ply: usize,
) -> Result<Position<C>, PositionError> {
    if turn != if ply.is_multiple_of(2) { Player::X } else { Player::O } {
        let what = format!("after {ply} plies it is not the turn of `{}`", turn.letter());
        return Err(PositionError::impossible("turn-and-ply", what).with("ply", ply).with("player", turn));
    }
    let swapped = swapped(rules, stones, ply)?;
    let mut pos = Position::with_stones(rules, stones, ply as u16, swapped);
    let winner = winner(&pos)?;
    pos.settle(winner);
    Ok(pos)
}

/// Whether the second ply was the swap: it adds no stone, so the numbers of stones tell.
fn swapped(rules: Rules, stones: &[(Cell, Player)], ply: usize) -> Result<bool, PositionError> {
    let x = stones.iter().filter(|(_, player)| *player == Player::X).count();
    let o = stones.len() - x;
    if (x, o) == (ply.div_ceil(2), ply / 2) {
        return Ok(false);
    }
    if rules.swap && ply >= 2 && (x, o) == ((ply - 1) / 2, ply / 2) {
        return Ok(true);
    }
    let swap_hint = if rules.swap && ply >= 2 { ", or X has one less after a swap" } else { "" };
    let (xs, os) = (ply.div_ceil(2), ply / 2);
    let turn = if ply.is_multiple_of(2) { Player::X } else { Player::O };
    let what = format!(
        "X has {x} stones and O has {o}; with {turn} to move after {ply} plies X has {xs} and O has {os}{swap_hint}"
    );
    let error = PositionError::impossible("stone-count", what).with("ply", ply).with("xs", xs).with("os", os);
    Err(error.with("x", x).with("o", o).with("turn", turn))
}

/// The player whose structures are on the board. Rules 3.1 to 3.3: the last stone must have
/// completed all of them.
fn winner<C: Class>(pos: &Position<C>) -> Result<Option<(Player, Structures)>, PositionError> {
    let [x, o] = Player::BOTH.map(|player| pos.board().winning_cell(player));
    let (player, cell, structures) = match (x, o) {
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => {
            return Err(PositionError::impossible("two-winners", "both players have a winning chain"));
        }
        (Some((cell, structures)), None) => (Player::X, cell, structures),
        (None, Some((cell, structures))) => (Player::O, cell, structures),
    };
    if player == pos.turn() {
        let what = format!("{player} has a {structures} and yet is to move");
        return Err(PositionError::impossible("winner-on-turn", what).with("player", player));
    }
    let completes = |&last: &Cell| {
        let mut board = Board::<C>::new(pos.geometry());
        pos.stones()
            .filter(|&(other, owner)| owner == player && other != last)
            .all(|(other, owner)| !board.place(other, owner))
    };
    if pos.board().chain_cells(cell).iter().any(completes) {
        Ok(Some((player, structures)))
    } else {
        let what = format!("no single stone of {player} can have won: the game was over earlier");
        Err(PositionError::impossible("won-before", what).with("player", player))
    }
}
