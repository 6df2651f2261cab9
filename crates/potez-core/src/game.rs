//! The trait of a game: rules with their options chosen, and everything that is not hot.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::{
    ActionSpace, CellRef, CellView, Explain, Ink, Kind, Message, MovePart, MoveParts, ParseError, Player, Position,
    PositionError, Setup, SpecError, View,
};

/// A game with its options chosen, such as `havannah:size=8,swap=on`. Cold: search never sees it.
///
/// `Display` writes the shortest spec that reads back to the same game.
pub trait Game: Clone + Debug + Display + FromStr<Err = SpecError> + Send + Sync + 'static {
    /// The positions of this game.
    type Position: Position;

    /// The position at the start.
    fn start(&self) -> Self::Position;

    /// Reads a move in any accepted notation. The syntax is checked here, and what only notation
    /// can get wrong (the letter of the player not on turn, a pawn that does not exist); legality
    /// is [`Position::check`]'s.
    fn read_move(
        &self,
        pos: &Self::Position,
        text: &str,
    ) -> Result<<Self::Position as Position>::Move, MoveError<<Self::Position as Position>::Illegal>>;

    /// Reads a position in this game's notation and checks that the rules allow it.
    fn read_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// Why the game is over, as in protocols: `goal`, `bridge+ring`, `majority`, …
    fn reason(&self, pos: &Self::Position) -> Option<String>;

    /// The board in text: modern or as the original programs drew it. `last` is marked where the
    /// style can mark it.
    fn draw(
        &self,
        pos: &Self::Position,
        last: Option<<Self::Position as Position>::Move>,
        options: &PictureOptions,
    ) -> String;

    /// The board in text with nothing but the usual on it.
    fn picture(
        &self,
        pos: &Self::Position,
        last: Option<<Self::Position as Position>::Move>,
        style: Style,
        ink: Ink,
    ) -> String {
        self.draw(pos, last, &PictureOptions::new(style, ink))
    }

    /// The board as data, one schema for all games and all interfaces that draw.
    fn view(&self, pos: &Self::Position, last: Option<<Self::Position as Position>::Move>) -> View;

    /// The parts of a move, in the order in which a player chooses them.
    fn parts(&self, mv: <Self::Position as Position>::Move) -> MoveParts;

    /// The move that these parts make, if they have the form of one; legality is
    /// [`Position::check`]'s.
    fn assemble(&self, parts: &[MovePart]) -> Option<<Self::Position as Position>::Move>;

    /// The canonical text of a move, or of its beginning, that has these parts.
    fn spell(&self, parts: &[MovePart]) -> String;

    /// The text of a move in one of the notations of the game's
    /// [`Description`](crate::Description).
    fn write_in(&self, _notation: &str, mv: <Self::Position as Position>::Move) -> String {
        mv.to_string()
    }

    /// Reads a move in one of the notations of the game's [`Description`](crate::Description).
    fn read_in(
        &self,
        _notation: &str,
        pos: &Self::Position,
        text: &str,
    ) -> Result<<Self::Position as Position>::Move, MoveError<<Self::Position as Position>::Illegal>> {
        self.read_move(pos, text)
    }

    /// Parts that a player might try next, legal or not. What is not legal is shown with the
    /// reason, so only parts that cannot be seen to be impossible belong here: walls, not occupied
    /// cells.
    fn candidates(&self, _pos: &Self::Position, _chosen: &[MovePart]) -> Vec<MovePart> {
        Vec::new()
    }

    /// The position of an edited board, if the rules allow it.
    fn set_up(&self, setup: &Setup) -> Result<Self::Position, PositionError>;

    /// The value of an option, where it follows from other options instead of a fixed default.
    fn derived_option(&self, _key: &str) -> Option<String> {
        None
    }

    /// The images of a position under the symmetries of the board, itself first. Two openings are
    /// the same when one's key is among the other's images.
    fn images(&self, pos: &Self::Position) -> Vec<Self::Position>;

    /// A key that positions share when a symmetry of the board maps one onto the other: the least of all images.
    fn canonical_key(&self, pos: &Self::Position) -> u64 {
        self.images(pos).iter().map(Position::key).min().unwrap_or_else(|| pos.key())
    }

    /// The numbers of the moves, for programs that learn. They follow from the options alone and
    /// never change: whoever has trained on them relies on it.
    fn actions(&self) -> ActionSpace {
        let cells = self.view(&self.start(), None).cells;
        ActionSpace::usual(&cells.iter().map(|cell| CellRef::new(cell.row, cell.col)).collect::<Vec<_>>())
    }

    /// The number of a move in the space of [`actions`](Self::actions); games override it where
    /// they find it sooner than by the parts of the move.
    fn action_number(&self, space: &ActionSpace, mv: <Self::Position as Position>::Move) -> Option<u32> {
        space.number(&self.parts(mv))
    }

    /// Planes, rows and columns of what a learning program sees of a position.
    fn observation_shape(&self) -> [usize; 3] {
        let cells = self.view(&self.start(), None).cells;
        let most = |index: fn(&CellView) -> usize| cells.iter().map(index).max().map_or(0, |most| most + 1);
        [USUAL_PLANES, most(|cell| cell.row), most(|cell| cell.col)]
    }

    /// Writes what `player` sees of a position, plane by plane and row by row: as many numbers as
    /// [`observation_shape`](Self::observation_shape) says, all of which are 0 before.
    ///
    /// A game that says nothing else shows the player's pieces on a cell, the other's, and whether
    /// it is the player's turn.
    fn observe(&self, pos: &Self::Position, player: Player, planes: &mut [f32]) {
        let [_, rows, cols] = self.observation_shape();
        for cell in self.view(pos, None).cells {
            for piece in &cell.pieces {
                let plane = usize::from(piece.owner != player);
                planes[(plane * rows + cell.row) * cols + cell.col] = 1.0;
            }
        }
        if pos.turn() == player {
            planes[2 * rows * cols..].fill(1.0);
        }
    }
}

/// The planes of [`Game::observe`] in games that have no others.
const USUAL_PLANES: usize = 3;

/// How a board is drawn in text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// The project's own drawing.
    #[default]
    Modern,
    /// The drawing of the original programs, glyph for glyph.
    Classic,
}

/// How a board is drawn in text, and what is drawn besides it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PictureOptions {
    /// How it is drawn.
    pub style: Style,
    /// Whether it may have colours.
    pub ink: Ink,
    /// Whether stocks, scores and the player to move stand below the board, in English. Interfaces
    /// that speak other languages say it themselves.
    pub captions: bool,
    /// Characters of the classic style in place of the original program's, in the order of the
    /// [`Description`](crate::Description)'s; the original's own where there are fewer.
    pub glyphs: Vec<char>,
    /// Whether the classic style goes on with the shortest paths, as the original program prints
    /// them after a move.
    pub paths: bool,
    /// Signs on empty cells by the cells' names, in games that draw such.
    pub signs: Vec<(String, char)>,
}

impl PictureOptions {
    /// The usual drawing: with captions, without signs.
    pub const fn new(style: Style, ink: Ink) -> Self {
        Self { style, ink, captions: true, glyphs: Vec::new(), paths: false, signs: Vec::new() }
    }

    /// The sign on a cell, if it has one.
    pub fn sign(&self, cell: &str) -> Option<char> {
        self.signs.iter().find(|(name, _)| name == cell).map(|&(_, sign)| sign)
    }
}

/// A move text that cannot be read, or that names what the rules forbid.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum MoveError<I: Explain + std::error::Error + 'static> {
    /// The text does not have the form of a move.
    #[error(transparent)]
    Syntax(#[from] ParseError),
    /// The text is a move, but not one for here and now.
    #[error("{0}")]
    Illegal(I),
}

impl<I: Explain + std::error::Error> MoveError<I> {
    /// The message for an interface.
    pub fn message(&self) -> Message {
        match self {
            Self::Syntax(error) => Message::new(Kind::BadMove, error),
            Self::Illegal(error) => Message::new(Kind::IllegalMove, error),
        }
    }
}
