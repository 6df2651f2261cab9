//! What is played: entrants, pairings, openings, limits.

use potez_table::{Message, Table};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::entrant::is_same_name;
use crate::stats::Sprt;
use crate::{Control, Entrant, Kind, Openings, Program, Protocol};

/// Why an event cannot be played at all.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum EventError {
    /// The game does not exist, or a bot of ours cannot play it.
    #[error("{0}")]
    Game(Message),
    /// A program speaks a protocol that this game is not played by.
    #[error("{name}: GTP is not spoken over {game}: use proto=ugi")]
    Protocol {
        /// The entrant.
        name: String,
        /// The game.
        game: String,
    },
    /// A program writes moves in a notation that this game does not have.
    #[error("{name}: {game} has no coordinates `{notation}`: there are {known}")]
    Notation {
        /// The entrant.
        name: String,
        /// The game.
        game: String,
        /// What was asked for.
        notation: String,
        /// The notations that exist.
        known: String,
    },
}

/// A match or a tournament: everything that decides which games are played.
pub struct Event {
    /// The game spec.
    pub game: String,
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// Games of each two that meet. An odd number leaves the last opening played once.
    pub games: usize,
    /// The openings; every pairing plays the same ones.
    pub openings: Openings,
    /// Limits and timeout.
    pub control: Control,
    /// The seed of everything random.
    pub seed: u64,
    /// A test that may end a match early.
    pub sprt: Option<Sprt>,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pairing {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first meets everybody else.
    Gauntlet,
}

/// One pair to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fixture {
    pub(crate) pair: usize,
    pub(crate) players: [usize; 2],
    pub(crate) opening: usize,
    /// Two, or one for the last of an odd number.
    pub(crate) games: usize,
}

impl Event {
    /// Who meets whom, in the order of play.
    pub fn pairings(&self) -> Vec<[usize; 2]> {
        let count = self.entrants.len();
        let firsts = match self.pairing {
            Pairing::RoundRobin => count,
            Pairing::Gauntlet => count.min(1),
        };
        (0..firsts).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect()
    }

    /// The number of pairs in the schedule.
    pub fn pairs(&self) -> usize {
        self.games.div_ceil(2) * self.pairings().len()
    }

    /// The number of games in the schedule.
    pub fn total_games(&self) -> usize {
        self.games * self.pairings().len()
    }

    /// The pair at this place: all pairings play the first opening, then all the second, so that a
    /// tournament that is cut short is fair, and one that is made longer goes on where it was.
    pub(crate) fn fixture(&self, pairings: &[[usize; 2]], pair: usize) -> Fixture {
        let opening = pair / pairings.len();
        let games = (self.games - 2 * opening).min(2);
        Fixture { pair, players: pairings[pair % pairings.len()], opening, games }
    }

    /// The moves that the pair at this place begins with.
    pub fn opening(&self, pair: usize) -> Vec<String> {
        self.openings.nth(self.fixture(&self.pairings(), pair).opening)
    }

    /// The seed of one player in one game, the same whenever and wherever the game is played.
    pub(crate) fn game_seed(&self, pair: usize, game: usize, entrant: usize) -> u64 {
        let own = self.entrants[entrant].seed().unwrap_or(0);
        [own, pair as u64, game as u64, entrant as u64]
            .into_iter()
            .fold(mix(self.seed), |seed, part| mix(seed ^ mix(part)))
    }

    /// The most threads that one game keeps busy: only one player thinks at a time.
    pub fn threads(&self) -> usize {
        self.entrants.iter().map(Entrant::threads).max().unwrap_or(1).max(1)
    }

    /// Fails when the game does not exist or an entrant cannot play it, as far as can be said without
    /// starting a program.
    pub fn check(&self) -> Result<Box<dyn Table>, EventError> {
        let table = potez_table::open(&self.game, None).map_err(EventError::Game)?;
        for entrant in &self.entrants {
            match &entrant.kind {
                Kind::Builtin(spec) => table.check_bot(spec).map_err(EventError::Game)?,
                Kind::External(program) => check_protocol(&entrant.name, program, table.as_ref())?,
            }
        }
        Ok(table)
    }

    /// What must be the same for a journal to be continued. The number of games and the test may
    /// change: the games that were played stay the same.
    pub fn header(&self) -> Value {
        json!({
            "arena": 1,
            "game": self.game,
            "players": self.entrants.iter().map(|entrant| entrant.spec.as_str()).collect::<Vec<_>>(),
            "pairing": match self.pairing { Pairing::RoundRobin => "round-robin", Pairing::Gauntlet => "gauntlet" },
            "openings": self.openings.describe(),
            "control": self.control.to_string(),
            "seed": self.seed,
        })
    }
}

fn check_protocol(name: &str, program: &Program, table: &dyn Table) -> Result<(), EventError> {
    let description = table.description();
    let (name, game, notation) = (name.to_string(), table.game(), program.notation.clone());
    if program.protocol == Protocol::Ugi {
        return Ok(());
    }
    if !description.gtp {
        return Err(EventError::Protocol { name, game });
    }
    if description.notations.iter().any(|known| is_same_name(known, &notation)) {
        return Ok(());
    }
    Err(EventError::Notation { name, game, notation, known: description.notations.join(", ") })
}

/// Scrambles a number so that neighbouring ones have nothing in common (the last step of Steele's
/// `splitmix64`).
pub(crate) fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
