//! The game: rules with their options chosen, and what interfaces ask of them.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use potez_core::{
    ActionSpace, CellView, Labels, Mark, MoveError, MovePart, MoveParts, Outcome, PictureOptions, Piece, Player,
    Position as _, PositionError, Setup, Shape, SpecError, Style, View,
};

use crate::{
    Board, DESCRIPTION, Illegal, Move, Position, Rules, Square, Symmetry, Variant, classic, learning, notation, parts,
    picture, setup,
};

/// The game on one board size, with its variant chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Game<B: Board> {
    variant: Variant,
    board: PhantomData<B>,
}

impl<B: Board> Game<B> {
    /// The game of these rules, if this is their board size.
    pub fn new(rules: Rules) -> Option<Self> {
        (rules.size == B::SIZE).then_some(Self { variant: rules.variant, board: PhantomData })
    }

    /// The options.
    pub fn rules(&self) -> Rules {
        Rules { size: B::SIZE, variant: self.variant }
    }
}

impl<B: Board> fmt::Display for Game<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules().fmt(f)
    }
}

impl<B: Board> FromStr for Game<B> {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let rules: Rules = text.parse()?;
        Self::new(rules).ok_or_else(|| SpecError::BadValue {
            game: DESCRIPTION.id,
            key: "size",
            value: rules.size.to_string(),
            allowed: format!("{} here", B::SIZE),
        })
    }
}

impl<B: Board> potez_core::Game for Game<B> {
    type Position = Position<B>;

    fn start(&self) -> Position<B> {
        Position::start(self.variant)
    }

    fn read_move(&self, _: &Position<B>, text: &str) -> Result<Move, MoveError<Illegal>> {
        notation::read_move::<B>(text)
    }

    fn read_position(&self, text: &str) -> Result<Position<B>, PositionError> {
        notation::read_position(text, self.variant)
    }

    fn reason(&self, pos: &Position<B>) -> Option<String> {
        pos.outcome().map(|outcome| match outcome {
            Outcome::Win(_) => "majority".into(),
            Outcome::Draw => "tie".into(),
        })
    }

    fn draw(&self, pos: &Position<B>, last: Option<Move>, options: &PictureOptions) -> String {
        match options.style {
            Style::Modern => picture::draw(pos, last, options),
            Style::Classic => classic::draw(pos, options),
        }
    }

    fn view(&self, pos: &Position<B>, last: Option<Move>) -> View {
        let last = last.filter(|mv| !mv.is_pass());
        // Rule 3.2: what decides has left the board, and where it stood is all that can be marked.
        let is_won = matches!(pos.outcome(), Some(Outcome::Win(_)));
        let decided = last.map(Move::to).filter(|&to| is_won && pos.stack(to).is_empty());
        let area = |square: Square| CellView {
            name: square.to_string(),
            row: B::SIZE - 1 - square.rank(),
            col: square.file(),
            pieces: pos.stack(square).owners().map(|owner| Piece { owner, number: 0 }).collect(),
            marks: last
                .iter()
                .flat_map(|mv| [(mv.from(), Mark::LastFrom), (mv.to(), Mark::LastTo)])
                .chain(decided.map(|square| (square, Mark::Winning)))
                .filter(|&(marked, _)| marked == square)
                .map(|(_, mark)| mark)
                .collect(),
        };
        let mut cells: Vec<CellView> = pos.squares().map(|(square, _)| area(square)).collect();
        cells.sort_by_key(|area| (area.row, area.col));
        let scores = Player::BOTH.map(|player| pos.score(player) as u32);
        View {
            shape: Shape::Squares { rows: B::SIZE, cols: B::SIZE },
            labels: Labels::lettered_cols(B::SIZE, B::SIZE),
            cells,
            walls: Vec::new(),
            stocks: vec![("score", scores)],
        }
    }

    fn parts(&self, mv: Move) -> MoveParts {
        parts::parts::<B>(mv)
    }

    fn assemble(&self, parts: &[MovePart]) -> Option<Move> {
        parts::assemble::<B>(parts)
    }

    fn spell(&self, parts: &[MovePart]) -> String {
        parts::spell::<B>(parts)
    }

    fn set_up(&self, setup: &Setup) -> Result<Position<B>, PositionError> {
        setup::set_up(self.variant, setup)
    }

    fn images(&self, pos: &Position<B>) -> Vec<Position<B>> {
        Symmetry::ALL.iter().map(|symmetry| symmetry.position(pos)).collect()
    }

    fn actions(&self) -> ActionSpace {
        learning::actions::<B>()
    }

    fn observation_shape(&self) -> [usize; 3] {
        learning::shape::<B>()
    }

    fn observe(&self, pos: &Position<B>, player: Player, planes: &mut [f32]) {
        learning::observe(pos, player, planes);
    }
}
