//! Everything about a game but its moves.

use std::time::Duration;

use potez_core::{Ending, Player};
use potez_table::{Table, TableMove};
use serde::{Deserialize, Serialize};

use crate::{GameClock, Mistake, Seat, Takeback, millis};

/// Everything about a game but its moves: what is stored beside them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionState {
    /// The game spec.
    pub game: String,
    /// Where it begins, if not at the game's own start.
    pub start: Option<String>,
    /// How many moves were there from the beginning; they are never taken back.
    pub given: usize,
    /// Who plays X and O.
    pub seats: [Seat; 2],
    /// Whether programs play that lose by what they do wrong. The host chooses its policy by this.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refereed: bool,
    /// Whether the players sit at two screens, so that one cannot agree for the other.
    #[serde(default)]
    pub apart: bool,
    /// The clock, if it is played by one.
    pub clock: Option<GameClock>,
    /// Time a bot without limits of its own thinks about a move where there is no clock.
    #[serde(rename = "botTimeMs", with = "millis", default = "second")]
    pub bot_time: Duration,
    /// How moves are taken back.
    pub takeback: Takeback,
    /// Whether a bad move against a bot is taken back with a word why.
    #[serde(default)]
    pub teaching: bool,
    /// How the game ended, if not on the board.
    pub ending: Option<Ending>,
    /// What is offered.
    #[serde(default)]
    pub offers: Offers,
    /// The name of the game that follows this one.
    pub next: Option<String>,
    /// The move that was taken back for being bad.
    pub lesson: Option<Lesson>,
    /// How many moves the teacher has let pass.
    #[serde(default)]
    pub judged: usize,
}

const fn second() -> Duration {
    Duration::from_secs(1)
}

impl SessionState {
    /// The state of a game that begins at this table: no clock, free takebacks, the moves so far
    /// given.
    pub fn new(table: &dyn Table, seats: [Seat; 2]) -> Self {
        Self {
            game: table.game(),
            start: table.start(),
            given: table.ply(),
            seats,
            refereed: false,
            apart: false,
            clock: None,
            bot_time: second(),
            takeback: Takeback::Free,
            teaching: false,
            ending: None,
            offers: Offers::default(),
            next: None,
            lesson: None,
            judged: table.ply(),
        }
    }

    /// The seat of a player.
    pub fn seat(&self, player: Player) -> &Seat {
        &self.seats[player.index()]
    }

    /// Whether a bot plays this side.
    pub fn is_bot(&self, player: Player) -> bool {
        self.seat(player).is_bot()
    }
}

/// What is offered, by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Offers {
    /// To take back a move.
    pub takeback: Option<Player>,
    /// To play again.
    pub rematch: Option<Player>,
    /// To call it a draw.
    pub draw: Option<Player>,
}

/// A bad move that was taken back, with what it costs.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Lesson {
    /// The move.
    pub mv: String,
    /// Who made it.
    pub by: Player,
    /// What it costs.
    #[serde(flatten)]
    pub mistake: Mistake,
}

/// Advice on the present position: first where, then what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The move.
    pub mv: TableMove,
    /// Whether the whole move is told, and not only the place.
    pub whole: bool,
}
