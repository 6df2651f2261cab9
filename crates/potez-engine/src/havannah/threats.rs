//! Wins with the next stone: what a position comes down to when there are any.

use potez_core::Player;
use potez_havannah::{Board, Cell, Class};

/// What the wins with the next stone make of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Threats {
    /// Nobody wins with the next stone.
    None,
    /// The player to move wins here.
    Win(Cell),
    /// The enemy would win here, and nowhere else: every other move loses.
    Block(Cell),
    /// The enemy would win here and there: every move loses.
    Lost(Cell, Cell),
}

impl Threats {
    /// Looks at every cell beside a stone; a stone that stands alone wins nothing.
    pub(super) fn of<C: Class>(board: &Board<C>, mover: Player) -> Self {
        if let Some(cell) = wins(board, mover).next() {
            return Self::Win(cell);
        }
        // Two wins of the enemy are as many as are needed: one stone stops one of them.
        let mut enemy = wins(board, !mover);
        match (enemy.next(), enemy.next()) {
            (Some(one), Some(other)) => Self::Lost(one, other),
            (Some(one), None) => Self::Block(one),
            (None, _) => Self::None,
        }
    }
}

/// The cells where a stone of the player wins.
pub(super) fn wins<C: Class>(board: &Board<C>, player: Player) -> impl Iterator<Item = Cell> + '_ {
    let rows = 0..2 * board.geometry().size() - 1;
    // A stone wins only beside its chain, so a row of candidates is a few bit operations.
    let near = move |y| cells(beside(board.rows(player), y) & board.empty_row(y), y);
    rows.flat_map(near).filter(move |&cell| board.wins(cell, player))
}

/// The cells of row `y` beside stones, column x in bit x+1; `stones` are as [`Board::rows`] gives
/// them.
pub(super) fn beside(stones: &[u32], y: usize) -> u32 {
    let (above, here, below) = (stones[y], stones[y + 1], stones[y + 2]);
    above << 1 | above | here << 1 | here >> 1 | below >> 1 | below
}

/// The cells of the bits of a row.
pub(super) fn cells(mut bits: u32, y: usize) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let x = bits.trailing_zeros() as usize - 1;
        bits &= bits - 1;
        Some(Cell::new(x, y))
    })
}

#[cfg(test)]
mod tests {
    use potez_core::{Game as _, Outcome, Position as _};
    use potez_havannah::{Game, Rules, Upto5};

    use super::*;

    #[test]
    fn threats_are_what_playing_every_stone_finds() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut found = [0; 4];
        for round in 0..600 {
            let game = Game::<Upto5>::new(Rules { size: 3 + round % 3, swap: false }).expect("a small board");
            let mut pos = game.start();
            while pos.outcome().is_none() {
                let mover = pos.turn();
                let wins = |player| {
                    let wins = move |&cell: &Cell| {
                        let mut board = *pos.board();
                        board.place(cell, player)
                    };
                    pos.board().empties().filter(wins).collect::<Vec<_>>()
                };
                let (own, enemy) = (wins(mover), wins(!mover));
                let threats = Threats::of(pos.board(), mover);
                match threats {
                    Threats::None => assert!(own.is_empty() && enemy.is_empty(), "{pos}"),
                    Threats::Win(cell) => assert!(own.contains(&cell), "{pos}"),
                    Threats::Block(cell) => assert!(own.is_empty() && enemy == [cell], "{pos}"),
                    Threats::Lost(one, other) => {
                        assert!(own.is_empty() && one != other, "{pos}");
                        assert!(enemy.contains(&one) && enemy.contains(&other), "{pos}");
                    }
                }
                found[match threats {
                    Threats::None => 0,
                    Threats::Win(_) => 1,
                    Threats::Block(_) => 2,
                    Threats::Lost(..) => 3,
                }] += 1;
                pos.play(pos.random_move(&mut rng).expect("a running game has moves"));
            }
            assert_ne!(pos.outcome(), Some(Outcome::Win(pos.turn())), "only the player who has moved can have won");
        }
        assert!(found.iter().all(|&count| count > 100), "{found:?}");
    }
}
