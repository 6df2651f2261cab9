//! A plain solver for the leaves of a certificate: every move of the loser, any of the winner's.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::board::{CheckedBoard, CheckedLift, CheckedSide};

/// Proves positions with a table of exact positions, so that nothing is taken for anything else.
#[derive(Debug, Default)]
pub struct PlainProver {
    wins: HashMap<u128, bool, BuildHasherDefault<NumberHasher>>,
    /// Positions looked at.
    pub nodes: u64,
}

impl PlainProver {
    /// Who wins. No position repeats, so the search ends, and what is found holds on every path.
    pub fn winner(&mut self, board: &CheckedBoard) -> CheckedSide {
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
        let wins = self.search(board);
        self.wins.insert(number, wins);
        wins
    }

    fn search(&mut self, board: &CheckedBoard) -> bool {
        let (mut lifts, mut replies) = (Vec::new(), Vec::new());
        board.lifts(&mut lifts);
        let mut children = Vec::with_capacity(lifts.len());
        for &lift in &lifts {
            self.nodes += 1;
            let child = board.after(lift);
            match child.winner() {
                Some(winner) if winner == board.turn() => return true,
                Some(_) => continue,
                None => {}
            }
            match self.wins.get(&child.number()) {
                Some(false) => return true,
                Some(true) => {}
                None => children.push((order(&child, &mut replies), child)),
            }
        }
        children.sort_by_key(|(order, _)| *order);
        children.iter().any(|(_, child)| !self.wins(child))
    }
}

/// What is left to the player to move, the least first: it changes how long a proof takes and
/// nothing else. The numbers are those of docs/notebook/byte.md.
fn order(board: &CheckedBoard, replies: &mut Vec<CheckedLift>) -> i32 {
    board.lifts(replies);
    let (mut merges, mut steps) = (0, 0);
    for lift in replies.iter() {
        match lift {
            CheckedLift::From { to, .. } if board.height(*to) == 0 => steps += 1,
            CheckedLift::From { .. } => merges += 1,
            CheckedLift::Pass => {}
        }
    }
    let steps = if steps == 0 { -140 } else { 180 * steps };
    let [stacks, bottoms, tops, scores] = board.leads();
    100 * merges + steps + 125 * bottoms + 40 * tops + 180 * scores + 25 * stacks
}

/// Spreads the numbers of positions over the table; which position it is the table compares itself.
#[derive(Debug, Default)]
pub struct NumberHasher(u64);

impl Hasher for NumberHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(u128::from(byte));
        }
    }

    fn write_u128(&mut self, number: u128) {
        let (low, high) = (number as u64 ^ self.0, (number >> 64) as u64);
        let product = u128::from(low ^ 0x9e37_79b9_7f4a_7c15) * u128::from(high ^ 0xd1b5_4a32_d192_ed03);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}
