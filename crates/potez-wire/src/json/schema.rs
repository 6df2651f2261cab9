//! Schemas of what `potez-core` and `potez-session` serialise themselves, for the description of
//! the interface.
//!
//! Nothing of this is ever sent. Parts of moves, views and setups go over the wire exactly as those
//! crates write them, and these types only describe that to the generator of the `OpenAPI`
//! document. A test holds each of them against the real thing, so that the description cannot drift
//! away from it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// One of the two players: X moves first.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = Player)]
#[serde(rename_all = "lowercase")]
pub enum PlayerSchema {
    /// The first player.
    X,
    /// The second player.
    O,
}

/// The sides that somebody plays.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = Sides)]
#[serde(rename_all = "lowercase")]
pub enum SidesSchema {
    /// X.
    X,
    /// O.
    O,
    /// Both, at one screen.
    Both,
}

/// How moves are taken back.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = Takeback)]
#[serde(rename_all = "camelCase")]
pub enum TakebackSchema {
    /// Whenever a player wishes.
    Free,
    /// If the other player agrees.
    Ask,
    /// Never.
    Off,
}

/// What is offered, by whom.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = Offers)]
pub struct OffersSchema {
    /// To take back a move.
    #[schema(required = true)]
    takeback: Option<PlayerSchema>,
    /// To play again.
    #[schema(required = true)]
    rematch: Option<PlayerSchema>,
    /// To call it a draw.
    #[schema(required = true)]
    draw: Option<PlayerSchema>,
}

/// How much time a player has.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = TimeControl)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum TimeControlSchema {
    /// A stock for the whole game, and something more after every move.
    Fischer {
        /// Milliseconds at the start.
        initial_ms: u64,
        /// Milliseconds added after a move.
        increment_ms: u64,
    },
    /// The same time for each move.
    Move {
        /// Milliseconds for a move.
        move_ms: u64,
    },
}

/// A certain result, for whoever it is about.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = Proof)]
#[serde(rename_all = "lowercase")]
pub enum ProofSchema {
    /// A win.
    Win,
    /// A loss.
    Loss,
    /// A draw.
    Draw,
}

/// What stands behind a tag of a record; a list where the tag occurs more than once.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = Tag)]
#[serde(untagged)]
pub enum TagSchema {
    /// A tag that occurs once.
    Once(String),
    /// A tag that occurs more than once, in order.
    Often(Vec<String>),
}

/// A record of a game as JSON.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = GameRecord)]
pub struct RecordSchema {
    /// The game spec.
    game: String,
    /// The position at the start, if it is not the game's own.
    position: Option<String>,
    /// Who played, where and when, by the names of the tags.
    #[serde(default)]
    tags: BTreeMap<String, TagSchema>,
    /// What is said about the game.
    comment: Option<String>,
    /// The moves in order.
    moves: Vec<RecordItemSchema>,
    /// `x`, `o` or `draw`.
    result: Option<String>,
    /// Why it ended.
    reason: Option<String>,
}

/// A move of a record: its text alone, or with what is said about it and what else could have been
/// played.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = RecordItem)]
#[serde(untagged)]
pub enum RecordItemSchema {
    /// The text alone.
    Text(String),
    /// The text with what belongs to it.
    Move(RecordMoveSchema),
}

/// A move of a record with a comment or variations.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = RecordMove)]
pub struct RecordMoveSchema {
    /// The move's text.
    #[serde(rename = "move")]
    mv: String,
    /// What is said about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    /// Lines that begin with another move instead of this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    variations: Vec<Vec<RecordItemSchema>>,
}

/// A cell by the row and column it is drawn in.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = CellRef)]
pub struct CellRefSchema {
    /// Row from the top, from 0.
    row: u8,
    /// Column from the left, from 0.
    col: u8,
}

/// How a wall lies: `horizontal` between rows, `vertical` between columns.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = WallAxis)]
#[serde(rename_all = "camelCase")]
pub enum WallAxisSchema {
    /// Between rows.
    Horizontal,
    /// Between columns.
    Vertical,
}

/// The colour of a wall, which is also the name of the stock it comes from.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = WallColour)]
#[serde(rename_all = "camelCase")]
pub enum WallColourSchema {
    /// Blue.
    Blue,
    /// Green.
    Green,
}

/// A wall between four cells.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = WallRef)]
pub struct WallRefSchema {
    /// Row of the top left of its four cells.
    row: u8,
    /// Column of the top left of its four cells.
    col: u8,
    /// How it lies.
    axis: WallAxisSchema,
    /// Its colour.
    colour: WallColourSchema,
}

/// One part of a move.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = MovePart)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum MovePartSchema {
    /// The piece or stack that moves, by the cell it stands on.
    Piece {
        /// Row from the top, from 0.
        row: u8,
        /// Column from the left, from 0.
        col: u8,
    },
    /// From which level of the stack upwards, 1 is the lowest.
    Level {
        /// The level of the lowest piece that moves.
        level: u8,
    },
    /// Where the piece goes, or where a new one is put.
    Target {
        /// Row from the top, from 0.
        row: u8,
        /// Column from the left, from 0.
        col: u8,
    },
    /// The wall that is placed.
    Wall {
        /// Row of the top left of its four cells.
        row: u8,
        /// Column of the top left of its four cells.
        col: u8,
        /// How it lies.
        axis: WallAxisSchema,
        /// Its colour.
        colour: WallColourSchema,
    },
    /// The second player takes over the first player's move.
    Swap,
    /// The player has no other move.
    Pass,
}

/// One way to go on with a move.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = PartChoice)]
#[serde(rename_all = "camelCase")]
pub struct PartChoiceSchema {
    /// What is chosen.
    part: MovePartSchema,
    /// The move's text up to and including this part.
    text: String,
    /// Whether the move is then complete.
    completes: bool,
    /// Whether it is complete and nothing can follow.
    is_final: bool,
}

/// A board as data: what a drawing needs, and no rule.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = View)]
pub struct ViewSchema {
    /// The outline of the board.
    shape: ShapeSchema,
    /// What stands beside its rows and columns.
    labels: LabelsSchema,
    /// Every cell, in reading order.
    cells: Vec<CellViewSchema>,
    /// Walls between cells.
    walls: Vec<WallViewSchema>,
    /// Numbers beside the board, in order: a name such as `blue`, then X's and O's.
    stocks: Vec<(String, (u32, u32))>,
}

/// What stands beside the rows and columns of a board, in the game's notation.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = Labels)]
pub struct LabelsSchema {
    /// Of every row, from the top.
    rows: Vec<String>,
    /// Of every column, by its index.
    cols: Vec<String>,
}

/// The shortest path of a piece to a goal, by the names of its cells.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = PathView)]
pub struct PathViewSchema {
    /// Whose piece.
    owner: PlayerSchema,
    /// The number of the piece.
    number: u8,
    /// The cell to be reached; nothing if there is no way.
    #[schema(required = true)]
    goal: Option<String>,
    /// How many moves it takes.
    moves: u32,
    /// Every cell on the way, the first and the last included.
    cells: Vec<String>,
    /// The cells where its moves end.
    stops: Vec<String>,
}

/// The outline of a board; row 0 is drawn at the top.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = Shape)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum ShapeSchema {
    /// A grid of squares.
    Squares {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
    },
    /// A hexagon of hexagons; column indices run along the diagonal.
    Hexagon {
        /// Cells on a side.
        size: usize,
    },
}

/// One cell of a board.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = CellView)]
pub struct CellViewSchema {
    /// The name in the game's notation.
    name: String,
    /// Row from the top, from 0.
    row: usize,
    /// Column from the left, from 0.
    col: usize,
    /// Pieces from the bottom to the top.
    pieces: Vec<PieceSchema>,
    /// What is special about the cell.
    marks: Vec<MarkSchema>,
}

/// A piece on a cell.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = Piece)]
pub struct PieceSchema {
    /// Its owner.
    owner: PlayerSchema,
    /// Its number where pieces have one, else 0.
    number: u8,
}

/// What is special about a cell.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = Mark)]
#[serde(rename_all = "camelCase")]
pub enum MarkSchema {
    /// The last move left or touched it.
    LastFrom,
    /// The last move ended here.
    LastTo,
    /// A home of X, where O wants to go.
    HomeX,
    /// A home of O, where X wants to go.
    HomeO,
    /// A corner of the hexagon.
    Corner,
    /// An edge cell of the hexagon.
    Edge,
    /// Part of the winning structure.
    Winning,
}

/// A wall on the board.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = WallView)]
pub struct WallViewSchema {
    /// The name in the game's notation.
    name: String,
    /// Row of the top left of its four cells.
    row: u8,
    /// Column of the top left of its four cells.
    col: u8,
    /// How it lies.
    axis: WallAxisSchema,
    /// Its colour.
    colour: WallColourSchema,
    /// Whether the last move placed it.
    last: bool,
}

/// An edited board: the rules say whether it is a position.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = Setup)]
pub struct SetupSchema {
    /// The cells that hold something.
    #[serde(default)]
    cells: Vec<SetupCellSchema>,
    /// The walls.
    #[serde(default)]
    walls: Vec<WallRefSchema>,
    /// Numbers beside the board by name, X's and O's; a name that is missing has its number of the
    /// start.
    #[serde(default)]
    stocks: BTreeMap<String, (u32, u32)>,
    /// Who is to move.
    turn: PlayerSchema,
}

/// What stands on one cell of an edited board.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = SetupCell)]
pub struct SetupCellSchema {
    /// Row from the top, from 0.
    row: u8,
    /// Column from the left, from 0.
    col: u8,
    /// The owners of its pieces from the bottom to the top.
    pieces: Vec<PlayerSchema>,
}

/// Something that a position editor can put on the board.
#[derive(Serialize, Deserialize, ToSchema)]
#[schema(as = EditorTool)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum EditorToolSchema {
    /// A piece of a player; where cells hold stacks, it goes on top.
    Piece {
        /// Whose.
        owner: PlayerSchema,
        /// The most pieces that a cell can hold.
        height: u8,
    },
    /// A wall.
    Wall {
        /// How it lies.
        axis: WallAxisSchema,
        /// Its colour.
        colour: WallColourSchema,
    },
}

#[cfg(test)]
mod tests;
