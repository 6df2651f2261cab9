//! The game: rules with their options chosen, and what interfaces ask of them.

use std::fmt;
use std::str::FromStr;

use potez_core::{
    ActionSpace, MoveError, MovePart, MoveParts, ParseError, PictureOptions, Player, PositionError, Setup, SpecError,
    Style, View,
};

use crate::{
    Bits, DESCRIPTION, Illegal, Move, Position, Rules, WinReason, classic, learning, notation, parts, picture, setup,
    view,
};

/// Blockade with its options chosen, on a board of `N` words ([`SMALL`](crate::SMALL) or
/// [`LARGE`](crate::LARGE)).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game<const N: usize> {
    rules: Rules,
}

impl<const N: usize> Game<N> {
    /// The game of these rules, if the board fits: every board fits [`LARGE`](crate::LARGE), and
    /// those of [`Rules::is_small`] fit [`SMALL`](crate::SMALL).
    pub fn new(rules: Rules) -> Option<Self> {
        (rules.rows() <= Bits::<N>::ROWS && rules.cols() <= Bits::<N>::COLS).then_some(Self { rules })
    }

    /// The options.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }
}

impl<const N: usize> FromStr for Game<N> {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let rules: Rules = text.parse()?;
        Self::new(rules).ok_or_else(|| {
            let too_tall = rules.rows() > Bits::<N>::ROWS;
            let (key, value, most) = if too_tall {
                ("rows", rules.rows(), Bits::<N>::ROWS)
            } else {
                ("cols", rules.cols(), Bits::<N>::COLS)
            };
            let allowed = format!("a number from 5 to {most} on this class of boards");
            SpecError::BadValue { game: DESCRIPTION.id, key, value: value.to_string(), allowed }
        })
    }
}

impl<const N: usize> fmt::Display for Game<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.rules, f)
    }
}

impl<const N: usize> potez_core::Game for Game<N> {
    type Position = Position<N>;

    fn start(&self) -> Position<N> {
        Position::new(self.rules)
    }

    fn read_move(&self, pos: &Position<N>, text: &str) -> Result<Move, MoveError<Illegal>> {
        // Every move fits a line; what is longer is not worth reading to its end.
        if text.len() > 1000 {
            return Err(ParseError::new(text, 0, "a move of at most 1000 characters").into());
        }
        notation::read_move(pos, text)
    }

    fn read_position(&self, text: &str) -> Result<Position<N>, PositionError> {
        notation::read_position(self.rules, text)
    }

    fn reason(&self, pos: &Position<N>) -> Option<String> {
        pos.ending().map(|ending| {
            match ending {
                WinReason::Goal => "goal",
                WinReason::NoMove => "no-move",
            }
            .to_string()
        })
    }

    fn draw(&self, pos: &Position<N>, last: Option<Move>, options: &PictureOptions) -> String {
        match options.style {
            Style::Modern => picture::draw(pos, last, options),
            Style::Classic => classic::draw(pos, options),
        }
    }

    fn view(&self, pos: &Position<N>, last: Option<Move>) -> View {
        view::view(pos, last)
    }

    fn parts(&self, mv: Move) -> MoveParts {
        parts::parts(mv)
    }

    fn assemble(&self, parts: &[MovePart]) -> Option<Move> {
        parts::assemble(parts)
    }

    fn spell(&self, parts: &[MovePart]) -> String {
        parts::spell(parts)
    }

    fn candidates(&self, pos: &Position<N>, chosen: &[MovePart]) -> Vec<MovePart> {
        parts::candidates(pos, chosen)
    }

    fn set_up(&self, setup: &Setup) -> Result<Position<N>, PositionError> {
        setup::set_up(self.rules, setup)
    }

    /// The starts follow from the size.
    fn derived_option(&self, key: &str) -> Option<String> {
        self.rules.starts(key)
    }

    fn images(&self, pos: &Position<N>) -> Vec<Position<N>> {
        let keeping = self.rules.symmetries().into_iter().filter(|symmetry| !symmetry.swap);
        keeping.map(|symmetry| pos.image(symmetry)).collect()
    }

    fn actions(&self) -> ActionSpace {
        learning::actions(&self.rules)
    }

    fn observation_shape(&self) -> [usize; 3] {
        learning::shape(&self.rules)
    }

    fn observe(&self, pos: &Position<N>, player: Player, planes: &mut [f32]) {
        learning::observe(pos, player, planes);
    }
}
