//! Every move of a game as a number, for programs that learn: stable, dense, made of the parts of
//! moves.
//!
//! A game describes the forms that its moves have, part by part: `Piece` on some cell, then a
//! `Target` some steps away, then a `Wall` at some slot. The numbers count through the forms in the
//! order given, and within a form like the digits of a number, the last part fastest. They follow
//! from the options of a game alone, never from a position, so that a number means the same move
//! for as long as there is the game.

use crate::{CellRef, MovePart, MoveParts, WallAxis, WallColour, WallRef};

/// What one part of a move can be, in the order of the numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PartRange {
    /// A piece on one of these cells.
    Piece(Vec<CellRef>),
    /// A level, from the second lowest up to this one.
    LevelUpTo(u8),
    /// One of these cells.
    Target(Vec<CellRef>),
    /// The cell that lies as many rows and columns from the piece.
    TargetFromPiece(Vec<(i8, i8)>),
    /// A wall whose top left cell is in one of the first rows and columns: by rows, then columns,
    /// the horizontal blue one before the vertical green one.
    Wall {
        /// Rows of slots.
        rows: u8,
        /// Columns of slots.
        cols: u8,
    },
    /// The swap.
    Swap,
    /// The pass.
    Pass,
}

impl PartRange {
    fn count(&self) -> u32 {
        match self {
            Self::Piece(cells) | Self::Target(cells) => cells.len() as u32,
            Self::LevelUpTo(level) => u32::from(level.saturating_sub(1)),
            Self::TargetFromPiece(steps) => steps.len() as u32,
            Self::Wall { rows, cols } => u32::from(*rows) * u32::from(*cols) * 2,
            Self::Swap | Self::Pass => 1,
        }
    }

    /// The part of a number below [`count`](Self::count); `None` where it would leave the board.
    fn part(&self, number: u32, before: &[MovePart]) -> Option<MovePart> {
        Some(match self {
            Self::Piece(cells) => MovePart::Piece(*cells.get(number as usize)?),
            Self::LevelUpTo(_) => MovePart::Level { level: number as u8 + 2 },
            Self::Target(cells) => MovePart::Target(*cells.get(number as usize)?),
            Self::TargetFromPiece(steps) => {
                let (down, right) = *steps.get(number as usize)?;
                let from = before.first()?.cell()?;
                let (row, col) = (from.row.checked_add_signed(down)?, from.col.checked_add_signed(right)?);
                MovePart::Target(CellRef { row, col })
            }
            Self::Wall { cols, .. } => {
                let slot = number / 2;
                let at = CellRef::new((slot / u32::from(*cols)) as usize, (slot % u32::from(*cols)) as usize);
                let (axis, colour) = if number.is_multiple_of(2) {
                    (WallAxis::Horizontal, WallColour::Blue)
                } else {
                    (WallAxis::Vertical, WallColour::Green)
                };
                MovePart::Wall(WallRef { at, axis, colour })
            }
            Self::Swap => MovePart::Swap,
            Self::Pass => MovePart::Pass,
        })
    }
}

/// A range with a table that finds the number of a cell at once.
#[derive(Clone, Debug)]
struct Digit {
    range: PartRange,
    count: u32,
    /// The place of each cell in the list, by row and column; `NOWHERE` for the others.
    places: Vec<u16>,
    cols: usize,
}

const NOWHERE: u16 = u16::MAX;

impl Digit {
    fn new(range: PartRange) -> Self {
        let count = range.count();
        let (mut places, mut cols) = (Vec::new(), 0);
        if let PartRange::Piece(cells) | PartRange::Target(cells) = &range {
            let rows = cells.iter().map(|cell| usize::from(cell.row) + 1).max().unwrap_or(0);
            cols = cells.iter().map(|cell| usize::from(cell.col) + 1).max().unwrap_or(0);
            places = vec![NOWHERE; rows * cols];
            for (place, cell) in cells.iter().enumerate() {
                places[usize::from(cell.row) * cols + usize::from(cell.col)] = place as u16;
            }
        }
        Self { range, count, places, cols }
    }

    fn place(&self, cell: CellRef) -> Option<u32> {
        if usize::from(cell.col) >= self.cols {
            return None;
        }
        let place = *self.places.get(usize::from(cell.row) * self.cols + usize::from(cell.col))?;
        (place != NOWHERE).then_some(u32::from(place))
    }

    /// The number of a part within its range.
    fn number(&self, part: MovePart, before: &[MovePart]) -> Option<u32> {
        match (&self.range, part) {
            (PartRange::Piece(_), MovePart::Piece(cell)) | (PartRange::Target(_), MovePart::Target(cell)) => {
                self.place(cell)
            }
            (PartRange::LevelUpTo(most), MovePart::Level { level }) => {
                (2..=*most).contains(&level).then(|| u32::from(level) - 2)
            }
            (PartRange::TargetFromPiece(steps), MovePart::Target(cell)) => {
                let from = before.first()?.cell()?;
                let step = (cell.row.wrapping_sub(from.row) as i8, cell.col.wrapping_sub(from.col) as i8);
                steps.iter().position(|&known| known == step).map(|place| place as u32)
            }
            (PartRange::Wall { rows, cols }, MovePart::Wall(wall)) => {
                let inside = wall.at.row < *rows && wall.at.col < *cols;
                let slot = u32::from(wall.at.row) * u32::from(*cols) + u32::from(wall.at.col);
                inside.then(|| slot * 2 + u32::from(wall.colour == WallColour::Green))
            }
            (PartRange::Swap, MovePart::Swap) | (PartRange::Pass, MovePart::Pass) => Some(0),
            _ => None,
        }
    }
}

/// The numbers of all moves of a game with its options chosen.
///
/// ```
/// use potez_core::{ActionSpace, CellRef, MovePart, PartRange};
///
/// let cells = vec![CellRef::new(0, 0), CellRef::new(0, 1)];
/// let space = ActionSpace::new(vec![vec![PartRange::Target(cells)], vec![PartRange::Swap]]);
/// assert_eq!(space.count(), 3);
/// assert_eq!(space.number(&[MovePart::Swap]), Some(2));
/// assert_eq!(space.parts(1).as_deref(), Some(&[MovePart::Target(CellRef::new(0, 1))][..]));
/// ```
#[derive(Clone, Debug)]
pub struct ActionSpace {
    forms: Vec<(u32, Vec<Digit>)>,
    count: u32,
}

impl ActionSpace {
    /// The numbers of moves that have one of these forms.
    pub fn new(forms: Vec<Vec<PartRange>>) -> Self {
        let mut count = 0;
        let mut numbered = Vec::new();
        for form in forms {
            let digits: Vec<Digit> = form.into_iter().map(Digit::new).collect();
            let size: u32 = digits.iter().map(|digit| digit.count).product();
            numbered.push((count, digits));
            count += size;
        }
        Self { forms: numbered, count }
    }

    /// What serves a game that does not say how its moves look: a stone on a cell, the swap, the
    /// pass, a piece from a cell to any other.
    pub fn usual(cells: &[CellRef]) -> Self {
        Self::new(vec![
            vec![PartRange::Target(cells.to_vec())],
            vec![PartRange::Swap],
            vec![PartRange::Pass],
            vec![PartRange::Piece(cells.to_vec()), PartRange::Target(cells.to_vec())],
        ])
    }

    /// How many numbers there are; each is below this.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The number of a move that has these parts, if they have one of the forms.
    pub fn number(&self, parts: &[MovePart]) -> Option<u32> {
        let in_form = |digits: &[Digit]| {
            if digits.len() != parts.len() {
                return None;
            }
            let mut number = 0;
            for (place, digit) in digits.iter().enumerate() {
                number = number * digit.count + digit.number(parts[place], &parts[..place])?;
            }
            Some(number)
        };
        self.forms.iter().find_map(|(first, digits)| Some(first + in_form(digits)?))
    }

    /// The parts of the move that has this number; `None` where a move would leave the board.
    pub fn parts(&self, number: u32) -> Option<MoveParts> {
        if number >= self.count {
            return None;
        }
        let (first, digits) = self.forms.iter().rev().find(|(first, _)| *first <= number)?;
        let mut rest = number - first;
        let mut size: u32 = digits.iter().map(|digit| digit.count).product();
        let mut parts = MoveParts::default();
        for digit in digits {
            size /= digit.count;
            let part = digit.range.part(rest / size, &parts)?;
            // A step from a cell at the edge may lead over it.
            if matches!(digit.range, PartRange::TargetFromPiece(_)) {
                digits[0].place(part.cell()?)?;
            }
            parts = parts.with(part);
            rest %= size;
        }
        Some(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: usize, cols: usize) -> Vec<CellRef> {
        (0..rows).flat_map(|row| (0..cols).map(move |col| CellRef::new(row, col))).collect()
    }

    #[test]
    fn every_number_is_the_number_of_its_parts() {
        let steps = vec![(-1, 0), (0, 2), (1, 1)];
        let space = ActionSpace::new(vec![
            vec![
                PartRange::Piece(board(3, 4)),
                PartRange::TargetFromPiece(steps),
                PartRange::Wall { rows: 2, cols: 3 },
            ],
            vec![PartRange::Piece(board(3, 4)), PartRange::LevelUpTo(4), PartRange::Target(board(3, 4))],
            vec![PartRange::Pass],
        ]);
        assert_eq!(space.count(), 12 * 3 * 12 + 12 * 3 * 12 + 1);
        let mut whole = 0;
        for number in 0..space.count() {
            if let Some(parts) = space.parts(number) {
                assert_eq!(space.number(&parts), Some(number), "{parts:?}");
                whole += 1;
            }
        }
        assert_eq!(whole, (12 * 3 - 16) * 12 + 12 * 3 * 12 + 1, "16 steps lead over an edge");
        assert_eq!(space.parts(space.count()), None);
        assert_eq!(space.number(&[MovePart::Swap]), None);
    }
}
