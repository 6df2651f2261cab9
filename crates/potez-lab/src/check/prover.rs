//! A plain solver for the leaves of a certificate: every move of the loser, any of the winner's.

use std::collections::HashMap;

use super::board::{CheckedBoard, Lift, Side};

/// Proves positions with a table of exact positions, so that nothing is taken for anything else.
#[derive(Debug, Default)]
pub struct PlainProver {
    wins: HashMap<u128, bool>,
    /// Positions looked at.
    pub nodes: u64,
}

impl PlainProver {
    /// Who wins. No position repeats, so the search ends, and what is found holds on every path.
    pub fn winner(&mut self, board: &CheckedBoard) -> Side {
        match board.winner() {
            Some(winner) => winner,
            None if self.wins(board) => board.turn(),
            None => 1 - board.turn(),
        }
    }

    fn wins(&mut self, board: &CheckedBoard) -> bool {
        let number = board.number();
        if let Some(&wins) = self.wins.get(&number) {
            return wins;
        }
        let mut lifts = Vec::new();
        board.lifts(&mut lifts);
        let mut children = Vec::with_capacity(lifts.len());
        let mut wins = false;
        for &lift in &lifts {
            self.nodes += 1;
            let child = board.after(lift);
            match child.winner() {
                Some(winner) if winner == board.turn() => {
                    wins = true;
                    break;
                }
                Some(_) => {}
                // Which move comes first changes how long it takes and nothing else.
                None => children.push((replies(&child), child)),
            }
        }
        if !wins {
            children.sort_by_key(|(replies, _)| *replies);
            wins = children.iter().any(|(_, child)| !self.wins(child));
        }
        self.wins.insert(number, wins);
        wins
    }
}

/// What is left to the player to move.
fn replies(board: &CheckedBoard) -> usize {
    let mut lifts = Vec::new();
    board.lifts(&mut lifts);
    let weight = |lift: &Lift| match lift {
        Lift::Pass => 0,
        Lift::From { .. } => 1,
    };
    lifts.iter().map(weight).sum()
}
