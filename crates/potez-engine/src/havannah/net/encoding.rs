//! The input of the net: what it is told of every cell of a board.

use std::sync::OnceLock;

use potez_core::Player;
use potez_havannah::{Board, Class, Geometry, Rules};

use super::{CELLS_AT_ONCE, KERNEL_CELLS, OWN_CELL};

/// Features of a cell.
pub const FEATURES: usize = 16;

// The features by number. Those of both players stand side by side, the player to move first.
const STONE: usize = 0;
const ONE_EDGE: usize = 2;
const TWO_EDGES: usize = 4;
const ONE_CORNER: usize = 6;
const CHAIN_LENGTH: usize = 8;
const EMPTY: usize = 10;
const EDGE: usize = 11;
const CORNER: usize = 12;
const SECOND_ROW: usize = 13;
const DISTANCE_FROM_CENTRE: usize = 14;
const BOARD_SIZE: usize = 15;

/// Encodes boards of one size for the net, and knows which cells a convolution reads.
#[derive(Debug)]
pub struct Encoder {
    geometry: &'static Geometry,
    /// For every cell its neighbours and itself, by number; a neighbour beyond the rim is the place
    /// after the last cell. Filled up to whole groups with cells that have nothing around them.
    kernel_cells: Vec<[u16; KERNEL_CELLS]>,
    /// The features that depend on the cell alone.
    constant: Vec<[f32; FEATURES]>,
}

impl Encoder {
    /// The encoder of a board's size, made on first use.
    pub fn of(geometry: &'static Geometry) -> &'static Self {
        static ENCODERS: [OnceLock<Encoder>; Rules::LARGEST + 1] = [const { OnceLock::new() }; Rules::LARGEST + 1];
        ENCODERS[geometry.size()].get_or_init(|| Self::new(geometry))
    }

    fn new(geometry: &'static Geometry) -> Self {
        let cells = geometry.cells();
        let padded = cells.len().next_multiple_of(CELLS_AT_ONCE);
        let mut kernel_cells = vec![[padded as u16; KERNEL_CELLS]; padded];
        let mut constant = vec![[0.0; FEATURES]; padded + 1];
        let size = geometry.size();
        for (at, &cell) in cells.iter().enumerate() {
            for (side, place) in kernel_cells[at].iter_mut().enumerate() {
                let neighbour = if side == OWN_CELL { Some(cell) } else { geometry.neighbour(cell, side) };
                *place = neighbour.map_or(padded, |neighbour| geometry.number(neighbour)) as u16;
            }
            let marks = geometry.marks(cell);
            let second_row = !geometry.on_rim(cell) && geometry.neighbours(cell).any(|near| geometry.on_rim(near));
            // The distance on a hexagonal grid in axial coordinates.
            let (dx, dy) = (cell.x() as i32 + 1 - size as i32, cell.y() as i32 + 1 - size as i32);
            let steps = dx.abs().max(dy.abs()).max((dx - dy).abs());
            let row = &mut constant[at];
            row[EDGE] = f32::from(marks.edges() != 0);
            row[CORNER] = f32::from(marks.corners() != 0);
            row[SECOND_ROW] = f32::from(second_row);
            row[DISTANCE_FROM_CENTRE] = steps as f32 / size as f32;
            row[BOARD_SIZE] = size as f32 / 10.0;
        }
        Self { geometry, kernel_cells, constant }
    }

    /// The cells of the board.
    pub fn cells(&self) -> usize {
        self.geometry.cells().len()
    }

    /// The cells filled up to whole groups; the place after them is beyond the rim.
    pub fn padded(&self) -> usize {
        self.kernel_cells.len()
    }

    /// For every cell the cells that a convolution reads, by number.
    pub fn kernel_cells(&self) -> &[[u16; KERNEL_CELLS]] {
        &self.kernel_cells
    }

    /// Writes the features of every cell, seen by the player to move.
    pub fn encode<C: Class>(&self, board: &Board<C>, mover: Player, features: &mut Vec<[f32; FEATURES]>) {
        features.clear();
        features.extend_from_slice(&self.constant);
        let cells = self.geometry.cells();
        let mut lengths = [0_u16; 3 * Rules::LARGEST * Rules::LARGEST];
        for &cell in cells {
            if !board.is_empty(cell) {
                lengths[board.chain(cell)] += 1;
            }
        }
        for (row, &cell) in features.iter_mut().zip(cells) {
            for (side, player) in [mover, !mover].into_iter().enumerate() {
                let own = board.has(cell, player);
                let marks = if own {
                    row[STONE + side] = 1.0;
                    // Longer chains say no more; the divisor keeps the feature near the size of the
                    // others.
                    row[CHAIN_LENGTH + side] = f32::from(lengths[board.chain(cell)].min(12)) / 8.0;
                    board.chain_marks(cell)
                } else if board.is_empty(cell) && board.sides(cell, player) != 0 {
                    // What a stone here would be connected to: the net need not find that out by
                    // convolutions.
                    board.marks_after(cell, player)
                } else {
                    continue;
                };
                row[ONE_EDGE + side] = f32::from(marks.edges() != 0);
                row[TWO_EDGES + side] = f32::from(marks.edges().count_ones() > 1);
                row[ONE_CORNER + side] = f32::from(marks.corners() != 0);
            }
            row[EMPTY] = f32::from(board.is_empty(cell));
        }
    }
}
