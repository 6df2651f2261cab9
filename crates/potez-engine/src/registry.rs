use potez_core::{Family, Kind, Message, SpecError};

use crate::Table;
use crate::table::TableOf;
use potez_blockade::{LARGE, SMALL};
use potez_byte::{Eight, Sixteen, Ten};
use potez_havannah::{Sizes, Upto5, Upto8, Upto10, Upto15};

/// A game the program knows.
pub struct Registered {
    /// Its name and knobs.
    pub family: &'static Family,
    open: Open,
}

type Open = fn(&str, Option<&str>) -> Result<Box<dyn Table>, Message>;

/// Every game, a line each.
pub const GAMES: [Registered; 3] = [
    Registered { family: &potez_blockade::Rules::FAMILY, open: blockade },
    Registered { family: &potez_havannah::Rules::FAMILY, open: havannah },
    Registered { family: &potez_byte::Rules::FAMILY, open: byte },
];

/// A table for a game spec, at the game's start or at a given position.
///
/// ```
/// let mut table = potez_engine::open("byte:size=8", None).unwrap();
/// assert_eq!(table.count_legal(), 35);
/// table.play("b2-a3").unwrap();
/// assert!(potez_engine::open("chess", None).is_err());
/// ```
pub fn open(spec: &str, position: Option<&str>) -> Result<Box<dyn Table>, Message> {
    let name = spec.split(':').next().unwrap_or_default().trim();
    let known = GAMES.iter().find(|game| game.family.id.eq_ignore_ascii_case(name));
    let Some(game) = known else {
        let games = GAMES.iter().map(|game| game.family.id).collect::<Vec<_>>().join(", ");
        return Err(unknown(&SpecError::UnknownGame { name: name.into(), games }));
    };
    (game.open)(spec, position)
}

/// Why a game fits the class it is given to.
const CHOSEN: &str = "the class was chosen for these rules";

fn unknown(error: &SpecError) -> Message {
    Message::new(Kind::UnknownGame, error)
}

fn blockade(spec: &str, position: Option<&str>) -> Result<Box<dyn Table>, Message> {
    let rules: potez_blockade::Rules = spec.parse().map_err(|error| unknown(&error))?;
    if rules.is_small() {
        TableOf::open(potez_blockade::Game::<SMALL>::new(rules).expect(CHOSEN), position)
    } else {
        TableOf::open(potez_blockade::Game::<LARGE>::new(rules).expect(CHOSEN), position)
    }
}

fn havannah(spec: &str, position: Option<&str>) -> Result<Box<dyn Table>, Message> {
    let rules: potez_havannah::Rules = spec.parse().map_err(|error| unknown(&error))?;
    match rules.class() {
        Sizes::Upto5 => TableOf::open(potez_havannah::Game::<Upto5>::new(rules).expect(CHOSEN), position),
        Sizes::Upto8 => TableOf::open(potez_havannah::Game::<Upto8>::new(rules).expect(CHOSEN), position),
        Sizes::Upto10 => TableOf::open(potez_havannah::Game::<Upto10>::new(rules).expect(CHOSEN), position),
        Sizes::Upto15 => TableOf::open(potez_havannah::Game::<Upto15>::new(rules).expect(CHOSEN), position),
    }
}

fn byte(spec: &str, position: Option<&str>) -> Result<Box<dyn Table>, Message> {
    let rules: potez_byte::Rules = spec.parse().map_err(|error| unknown(&error))?;
    match rules.size {
        8 => TableOf::open(potez_byte::Game::<Eight>::new(rules).expect(CHOSEN), position),
        10 => TableOf::open(potez_byte::Game::<Ten>::new(rules).expect(CHOSEN), position),
        _ => TableOf::open(potez_byte::Game::<Sixteen>::new(rules).expect(CHOSEN), position),
    }
}
