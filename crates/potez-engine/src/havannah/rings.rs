//! Rings of playouts: a ring that random stones have closed says little, one that stood half
//! finished says much.

use potez_core::Player;
use potez_havannah::{Board, Cell, Class};

/// What the search for a ring needs, kept from one to the next.
#[derive(Clone, Default)]
pub(super) struct Rings {
    /// Cells reached, in order, each with the place of the one before it.
    reached: Vec<(Cell, usize)>,
    /// The search in which a cell was last reached.
    seen: Vec<u32>,
    search: u32,
}

impl Rings {
    /// How many stones of `before` the shortest ring through a stone has. The stone has just closed
    /// a ring.
    pub(super) fn standing<C: Class>(
        &mut self,
        board: &Board<C>,
        cell: Cell,
        player: Player,
        before: &Board<C>,
    ) -> u32 {
        let stood = |cell: Cell| u32::from(before.has(cell, player));
        let own = board.sides(cell, player);
        let groups = groups(own);
        // The ring leads from one group of neighbours to another, around this stone.
        for group in groups.into_iter().take_while(|&group| group != 0) {
            if let Some(end) = self.way(board, cell, player, group, own & !group) {
                let mut at = end;
                let mut count = stood(self.reached[at].0);
                while self.reached[at].1 != at {
                    at = self.reached[at].1;
                    count += stood(self.reached[at].0);
                }
                return count;
            }
        }
        // A filled hexagon: the stone is one of the six around a middle.
        let geometry = board.geometry();
        let filled =
            geometry.neighbours(cell).find(|&middle| board.sides(middle, player) == 63 && board.has(middle, player));
        filled.map_or(0, |middle| stood(middle) + geometry.neighbours(middle).map(stood).sum::<u32>())
    }

    /// The shortest way over own stones from one group of neighbours of `cell` to others, around
    /// the cell itself.
    fn way<C: Class>(&mut self, board: &Board<C>, cell: Cell, player: Player, from: u8, to: u8) -> Option<usize> {
        let geometry = board.geometry();
        // Cells are marked with the number of the search: nothing has to be cleared between two.
        self.search = self.search.wrapping_add(1);
        self.seen.resize(Cell::INDICES, 0);
        self.reached.clear();
        self.seen[cell.index()] = self.search;
        let beside = |sides: u8| (0..6).filter(move |side| sides >> side & 1 == 1);
        for side in beside(from) {
            let start = geometry.neighbour(cell, side)?;
            self.seen[start.index()] = self.search;
            self.reached.push((start, self.reached.len()));
        }
        let goals: Vec<Cell> = beside(to).filter_map(|side| geometry.neighbour(cell, side)).collect();
        let mut at = 0;
        while at < self.reached.len() {
            let here = self.reached[at].0;
            if goals.contains(&here) {
                return Some(at);
            }
            for side in beside(board.sides(here, player)) {
                let next = geometry.neighbour(here, side)?;
                if self.seen[next.index()] != self.search {
                    self.seen[next.index()] = self.search;
                    self.reached.push((next, at));
                }
            }
            at += 1;
        }
        None
    }
}

/// The separate groups among the sides with stones; no more than three.
fn groups(sides: u8) -> [u8; 3] {
    let mut groups = [0; 3];
    let (mut rest, mut count) = (sides & 63, 0);
    while rest != 0 {
        let mut group = rest & rest.wrapping_neg();
        loop {
            let grown = (group | group << 1 | group >> 1 | group << 5 | group >> 5) & rest;
            if grown == group {
                break;
            }
            group = grown;
        }
        rest &= !group;
        groups[count] = group;
        count += 1;
    }
    groups
}

#[cfg(test)]
mod tests {
    use potez_havannah::{Geometry, Upto5};

    use super::*;

    /// The six cells around the middle of the board of size 4.
    const AROUND: [(usize, usize); 6] = [(2, 2), (3, 2), (4, 3), (4, 4), (3, 4), (2, 3)];

    fn standing(stood: &[(usize, usize)], later: &[(usize, usize)]) -> u32 {
        let mut board = Board::<Upto5>::new(Geometry::of(4));
        let cell = |&(x, y): &(usize, usize)| Cell::new(x, y);
        for stone in stood {
            assert!(!board.place(cell(stone), Player::X));
        }
        let before = board;
        let mut marks = None;
        for stone in later {
            assert!(!marks.is_some_and(potez_havannah::Marks::ring));
            marks = Some(board.join(cell(stone), Player::X));
        }
        assert!(marks.is_some_and(potez_havannah::Marks::only_ring));
        Rings::default().standing(&board, cell(&later[later.len() - 1]), Player::X, &before)
    }

    #[test]
    fn a_ring_counts_the_stones_that_stood_before_the_playout() {
        for stood in 0..6 {
            assert_eq!(standing(&AROUND[..stood], &AROUND[stood..]), stood as u32);
        }
    }

    #[test]
    fn stones_beside_the_ring_do_not_count() {
        let stood = [(1, 1), (5, 5), AROUND[0], AROUND[1]];
        assert_eq!(standing(&stood, &AROUND[2..]), 2);
    }

    #[test]
    fn a_filled_hexagon_counts_its_middle() {
        let stood = [(3, 3), AROUND[0], AROUND[1], AROUND[2]];
        assert_eq!(standing(&stood, &AROUND[3..]), 4);
    }

    #[test]
    fn sides_fall_into_groups() {
        assert_eq!(groups(0b01_0101), [0b1, 0b100, 0b1_0000]);
        assert_eq!(groups(0b10_0011), [0b10_0011, 0, 0]);
        assert_eq!(groups(0b11_1111), [0b11_1111, 0, 0]);
        assert_eq!(groups(0), [0; 3]);
    }
}
