//! Which lattice points the walls join, so that a wall that closes a ring is known at sight.
//!
//! ```text
//!      1   2   3   4
//!    +---+---+---+---+
//!  a |   |   |   |   |    The points between four squares are named like the square to their top-left:
//!    +---1---2---3---+    point 1 is a1, point 4 is b1. All points of the frame count as one.
//!  b |   |   |   |   |    The wall Ba2 joins the points 1, 2 and 3; the wall Ga2 joins the frame, 2 and 5.
//!    +---4---5---6---+
//!  c |   |   |   |   |
//!    +---+---+---+---+
//! ```
//!
//! By planar duality a new wall encloses something only if two of its three points are joined
//! already. The points carry the number of their cluster, one bit of it a plane, so that all walls
//! of the board are judged at once.

use crate::{Axis, Bits, Wall};

/// Seven bits of a cluster's number, then whether the point is still untouched.
const PLANES: usize = 8;
const UNTOUCHED: usize = PLANES - 1;

/// The clusters of lattice points. The frame is cluster 0, and so is everything beyond it.
#[derive(Clone)]
pub(crate) struct Lattice<const N: usize> {
    /// Word by word, so that one operation works on a word of all planes.
    planes: [[u64; PLANES]; N],
    /// The numbers in use; 0 always is.
    used: u128,
}

impl<const N: usize> Lattice<N> {
    /// The lattice of a board without walls.
    pub(crate) fn new(rows: usize, cols: usize) -> Self {
        let inner = Bits::<N>::rectangle(rows - 1, cols - 1);
        let mut planes = [[0; PLANES]; N];
        for (word, inner) in planes.iter_mut().zip(inner.0) {
            word[UNTOUCHED] = inner;
        }
        Self { planes, used: 1 }
    }

    /// The three points of a wall; what lies beyond the top is the frame like every point that is
    /// not inside.
    fn points(wall: Wall) -> [Option<usize>; 3] {
        let middle = Bits::<N>::index(wall.at);
        let reach = match wall.axis {
            Axis::Blue => 1,
            Axis::Green => Bits::<N>::STRIDE,
        };
        [middle.checked_sub(reach), Some(middle), Some(middle + reach)]
    }

    /// The number of a point's cluster, with the bit of [`UNTOUCHED`] set if it has none.
    #[inline]
    fn number(&self, point: Option<usize>) -> u32 {
        let Some(point) = point else { return 0 };
        let word = &self.planes[point / 64];
        (0..PLANES).fold(0, |number, plane| number | ((word[plane] >> (point % 64)) as u32 & 1) << plane)
    }

    /// The points of one cluster other than the frame's.
    #[inline]
    fn cluster(&self, number: u32) -> Bits<N> {
        let wanted = masks(number);
        Bits(std::array::from_fn(|w| {
            let differ: [u64; PLANES] = std::array::from_fn(|plane| self.planes[w][plane] ^ wanted[plane]);
            !differ.into_iter().fold(0, |any, plane| any | plane)
        }))
    }

    /// Joins the points of a new wall.
    #[inline]
    pub(crate) fn add(&mut self, wall: Wall) {
        let points = Self::points(wall);
        let numbers = points.map(|point| self.number(point));
        // The frame is never renumbered: its points beyond the board have no bits to change.
        let target = match numbers[0].min(numbers[1]).min(numbers[2]) {
            untouched if untouched >> UNTOUCHED != 0 => (!self.used).trailing_zeros(),
            least => least,
        };
        self.used |= 1 << target;
        let mut renumbered = Bits::<N>::EMPTY;
        for (point, number) in points.into_iter().zip(numbers) {
            if number == target {
                continue;
            }
            if let Some(point) = point.filter(|_| number >> UNTOUCHED != 0) {
                renumbered.set(point);
            } else {
                renumbered |= self.cluster(number);
                self.used &= !(1 << number);
            }
        }
        let wanted = masks(target);
        for (word, change) in self.planes.iter_mut().zip(renumbered.0) {
            for (plane, wanted) in word.iter_mut().zip(wanted) {
                *plane = *plane & !change | wanted & change;
            }
        }
    }

    /// Of the given slots, blue and green, those in which a wall would join two points of one
    /// cluster: only these can cut off anything.
    #[inline]
    pub(crate) fn closing(&self, slots: &[Bits<N>; 2]) -> [Bits<N>; 2] {
        let touching = self.touching(slots);
        let carry = 64 - Bits::<N>::STRIDE;
        let mut closing = [Bits::EMPTY; 2];
        for w in 0..N {
            let here = &self.planes[w];
            if touching[0].0[w] != 0 {
                let left: [u64; PLANES] = std::array::from_fn(|p| here[p] << 1);
                let right: [u64; PLANES] = std::array::from_fn(|p| here[p] >> 1);
                let joined = same(&left, here) | same(here, &right) | same(&left, &right);
                closing[0].0[w] = touching[0].0[w] & joined;
            }
            if touching[1].0[w] != 0 {
                let before = if w > 0 { self.planes[w - 1] } else { [0; PLANES] };
                let after = if w + 1 < N { self.planes[w + 1] } else { [0; PLANES] };
                let up: [u64; PLANES] = std::array::from_fn(|p| here[p] << Bits::<N>::STRIDE | before[p] >> carry);
                let down: [u64; PLANES] = std::array::from_fn(|p| here[p] >> Bits::<N>::STRIDE | after[p] << carry);
                let joined = same(&up, here) | same(here, &down) | same(&up, &down);
                closing[1].0[w] = touching[1].0[w] & joined;
            }
        }
        closing
    }

    /// The slots in which at least two of a wall's three points touch the frame or another wall: a
    /// quick test that most slots fail.
    #[inline]
    pub(crate) fn touching(&self, slots: &[Bits<N>; 2]) -> [Bits<N>; 2] {
        let here = Bits::<N>(std::array::from_fn(|w| self.planes[w][UNTOUCHED]));
        let two_of_three = |one: Bits<N>, other: Bits<N>| !(one & other | (one | other) & here);
        [two_of_three(here.right(), here.left()) & slots[0], two_of_three(here.down(), here.up()) & slots[1]]
    }

    /// How a wall would close rings of walls.
    #[inline]
    pub(crate) fn closure(&self, wall: Wall) -> Closure {
        let [one, two, three] = Self::points(wall).map(|point| self.number(point));
        let joined = |a: u32, b: u32| a == b && a >> UNTOUCHED == 0;
        match (joined(one, two), joined(two, three), joined(one, three)) {
            (false, false, false) => Closure::None,
            (true, true, _) => Closure::Two,
            (_, second, _) => Closure::One { second },
        }
    }
}

/// The rings of walls that a new wall closes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Closure {
    /// None: nothing can be cut off.
    None,
    /// One: a region falls into two. The ring runs along the wall's second half, or else along its
    /// first.
    One { second: bool },
    /// Two: a region falls into three.
    Two,
}

/// The bits of a number, each as a whole word.
#[inline]
fn masks(number: u32) -> [u64; PLANES] {
    std::array::from_fn(|plane| u64::from(number >> plane & 1).wrapping_neg())
}

/// The points at which both words name the same cluster.
#[inline]
fn same(one: &[u64; PLANES], other: &[u64; PLANES]) -> u64 {
    let differ: [u64; PLANES] = std::array::from_fn(|plane| one[plane] ^ other[plane]);
    !differ.into_iter().fold(one[UNTOUCHED], |any, plane| any | plane)
}
