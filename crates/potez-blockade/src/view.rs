//! The board as data.

use potez_core::{CellView, Labels, Mark, Piece, Player, Position as _, Shape, View, WallView};

use crate::parts::wall_ref;
use crate::{Axis, Move, Position, Square, WinReason};

/// The board as data.
pub(crate) fn view<const N: usize>(pos: &Position<N>, last: Option<Move>) -> View {
    let (rows, cols) = (pos.rules().rows(), pos.rules().cols());
    let squares = (0..rows).flat_map(|row| (0..cols).map(move |col| Square::new(row, col)));
    View {
        shape: Shape::Squares { rows, cols },
        labels: Labels::lettered_rows(rows, cols),
        cells: squares.map(|square| area(pos, square, last)).collect(),
        walls: pos
            .all_walls()
            .map(|wall| WallView {
                name: wall.to_string(),
                wall: wall_ref(wall),
                last: last.and_then(Move::wall) == Some(wall),
            })
            .collect(),
        stocks: Axis::BOTH
            .map(|axis| (axis.name(), Player::BOTH.map(|player| u32::from(pos.stock(player, axis)))))
            .to_vec(),
    }
}

fn area<const N: usize>(pos: &Position<N>, square: Square, last: Option<Move>) -> CellView {
    let mut pieces = Vec::new();
    // The winner lies on top of the pawn whose square it entered.
    for owner in [pos.turn(), !pos.turn()] {
        let numbers = (1..).zip(pos.pawns(owner)).filter(|&(_, at)| at == square);
        pieces.extend(numbers.map(|(number, _)| Piece { owner, number }));
    }
    let mut marks = Vec::new();
    let homes = [Mark::HomeX, Mark::HomeO];
    marks.extend(
        Player::BOTH
            .into_iter()
            .zip(homes)
            .filter_map(|(player, mark)| pos.rules().homes(player).contains(&square).then_some(mark)),
    );
    if let Some((from, to)) = last.and_then(Move::pawn) {
        marks.extend((from == square).then_some(Mark::LastFrom));
        marks.extend((to == square).then_some(Mark::LastTo));
    }
    if pos.ending() == Some(WinReason::Goal) && winning_square(pos) == Some(square) {
        marks.push(Mark::Winning);
    }
    CellView { name: square.to_string(), row: square.row(), col: square.col(), pieces, marks }
}

/// The goal that a pawn has reached, if one has.
pub(crate) fn winning_square<const N: usize>(pos: &Position<N>) -> Option<Square> {
    let winner = !pos.turn();
    pos.pawns(winner).into_iter().find(|&square| pos.rules().is_goal(winner, square))
}
