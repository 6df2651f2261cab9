//! Small games for the tests of all searches, and the slow, obvious ways to their values.

mod graph;
mod knowledge;
mod nim;
mod plain;
mod retrograde;
mod tictactoe;

pub(crate) use graph::{Dag, GraphEdge, GraphNode, Maze};
pub(crate) use knowledge::{BusyOrdering, HalfOrdering, HashEvaluator, hash_estimate};
pub(crate) use nim::{Nim, NimMove};
pub(crate) use plain::{exhaust, negamax, value_of};
pub(crate) use retrograde::winners;
pub(crate) use tictactoe::{BoardCell, TicTacToe};
