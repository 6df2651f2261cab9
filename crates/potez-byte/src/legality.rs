//! Whether a move is legal: Rules 2.1 to 2.4, and 5.2.

use potez_core::{Player, Position as _};

use crate::{Board, Direction, Illegal, Move, Position, Square, Variant};

impl<B: Board> Position<B> {
    /// Says whether a move is legal, and if not, why.
    pub(crate) fn judge(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            return Err(Illegal::GameOver);
        }
        if mv.is_pass() {
            return if self.count_moves_for(self.turn()) == 0 { Ok(()) } else { Err(Illegal::MustMove) };
        }
        // Whoever has no move at all learns that first, whatever was wrong with the one that was
        // tried.
        self.judge_lift(mv).map_err(|reason| match self.count_moves_for(self.turn()) {
            0 => Illegal::MustPass,
            _ => reason,
        })
    }

    fn judge_lift(&self, mv: Move) -> Result<(), Illegal> {
        let (from, to, level) = (mv.from(), mv.to(), usize::from(mv.level()));
        for square in [from, to] {
            if !square.is_on(B::SIZE) {
                return Err(Illegal::OffBoard { square: square.to_string(), size: B::SIZE });
            }
            if !square.is_dark() {
                return Err(Illegal::LightSquare { square });
            }
        }
        if !from.touches(to) {
            return Err(Illegal::NotAdjacent { from, to });
        }
        let height = self.height(from);
        if height == 0 {
            return Err(Illegal::NoStack { square: from });
        }
        if level >= height {
            return Err(Illegal::NoSuchLevel { square: from, level: level + 1, height });
        }
        if self.height(to) == 0 { self.judge_step(from, to, level) } else { self.judge_merge(from, to, level) }
    }

    /// Rule 2.1, on two stacks that touch.
    fn judge_merge(&self, from: Square, to: Square, level: usize) -> Result<(), Illegal> {
        let (height, base) = (self.height(from), self.height(to));
        if self.stack(from).owner(level) != Some(self.turn()) {
            return Err(Illegal::NotYours { square: from, level: level + 1 });
        }
        if level >= base {
            return Err(Illegal::NotHigher { from, to, level: level + 1, lands: base + 1 });
        }
        match height - level + base {
            total if total > 8 => Err(Illegal::TooTall { to, total }),
            _ => Ok(()),
        }
    }

    /// Rule 2.2, onto an empty square; and 5.2 where it is played.
    fn judge_step(&self, from: Square, to: Square, level: usize) -> Result<(), Illegal> {
        if level > 0 {
            return Err(Illegal::SplitStep { from, to });
        }
        if let Some((neighbour, _)) = self.stacks().find(|(other, _)| other.touches(from)) {
            return Err(Illegal::HasNeighbours { from, to, neighbour });
        }
        if self.stack(from).bottom() != Some(self.turn()) {
            return Err(Illegal::BottomNotYours { square: from });
        }
        let (distance, nearer) = self.approach(B::index(from));
        let step = i32::from(to.number()) - i32::from(from.number());
        if !Direction::ALL.into_iter().zip(nearer).any(|(direction, nearer)| nearer && direction.offset() == step) {
            return Err(Illegal::NotNearer { from, to, distance });
        }
        if self.variant() == Variant::MergeFirst {
            if self.count_merges_for(self.turn()) > 0 {
                return Err(Illegal::MergeFirst);
            }
            let shortest = self.shortest_approach(self.turn()).unwrap_or(distance);
            if distance > shortest {
                return Err(Illegal::NotNearest { square: from, distance, shortest });
            }
        }
        Ok(())
    }

    /// Rule 5.2: the smallest distance from any of a player's isolated stacks to a stack nearest to
    /// it.
    fn shortest_approach(&self, player: Player) -> Option<usize> {
        let isolated = self.isolated();
        let own = self.stacks().filter(|(_, stack)| stack.bottom() == Some(player)).map(|(square, _)| B::index(square));
        own.filter(|&index| crate::Word::has(isolated, index)).map(|index| self.approach(index).0).min()
    }
}
