//! A game as the text that survives the program: the record with who plays and how fast.

use std::time::Duration;

use potez_engine::records::{self, Format};
use potez_engine::{Player, Table};

use crate::app::Seats;
use crate::clock::Pace;

/// A game read back.
pub(crate) struct Kept {
    pub(crate) table: Box<dyn Table>,
    pub(crate) seats: Seats,
    pub(crate) time: Option<Duration>,
    pub(crate) pace: Option<Pace>,
}

/// The record of a game with its settings.
pub(crate) fn write(
    table: &dyn Table,
    seats: &Seats,
    time: Duration,
    pace: Option<Pace>,
    format: Format,
) -> Result<String, String> {
    let name = |player: Player| seats[player.index()].clone().unwrap_or_else(|| "human".into());
    let mut tags = vec![("X".into(), name(Player::X)), ("O".into(), name(Player::O))];
    tags.push(("Time".to_string(), format!("{}ms", time.as_millis())));
    tags.extend(pace.map(|pace| ("Clock".to_string(), pace.to_string())));
    records::write(&records::transcript(table, tags), format).map_err(|error| error.to_string())
}

/// Reads a record in any format. Players that are not known here are people.
pub(crate) fn read(text: &str) -> Result<Kept, String> {
    let transcript = records::read(text).map_err(|error| error.to_string())?;
    let table = records::replay(&transcript).map_err(|error| error.to_string())?.table;
    let seat = |name: &str| {
        let spec = transcript.tag(name)?;
        table.bot(&spec.parse().ok()?).ok()?;
        Some(spec.to_string())
    };
    let seats = [seat("X"), seat("O")];
    let time = transcript.tag("Time").and_then(potez_engine::duration);
    let pace = transcript.tag("Clock").and_then(Pace::read);
    Ok(Kept { table, seats, time, pace })
}

/// The format that a file's name asks for.
pub(crate) fn format_of(file: &str) -> Format {
    match file.rsplit_once('.').map(|(_, extension)| extension) {
        Some("json") => Format::Json,
        Some("sgf" | "hgf") => Format::Sgf,
        _ => Format::Text,
    }
}
