//! The edges between squares that no wall closes.

use crate::{Axis, Bits, Square, Wall};

/// The open edges between squares: where walls and the frame let a pawn through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edges<const N: usize> {
    /// Squares that are open to the square below.
    pub down: Bits<N>,
    /// Squares that are open to the square on the right.
    pub right: Bits<N>,
}

impl<const N: usize> Edges<N> {
    #[inline]
    pub(crate) fn new(rows: usize, cols: usize, blue: &Bits<N>, green: &Bits<N>) -> Self {
        Self {
            down: Bits::rectangle(rows - 1, cols).without(&(*blue | blue.right())),
            right: Bits::rectangle(rows, cols - 1).without(&(*green | green.down())),
        }
    }

    /// The edges that are left when one more wall stands.
    #[inline]
    #[must_use]
    pub fn with_wall(mut self, wall: Wall) -> Self {
        let at = Bits::one(wall.at);
        match wall.axis {
            Axis::Blue => self.down = self.down.without(&(at | at.right())),
            Axis::Green => self.right = self.right.without(&(at | at.down())),
        }
        self
    }

    /// The squares reached by one step up.
    #[inline]
    #[must_use]
    pub fn step_up(&self, from: &Bits<N>) -> Bits<N> {
        from.up() & self.down
    }

    /// The squares reached by one step down.
    #[inline]
    #[must_use]
    pub fn step_down(&self, from: &Bits<N>) -> Bits<N> {
        (*from & self.down).down()
    }

    /// The squares reached by one step to the left.
    #[inline]
    #[must_use]
    pub fn step_left(&self, from: &Bits<N>) -> Bits<N> {
        from.left() & self.right
    }

    /// The squares reached by one step to the right.
    #[inline]
    #[must_use]
    pub fn step_right(&self, from: &Bits<N>) -> Bits<N> {
        (*from & self.right).right()
    }

    /// The set and all squares one step away from it.
    #[inline]
    #[must_use]
    pub fn grown(&self, from: &Bits<N>) -> Bits<N> {
        *from | self.step_up(from) | self.step_down(from) | self.step_left(from) | self.step_right(from)
    }

    /// Every square that can be reached from the set. The search stops early once all of `wanted`
    /// is reached.
    #[inline]
    #[must_use]
    pub fn flood(&self, from: &Bits<N>, wanted: &Bits<N>) -> Bits<N> {
        let mut reached = *from;
        loop {
            let next = self.grown(&self.grown(&reached));
            if next == reached || next.covers(wanted) {
                return next;
            }
            reached = next;
        }
    }

    /// Every square that can be reached from one square.
    #[must_use]
    pub fn region(&self, from: Square) -> Bits<N> {
        self.flood(&Bits::one(from), &!Bits::EMPTY)
    }
}
