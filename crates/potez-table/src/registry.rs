//! Every game that the program knows, a line each.

use std::sync::OnceLock;

use potez_core::{Description, Kind, Message, Setup, SpecError};
use potez_engine::potez_blockade::{self, LARGE, SMALL};
use potez_engine::potez_byte::{self, Eight, Sixteen, Ten};
use potez_engine::potez_havannah::{self, Sizes, Upto5, Upto8, Upto10, Upto15};

use crate::Table;
use crate::typed::{Start, TypedTable};

/// A game that the program knows.
#[derive(Clone, Copy)]
pub struct Registered {
    /// What the game says of itself.
    pub description: &'static Description,
    /// Makes a table for a spec of this game.
    pub open: OpenTable,
}

/// Makes a table for a game spec.
pub type OpenTable = fn(&str, Start) -> Result<Box<dyn Table>, Message>;

/// The games of the program itself.
const STANDARD: [Registered; 3] = [
    Registered { description: &potez_blockade::DESCRIPTION, open: blockade },
    Registered { description: &potez_havannah::DESCRIPTION, open: havannah },
    Registered { description: &potez_byte::DESCRIPTION, open: byte },
];

static GAMES: OnceLock<Vec<Registered>> = OnceLock::new();

/// Every game.
pub fn games() -> &'static [Registered] {
    GAMES.get_or_init(|| STANDARD.to_vec())
}

/// Adds games to those of the program itself, once and before any game is asked for. False if it is
/// too late.
///
/// The registry belongs to the process: a spec means the same game in every record, protocol and
/// thread.
pub fn register(more: &[Registered]) -> bool {
    GAMES.set(STANDARD.iter().chain(more).copied().collect()).is_ok()
}

/// A game by the name in its specs.
pub fn find(name: &str) -> Option<&'static Registered> {
    games().iter().find(|game| game.description.id.eq_ignore_ascii_case(name.trim()))
}

/// A table for a game spec, at the game's start or at a given position.
///
/// ```
/// let mut table = potez_table::open("byte:size=8", None).unwrap();
/// assert_eq!(table.count_legal(), 35);
/// table.play("b2-a3").unwrap();
/// assert!(potez_table::open("chess", None).is_err());
/// ```
pub fn open(spec: &str, position: Option<&str>) -> Result<Box<dyn Table>, Message> {
    open_at(spec, position.map_or(Start::Usual, Start::Position))
}

/// A table for a game spec at an edited board.
pub fn set_up(spec: &str, setup: &Setup) -> Result<Box<dyn Table>, Message> {
    open_at(spec, Start::Setup(setup))
}

fn open_at(spec: &str, start: Start) -> Result<Box<dyn Table>, Message> {
    let name = spec.split(':').next().unwrap_or_default().trim();
    let Some(game) = find(name) else {
        let games = games().iter().map(|game| game.description.id).collect::<Vec<_>>().join(", ");
        return Err(unknown(&SpecError::UnknownGame { name: name.into(), games }));
    };
    (game.open)(spec, start)
}

/// Why a game fits the class it is given to.
const CHOSEN: &str = "the class was chosen for these rules";

fn unknown(error: &SpecError) -> Message {
    Message::new(Kind::UnknownGame, error)
}

fn blockade(spec: &str, start: Start) -> Result<Box<dyn Table>, Message> {
    use potez_blockade::{DESCRIPTION, Game, Rules};
    let rules: Rules = spec.parse().map_err(|error| unknown(&error))?;
    if rules.is_small() {
        TypedTable::open(&DESCRIPTION, Game::<SMALL>::new(rules).expect(CHOSEN), start)
    } else {
        TypedTable::open(&DESCRIPTION, Game::<LARGE>::new(rules).expect(CHOSEN), start)
    }
}

fn havannah(spec: &str, start: Start) -> Result<Box<dyn Table>, Message> {
    use potez_havannah::{DESCRIPTION, Game, Rules};
    let rules: Rules = spec.parse().map_err(|error| unknown(&error))?;
    match rules.class() {
        Sizes::Upto5 => TypedTable::open(&DESCRIPTION, Game::<Upto5>::new(rules).expect(CHOSEN), start),
        Sizes::Upto8 => TypedTable::open(&DESCRIPTION, Game::<Upto8>::new(rules).expect(CHOSEN), start),
        Sizes::Upto10 => TypedTable::open(&DESCRIPTION, Game::<Upto10>::new(rules).expect(CHOSEN), start),
        Sizes::Upto15 => TypedTable::open(&DESCRIPTION, Game::<Upto15>::new(rules).expect(CHOSEN), start),
    }
}

fn byte(spec: &str, start: Start) -> Result<Box<dyn Table>, Message> {
    use potez_byte::{DESCRIPTION, Game, Rules};
    let rules: Rules = spec.parse().map_err(|error| unknown(&error))?;
    match rules.size {
        8 => TypedTable::open(&DESCRIPTION, Game::<Eight>::new(rules).expect(CHOSEN), start),
        10 => TypedTable::open(&DESCRIPTION, Game::<Ten>::new(rules).expect(CHOSEN), start),
        _ => TypedTable::open(&DESCRIPTION, Game::<Sixteen>::new(rules).expect(CHOSEN), start),
    }
}
