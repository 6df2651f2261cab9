//! Every reason why a turn is not legal.

use potez_core::{Explain, Player};

use crate::walls::CutOff;
use crate::{Axis, Square, Step, Wall};

/// Why a move is not legal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Illegal {
    /// Rules 5.1 and 5.2: there are no moves any more.
    #[error("the game is over")]
    GameOver,
    /// Rule 6.2: the letter of the other player.
    #[error("it is not {player}'s turn: {turn} is to move")]
    NotYourTurn {
        /// Who was named.
        player: Player,
        /// Who is to move.
        turn: Player,
    },
    /// Rule 1.2: a pawn other than 1 and 2.
    #[error("{player} has no pawn {number}: the pawns are 1 and 2")]
    NoSuchPawn {
        /// Whose pawn.
        player: Player,
        /// The number that was named.
        number: String,
    },
    /// No pawn of the mover stands there.
    #[error("{player} has no pawn on `{square}`")]
    NoPawn {
        /// The mover.
        player: Player,
        /// The square that was named.
        square: Square,
    },
    /// The row does not exist.
    #[error("`{square}` is off the board: there are {rows} rows")]
    RowOffBoard {
        /// What was written.
        square: String,
        /// Rows of the board.
        rows: usize,
    },
    /// The column does not exist.
    #[error("`{square}` is off the board: there are {cols} columns")]
    ColumnOffBoard {
        /// What was written.
        square: String,
        /// Columns of the board.
        cols: usize,
    },
    /// The pawn would not move.
    #[error("the pawn stands on `{square}` already")]
    AlreadyThere {
        /// The square.
        square: Square,
    },
    /// Rule 3.5: a player's own pawn blocks landing.
    #[error("`{square}` is taken by {player}'s own pawn")]
    OwnPawn {
        /// The mover.
        player: Player,
        /// The square.
        square: Square,
    },
    /// Rule 3.5: an enemy pawn blocks landing except on a goal.
    #[error("`{square}` is taken by a pawn of {enemy}")]
    EnemyPawn {
        /// Whose pawn.
        enemy: Player,
        /// The square.
        square: Square,
    },
    /// Section 3: no pawn moves like that.
    #[error("`{from}` to `{to}` is not a pawn move: {}", steps(*.step))]
    NotAStep {
        /// Where the pawn stands.
        from: Square,
        /// Where it was sent.
        to: Square,
        /// How pawns move.
        step: Step,
    },
    /// Rules 3.2 to 3.4: a wall is in the way.
    #[error("the way from `{from}` to `{to}` is blocked by wall `{wall}`")]
    Blocked {
        /// Where the pawn stands.
        from: Square,
        /// Where it was sent.
        to: Square,
        /// The wall in the way.
        wall: Wall,
    },
    /// Rule 2.1: a wall must follow the pawn move.
    #[error("a wall is required after the pawn move")]
    WallRequired,
    /// Rule 2.5: a winning move ends the game.
    #[error("no wall goes with `{to}`: the move wins")]
    NoWallWithWin {
        /// The goal.
        to: Square,
    },
    /// Rules 2.1 and 2.3: a pawn must move.
    #[error("a pawn move is required before the wall")]
    PawnRequired,
    /// Rule 2.2: exactly one of the two.
    #[error("a turn is a pawn move or a wall, one of the two")]
    OneOrOther,
    /// Rule 1.3: the stock of this colour is empty.
    #[error("{player} has no {} walls left", axis.name())]
    NoWallsLeft {
        /// The mover.
        player: Player,
        /// The colour.
        axis: Axis,
    },
    /// Rule 4.2: a wall must lie between four squares.
    #[error("wall `{wall}` is off the board: walls lie in rows `a` to `{}` and columns 1 to {}", last_row(*rows), cols - 1)]
    WallOffBoard {
        /// What was written.
        wall: String,
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// Rule 4.3: walls of one colour may not overlap.
    #[error("wall `{wall}` overlaps `{other}`")]
    Overlaps {
        /// The new wall.
        wall: Wall,
        /// The wall that stands.
        other: Wall,
    },
    /// Rule 4.3: walls may not cross.
    #[error("wall `{wall}` crosses `{other}`")]
    Crosses {
        /// The new wall.
        wall: Wall,
        /// The wall that stands.
        other: Wall,
    },
    /// Rule 4.5: pawns would have no way to homes, or with `goal=rank` to any goal.
    #[error("wall `{wall}` would cut off {}", list(.cuts))]
    CutsOff {
        /// The new wall.
        wall: Wall,
        /// Every pawn with what is out of its reach.
        cuts: Vec<CutOff>,
    },
}

fn list(cuts: &[CutOff]) -> String {
    cuts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// How pawns move, as a reminder.
fn steps(step: Step) -> &'static str {
    match step {
        Step::Two => "a pawn moves two squares straight or one diagonally",
        Step::UpTo => "a pawn moves one or two squares straight or one diagonally",
        Step::One => "a pawn moves one square straight, or jumps over a pawn next to it",
    }
}

/// The letter of the last row that a wall can lie in.
fn last_row(rows: usize) -> char {
    char::from(b'a' + (rows - 2) as u8)
}

impl Explain for Illegal {
    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::NotYourTurn { .. } => "not-your-turn",
            Self::NoSuchPawn { .. } => "no-such-pawn",
            Self::NoPawn { .. } => "no-pawn",
            Self::RowOffBoard { .. } => "row-off-board",
            Self::ColumnOffBoard { .. } => "column-off-board",
            Self::AlreadyThere { .. } => "already-there",
            Self::OwnPawn { .. } => "own-pawn",
            Self::EnemyPawn { .. } => "enemy-pawn",
            Self::NotAStep { step: Step::Two, .. } => "not-a-step-two",
            Self::NotAStep { step: Step::UpTo, .. } => "not-a-step-upto",
            Self::NotAStep { step: Step::One, .. } => "not-a-step-one",
            Self::Blocked { .. } => "blocked",
            Self::WallRequired => "wall-required",
            Self::NoWallWithWin { .. } => "no-wall-with-win",
            Self::PawnRequired => "pawn-required",
            Self::OneOrOther => "pawn-or-wall",
            Self::NoWallsLeft { axis: Axis::Blue, .. } => "no-blue-walls",
            Self::NoWallsLeft { axis: Axis::Green, .. } => "no-green-walls",
            Self::WallOffBoard { .. } => "wall-off-board",
            Self::Overlaps { .. } => "wall-overlaps",
            Self::Crosses { .. } => "wall-crosses",
            Self::CutsOff { .. } => "wall-cuts-off",
        }
    }

    fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::GameOver | Self::WallRequired | Self::PawnRequired | Self::OneOrOther => vec![],
            Self::NotYourTurn { player, turn } => vec![("player", player.to_string()), ("turn", turn.to_string())],
            Self::NoSuchPawn { player, number } => vec![("player", player.to_string()), ("number", number.clone())],
            Self::NoPawn { player, square } | Self::OwnPawn { player, square } => {
                vec![("player", player.to_string()), ("square", square.to_string())]
            }
            Self::RowOffBoard { square, rows } => vec![("square", square.clone()), ("rows", rows.to_string())],
            Self::ColumnOffBoard { square, cols } => vec![("square", square.clone()), ("cols", cols.to_string())],
            Self::AlreadyThere { square } => vec![("square", square.to_string())],
            Self::EnemyPawn { enemy, square } => vec![("enemy", enemy.to_string()), ("square", square.to_string())],
            Self::NotAStep { from, to, .. } => vec![("from", from.to_string()), ("to", to.to_string())],
            Self::Blocked { from, to, wall } => {
                vec![("from", from.to_string()), ("to", to.to_string()), ("wall", wall.to_string())]
            }
            Self::NoWallWithWin { to } => vec![("to", to.to_string())],
            Self::NoWallsLeft { player, .. } => vec![("player", player.to_string())],
            Self::WallOffBoard { wall, rows, cols } => {
                vec![("wall", wall.clone()), ("rows", last_row(*rows).to_string()), ("cols", (cols - 1).to_string())]
            }
            Self::Overlaps { wall, other } | Self::Crosses { wall, other } => {
                vec![("wall", wall.to_string()), ("other", other.to_string())]
            }
            Self::CutsOff { wall, cuts } => vec![("wall", wall.to_string()), ("cuts", list(cuts))],
        }
    }
}
