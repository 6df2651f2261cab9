//! The original program's path finder: four breadth-first searches that meet.
//!
//! Its authors describe it so: waves of pawn moves spread from both pawns of a player and,
//! backwards, from both goals, a ring at a time. Where a pawn's wave meets a goal's wave, a path is
//! found; a pawn or a goal that is walled in is noticed early, because its wave runs dry after a
//! few rings. Here a ring is a set of squares in wide words, and a meeting counts only once no
//! shorter one is possible.

use potez_blockade::{Bits, Edges, Square};

/// Moves on the shortest path from each pawn to each goal, `None` where there is none:
/// `lengths[pawn][goal]`.
///
/// A move is two steps past the walls, straight or round a corner; the last one may be a single
/// step onto the goal. Pawns do not stand in the way.
pub(crate) fn four_source<const N: usize>(
    edges: &Edges<N>,
    pawns: [Square; 2],
    goals: [Square; 2],
) -> [[Option<u32>; 2]; 2] {
    let mut heads = pawns.map(Wave::new);
    let mut tails = goals.map(Wave::new);
    let mut lengths = [[None; 2]; 2];
    for (pawn, head) in heads.iter().enumerate() {
        for (goal, tail) in tails.iter().enumerate() {
            if !(head.ring & tail.ring).is_empty() {
                lengths[pawn][goal] = Some(0);
            }
        }
    }
    let mut length = 0;
    while lengths.as_flattened().contains(&None) {
        // First the pawns' waves grow by a ring, then the goals': lengths are met in order, odd
        // then even.
        for side in 0..2 {
            length += 1;
            if side == 0 {
                for wave in &mut heads {
                    wave.grow(edges, false);
                }
            } else {
                for wave in &mut tails {
                    wave.grow(edges, length == 2);
                }
            }
            for (pawn, head) in heads.iter().enumerate() {
                for (goal, tail) in tails.iter().enumerate() {
                    // A goal's first ring is one step wide as well, so the very first meeting may
                    // need it.
                    let onto_goal = length == 1 && !(head.one_step(edges) & tail.ring).is_empty();
                    if lengths[pawn][goal].is_none() && (onto_goal || !(head.reached & tail.reached).is_empty()) {
                        lengths[pawn][goal] = Some(length);
                    }
                }
            }
        }
        let dry = |waves: &[Wave<N>; 2]| waves.iter().any(|wave| wave.ring.is_empty());
        if dry(&heads) || dry(&tails) {
            // A wave that ran dry meets nothing it has not met; the others may still meet each
            // other.
            let open = lengths.iter().enumerate().any(|(pawn, row)| {
                row.iter().enumerate().any(|(goal, length)| {
                    length.is_none() && !heads[pawn].ring.is_empty() && !tails[goal].ring.is_empty()
                })
            });
            if !open {
                break;
            }
        }
    }
    lengths
}

/// The squares reached so far, and the last ring of them.
struct Wave<const N: usize> {
    start: Bits<N>,
    reached: Bits<N>,
    ring: Bits<N>,
}

impl<const N: usize> Wave<N> {
    fn new(square: Square) -> Self {
        let start = Bits::one(square);
        Self { start, reached: start, ring: start }
    }

    /// Adds the next ring: one move further, or a single step as well where the wave begins at a
    /// goal.
    fn grow(&mut self, edges: &Edges<N>, single: bool) {
        let near = neighbours(edges, &self.ring);
        let mut next = neighbours(edges, &near);
        if single {
            next |= near;
        }
        self.ring = next.without(&self.reached);
        self.reached |= self.ring;
    }

    fn one_step(&self, edges: &Edges<N>) -> Bits<N> {
        neighbours(edges, &self.start)
    }
}

fn neighbours<const N: usize>(edges: &Edges<N>, from: &Bits<N>) -> Bits<N> {
    edges.step_up(from) | edges.step_down(from) | edges.step_left(from) | edges.step_right(from)
}

#[cfg(test)]
mod tests;
