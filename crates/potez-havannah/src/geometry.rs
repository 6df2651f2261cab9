//! Which cells there are, and what lies beside what.

use std::sync::OnceLock;

use crate::{Cell, Marks, Rules};

/// All that is fixed about the board of one size: its cells, their neighbours, corners and edges.
#[derive(Debug)]
pub struct Geometry {
    size: usize,
    sites: [Site; Cell::INDICES],
    /// The cells of each row as bits, column x in bit x+1; row y in entry y+1.
    rows: [u32; ROWS],
    /// The cells in reading order, for numbers from 0.
    cells: Vec<Cell>,
}

/// A spare row above and below the 29 of the largest board.
const ROWS: usize = 2 * Rules::LARGEST + 1;

/// What a stone needs to know of its cell, a quarter of a cache line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    /// The numbers of the neighbours in the order of [`Geometry::AROUND`], of which only those on
    /// the board mean anything, and last, at [`Site::HERE`], that of the cell itself, `NOWHERE` off
    /// the board.
    pub(crate) around: [u16; 7],
    pub(crate) marks: Marks,
}

impl Site {
    /// The side on which a cell finds itself.
    pub(crate) const HERE: usize = 6;

    pub(crate) const fn number(&self) -> u16 {
        self.around[Self::HERE]
    }
}

const NOWHERE: u16 = u16::MAX;

impl Geometry {
    /// Rule 1.2: the way to the six neighbours, clockwise from the upper left, as (dx, dy).
    pub const AROUND: [(i32, i32); 6] = [(-1, -1), (0, -1), (1, 0), (1, 1), (0, 1), (-1, 0)];

    /// The board of `size` cells a side, which must be in 3..=15.
    pub fn of(size: usize) -> &'static Self {
        static TABLES: [OnceLock<Box<Geometry>>; Rules::LARGEST - Rules::SMALLEST + 1] =
            [const { OnceLock::new() }; Rules::LARGEST - Rules::SMALLEST + 1];
        TABLES[size - Rules::SMALLEST].get_or_init(|| Box::new(Self::survey(size)))
    }

    fn survey(size: usize) -> Self {
        let empty = Site { around: [NOWHERE; 7], marks: Marks(0) };
        let mut table =
            Self { size, sites: [empty; Cell::INDICES], rows: [0; ROWS], cells: Vec::with_capacity(count(size)) };
        for y in 0..2 * size - 1 {
            for x in row_start(size, y)..row_start(size, y) + row_length(size, y) {
                let cell = Cell::new(x, y);
                table.sites[cell.index()].around[Site::HERE] = table.cells.len() as u16;
                table.cells.push(cell);
                table.rows[y + 1] |= 2 << x;
            }
        }
        for &cell in &table.cells.clone() {
            for side in 0..6 {
                if let Some(neighbour) = table.neighbour(cell, side) {
                    table.sites[cell.index()].around[side] = table.sites[neighbour.index()].number();
                }
            }
            table.sites[cell.index()].marks = marks(size, cell);
        }
        table
    }

    /// Cells a side.
    pub fn size(&self) -> usize {
        self.size
    }

    /// All cells, in reading order. A cell's place here is its [`number`](Self::number).
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Whether the cell is on this board.
    pub fn contains(&self, cell: Cell) -> bool {
        self.sites[cell.index()].number() != NOWHERE
    }

    /// The place of a cell of this board in reading order, from 0.
    pub fn number(&self, cell: Cell) -> usize {
        usize::from(self.sites[cell.index()].number())
    }

    /// The neighbour on this side, an index into [`AROUND`](Self::AROUND); `None` where the board
    /// ends.
    pub fn neighbour(&self, cell: Cell, side: usize) -> Option<Cell> {
        let (dx, dy) = Self::AROUND[side];
        let (x, y) = (cell.x() as i32 + dx, cell.y() as i32 + dy);
        let inside = (0..32).contains(&x) && (0..32).contains(&y);
        inside.then(|| Cell::new(x as usize, y as usize)).filter(|&neighbour| self.contains(neighbour))
    }

    /// The sides on which there is a neighbour, one a bit in the order of [`AROUND`](Self::AROUND).
    pub fn sides(&self, cell: Cell) -> u8 {
        (0..6).filter(|&side| self.neighbour(cell, side).is_some()).map(|side| 1 << side).sum()
    }

    /// The neighbours that exist.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        (0..6).filter_map(move |side| self.neighbour(cell, side))
    }

    /// Rule 1.4: the corner or the edge that the cell belongs to.
    pub fn marks(&self, cell: Cell) -> Marks {
        self.sites[cell.index()].marks
    }

    /// Whether the board ends beside the cell.
    pub fn on_rim(&self, cell: Cell) -> bool {
        self.marks(cell) != Marks::default()
    }

    /// The first column and the number of cells of a row.
    pub fn row(&self, y: usize) -> (usize, usize) {
        (row_start(self.size, y), row_length(self.size, y))
    }

    pub(crate) fn site(&self, cell: Cell) -> &Site {
        &self.sites[cell.index()]
    }

    pub(crate) fn row_bits(&self) -> &[u32; ROWS] {
        &self.rows
    }
}

/// Rule 1.1: the number of cells.
pub(crate) const fn count(size: usize) -> usize {
    3 * size * (size - 1) + 1
}

const fn row_start(size: usize, y: usize) -> usize {
    (y + 1).saturating_sub(size)
}

const fn row_length(size: usize, y: usize) -> usize {
    if y < size { size + y } else { 3 * size - 2 - y }
}

/// Rule 1.4: bit 0..6 for a corner, 6..12 for an edge, both clockwise from the top left.
fn marks(size: usize, cell: Cell) -> Marks {
    let (x, y, near, far) = (cell.x(), cell.y(), size - 1, 2 * size - 2);
    let corners = [(0, 0), (near, 0), (far, near), (far, far), (near, far), (0, near)];
    if let Some(corner) = corners.iter().position(|&at| at == (x, y)) {
        return Marks(1 << corner);
    }
    let edges = [y == 0, x == y + near, x == far, y == far, y == x + near, x == 0];
    Marks(edges.iter().position(|&on| on).map_or(0, |edge| 64 << edge))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counts_of_cells_corners_and_edges_are_those_of_a_hexagon() {
        for size in Rules::SMALLEST..=Rules::LARGEST {
            let geometry = Geometry::of(size);
            assert_eq!(geometry.cells().len(), 3 * size * size - 3 * size + 1);
            let marked = |bit: u16| geometry.cells().iter().filter(|&&cell| geometry.marks(cell).0 == bit).count();
            for corner in 0..6 {
                assert_eq!(marked(1 << corner), 1, "size {size}");
                assert_eq!(marked(64 << corner), size - 2, "size {size}");
            }
            for &cell in geometry.cells() {
                let neighbours = geometry.neighbours(cell).count();
                let marks = geometry.marks(cell);
                let expected = if marks.corners() != 0 {
                    3
                } else if marks.edges() != 0 {
                    4
                } else {
                    6
                };
                assert_eq!(neighbours, expected, "{cell} of size {size}");
            }
        }
    }

    #[test]
    fn neighbours_are_mutual_and_one_step_along_the_axes() {
        let geometry = Geometry::of(5);
        for &cell in geometry.cells() {
            assert_eq!(geometry.cells()[geometry.number(cell)], cell);
            for (side, neighbour) in (0..6).filter_map(|side| Some((side, geometry.neighbour(cell, side)?))) {
                assert_eq!(geometry.neighbour(neighbour, (side + 3) % 6), Some(cell));
                assert_eq!(usize::from(geometry.site(cell).around[side]), geometry.number(neighbour));
            }
        }
    }
}
