//! What is proven of a position.

use potez_table::Player;
use serde::Serialize;
use utoipa::ToSchema;

use super::MoveView;
use super::schema::{PlayerSchema, ProofSchema};

/// What is proven of a position.
#[derive(Serialize, ToSchema)]
pub struct ProofsView {
    /// Who is to move.
    #[schema(value_type = PlayerSchema)]
    pub turn: Player,
    /// What the position is worth to the player to move, if that is proven.
    #[schema(value_type = Option<ProofSchema>, required = true)]
    pub proven: Option<&'static str>,
    /// The moves that are decided, wins first, losses last.
    pub moves: Vec<ProvenMoveView>,
    /// How many moves are legal.
    pub legal: usize,
    /// Nodes of all searches.
    pub nodes: u64,
}

/// A move that is decided.
#[derive(Serialize, ToSchema)]
pub struct ProvenMoveView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveView,
    /// What it is worth to whoever plays it.
    #[schema(value_type = ProofSchema)]
    pub proven: &'static str,
    /// How the game goes on after it, as far as the proof says.
    pub answer: Vec<MoveView>,
}
