//! What searches report.

use std::time::Duration;

use potez_core::{Outcome, Player};

use crate::Score;

/// A result that is certain, seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proof {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Neither can win.
    Draw,
}

impl Proof {
    /// The result of a game that is over, seen by `player`.
    pub fn of_outcome(outcome: Outcome, player: Player) -> Self {
        match outcome {
            Outcome::Win(winner) if winner == player => Self::Win,
            Outcome::Win(_) => Self::Loss,
            Outcome::Draw => Self::Draw,
        }
    }

    /// The word of protocols: `win`, `loss` or `draw`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
        }
    }

    /// The same result seen by the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
        }
    }
}

/// One candidate move with its score and variation, seen by the player to move at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Line<M> {
    /// The value of playing the first move of the line.
    pub score: Score,
    /// The chance to win, 0 to 1, draws counted half.
    pub win_chance: f64,
    /// A certain result, if there is one.
    pub proof: Option<Proof>,
    /// The expected play; its first move is the candidate. Never empty.
    pub pv: Vec<M>,
    /// The depth of the search below the root, in plies.
    pub depth: u32,
    /// The work spent below this move: nodes or playouts, 0 where it is not counted.
    pub visits: u64,
}

impl<M: Clone> Line<M> {
    /// The candidate itself.
    pub fn mv(&self) -> M {
        self.pv[0].clone()
    }
}

/// The result of a search so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The candidates, best first: as many as were asked for, fewer if there are fewer moves. Empty
    /// only when the game is over.
    pub lines: Vec<Line<M>>,
    /// The depth completed.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

impl<M: Clone> Report<M> {
    /// The best move, unless the game is over.
    pub fn best(&self) -> Option<M> {
        self.lines.first().map(Line::mv)
    }

    /// The same report with its moves in another form, such as their texts.
    pub fn map<T>(&self, form: impl Fn(&M) -> T) -> Report<T> {
        let line = |line: &Line<M>| Line {
            score: line.score,
            win_chance: line.win_chance,
            proof: line.proof,
            pv: line.pv.iter().map(&form).collect(),
            depth: line.depth,
            visits: line.visits,
        };
        Report { lines: self.lines.iter().map(line).collect(), depth: self.depth, nodes: self.nodes, time: self.time }
    }

    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        // A search may be over before its clock has moved.
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}
