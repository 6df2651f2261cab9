//! A new game: what is asked for, and what comes back.

use potez_session::{Sides, Takeback, TimeControl};
use potez_table::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::schema::{PlayerSchema, SidesSchema, TakebackSchema, TimeControlSchema};
use super::{GameView, PositionSpec};

/// Asks for a new game.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CreateRequest {
    /// The game, and where it begins.
    #[serde(flatten)]
    pub at: PositionSpec,
    /// Who plays X.
    pub x: SideRequest,
    /// Who plays O.
    pub o: SideRequest,
    /// Whether the two are exchanged at random.
    #[serde(default)]
    pub shuffle: bool,
    /// The clock, if there is one.
    #[schema(value_type = Option<TimeControlSchema>)]
    pub clock: Option<TimeControl>,
    /// How moves are taken back; freely unless a friend plays.
    #[schema(value_type = Option<TakebackSchema>)]
    pub takeback: Option<Takeback>,
    /// Whether bad moves are taken back with a word why.
    #[serde(default)]
    pub teaching: bool,
    /// Whether the friend's seat is open to anybody on this server.
    #[serde(default)]
    pub open: bool,
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum SideRequest {
    /// Whoever asks.
    Me {
        /// A name to be shown.
        name: Option<String>,
    },
    /// Whoever is given the link.
    Friend {
        /// A name to be shown.
        name: Option<String>,
    },
    /// A bot of the server.
    Engine {
        /// Its spec, such as `potez:level=3`.
        bot: String,
    },
}

/// A new game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Created {
    /// Its name.
    pub id: String,
    /// Which side whoever asked plays.
    #[schema(value_type = Option<SidesSchema>, required = true)]
    pub you: Option<Sides>,
    /// The secret that lets them move.
    #[schema(required = true)]
    pub token: Option<String>,
    /// What to hand to the friend, if one is to come.
    #[schema(required = true)]
    pub friend: Option<Invitation>,
    /// The game.
    pub state: GameView,
}

/// A seat for a friend.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Invitation {
    /// The side.
    #[schema(value_type = PlayerSchema)]
    pub side: Player,
    /// The secret that lets the friend move.
    pub token: String,
}
