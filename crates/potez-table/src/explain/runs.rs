//! One recorded search as data: its result, its counts, and its steps in columns.
//!
//! A column per property keeps files small: a search has thousands of steps.

use potez_core::{Outcome, Player};
use serde::Serialize;

/// One recorded search.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// The technique that was switched off; `None` for the search as it is.
    pub without: Option<&'static str>,
    /// What the player has this search do before or after the first one; `None` for that one and those compared.
    pub stage: Option<&'static str>,
    /// The depth or the nodes that it was given.
    pub depth_limit: Option<u32>,
    /// The most nodes that it was given.
    pub node_limit: Option<u64>,
    /// Whether it was given up before it was as far as the first one.
    pub given_up: bool,
    /// Nodes, and for a search in depth those until the depth that is compared.
    pub nodes: u64,
    /// The depth that it finished.
    pub depth: u32,
    /// What it found; `None` if it had no time to find anything.
    pub found: Option<Found>,
    /// Whether steps are missing because there was no more room.
    pub truncated: bool,
    /// Steps made.
    pub made: u64,
    /// Steps kept.
    pub kept: usize,
    /// The search's own counts by name.
    pub counters: Vec<(&'static str, u64)>,
    /// The same by plies from the root: a name and a number per ply.
    pub plies: Vec<(&'static str, Vec<u64>)>,
    /// The steps.
    #[serde(flatten)]
    pub steps: RunSteps,
}

/// What a search found: its best line, seen by the player to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Found {
    /// The moves, the best first of all.
    pub pv: Vec<String>,
    /// The value of the best move, in the search's own unit.
    pub value: f64,
    /// The chance to win.
    pub win_chance: f64,
    /// `win`, `loss` or `draw` where it is proven.
    pub proven: Option<&'static str>,
}

/// The steps by the kind of search.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum RunSteps {
    /// Alpha-beta: values belong to the player who made the move.
    AlphaBeta(AlphaBetaColumns),
    /// Minimax: values belong to the player who searches.
    Minimax(AlphaBetaColumns),
    /// Monte-Carlo tree search.
    Tree(TreeColumns),
    /// Proof-number search.
    Proof(ProofColumns),
}

/// The visits of an alpha-beta search, in preorder.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AlphaBetaColumns {
    /// Values at least as large are beyond the window: infinite.
    pub infinite: f64,
    /// The value of a game won at once; a later win is worth as many less as it takes plies.
    pub won: f64,
    /// The largest value that is not a win.
    pub largest: f64,
    /// The iterations that were finished: depth, and nodes until then.
    pub iterations: Vec<(u32, u64)>,
    /// The visit above; −1 at a root.
    pub parent: Vec<i32>,
    /// The position.
    pub position: Vec<u32>,
    /// `root`, `full`, `scout`, `reduced`, `research` or `quiescence`; with a `+` behind it where the
    /// move is searched once more.
    pub pass: Vec<&'static str>,
    /// The moves before it in the order of the node.
    pub index: Vec<u32>,
    /// Why it has this place: `root`, `table`, `killer`, `counter` or `order`.
    pub source: Vec<&'static str>,
    /// Plies to be searched.
    pub remaining: Vec<i32>,
    /// The window, seen by whoever values belong to; `None` is infinite.
    pub alpha: Vec<Option<f64>>,
    /// Its upper end.
    pub beta: Vec<Option<f64>>,
    /// What was found; `None` if the search was stopped.
    pub value: Vec<Option<f64>>,
    /// How it ended.
    pub end: Vec<&'static str>,
    /// Plies by which the move was reduced, by visit.
    pub reduced: Vec<(usize, u32)>,
    /// Plies by which the line was extended, by visit.
    pub extended: Vec<(usize, u32)>,
    /// Visits that were searched a ply less deeply for want of a table move.
    pub blind: Vec<usize>,
    /// What the table knew, by visit: value for the player to move, `exact`, `lower` or `upper`, depth.
    pub table: Vec<(usize, f64, &'static str, u32)>,
    /// The names of the terms of the evaluation.
    pub term_names: Vec<&'static str>,
    /// The terms by visit.
    pub terms: Vec<(usize, Vec<f64>)>,
    /// What the history heuristic added to the order, by visit.
    pub history: Vec<(usize, i32)>,
}

/// The simulations of a tree search.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TreeColumns {
    /// What a simulation adds to the visits of a node.
    pub visits_per_simulation: u32,
    /// The node above by node; the root is its own.
    pub parent: Vec<u32>,
    /// The position by node.
    pub position: Vec<u32>,
    /// The simulations in order.
    pub simulations: Vec<SimulationView>,
    /// The moves of the root at the end.
    pub root: Vec<RootMoveView>,
}

/// A simulation.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SimulationView {
    /// The nodes on the way down.
    pub path: Vec<u32>,
    /// The terms of each choice: visits, mean, AMAF visits, AMAF mean, share of AMAF, exploration,
    /// prior, its term, sum.
    pub terms: Vec<[Option<f64>; 9]>,
    /// The next best moves at each choice, with their sums.
    pub rivals: Vec<Vec<(String, f64)>>,
    /// What gave the leaf its value.
    pub end: &'static str,
    /// X's share of the points, 0 to 1.
    pub value: f64,
    /// Children that the leaf got.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub children: Option<u32>,
    /// Nodes that were proven, and the winner, or `draw`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proofs: Vec<(u32, &'static str)>,
}

/// A move of the root at the end of a tree search.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RootMoveView {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Visits.
    pub visits: u32,
    /// The mean value for the player to move.
    pub mean: Option<f64>,
    /// AMAF visits and mean.
    pub amaf: Option<(u32, f64)>,
    /// The prior.
    pub prior: Option<f64>,
    /// The winner, or `draw`, where it is proven.
    pub proof: Option<&'static str>,
}

/// The visits of a proof-number search, in preorder.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProofColumns {
    /// The visit above; −1 at a root.
    pub parent: Vec<i32>,
    /// The position.
    pub position: Vec<u32>,
    /// Whose win is to be proven.
    pub player: Vec<Player>,
    /// Whether that player is to move.
    pub or: Vec<bool>,
    /// The proof number at which the visit ends; `None` is infinite, here and below.
    pub proof_threshold: Vec<Option<u32>>,
    /// The disproof number at which it ends.
    pub disproof_threshold: Vec<Option<u32>>,
    /// The numbers when it began.
    pub before: Vec<[Option<u32>; 2]>,
    /// The numbers when it ended; `None` if the search was stopped.
    pub after: Vec<Option<[Option<u32>; 2]>>,
    /// The moves of the position.
    pub children: Vec<u32>,
    /// Those that were proven and disproven when it began.
    pub solved: Vec<[u32; 2]>,
    /// Positions expanded in the visit.
    pub work: Vec<u64>,
}

/// The word for a result: the winner, or `draw`.
pub(super) fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Player::X) => "x",
        Outcome::Win(Player::O) => "o",
        Outcome::Draw => "draw",
    }
}
