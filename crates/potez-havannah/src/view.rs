//! The board as data.

use potez_core::{CellView, Labels, Mark, Piece, Shape, View};

use crate::{Class, Move, Position};

/// The board as data.
pub(crate) fn view<C: Class>(pos: &Position<C>, last: Option<Move>) -> View {
    let geometry = pos.geometry();
    let winning = pos.winning_stones();
    let last = last.and_then(Move::cell);
    let cells = geometry.cells().iter().map(|&cell| {
        let marks = geometry.marks(cell);
        let mark = |holds: bool, mark: Mark| holds.then_some(mark);
        CellView {
            name: cell.to_string(),
            row: cell.y(),
            col: cell.x(),
            pieces: pos.board().stone(cell).map(|owner| Piece { owner, number: 0 }).into_iter().collect(),
            marks: [
                mark(last == Some(cell), Mark::LastTo),
                mark(marks.corners() != 0, Mark::Corner),
                mark(marks.edges() != 0, Mark::Edge),
                mark(winning.contains(&cell), Mark::Winning),
            ]
            .into_iter()
            .flatten()
            .collect(),
        }
    });
    let lines = 2 * geometry.size() - 1;
    View {
        shape: Shape::Hexagon { size: geometry.size() },
        labels: Labels::lettered_rows(lines, lines),
        cells: cells.collect(),
        walls: Vec::new(),
        stocks: Vec::new(),
    }
}
