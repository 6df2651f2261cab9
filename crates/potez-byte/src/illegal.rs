//! Every reason why a move is not legal.

use potez_core::Explain;

use crate::Square;

/// Why a move is not legal. Levels are counted from 1 here, as in the notation.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// The square does not exist on this board.
    #[error("`{square}` is not on the {size} × {size} board")]
    OffBoard {
        /// What was named.
        square: String,
        /// Files and ranks.
        size: usize,
    },
    /// Rule 1.1: the game is played on the dark squares.
    #[error("`{square}` is a light square; Byte is played on the dark ones")]
    LightSquare {
        /// The square.
        square: Square,
    },
    /// The squares are not diagonal neighbours.
    #[error("`{to}` is not a diagonal neighbour of `{from}`")]
    NotAdjacent {
        /// The square left.
        from: Square,
        /// The square named as target.
        to: Square,
    },
    /// There is nothing to lift.
    #[error("there is no stack on `{square}`")]
    NoStack {
        /// The empty square.
        square: Square,
    },
    /// The stack is not that high.
    #[error("there is no checker {level} in the stack on `{square}`, which is {height} high")]
    NoSuchLevel {
        /// The square.
        square: Square,
        /// The checker named, 1 for the bottom.
        level: usize,
        /// The height of the stack.
        height: usize,
    },
    /// Rule 2.1: the lowest checker lifted must be one's own.
    #[error("checker {level} on `{square}` is not yours")]
    NotYours {
        /// The square.
        square: Square,
        /// The checker named, 1 for the bottom.
        level: usize,
    },
    /// Rule 2.1: a lifted checker must land higher than it stood.
    #[error("checker {level} of `{from}` would land as number {lands} on `{to}`; it must land higher than it stood")]
    NotHigher {
        /// The square left.
        from: Square,
        /// The square named as target.
        to: Square,
        /// The checker lifted, 1 for the bottom.
        level: usize,
        /// Where it would land, 1 for the bottom.
        lands: usize,
    },
    /// Rule 2.1: no stack exceeds eight.
    #[error("the stack on `{to}` would be {total} high; the most is 8")]
    TooTall {
        /// The square named as target.
        to: Square,
        /// The height that would result.
        total: usize,
    },
    /// Rule 2.3: a stack is split only by a merge.
    #[error("`{to}` is empty, so only the whole stack on `{from}` could step there")]
    SplitStep {
        /// The square left.
        from: Square,
        /// The empty square named as target.
        to: Square,
    },
    /// Rule 2.3: a stack with neighbours never steps to an empty square.
    #[error("the stack on `{from}` has a neighbour on `{neighbour}`, so it may not step to the empty `{to}`")]
    HasNeighbours {
        /// The square left.
        from: Square,
        /// The empty square named as target.
        to: Square,
        /// A square beside it that holds a stack.
        neighbour: Square,
    },
    /// Rule 2.2: whoever owns the bottom moves the whole stack.
    #[error("the bottom checker on `{square}` is not yours, so you may not move the whole stack")]
    BottomNotYours {
        /// The square.
        square: Square,
    },
    /// Rule 2.2: a basic move comes closer to a nearest stack.
    #[error("`{to}` is no closer to any of the stacks nearest to `{from}`, which are {distance} steps away")]
    NotNearer {
        /// The square left.
        from: Square,
        /// The empty square named as target.
        to: Square,
        /// The distance of the nearest stacks.
        distance: usize,
    },
    /// Rule 5.2: merges come first.
    #[error("a merge is possible, so the move must be a merge")]
    MergeFirst,
    /// Rule 5.2: the stack over the shortest distance moves.
    #[error("the stack on `{square}` is {distance} steps from the nearest; another of yours is only {shortest} away")]
    NotNearest {
        /// The square.
        square: Square,
        /// Its distance to the nearest stack.
        distance: usize,
        /// The shortest such distance among one's isolated stacks.
        shortest: usize,
    },
    /// Rule 2.4: a player who can move must.
    #[error("you can move, so you may not pass")]
    MustMove,
    /// Rule 2.4: a player who cannot move passes.
    #[error("you have no move, so you must pass")]
    MustPass,
}

impl Explain for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::OffBoard { .. } => "byte-off-board",
            Self::LightSquare { .. } => "byte-light-square",
            Self::NotAdjacent { .. } => "byte-not-adjacent",
            Self::NoStack { .. } => "byte-no-stack",
            Self::NoSuchLevel { .. } => "byte-no-such-level",
            Self::NotYours { .. } => "byte-not-yours",
            Self::NotHigher { .. } => "byte-not-higher",
            Self::TooTall { .. } => "byte-too-tall",
            Self::SplitStep { .. } => "byte-split-step",
            Self::HasNeighbours { .. } => "byte-has-neighbours",
            Self::BottomNotYours { .. } => "byte-bottom-not-yours",
            Self::NotNearer { .. } => "byte-not-nearer",
            Self::MergeFirst => "byte-merge-first",
            Self::NotNearest { .. } => "byte-not-nearest",
            Self::MustMove => "byte-must-move",
            Self::MustPass => "byte-must-pass",
        }
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::GameOver | Self::MergeFirst | Self::MustMove | Self::MustPass => vec![],
            Self::OffBoard { square, size } => vec![("square", square.clone()), ("size", size.to_string())],
            Self::LightSquare { square } | Self::NoStack { square } | Self::BottomNotYours { square } => {
                vec![("square", square.to_string())]
            }
            Self::NotAdjacent { from, to } | Self::SplitStep { from, to } => {
                vec![("from", from.to_string()), ("to", to.to_string())]
            }
            Self::NoSuchLevel { square, level, height } => {
                vec![("square", square.to_string()), ("level", level.to_string()), ("height", height.to_string())]
            }
            Self::NotYours { square, level } => vec![("square", square.to_string()), ("level", level.to_string())],
            Self::NotHigher { from, to, level, lands } => vec![
                ("from", from.to_string()),
                ("to", to.to_string()),
                ("level", level.to_string()),
                ("lands", lands.to_string()),
            ],
            Self::TooTall { to, total } => vec![("to", to.to_string()), ("total", total.to_string())],
            Self::HasNeighbours { from, to, neighbour } => {
                vec![("from", from.to_string()), ("to", to.to_string()), ("neighbour", neighbour.to_string())]
            }
            Self::NotNearer { from, to, distance } => {
                vec![("from", from.to_string()), ("to", to.to_string()), ("distance", distance.to_string())]
            }
            Self::NotNearest { square, distance, shortest } => vec![
                ("square", square.to_string()),
                ("distance", distance.to_string()),
                ("shortest", shortest.to_string()),
            ],
        }
    }
}
