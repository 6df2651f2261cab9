//! Bridges, forks and rings (section 3).

use std::fmt;

/// What wins a game of Havannah: any of bridge, fork and ring, all that one chain has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Structures(u8);

impl Structures {
    /// None of the three.
    pub const NONE: Self = Self(0);
    /// Rule 3.1: two corners.
    pub const BRIDGE: Self = Self(1);
    /// Rule 3.2: three edges.
    pub const FORK: Self = Self(2);
    /// Rule 3.3: an enclosed cell.
    pub const RING: Self = Self(4);

    /// Whether there is no structure.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether all of `other` are among these.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// These and the others.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// Rule 3.4: the names joined by `+`, in the order bridge, fork, ring.
impl fmt::Display for Structures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [(Self::BRIDGE, "bridge"), (Self::FORK, "fork"), (Self::RING, "ring")];
        let mut first = true;
        for (structure, name) in names {
            if self.contains(structure) {
                write!(f, "{}{name}", if first { "" } else { "+" })?;
                first = false;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Structures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Structures({self})")
    }
}

/// What a cell or a chain touches: six corners in bits 0..6, six edges in bits 6..12, and in bit 12
/// whether the chain holds a ring.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Marks(pub(crate) u16);

impl Marks {
    pub(crate) const RING: u16 = 1 << 12;
    pub(crate) const ALL: u16 = (1 << 13) - 1;

    /// The corners touched, clockwise from `a1`, one a bit.
    pub const fn corners(self) -> u16 {
        self.0 & 63
    }

    /// The edges touched, clockwise from the top one, one a bit.
    pub const fn edges(self) -> u16 {
        self.0 >> 6 & 63
    }

    /// Whether a stone of the chain closed a ring.
    pub const fn ring(self) -> bool {
        self.0 & Self::RING != 0
    }

    /// What the marks of two chains, or of a chain and a stone, make together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether these marks win.
    pub const fn won(self) -> bool {
        (self.corners().count_ones() >= 2) | (self.edges().count_ones() >= 3) | self.ring()
    }

    /// Whether these marks win by a ring and by nothing else.
    pub const fn only_ring(self) -> bool {
        self.ring() && self.corners().count_ones() < 2 && self.edges().count_ones() < 3
    }

    /// The structures that these marks amount to.
    pub const fn structures(self) -> Structures {
        let bridge = (self.corners().count_ones() >= 2) as u8;
        let fork = (self.edges().count_ones() >= 3) as u8;
        Structures(bridge | fork << 1 | (self.ring() as u8) << 2)
    }
}
