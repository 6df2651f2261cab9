//! Playing with others: open invitations, seats carried elsewhere, set phrases.

use potez_session::TimeControl;
use potez_table::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::schema::{PlayerSchema, TimeControlSchema};

/// The open invitations of the server.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct LobbyView {
    /// The newest first.
    pub invitations: Vec<OpenInvitation>,
}

/// A game that waits for anybody.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenInvitation {
    /// The game's name.
    pub id: String,
    /// The game spec.
    pub game: String,
    /// The name of the game for people.
    pub game_name: String,
    /// Who invites, if they have said their name.
    #[schema(required = true)]
    pub name: Option<String>,
    /// The side that is free.
    #[schema(value_type = PlayerSchema)]
    pub side: Player,
    /// The clock.
    #[schema(value_type = Option<TimeControlSchema>, required = true)]
    pub clock: Option<TimeControl>,
    /// The clock in words.
    pub clock_words: String,
    /// Whether whoever invites is here now.
    pub online: bool,
    /// When it was made.
    pub created: u64,
}

/// Takes a seat that is open to anybody.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub struct JoinRequest {
    /// A name to be shown.
    pub name: Option<String>,
}

/// A seat: what a browser must know to play there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct SeatTicket {
    /// The game's name.
    pub id: String,
    /// The secret that lets its holder move.
    pub token: String,
}

/// A code that carries a seat to another device, once.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct CarryCode {
    /// The code.
    pub code: String,
    /// How long it is good for.
    pub seconds: u64,
}

/// Says one of the set phrases.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub struct PhraseRequest {
    /// Which.
    pub phrase: Phrase,
}

/// What players may say to each other. Every reader hears it in their own language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phrase {
    /// A greeting.
    Hello,
    /// Before the game.
    GoodLuck,
    /// Of a move.
    NiceMove,
    /// Of one's own move.
    Oops,
    /// A moment, please.
    Moment,
    /// Thanks.
    Thanks,
    /// After the game.
    GoodGame,
    /// Goodbye.
    Goodbye,
}

/// What a player has said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Utterance {
    /// Which phrase.
    pub phrase: Phrase,
    /// When, in milliseconds since 1970.
    pub at: u64,
}
