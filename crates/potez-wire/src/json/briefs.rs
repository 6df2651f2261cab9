//! Several games in a few words.

use potez_session::Sides;
use potez_table::Player;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::EndingView;
use super::schema::{PlayerSchema, SidesSchema};

/// Asks for several games at once.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
pub struct BriefsRequest {
    /// Their names.
    pub ids: Vec<String>,
    /// The reader's tokens, in the same order; what is missing or wrong makes a spectator.
    #[serde(default)]
    pub tokens: Vec<Option<String>>,
}

/// Several games in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Briefs {
    /// Those that exist.
    pub games: Vec<Brief>,
}

/// A game in a few words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Brief {
    /// Its name.
    pub id: String,
    /// The game spec.
    pub game: String,
    /// The name of the game for people.
    pub game_name: String,
    /// Who plays X.
    pub x: String,
    /// Who plays O.
    pub o: String,
    /// The number of moves.
    pub ply: usize,
    /// Who is to move.
    #[schema(value_type = PlayerSchema)]
    pub turn: Player,
    /// What the reader may play.
    #[schema(value_type = Option<SidesSchema>, required = true)]
    pub you: Option<Sides>,
    /// Whether both players are people.
    pub people: bool,
    /// How it ended, if it has.
    #[schema(required = true)]
    pub outcome: Option<EndingView>,
    /// When it changed last.
    pub updated: u64,
}
