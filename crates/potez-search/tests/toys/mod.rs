//! Small games for the tests of all searches, and the slow, obvious ways to their values.
#![allow(dead_code, unused_imports, unreachable_pub, reason = "every test file takes the toys it needs")]

mod graph;
mod knowledge;
mod nim;
mod plain;
mod tictactoe;

pub use graph::{Branch, Graph, Maze, Node, Tree};
pub use knowledge::{Arbitrary, Busy, Selective, arbitrary};
pub use nim::{Nim, Take};
pub use plain::{Value, exhaust, negamax, value_of};
pub use tictactoe::{Cell, TicTacToe};
