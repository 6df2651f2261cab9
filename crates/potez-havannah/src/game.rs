//! The game: rules with their options chosen, and what interfaces ask of them.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use potez_core::{
    ActionSpace, MoveError, MovePart, MoveParts, Outcome, ParseError, PictureOptions, Player, PositionError, Setup,
    SpecError, Style, View,
};

use crate::{
    Class, Coordinates, DESCRIPTION, Geometry, Illegal, Move, Position, Rules, Symmetry, classic, diagram, learning,
    parts, picture, setup, view,
};

/// Havannah with its options chosen, on boards of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game<C: Class> {
    rules: Rules,
    class: PhantomData<C>,
}

impl<C: Class> Game<C> {
    /// The game of these rules; an error if the size is none of this class.
    pub fn new(rules: Rules) -> Result<Self, SpecError> {
        if (Rules::SMALLEST..=C::LARGEST).contains(&rules.size) {
            return Ok(Self { rules, class: PhantomData });
        }
        Err(SpecError::BadValue {
            game: DESCRIPTION.id,
            key: "size",
            value: rules.size.to_string(),
            allowed: format!("a number from {} to {}", Rules::SMALLEST, C::LARGEST),
        })
    }

    /// The options.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The geometry of the board.
    pub fn geometry(&self) -> &'static Geometry {
        Geometry::of(self.rules.size)
    }
}

impl<C: Class> fmt::Display for Game<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rules.fmt(f)
    }
}

impl<C: Class> FromStr for Game<C> {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        Self::new(text.parse()?)
    }
}

impl<C: Class> potez_core::Game for Game<C> {
    type Position = Position<C>;

    fn start(&self) -> Position<C> {
        Position::new(self.rules)
    }

    fn read_move(&self, _: &Position<C>, text: &str) -> Result<Move, MoveError<Illegal>> {
        let word = text.trim();
        if is_swap(word) {
            return Ok(Move::SWAP);
        }
        if word.is_empty() {
            return Err(ParseError::new(text, 0, "a cell such as `c3`, or `swap`").into());
        }
        let form = if word.starts_with('(') { Coordinates::List } else { Coordinates::Canonical };
        Ok(form.read(self.geometry(), text).map(Move::stone)?)
    }

    fn read_position(&self, text: &str) -> Result<Position<C>, PositionError> {
        diagram::read(self.rules, text)
    }

    /// Rule 3.4: `bridge`, `fork`, `ring` joined by `+`, or `full-board`.
    fn reason(&self, pos: &Position<C>) -> Option<String> {
        Some(match potez_core::Position::outcome(pos)? {
            Outcome::Win(_) => pos.structures().to_string(),
            Outcome::Draw => "full-board".into(),
        })
    }

    fn draw(&self, pos: &Position<C>, last: Option<Move>, options: &PictureOptions) -> String {
        match options.style {
            Style::Modern => picture::picture(pos, last, options),
            Style::Classic => classic::picture(pos),
        }
    }

    fn view(&self, pos: &Position<C>, last: Option<Move>) -> View {
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

    fn write_in(&self, notation: &str, mv: Move) -> String {
        let form = Coordinates::named(notation).unwrap_or_default();
        // `swap` is the same in every notation.
        mv.cell().map_or_else(|| mv.to_string(), |cell| form.write(self.geometry(), cell))
    }

    fn read_in(&self, notation: &str, pos: &Position<C>, text: &str) -> Result<Move, MoveError<Illegal>> {
        match Coordinates::named(notation) {
            Some(form) if !is_swap(text) => Ok(form.read(self.geometry(), text).map(Move::stone)?),
            _ => self.read_move(pos, text),
        }
    }

    fn set_up(&self, setup: &Setup) -> Result<Position<C>, PositionError> {
        setup::set_up(self.rules, setup)
    }

    fn images(&self, pos: &Position<C>) -> Vec<Position<C>> {
        Symmetry::all().map(|symmetry| symmetry.position(pos)).collect()
    }

    fn actions(&self) -> ActionSpace {
        learning::actions(self.rules)
    }

    fn action_number(&self, _: &ActionSpace, mv: Move) -> Option<u32> {
        learning::number(self.rules, mv)
    }

    fn observation_shape(&self) -> [usize; 3] {
        learning::shape(self.rules)
    }

    fn observe(&self, pos: &Position<C>, player: Player, planes: &mut [f32]) {
        learning::observe(pos, player, planes);
    }
}

/// Rule 4.1: `swap`, as some programs of others `swap-pieces`.
fn is_swap(text: &str) -> bool {
    ["swap", "swap-pieces"].iter().any(|word| word.eq_ignore_ascii_case(text.trim()))
}
