//! Hex: X joins top and bottom, O joins left and right. The rules of a fourth game, and nothing
//! else of it.
//!
//! ```text
//!   1 2 3 4        each cell touches its neighbours in the row and in the column,
//! a . . . .        and the two on the diagonal from top right to bottom left
//!  b . . . .
//!   c . . . .
//!    d . . . .
//! ```

use std::fmt;
use std::str::FromStr;

use potez_core::notation::{spec_number, spec_pairs};
use potez_core::{
    CellRef, CellView, Description, EditorTool, GameOption, Labels, Mark, MoveError, MovePart, MoveParts, Outcome,
    ParseError, PictureOptions, Piece, Player, PositionError, Preset, Sample, Setup, Shape, SpecError, Unplayable,
    View,
};

/// What the game says of itself.
pub(crate) const DESCRIPTION: Description = Description {
    id: "hex",
    name: "Hex",
    about: "join two sides of a rhombus before the other joins the other two",
    options: &[GameOption { key: "size", values: "3..=6", default: "4", about: "cells a side" }],
    glyphs: &[],
    presets: &[
        Preset { id: "four", name: "Size 4", about: "Small enough to be solved.", spec: "hex" },
        Preset { id: "five", name: "Size 5", about: "A little larger.", spec: "hex:size=5" },
    ],
    sample: Sample { spec: "hex", moves: &["b2", "c3", "b3"] },
    editor: &[EditorTool::Piece { owner: Player::X, height: 1 }, EditorTool::Piece { owner: Player::O, height: 1 }],
    lessons: r#"{"sections":[{"id":"aim","blocks":[
        {"kind":"text","key":"aim-1"},
        {"kind":"diagram","game":"hex","key":"start","interactive":true}]}]}"#,
    guide: "",
    notations: &["canonical"],
    formats: &[],
    gtp: true,
    bench: &[("hex", 3)],
};

/// Hex with its size chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Hex {
    size: usize,
}

/// Stones by player, a bit a cell in reading order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HexPosition {
    size: usize,
    stones: [u64; 2],
    turn: Player,
    winner: Option<Player>,
}

/// A stone on the cell of this number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stone {
    row: u8,
    col: u8,
}

impl fmt::Display for Stone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.row), self.col + 1)
    }
}

impl HexPosition {
    fn bit(&self, stone: Stone) -> u64 {
        1 << (usize::from(stone.row) * self.size + usize::from(stone.col))
    }

    fn cells(self) -> impl Iterator<Item = Stone> {
        let size = self.size as u8;
        (0..size).flat_map(move |row| (0..size).map(move |col| Stone { row, col }))
    }

    pub(crate) fn owner(&self, stone: Stone) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| self.stones[player.index()] & self.bit(stone) != 0)
    }

    /// The stones that hang together with the player's first side.
    fn chain(&self, player: Player) -> Vec<Stone> {
        let begins = |cell: &Stone| if player == Player::X { cell.row == 0 } else { cell.col == 0 };
        let mine = |cell: &Stone| self.owner(*cell) == Some(player);
        let mut chain: Vec<Stone> = self.cells().filter(begins).filter(mine).collect();
        let mut next = 0;
        while let Some(&Stone { row, col }) = chain.get(next) {
            next += 1;
            for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1)] {
                let (Some(row), Some(col)) = (row.checked_add_signed(down), col.checked_add_signed(right)) else {
                    continue;
                };
                let cell = Stone { row, col };
                let is_inside = usize::from(row) < self.size && usize::from(col) < self.size;
                if is_inside && mine(&cell) && !chain.contains(&cell) {
                    chain.push(cell);
                }
            }
        }
        chain
    }

    fn has_joined(&self, player: Player) -> bool {
        let last = self.size as u8 - 1;
        self.chain(player).iter().any(|cell| if player == Player::X { cell.row == last } else { cell.col == last })
    }

    /// The position of these stones, if the rules allow it.
    fn checked(size: usize, stones: [u64; 2], turn: Player) -> Result<Self, PositionError> {
        let [x, o] = stones.map(u64::count_ones);
        if x != o + u32::from(turn == Player::O) {
            return Err(PositionError::impossible("stone-count", format!("{x} stones of X and {o} of O do not fit")));
        }
        let mut pos = Self { size, stones, turn, winner: None };
        if pos.has_joined(turn) {
            return Err(PositionError::impossible("winner-on-turn", format!("{turn} has won and yet is to move")));
        }
        pos.winner = pos.has_joined(!turn).then_some(!turn);
        Ok(pos)
    }
}

/// Rows from the top joined by `/`, then the turn.
impl fmt::Display for HexPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in self.cells() {
            if cell.row > 0 && cell.col == 0 {
                f.write_str("/")?;
            }
            write!(f, "{}", self.owner(cell).map_or('.', Player::letter))?;
        }
        write!(f, " {}", self.turn.letter())
    }
}

impl potez_core::Position for HexPosition {
    type Move = Stone;
    type Illegal = Unplayable;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(Outcome::Win)
    }

    fn legal_moves(&self, moves: &mut Vec<Stone>) {
        if self.winner.is_none() {
            moves.extend(self.cells().filter(|&cell| self.owner(cell).is_none()));
        }
    }

    fn play(&mut self, mv: Stone) {
        let (mover, bit) = (self.turn, self.bit(mv));
        self.stones[mover.index()] |= bit;
        self.winner = self.has_joined(mover).then_some(mover);
        self.turn = !mover;
    }

    fn key(&self) -> u64 {
        let [x, o] = self.stones;
        fastrand::Rng::with_seed(x.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ o ^ (self.turn.index() as u64) << 63).u64(..)
    }

    fn check(&self, mv: Stone) -> Result<(), Unplayable> {
        let is_inside = usize::from(mv.row) < self.size && usize::from(mv.col) < self.size;
        if self.winner.is_none() && is_inside && self.owner(mv).is_none() { Ok(()) } else { Err(Unplayable) }
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.size == 4 { f.write_str("hex") } else { write!(f, "hex:size={}", self.size) }
    }
}

impl FromStr for Hex {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut size = 4;
        for (key, value) in spec_pairs(DESCRIPTION.id, &["size"], text)? {
            size = spec_number(DESCRIPTION.id, key, &value, 3..=6)?;
        }
        Ok(Self { size })
    }
}

fn read_cell(text: &str) -> Result<Stone, ParseError> {
    let word = text.trim().to_ascii_lowercase();
    let row = word.bytes().next().filter(u8::is_ascii_lowercase).map(|letter| letter - b'a');
    let col = word.get(1..).and_then(|digits| digits.parse::<u8>().ok()).and_then(|number| number.checked_sub(1));
    match (row, col) {
        (Some(row), Some(col)) => Ok(Stone { row, col }),
        _ => Err(ParseError::new(text, 0, "a cell such as `b3`")),
    }
}

impl potez_core::Game for Hex {
    type Position = HexPosition;

    fn start(&self) -> HexPosition {
        HexPosition { size: self.size, stones: [0; 2], turn: Player::X, winner: None }
    }

    fn read_move(&self, _: &HexPosition, text: &str) -> Result<Stone, MoveError<Unplayable>> {
        Ok(read_cell(text)?)
    }

    fn read_position(&self, text: &str) -> Result<HexPosition, PositionError> {
        let wrong = |expected: &str| ParseError::new(text, 0, expected);
        let (rows, turn) = text.trim().rsplit_once(' ').ok_or_else(|| wrong("rows and the turn"))?;
        let cells: Vec<char> = rows.chars().filter(|&c| c != '/').collect();
        if cells.len() != self.size * self.size {
            return Err(wrong("a row for every letter").into());
        }
        let stones = Player::BOTH.map(|player| {
            let mine = cells.iter().zip(0..).filter(|&(&cell, _)| Player::from_letter(cell) == Some(player));
            mine.fold(0, |stones, (_, number)| stones | 1 << number)
        });
        HexPosition::checked(self.size, stones, turn.parse()?)
    }

    fn reason(&self, pos: &HexPosition) -> Option<String> {
        pos.winner.map(|_| "joined".into())
    }

    fn draw(&self, pos: &HexPosition, _: Option<Stone>, _: &PictureOptions) -> String {
        let line = |row: usize| {
            let cells = pos.cells().filter(move |cell| usize::from(cell.row) == row);
            let cells = cells.map(|cell| pos.owner(cell).map_or(".".into(), |owner| owner.to_string()));
            format!("{}{} {}", " ".repeat(row), char::from(b'a' + row as u8), cells.collect::<Vec<_>>().join(" "))
        };
        (0..self.size).map(line).collect::<Vec<_>>().join("\n")
    }

    fn view(&self, pos: &HexPosition, last: Option<Stone>) -> View {
        let winning = pos.winner.map(|winner| pos.chain(winner)).unwrap_or_default();
        let cell = |cell: Stone| CellView {
            name: cell.to_string(),
            row: cell.row.into(),
            col: cell.col.into(),
            pieces: pos.owner(cell).map(|owner| Piece { owner, number: 0 }).into_iter().collect(),
            marks: [(last == Some(cell)).then_some(Mark::LastTo), winning.contains(&cell).then_some(Mark::Winning)]
                .into_iter()
                .flatten()
                .collect(),
        };
        View {
            shape: Shape::Squares { rows: self.size, cols: self.size },
            labels: Labels::lettered_rows(self.size, self.size),
            cells: pos.cells().map(cell).collect(),
            walls: Vec::new(),
            stocks: Vec::new(),
        }
    }

    fn parts(&self, mv: Stone) -> MoveParts {
        MoveParts::new(&[MovePart::Target(CellRef { row: mv.row, col: mv.col })])
    }

    fn assemble(&self, parts: &[MovePart]) -> Option<Stone> {
        match *parts {
            [MovePart::Target(CellRef { row, col })] => Some(Stone { row, col }),
            _ => None,
        }
    }

    fn spell(&self, parts: &[MovePart]) -> String {
        self.assemble(parts).map_or_else(String::new, |mv| mv.to_string())
    }

    fn set_up(&self, setup: &Setup) -> Result<HexPosition, PositionError> {
        let mut pos = self.start();
        for cell in &setup.cells {
            let stone = Stone { row: cell.at.row, col: cell.at.col };
            let [owner] = cell.pieces[..] else {
                return Err(PositionError::impossible("stones-on-cell", "a cell holds one stone"));
            };
            if potez_core::Position::check(&pos, stone).is_err() {
                return Err(PositionError::impossible("cell-off-board", format!("no stone can stand on `{stone}`")));
            }
            pos.stones[owner.index()] |= pos.bit(stone);
        }
        HexPosition::checked(self.size, pos.stones, setup.turn)
    }

    fn images(&self, pos: &HexPosition) -> Vec<HexPosition> {
        // The half-turn keeps both aims; reflections exchange them.
        let cells = self.size * self.size;
        let turned = |stones: u64| stones.reverse_bits() >> (64 - cells);
        vec![*pos, HexPosition { stones: pos.stones.map(turned), ..*pos }]
    }
}
