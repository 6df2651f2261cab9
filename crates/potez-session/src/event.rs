//! What happens in a session, and what is to be done about it.

use std::time::Duration;

use potez_core::{Ending, Message, MoveParts, Player};
use potez_table::{Limits, Table, TableMove};
use serde::{Deserialize, Serialize};

use crate::Sides;

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// Somebody moves.
    Move {
        /// The sides that whoever moves may move for.
        by: Sides,
        /// How many moves they saw, where what they saw may be old.
        ply: Option<usize>,
        /// The move.
        mv: MoveInput,
    },
    /// The bot to move has found its move.
    BotMove {
        /// How many moves it saw.
        ply: usize,
        /// The move.
        mv: MoveInput,
        /// How long it has thought.
        thought: Duration,
    },
    /// A player gives up.
    Resign(Player),
    /// Something ends the game other than a player's wish: a fault, an absence, a referee.
    End(Ending),
    /// The game is called off before it has really begun.
    Abort,
    /// A player offers something, or agrees where the other has offered it already.
    Offer(Player, Offer),
    /// A player agrees to what the other has offered.
    Accept(Player, Offer),
    /// A player does not agree.
    Decline(Player, Offer),
    /// A player offers something no longer.
    Withdraw(Player, Offer),
    /// Somebody takes back to the last turn of one of these sides, where that is free.
    Undo(Sides),
    /// Somebody plays again what was taken back, up to the next turn of one of these sides.
    Redo(Sides),
    /// The players exchange their seats.
    SwapSides,
    /// Somebody wants a hint: where first, what when asked again.
    AskHint,
    /// A hint was found.
    HintFound {
        /// How many moves it was looked for after.
        ply: usize,
        /// The move.
        mv: TableMove,
    },
    /// The teacher has judged the last move.
    Judged {
        /// How many moves had been made.
        ply: usize,
        /// What the move costs, if it is bad.
        mistake: Option<Mistake>,
    },
    /// Somebody plays the move that was taken back for being bad.
    Insist(Sides),
    /// A player is here: a clock that was held back runs.
    Arrive(Sides),
    /// Time has passed.
    Tick,
}

/// A move on its way in: as somebody has written it, or part by part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveInput {
    /// In any notation of the game.
    Text(String),
    /// The parts, as a board or a bot gives them; nothing has to be read then.
    Parts(MoveParts),
}

impl MoveInput {
    /// Plays the move; returns its canonical text.
    pub(crate) fn play(&self, table: &mut dyn Table) -> Result<String, Message> {
        match self {
            Self::Text(text) => table.play(text),
            Self::Parts(parts) => table.play_parts(parts),
        }
    }
}

impl From<MoveParts> for MoveInput {
    fn from(parts: MoveParts) -> Self {
        Self::Parts(parts)
    }
}

impl From<&str> for MoveInput {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for MoveInput {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<TableMove> for MoveInput {
    fn from(mv: TableMove) -> Self {
        Self::Parts(mv.parts)
    }
}

/// What a player can offer the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Offer {
    /// To call it a draw.
    Draw,
    /// To take back a move.
    Takeback,
    /// To play again with exchanged sides.
    Rematch,
}

/// What a bad move costs, and how that shows.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Mistake {
    /// The chance to win before it, 0 to 1.
    pub before: f64,
    /// The chance after it.
    pub after: f64,
    /// The moves that punish it, the answer to it first.
    #[serde(default)]
    pub answer: Vec<String>,
    /// What would have been better, with what is expected to follow.
    #[serde(default)]
    pub better: Vec<String>,
    /// Whether it is proven to lose.
    #[serde(default)]
    pub is_lost: bool,
    /// Whether the better move is proven to win.
    #[serde(default)]
    pub was_won: bool,
}

/// Something to be done outside.
///
/// `Think`, `Judge` and `Due` say what follows from how the game stands now: they replace all
/// earlier ones.
#[derive(Clone, PartialEq, Debug)]
pub enum Effect {
    /// A move was added.
    Moved {
        /// How many there were before it.
        ply: usize,
        /// Its canonical text.
        text: String,
    },
    /// All but this many moves were taken back.
    TakenBack {
        /// How many moves are left.
        length: usize,
    },
    /// The bot of the player to move is to think, within these limits, and to send
    /// [`Event::BotMove`].
    Think {
        /// The player to move.
        player: Player,
        /// How long.
        limits: Limits,
    },
    /// The last move is to be judged before the bot answers it, and [`Event::Judged`] to be sent.
    Judge,
    /// A flag may fall: [`Event::Tick`] is to be sent then.
    Due {
        /// When.
        at: Duration,
    },
    /// A hint is to be looked for, and [`Event::HintFound`] to be sent.
    FindHint,
    /// The game is over.
    Over {
        /// How it ended.
        ending: Ending,
        /// What was wrong with the move that cost the game.
        message: Option<Message>,
    },
    /// Another game begins: the one of [`Session::rematch`](crate::Session::rematch).
    Rematch,
}
