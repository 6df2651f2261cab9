//! How large a request may be and how long it may take, whoever answers it.

use std::time::Duration;

/// Letters of a player's name.
pub const NAME_CHARS: usize = 40;
/// Letters of a comment in a record.
pub const COMMENT_CHARS: usize = 2_000;
/// Bytes of a record.
pub const RECORD_BYTES: usize = 256 * 1024;
/// Moves of a game, live or on the analysis board.
pub const MOVES: usize = 2_000;
/// Bytes of a game spec.
pub const SPEC_BYTES: usize = 200;
/// Bytes of a move's text.
pub const MOVE_BYTES: usize = 100;
/// Bytes of the parts of a move in a query.
pub const PARTS_BYTES: usize = 1_000;
/// Bytes of a position's text.
pub const POSITION_BYTES: usize = 4_000;
/// Candidates of an analysis.
pub const MULTIPV: usize = 9;
/// The longest analysis.
pub const ANALYSIS: Duration = Duration::from_secs(600);
/// The longest think of a bot about one move of a live game.
pub const ENGINE_MOVE: Duration = Duration::from_secs(10);
/// The time for a hint or a judgement.
pub const HINT: Duration = Duration::from_secs(1);
/// The time per move of a review.
pub const REVIEW_MOVE: Duration = Duration::from_millis(300);
/// The longest time per move of a review.
pub const REVIEW_MOVE_MOST: Duration = Duration::from_secs(3);
/// Moves of a game that is reviewed.
pub const REVIEW_MOVES: usize = 600;
/// The time in which the moves of a position are proven, as far as they can be.
pub const PROOFS: Duration = Duration::from_secs(2);
/// Nodes of the refutation of a wrong move of a puzzle: what was proven of it is mostly proven again within these.
pub const REFUTATION_NODES: u64 = 400_000;
/// Games that are asked for in one request.
pub const BRIEFS: usize = 100;
