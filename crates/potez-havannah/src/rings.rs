//! Whether a stone closes a ring (Rule 3.3).

use crate::{Cell, Geometry};

impl Geometry {
    /// The stones of a chain that surround an enclosed cell (Rule 3.3), for a chain that holds a
    /// ring; empty if it holds none.
    pub fn ring(&self, chain: &[Cell]) -> Vec<Cell> {
        let mut own = vec![false; Cell::INDICES];
        for &cell in chain {
            own[cell.index()] = true;
        }
        let rim = self.cells().iter().copied().filter(|&cell| self.on_rim(cell));
        let open = self.flood(&own, rim);
        let hole = self.cells().iter().copied().find(|&cell| !own[cell.index()] && !open[cell.index()]);
        if let Some(hole) = hole {
            let hole = self.flood(&own, std::iter::once(hole));
            let touches = |&cell: &Cell| self.neighbours(cell).any(|neighbour| hole[neighbour.index()]);
            return self.without_loose_ends(chain.iter().copied().filter(touches).collect());
        }
        let filled = |&cell: &Cell| self.neighbours(cell).filter(|neighbour| own[neighbour.index()]).count() == 6;
        chain.iter().copied().find(filled).map_or_else(Vec::new, |middle| {
            let mut ring: Vec<Cell> = self.neighbours(middle).collect();
            ring.sort_unstable();
            ring
        })
    }

    /// The cells that can be reached from `from` without stepping on an own stone.
    fn flood(&self, own: &[bool], from: impl Iterator<Item = Cell>) -> Vec<bool> {
        let mut reached = vec![false; Cell::INDICES];
        let mut waiting: Vec<Cell> = from.filter(|cell| !own[cell.index()]).collect();
        while let Some(cell) = waiting.pop() {
            if !std::mem::replace(&mut reached[cell.index()], true) {
                waiting.extend(self.neighbours(cell).filter(|next| !own[next.index()]));
            }
        }
        reached
    }

    /// Rule 3.6, to the fixed point: drops the stones that stick out into the hole.
    fn without_loose_ends(&self, mut stones: Vec<Cell>) -> Vec<Cell> {
        loop {
            let loose = stones.iter().position(|&stone| {
                let beside: Vec<Cell> = self.neighbours(stone).filter(|cell| stones.contains(cell)).collect();
                match beside[..] {
                    [] | [_] => true,
                    [one, other] => self.neighbours(one).any(|cell| cell == other),
                    _ => false,
                }
            });
            let Some(loose) = loose else { return stones };
            stones.remove(loose);
        }
    }
}
