//! The symmetries of the board.

use potez_core::Player;

use crate::{Cell, Class, Move, Position};

/// One of the twelve symmetries of the hexagon: a rotation, and before it perhaps a reflection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Turns by sixty degrees clockwise, 0..6.
    pub turns: u8,
    /// Whether x and y are exchanged first.
    pub mirrored: bool,
}

impl Symmetry {
    /// All twelve, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        [false, true].into_iter().flat_map(|mirrored| (0..6).map(move |turns| Self { turns, mirrored }))
    }

    /// The image of a cell on the board of this size.
    pub fn cell(self, size: usize, cell: Cell) -> Cell {
        // Seen from the middle, one turn sends right to lower right and upper right to right:
        // (dx, dy) = dx (1, 0) + dy (0, 1), where (1, 0) goes to (1, 1) and (0, 1) to (−1, 0).
        let middle = size as i32 - 1;
        let (mut dx, mut dy) = (cell.x() as i32 - middle, cell.y() as i32 - middle);
        if self.mirrored {
            (dx, dy) = (dy, dx);
        }
        for _ in 0..self.turns {
            (dx, dy) = (dx - dy, dx);
        }
        Cell::new((dx + middle) as usize, (dy + middle) as usize)
    }

    /// The image of a move; the swap stays what it is.
    pub fn mv(self, size: usize, mv: Move) -> Move {
        mv.cell().map_or(mv, |cell| self.cell(size, cell).into())
    }

    /// The image of a position.
    pub fn position<C: Class>(self, pos: &Position<C>) -> Position<C> {
        let size = pos.geometry().size();
        let stones: Vec<(Cell, Player)> = pos.stones().map(|(cell, player)| (self.cell(size, cell), player)).collect();
        let mut image = Position::with_stones(pos.rules(), &stones, pos.ply() as u16, pos.swapped());
        let winner = potez_core::Position::outcome(pos).and_then(potez_core::Outcome::winner);
        image.settle(winner.map(|player| (player, pos.structures())));
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Geometry;

    #[test]
    fn every_symmetry_keeps_the_board_and_its_neighbourhoods() {
        for size in [3, 4, 8, 15] {
            let geometry = Geometry::of(size);
            for symmetry in Symmetry::all() {
                let mut images: Vec<Cell> = geometry.cells().iter().map(|&cell| symmetry.cell(size, cell)).collect();
                for (&cell, &image) in geometry.cells().iter().zip(&images) {
                    for neighbour in geometry.neighbours(cell) {
                        let neighbour = symmetry.cell(size, neighbour);
                        assert!(geometry.neighbours(image).any(|other| other == neighbour), "{symmetry:?} {cell}");
                    }
                }
                images.sort_unstable();
                assert_eq!(images, geometry.cells());
            }
        }
    }

    #[test]
    fn the_twelve_symmetries_differ_and_turn_clockwise() {
        let images: Vec<String> =
            Symmetry::all().map(|symmetry| symmetry.cell(4, Cell::new(1, 0)).to_string()).collect();
        assert_eq!(images[..6], ["a2", "b5", "e7", "g6", "f3", "c1"]);
        let mut distinct = images.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 12);
    }
}
