//! Patterns: what some cells of a board look like, found on other boards up to symmetry.
//!
//! A pattern is read off a [`View`] and knows no game: pieces on cells, and walls between neighbouring cells of the
//! pattern. Coordinates are doubled and counted from the middle of the board, so that a symmetry is a matrix:
//!
//! ```text
//!     squares, 3 by 4            hexagon, size 2 (indices run along the diagonal)
//!   (-3,-2) (-1,-2) (1,-2) …        (-2,-2) (0,-2)
//!   (-3, 0) (-1, 0) (1, 0) …     (-2,0) (0,0) (2,0)
//! ```

use std::collections::BTreeSet;

use potez_core::{Explain, Kind, Message, Player, Shape, View, WallAxis};

/// What some cells look like, in every way in which the board can be turned and reflected.
#[derive(Clone, Debug)]
pub struct Pattern {
    variants: Vec<Variant>,
    anywhere: bool,
}

/// Cells with what stands on them, and pairs of neighbours with whether a wall stands between them.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Variant {
    cells: Vec<(Point, Vec<Player>)>,
    sides: Vec<(Side, bool)>,
}

/// A cell, in doubled coordinates from the middle: columns, then rows.
type Point = [i32; 2];
/// Two neighbours, the lesser first.
type Side = [Point; 2];
/// What becomes of a point: a row of the matrix for each of its new coordinates.
type Turn = [[i32; 2]; 2];

/// Cells of which no pattern can be made.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PatternError {
    /// There are none.
    #[error("a pattern needs at least one cell")]
    Empty,
    /// The board has no such cell.
    #[error("`{cell}` is not a cell of this board")]
    UnknownCell {
        /// The name.
        cell: String,
    },
}

impl Explain for PatternError {
    fn code(&self) -> &'static str {
        match self {
            Self::Empty => "pattern-empty",
            Self::UnknownCell { .. } => "pattern-unknown-cell",
        }
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Empty => Vec::new(),
            Self::UnknownCell { cell } => vec![("cell", cell.clone())],
        }
    }
}

impl From<PatternError> for Message {
    fn from(error: PatternError) -> Self {
        Self::new(Kind::BadRequest, &error)
    }
}

impl Pattern {
    /// What these cells of a board look like: in their place up to the symmetries of the board, or `anywhere` on it.
    pub fn new(view: &View, names: &[String], anywhere: bool) -> Result<Self, PatternError> {
        let board = Board::new(view);
        let mut points = BTreeSet::new();
        for name in names {
            let Some(cell) = view.cells.iter().find(|cell| cell.name == *name) else {
                return Err(PatternError::UnknownCell { cell: name.clone() });
            };
            points.insert(board.point(cell.row, cell.col));
        }
        if points.is_empty() {
            return Err(PatternError::Empty);
        }
        let cells = points.iter().filter_map(|&point| Some((point, board.at(point)?.clone()))).collect();
        let pairs = points.iter().flat_map(|&[x, y]| [[[x, y], [x + 2, y]], [[x, y], [x, y + 2]]]);
        let inside = pairs.filter(|[_, other]| points.contains(other));
        let sides = inside.map(|side| (side, board.walls.contains(&side))).collect();
        let shape = Variant { cells, sides };
        let variants: BTreeSet<Variant> = turns(view.shape).into_iter().map(|turn| shape.turned(turn)).collect();
        Ok(Self { variants: variants.into_iter().collect(), anywhere })
    }

    /// Whether a board of the same shape has it.
    pub fn is_in(&self, view: &View) -> bool {
        let board = Board::new(view);
        self.variants.iter().any(|variant| {
            let Some((first, _)) = variant.cells.first() else { return false };
            if !self.anywhere {
                return variant.fits(&board, [0, 0]);
            }
            board.points().any(|[x, y]| variant.fits(&board, [x - first[0], y - first[1]]))
        })
    }
}

impl Variant {
    fn turned(&self, turn: Turn) -> Self {
        let image = |[x, y]: Point| turn.map(|[a, b]| a * x + b * y);
        let side = |[one, other]: Side| {
            let mut side = [image(one), image(other)];
            side.sort_unstable();
            side
        };
        let mut cells: Vec<_> = self.cells.iter().map(|(point, pieces)| (image(*point), pieces.clone())).collect();
        let mut sides: Vec<_> = self.sides.iter().map(|&(pair, has_wall)| (side(pair), has_wall)).collect();
        cells.sort_unstable();
        sides.sort_unstable();
        Self { cells, sides }
    }

    /// Whether a board looks like this when it is moved so far.
    fn fits(&self, board: &Board, [dx, dy]: Point) -> bool {
        let moved = |[x, y]: Point| [x + dx, y + dy];
        self.cells.iter().all(|(point, pieces)| board.at(moved(*point)) == Some(pieces))
            && self.sides.iter().all(|&(side, has_wall)| board.walls.contains(&side.map(moved)) == has_wall)
    }
}

/// A board by its points.
struct Board {
    rows: usize,
    cols: usize,
    /// What stands on each cell, by rows; nothing where there is no cell.
    cells: Vec<Option<Vec<Player>>>,
    /// The neighbours that a wall divides.
    walls: BTreeSet<Side>,
}

impl Board {
    fn new(view: &View) -> Self {
        let (rows, cols) = match view.shape {
            Shape::Squares { rows, cols } => (rows, cols),
            Shape::Hexagon { size } => (2 * size - 1, 2 * size - 1),
        };
        let mut board = Self { rows, cols, cells: vec![None; rows * cols], walls: BTreeSet::new() };
        for cell in &view.cells {
            board.cells[cell.row * cols + cell.col] = Some(cell.pieces.iter().map(|piece| piece.owner).collect());
        }
        for wall in &view.walls {
            let (row, col) = (usize::from(wall.wall.at.row), usize::from(wall.wall.at.col));
            let point = |down: usize, right: usize| board.point(row + down, col + right);
            let sides = match wall.wall.axis {
                WallAxis::Horizontal => [[point(0, 0), point(1, 0)], [point(0, 1), point(1, 1)]],
                WallAxis::Vertical => [[point(0, 0), point(0, 1)], [point(1, 0), point(1, 1)]],
            };
            board.walls.extend(sides);
        }
        board
    }

    fn point(&self, row: usize, col: usize) -> Point {
        let middle = |index: usize, count: usize| 2 * index as i32 - (count as i32 - 1);
        [middle(col, self.cols), middle(row, self.rows)]
    }

    /// What stands on a cell; `None` where there is no cell.
    fn at(&self, [x, y]: Point) -> Option<&Vec<Player>> {
        let index = |from_middle: i32, count: usize| {
            let doubled = from_middle + (count as i32 - 1);
            let index = usize::try_from(doubled / 2).ok().filter(|_| doubled >= 0 && doubled % 2 == 0)?;
            (index < count).then_some(index)
        };
        self.cells[index(y, self.rows)? * self.cols + index(x, self.cols)?].as_ref()
    }

    fn points(&self) -> impl Iterator<Item = Point> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| self.point(row, col)))
    }
}

/// The ways in which a board can be turned and reflected, nothing first.
fn turns(shape: Shape) -> Vec<Turn> {
    let product = |a: Turn, b: Turn| a.map(|row| [0, 1].map(|col| row[0] * b[0][col] + row[1] * b[1][col]));
    let identity = [[1, 0], [0, 1]];
    // What turns the board as little as possible, and what reflects it.
    let (step, mirror) = match shape {
        Shape::Squares { rows, cols } if rows == cols => ([[0, -1], [1, 0]], [[-1, 0], [0, 1]]),
        Shape::Squares { .. } => ([[-1, 0], [0, -1]], [[-1, 0], [0, 1]]),
        Shape::Hexagon { .. } => ([[1, -1], [1, 0]], [[0, 1], [1, 0]]),
    };
    let mut turns = vec![identity];
    let mut turned = step;
    while turned != identity {
        turns.push(turned);
        turned = product(step, turned);
    }
    let reflected: Vec<Turn> = turns.iter().map(|&turn| product(turn, mirror)).collect();
    turns.extend(reflected);
    turns
}
