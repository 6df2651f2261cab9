//! Every reason why a move is not legal.

use potez_core::{Explain, Player, Position as _};

use crate::{Board, Direction, Move, Position, Square, Variant};

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

impl<B: Board> Position<B> {
    /// Says whether a move is legal, and if not, why.
    pub(crate) fn judge(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::GameOver);
        }
        if mv.is_pass() {
            return if self.count_moves_for(self.turn()) == 0 { Ok(()) } else { Err(Illegal::MustMove) };
        }
        // Whoever has no move at all learns that first, whatever was wrong with the one that was
        // tried.
        self.judge_lift(mv).map_err(|reason| match self.count_moves_for(self.turn()) {
            0 => Illegal::MustPass,
            _ => reason,
        })
    }

    fn judge_lift(&self, mv: Move) -> Result<(), Illegal> {
        let (from, to, level) = (mv.from(), mv.to(), usize::from(mv.level()));
        for square in [from, to] {
            if !square.is_on(B::SIZE) {
                return Err(Illegal::OffBoard { square: square.to_string(), size: B::SIZE });
            }
            if !square.is_dark() {
                return Err(Illegal::LightSquare { square });
            }
        }
        if !from.touches(to) {
            return Err(Illegal::NotAdjacent { from, to });
        }
        let height = self.height(from);
        if height == 0 {
            return Err(Illegal::NoStack { square: from });
        }
        if level >= height {
            return Err(Illegal::NoSuchLevel { square: from, level: level + 1, height });
        }
        if self.height(to) == 0 { self.judge_step(from, to, level) } else { self.judge_merge(from, to, level) }
    }

    /// Rule 2.1, on two stacks that touch.
    fn judge_merge(&self, from: Square, to: Square, level: usize) -> Result<(), Illegal> {
        let (height, base) = (self.height(from), self.height(to));
        if self.stack(from).owner(level) != Some(self.turn()) {
            return Err(Illegal::NotYours { square: from, level: level + 1 });
        }
        if level >= base {
            return Err(Illegal::NotHigher { from, to, level: level + 1, lands: base + 1 });
        }
        match height - level + base {
            total if total > 8 => Err(Illegal::TooTall { to, total }),
            _ => Ok(()),
        }
    }

    /// Rule 2.2, onto an empty square; and 5.2 where it is played.
    fn judge_step(&self, from: Square, to: Square, level: usize) -> Result<(), Illegal> {
        if level > 0 {
            return Err(Illegal::SplitStep { from, to });
        }
        if let Some((neighbour, _)) = self.stacks().find(|(other, _)| other.touches(from)) {
            return Err(Illegal::HasNeighbours { from, to, neighbour });
        }
        if self.stack(from).bottom() != Some(self.turn()) {
            return Err(Illegal::BottomNotYours { square: from });
        }
        let (distance, nearer) = self.approach(B::index(from));
        let step = i32::from(to.number()) - i32::from(from.number());
        if !Direction::ALL.into_iter().zip(nearer).any(|(direction, nearer)| nearer && direction.offset() == step) {
            return Err(Illegal::NotNearer { from, to, distance });
        }
        if self.variant() == Variant::MergeFirst {
            if self.count_merges_for(self.turn()) > 0 {
                return Err(Illegal::MergeFirst);
            }
            let shortest = self.shortest_approach(self.turn()).unwrap_or(distance);
            if distance > shortest {
                return Err(Illegal::NotNearest { square: from, distance, shortest });
            }
        }
        Ok(())
    }

    /// Rule 5.2: the smallest distance from any of a player's isolated stacks to a stack nearest to
    /// it.
    fn shortest_approach(&self, player: Player) -> Option<usize> {
        let isolated = self.isolated();
        let own = self.stacks().filter(|(_, stack)| stack.bottom() == Some(player)).map(|(square, _)| B::index(square));
        own.filter(|&index| crate::Word::has(isolated, index)).map(|index| self.approach(index).0).min()
    }
}
