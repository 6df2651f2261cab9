//! A game as the text that survives the program: the record with who plays and how fast.

use std::time::Duration;

use potez_engine::records::{self, Format};
use potez_engine::{Player, Table};

use crate::app::Seats;
use crate::clock::{Clocks, Pace};

/// What a game is played by, besides its rules.
#[derive(Clone)]
pub struct Terms {
    /// Who plays X and O.
    pub seats: Seats,
    /// Time a bot without limits of its own may think.
    pub time: Duration,
    /// The clocks, if it is played by clocks.
    pub clocks: Option<Clocks>,
    /// Who has run out of time.
    pub flag: Option<Player>,
}

impl Terms {
    /// The terms of a game that begins.
    pub fn new(seats: Seats, time: Duration, pace: Option<Pace>) -> Self {
        Self { seats, time, clocks: pace.map(Clocks::new), flag: None }
    }
}

/// A game read back.
pub struct Kept {
    /// The game as far as it has come.
    pub table: Box<dyn Table>,
    /// Who plays it, and how fast.
    pub terms: Terms,
}

/// Time for a bot where a record names none.
const TIME: Duration = Duration::from_secs(1);
/// What a record calls the time left to X and O.
const LEFT: [&str; 2] = ["TimeLeftX", "TimeLeftO"];
/// How a record says that the loser ran out of time: to the rules that is a resignation.
const TERMINATION: (&str, &str) = ("Termination", "time");

/// The record of a game with its terms.
pub fn write(table: &dyn Table, terms: &Terms, format: Format) -> Result<String, String> {
    let name = |player: Player| terms.seats[player.index()].clone().unwrap_or_else(|| "human".into());
    let mut tags = vec![("X".into(), name(Player::X)), ("O".into(), name(Player::O))];
    tags.push(("Time".to_string(), format!("{}ms", terms.time.as_millis())));
    if let Some(clocks) = &terms.clocks {
        tags.push(("Clock".to_string(), clocks.pace.to_string()));
        let left = |player: Player| format!("{}ms", clocks.left(player).as_millis());
        tags.extend(Player::BOTH.map(|player| (LEFT[player.index()].to_string(), left(player))));
    }
    if terms.flag.is_some() {
        tags.push((TERMINATION.0.to_string(), TERMINATION.1.to_string()));
    }
    records::write(&records::transcript(table, tags), format).map_err(|error| error.to_string())
}

/// Reads a record in any format. Players that are not known here are people.
pub fn read(text: &str) -> Result<Kept, String> {
    let transcript = records::read(text).map_err(|error| error.to_string())?;
    let table = records::replay(&transcript).map_err(|error| error.to_string())?.table;
    let seat = |name: &str| {
        let spec = transcript.tag(name)?;
        table.bot(&spec.parse().ok()?).ok()?;
        Some(spec.to_string())
    };
    let time = |name: &str| transcript.tag(name).and_then(potez_engine::duration);
    let clocks = transcript.tag("Clock").and_then(Pace::read).map(|pace| {
        let left = LEFT.map(|name| time(name).unwrap_or(pace.start));
        Clocks::at(pace, left, table.ply())
    });
    let flag = match (table.outcome(), transcript.tag(TERMINATION.0)) {
        (Some(potez_engine::Outcome::Win(winner)), Some(word)) if word == TERMINATION.1 => Some(!winner),
        _ => None,
    };
    let terms = Terms { seats: [seat("X"), seat("O")], time: time("Time").unwrap_or(TIME), clocks, flag };
    Ok(Kept { table, terms })
}

/// The format that a file's name asks for.
pub fn format_of(file: &str) -> Format {
    match file.rsplit_once('.').map(|(_, extension)| extension) {
        Some("json") => Format::Json,
        Some("sgf" | "hgf") => Format::Sgf,
        _ => Format::Text,
    }
}
