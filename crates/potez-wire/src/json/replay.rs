//! A whole game, position by position.

use potez_table::{CellView, View, WallView};
use serde::Serialize;
use utoipa::ToSchema;

use super::schema::{CellViewSchema, ViewSchema, WallViewSchema};

/// Every position of a game.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct GameReplay {
    /// The board before the first move.
    #[schema(value_type = ViewSchema)]
    pub view: View,
    /// The positions in the game's notation, from the start to how it stands.
    pub positions: Vec<String>,
    /// What each move has changed on the board.
    pub changes: Vec<ViewChange>,
}

/// What a move has changed on the board.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ViewChange {
    /// The cells that look different.
    #[schema(value_type = Vec<CellViewSchema>)]
    pub cells: Vec<CellView>,
    /// All walls, if any has come or looks different.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<WallViewSchema>>)]
    pub walls: Option<Vec<WallView>>,
    /// The numbers beside the board.
    #[schema(value_type = Vec<(String, (u32, u32))>)]
    pub stocks: Vec<(&'static str, [u32; 2])>,
}
