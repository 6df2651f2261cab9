//! How exposed a player's way is: where it is narrow, and what the enemy's worst walls there add.

use potez_blockade::{Axis, Bits, Edges, Position, Square, Wall};
use potez_core::Player;

use super::evaluation::{Crossing, Distances, LONGEST, shortest};

/// How exposed a player's shortest way is to the enemy's walls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Exposure {
    /// Walls that would each make the way longer, legal or not.
    pub(super) cuts: usize,
    /// The steps that the worst legal one adds, at most [`MOST`].
    pub(super) worst: u8,
    /// The steps that the next worst wall adds; its legality is not looked at.
    pub(super) second: u8,
    /// Worse walls than the worst legal one: Rule 4.5 guards against them.
    pub(super) guarded: usize,
    /// Steps of the way that all cross one edge.
    pub(super) singles: usize,
    /// Steps that cross one of two edges that a wall covers.
    pub(super) doubles: usize,
}

/// Detours longer than this are alike.
pub(super) const MOST: u8 = 24;
/// The most walls that are looked at; a way with more of them is exposed anyway.
const WALLS: usize = 24;

/// A way as layers of squares at equal distance from the goals.
struct Layers<const N: usize> {
    layers: [Bits<N>; LONGEST + 1],
    /// Each layer with all before it.
    reached: [Bits<N>; LONGEST + 1],
}

impl<const N: usize> Layers<N> {
    /// The layers of the squares up to `depth` steps from the goals.
    fn new(edges: &Edges<N>, goals: Bits<N>, depth: usize) -> Self {
        let mut layers = [Bits::EMPTY; LONGEST + 1];
        let mut reached = [Bits::EMPTY; LONGEST + 1];
        (layers[0], reached[0]) = (goals, goals);
        for at in 1..depth {
            let grown = edges.grown(&layers[at - 1]).without(&reached[at - 1]);
            layers[at] = grown;
            reached[at] = reached[at - 1] | grown;
        }
        Self { layers, reached }
    }

    /// The steps from the goals to the nearest of `to` past one more wall, which lies at the edge
    /// of this layer; `None` if there is no way, `most` if it is that long.
    fn steps_past(&self, edges: &Edges<N>, wall: Wall, layer: usize, to: Bits<N>, most: usize) -> Option<usize> {
        let at = wall.at;
        let (row, col) = (at.row(), at.col());
        let around =
            Bits::of([at, Square::new(row, col + 1), Square::new(row + 1, col), Square::new(row + 1, col + 1)]);
        // A wall changes no distance that is at most that of the nearest square beside it.
        let mut steps = layer;
        while steps > 0 && !(self.reached[steps - 1] & around).is_empty() {
            steps -= 1;
        }
        let edges = edges.with_wall(wall);
        let mut reached = self.reached[steps];
        while (reached & to).is_empty() {
            if steps >= most {
                return Some(most);
            }
            let grown = edges.grown(&reached);
            if grown == reached {
                return None;
            }
            reached = grown;
            steps += 1;
        }
        Some(steps)
    }
}

/// Walls with the steps that they add.
#[derive(Default)]
struct Cuts {
    walls: [Option<(Wall, u8)>; WALLS],
    count: usize,
}

impl Cuts {
    fn push(&mut self, wall: Wall, detour: u8) {
        if let Some(room) = self.walls.get_mut(self.count) {
            *room = Some((wall, detour));
            self.count += 1;
        }
    }

    /// Takes out the worst of them.
    fn pop_worst(&mut self) -> Option<(Wall, u8)> {
        let worst = self.walls[..self.count].iter_mut().max_by_key(|cut| cut.map_or(0, |(_, detour)| detour))?;
        worst.take()
    }
}

impl Exposure {
    /// How exposed a player is.
    pub(super) fn of<const N: usize>(
        pos: &Position<N>,
        player: Player,
        edges: &Edges<N>,
        distances: Distances,
    ) -> Self {
        let least = shortest(distances[player.index()]);
        let depth = usize::from(least);
        let mut exposure = Self::default();
        // A path this long is in a maze: a wall more or less says little about it.
        if depth > LONGEST {
            return exposure;
        }
        let mut here = Bits::EMPTY;
        for (square, distances) in pos.pawns(player).into_iter().zip(distances[player.index()]) {
            if distances.contains(&least) {
                here |= Bits::one(square);
            }
        }
        let pawns = Bits::of(pos.pawns(player));
        let layers = Layers::new(edges, pos.goals(player), depth);
        // Without a wall of that colour the enemy can cut nothing, however narrow the path is.
        let mut free = Axis::BOTH.map(|axis| match pos.stock(!player, axis) {
            0 => Bits::EMPTY,
            _ => pos.free_slots(axis),
        });
        let mut cuts = Cuts::default();
        let mut before = Crossing::NONE;
        for (at, layer) in layers.layers[..depth].iter().enumerate().rev() {
            let (crossing, next) = Crossing::step(edges, &here, layer);
            let slots = crossing.covering_slots();
            match crossing.counts() {
                (1, 0) | (0, 1) => exposure.singles += 1,
                _ => exposure.doubles += usize::from(!slots[0].is_empty() || !slots[1].is_empty()),
            }
            let stepped = crossing.stepped_slots(&before);
            (here, before) = (next, crossing);
            for axis in Axis::BOTH {
                let index = axis.index();
                for slot in ((slots[index] | stepped[index]) & free[index]).squares() {
                    free[index] = free[index].without(&Bits::one(slot));
                    let wall = Wall { at: slot, axis };
                    let most = depth + usize::from(MOST);
                    let steps = layers.steps_past(edges, wall, at, pawns, most).unwrap_or(depth);
                    if steps > depth {
                        cuts.push(wall, (steps - depth) as u8);
                    }
                }
            }
        }
        exposure.cuts = cuts.count;
        exposure.add_worst(pos, cuts);
        exposure
    }

    /// The worst walls, from the worst on until one is legal.
    fn add_worst<const N: usize>(&mut self, pos: &Position<N>, mut cuts: Cuts) {
        if cuts.count == 0 {
            return;
        }
        // Most walls touch too little to close anything off; only the others need a flood fill to
        // see whether they are legal.
        let closing = pos.closing_slots();
        // Of equal walls any may come first, so those as bad as the worst legal one are told apart.
        let (mut last, mut alike) = (0, 0);
        while let Some((wall, detour)) = cuts.pop_worst() {
            if closing[wall.axis.index()].contains(wall.at) && !pos.keeps_ways(wall) {
                alike = if detour == last { alike + 1 } else { 1 };
                last = detour;
                self.guarded += 1;
                continue;
            }
            self.worst = detour;
            self.second = cuts.pop_worst().map_or(0, |(_, detour)| detour);
            if detour == last {
                self.guarded -= alike;
                self.second = detour;
            }
            return;
        }
    }
}

#[cfg(test)]
mod tests;
