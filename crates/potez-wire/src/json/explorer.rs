//! What is known of a position from the book and from games, and games as they are searched for.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{EndingView, MoveView, PositionSpec};

/// Asks what is known of a position.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExploreRequest {
    /// The position.
    #[serde(flatten)]
    pub at: PositionSpec,
    /// Which games count.
    #[serde(default)]
    pub filter: GameFilterRequest,
    /// Whether games of this board are listed whatever their positions.
    #[serde(default)]
    pub everywhere: bool,
    /// Keys of positions that came next in games of the reader's own: which moves lead to them?
    #[serde(default)]
    pub keys: Vec<String>,
}

/// Which games are asked for; what is not said does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GameFilterRequest {
    /// Who played, on either side; upper and lower case do not matter.
    pub player: Option<String>,
    /// The level of a bot, on either side.
    pub level: Option<u32>,
    /// `x`, `o` or `draw`.
    pub result: Option<String>,
    /// Why the game ended, as a code such as `bridge` or `resign`.
    pub reason: Option<String>,
    /// Moves at least.
    pub least_plies: Option<usize>,
    /// Moves at most.
    pub most_plies: Option<usize>,
}

/// What is known of a position.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExploreView {
    /// The key of the position; images and transpositions share it.
    pub key: String,
    /// What the book says of moves, the best first.
    pub book: Vec<BookMoveView>,
    /// How games on this server went on, the most frequent first.
    pub moves: Vec<ExploredMoveView>,
    /// All of these games together.
    pub total: ResultCounts,
    /// Some of them, the newest first.
    pub games: Vec<ExploredGameView>,
    /// The moves that lead to the keys that were asked for.
    pub keyed: Vec<KeyedMove>,
}

/// What the book says of a move.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookMoveView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveView,
    /// Nodes of searches after it.
    pub visits: u32,
    /// The chance of whoever plays it to win.
    pub win_chance: f64,
    /// Games of the book that came this way.
    pub games: u32,
    /// The share of the points in them of whoever plays it.
    #[schema(required = true)]
    pub score: Option<f64>,
    /// Where that share lies with 95 % confidence.
    #[schema(required = true)]
    pub interval: Option<[f64; 2]>,
    /// `win`, `loss` or `draw` for whoever plays it, if that is proven.
    #[schema(required = true)]
    pub proven: Option<&'static str>,
}

/// Results of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, ToSchema)]
pub struct ResultCounts {
    /// Won by X.
    pub x: u64,
    /// Won by O.
    pub o: u64,
    /// Drawn.
    pub draws: u64,
}

/// How games went on.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ExploredMoveView {
    /// The move; of images of one move, the first by its text.
    #[serde(rename = "move")]
    pub mv: MoveView,
    /// How these games came out.
    pub results: ResultCounts,
}

/// A game that was found.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ExploredGameView {
    /// Its name.
    pub id: String,
    /// The game spec.
    pub game: String,
    /// Who played X.
    pub x: String,
    /// Who played O.
    pub o: String,
    /// How it ended.
    pub ending: EndingView,
    /// Moves.
    pub plies: usize,
    /// When it was changed last, in milliseconds since 1970.
    pub ended: u64,
}

/// Asks for games that looked somewhere as this position does.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PatternRequest {
    /// The position.
    #[serde(flatten)]
    pub at: PositionSpec,
    /// The cells that have to look the same, walls between them included.
    pub cells: Vec<String>,
    /// Whether they may lie anywhere on the board; otherwise they are in their place up to the symmetries of the board.
    #[serde(default)]
    pub anywhere: bool,
    /// Which games count.
    #[serde(default)]
    pub filter: GameFilterRequest,
    /// Where an earlier answer has ended.
    #[serde(default)]
    pub older: Option<GameCursor>,
}

/// A place in the list of all games, the newest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameCursor {
    /// When the game was changed last, in milliseconds since 1970.
    pub ended: u64,
    /// Its name.
    pub id: String,
}

/// Games with a pattern.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PatternView {
    /// The games, the newest first.
    pub games: Vec<PatternGameView>,
    /// Games that were looked through for this answer.
    pub scanned: usize,
    /// Where to go on; nothing if there are no older games.
    #[schema(required = true)]
    pub older: Option<GameCursor>,
}

/// A game with a pattern.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct PatternGameView {
    /// The game.
    #[serde(flatten)]
    pub game: ExploredGameView,
    /// Moves after which it has the pattern for the first time.
    pub ply: usize,
}

/// A move and the key of the position that it leads to.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct KeyedMove {
    /// The key.
    pub key: String,
    /// The move.
    #[serde(rename = "move")]
    pub mv: MoveView,
}

/// Games of the reader's own, to be looked up by their positions. Nothing of them is kept.
#[derive(Clone, PartialEq, Debug, Deserialize, ToSchema)]
pub struct ArchiveRequest {
    /// One or more records, in any format.
    pub text: String,
}

/// Games with the keys of their positions.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ArchiveView {
    /// The games.
    pub games: Vec<ArchivedGame>,
    /// Records that are not games, and games without a result.
    pub skipped: usize,
}

/// A game with the keys of its positions.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ArchivedGame {
    /// The game spec.
    pub game: String,
    /// Where it began, if not at the game's own start.
    #[schema(required = true)]
    pub position: Option<String>,
    /// Who played X.
    pub x: String,
    /// Who played O.
    pub o: String,
    /// `x`, `o` or `draw`.
    pub result: String,
    /// The moves.
    pub moves: Vec<String>,
    /// The keys of all its positions, the start first.
    pub keys: Vec<String>,
}
