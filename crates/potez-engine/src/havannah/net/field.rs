use std::sync::OnceLock;

use potez_core::Player;
use potez_havannah::{Board, Class, Geometry, Rules};

use super::{ABREAST, AROUND};

/// What the net is told of every cell.
pub(super) const FEATURES: usize = 16;

/// The board of a size as the net needs it.
#[derive(Debug)]
pub(super) struct Field {
    geometry: &'static Geometry,
    /// For every cell its neighbours and itself, by number; beyond the rim is the place after the last. Filled up with
    /// cells that have nothing around them.
    around: Vec<[u16; AROUND]>,
    /// What never changes.
    blank: Vec<[f32; FEATURES]>,
}

impl Field {
    pub(super) fn of(geometry: &'static Geometry) -> &'static Self {
        static FIELDS: [OnceLock<Field>; Rules::LARGEST + 1] = [const { OnceLock::new() }; Rules::LARGEST + 1];
        FIELDS[geometry.size()].get_or_init(|| Self::survey(geometry))
    }

    fn survey(geometry: &'static Geometry) -> Self {
        let cells = geometry.cells();
        let padded = cells.len().next_multiple_of(ABREAST);
        let mut around = vec![[padded as u16; AROUND]; padded];
        let mut blank = vec![[0.0; FEATURES]; padded + 1];
        let size = geometry.size();
        for (at, &cell) in cells.iter().enumerate() {
            for (side, place) in around[at].iter_mut().enumerate() {
                let neighbour = if side == AROUND - 1 { Some(cell) } else { geometry.neighbour(cell, side) };
                *place = neighbour.map_or(padded, |neighbour| geometry.number(neighbour)) as u16;
            }
            let marks = geometry.marks(cell);
            let second = !geometry.on_rim(cell) && geometry.neighbours(cell).any(|near| geometry.on_rim(near));
            let (dx, dy) = (cell.x() as i32 + 1 - size as i32, cell.y() as i32 + 1 - size as i32);
            let steps = dx.abs().max(dy.abs()).max((dx - dy).abs());
            let row = &mut blank[at];
            row[EDGE] = f32::from(marks.edges() != 0);
            row[CORNER] = f32::from(marks.corners() != 0);
            row[SECOND] = f32::from(second);
            row[STEPS] = steps as f32 / size as f32;
            row[SIZE] = size as f32 / 10.0;
        }
        Self { geometry, around, blank }
    }

    pub(super) fn cells(&self) -> usize {
        self.geometry.cells().len()
    }

    /// The places of cells, some of them empty; the one after them is beyond the rim.
    pub(super) fn padded(&self) -> usize {
        self.around.len()
    }

    pub(super) fn around(&self) -> &[[u16; AROUND]] {
        &self.around
    }

    /// What there is to say of every cell, for the player to move.
    pub(super) fn describe<C: Class>(&self, board: &Board<C>, mover: Player, into: &mut Vec<[f32; FEATURES]>) {
        into.clear();
        into.extend_from_slice(&self.blank);
        let cells = self.geometry.cells();
        let mut sizes = [0_u16; 3 * Rules::LARGEST * Rules::LARGEST];
        for &cell in cells {
            if !board.is_empty(cell) {
                sizes[board.chain(cell)] += 1;
            }
        }
        for (row, &cell) in into.iter_mut().zip(cells) {
            for (side, player) in [mover, !mover].into_iter().enumerate() {
                let own = board.has(cell, player);
                let marks = if own {
                    row[STONE + side] = 1.0;
                    row[LENGTH + side] = f32::from(sizes[board.chain(cell)].min(12)) / 8.0;
                    board.chain_marks(cell)
                } else if board.is_empty(cell) && board.sides(cell, player) != 0 {
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

// The places of the features; those of both players stand side by side, the player to move first.
const STONE: usize = 0;
const ONE_EDGE: usize = 2;
const TWO_EDGES: usize = 4;
const ONE_CORNER: usize = 6;
const LENGTH: usize = 8;
const EMPTY: usize = 10;
const EDGE: usize = 11;
const CORNER: usize = 12;
const SECOND: usize = 13;
const STEPS: usize = 14;
const SIZE: usize = 15;
