//! A legal turn chosen uniformly, without listing all of them.

use potez_core::Position as _;

use crate::generation::{Parts, count};
use crate::{Axis, Bits, Move, Position, Turn, Wall};

impl<const N: usize> Position<N> {
    /// A legal move, each as likely as any other.
    ///
    /// Pairs of a pawn move and a wall are drawn and thrown back when they are not legal, so that
    /// nothing is listed.
    pub(crate) fn any_move(&self, rng: &mut fastrand::Rng) -> Option<Move> {
        if self.ending().is_some() {
            return None;
        }
        let parts = Parts::new(self);
        let turn = self.rules().turn();
        let (harmless, slots) = (count(&parts.harmless), count(&parts.harmless) + count(&parts.closing));
        if turn == Turn::Full && harmless == 0 && slots > 0 {
            // Some pawn moves may have to go alone (Rule 2.1), and only the list tells which.
            return self.any_listed(rng);
        }
        loop {
            let draw = match turn {
                Turn::Either => self.draw_either(&parts, slots, rng),
                Turn::Full | Turn::Optional => self.draw_pair(&parts, slots, rng),
            };
            if draw.is_some() {
                return draw;
            }
        }
    }

    /// A pawn move with a wall or, where that is allowed, without one; nothing when the pair is not
    /// legal.
    fn draw_pair(&self, parts: &Parts<N>, slots: u32, rng: &mut fastrand::Rng) -> Option<Move> {
        let alone = self.rules().turn() == Turn::Optional || slots == 0;
        let choices = slots + u32::from(alone);
        let wins = count(&parts.wins);
        let draw = rng.u32(..wins + count(&parts.quiet) * choices);
        let Some(draw) = draw.checked_sub(wins) else { return self.nth_step(&parts.wins, draw) };
        let step = self.nth_step(&parts.quiet, draw / choices)?;
        let Some((wall, harmless)) = parts.nth_wall(draw % choices) else { return Some(step) };
        let legal = harmless || self.leaves_ways(wall, self.pawns_after(step.pawn()));
        legal.then(|| step.with_wall(Some(wall)))
    }

    /// A pawn move or a wall; nothing when the wall is not legal.
    fn draw_either(&self, parts: &Parts<N>, slots: u32, rng: &mut fastrand::Rng) -> Option<Move> {
        let landings = [0, 1].map(|pawn| parts.wins[pawn] | parts.quiet[pawn]);
        let draw = rng.u32(..count(&landings) + slots);
        let Some(draw) = draw.checked_sub(count(&landings)) else { return self.nth_step(&landings, draw) };
        let (wall, harmless) = parts.nth_wall(draw)?;
        let legal = harmless || self.leaves_ways(wall, self.pawns(self.turn()));
        legal.then(|| Move::wall_only(wall))
    }

    fn any_listed(&self, rng: &mut fastrand::Rng) -> Option<Move> {
        let mut moves = Vec::new();
        self.list_moves(&mut moves);
        rng.choice(moves)
    }

    fn nth_step(&self, landings: &[Bits<N>; 2], rank: u32) -> Option<Move> {
        let [first, second] = self.pawns(self.turn());
        let (from, to) = match rank.checked_sub(landings[0].count()) {
            None => (first, landings[0].nth(rank)?),
            Some(rank) => (second, landings[1].nth(rank)?),
        };
        Some(Move::pawn_to(from, to, None))
    }
}

impl<const N: usize> Parts<N> {
    /// The wall of a rank among harmless and closing ones, and whether it is harmless.
    fn nth_wall(&self, mut rank: u32) -> Option<(Wall, bool)> {
        for (sets, harmless) in [(&self.harmless, true), (&self.closing, false)] {
            for axis in Axis::BOTH {
                let set = &sets[axis.index()];
                match rank.checked_sub(set.count()) {
                    None => return set.nth(rank).map(|at| (Wall { at, axis }, harmless)),
                    Some(left) => rank = left,
                }
            }
        }
        None
    }
}
