//! The chains of one board as a union-find forest, and the pattern of own stones around a new one.
//!
//! A stone can close a ring in two ways only. Either it joins two separate groups of own neighbours
//! that already belong to one chain: the chain and the stone then form a loop, with a foreign cell
//! on both sides of it between the groups. All cells off the board lie on one and the same side, so
//! the other side encloses a cell of the board. Or it is the sixth stone around an own stone: a
//! filled hexagon. One group of neighbours alone, or groups of different chains, leave the rest of
//! the board as connected as it was. This is Rule 3.3, exactly.

use std::hint::select_unpredictable;

use crate::Marks;
use crate::geometry::Site;

/// A root's entry holds the chain's marks and this bit, any other entry the number of a stone
/// nearer to the root.
pub(crate) const ROOT: u16 = 1 << 15;

/// The number of the chain's root and its entry.
///
/// Two steps reach the root of nearly every stone; they are taken without a branch, because which
/// stones are roots is as good as random.
#[inline]
pub(crate) fn root_of(nodes: &mut [u16], number: u16) -> (u16, u16) {
    let entry = nodes[usize::from(number)];
    let first = select_unpredictable(entry & ROOT != 0, number, entry);
    let entry = nodes[usize::from(first)];
    let second = select_unpredictable(entry & ROOT != 0, first, entry);
    let entry = nodes[usize::from(second)];
    if entry & ROOT != 0 { (second, entry) } else { distant_root(nodes, number, second) }
}

/// The root further up, with the way there made shorter.
#[cold]
fn distant_root(nodes: &mut [u16], number: u16, second: u16) -> (u16, u16) {
    let root = root_seen(nodes, second);
    let mut at = number;
    while at != root {
        at = std::mem::replace(&mut nodes[usize::from(at)], root);
    }
    (root, nodes[usize::from(root)])
}

/// The number of the chain's root; everything stays as it is.
#[inline]
pub(crate) fn root_seen(nodes: &[u16], number: u16) -> u16 {
    let mut at = number;
    loop {
        let next = nodes[usize::from(at)];
        if next & ROOT != 0 {
            return at;
        }
        at = next;
    }
}

/// The marks of a root's chain.
#[inline]
pub(crate) fn marks_of(nodes: &[u16], root: u16) -> Marks {
    Marks(nodes[usize::from(root)] & Marks::ALL)
}

/// What the own stones around a cell look like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pattern {
    /// The number of separate groups.
    pub(crate) groups: u8,
    /// A side of the cell in each group, `Site::HERE` where there are fewer than three.
    pub(crate) sides: [u8; 3],
    /// `Marks::RING` if there are two groups or more: what it means that the first two are of one
    /// chain.
    pub(crate) loop_mark: u16,
    /// The sides that lie between two own stones: those where a filled hexagon may have its middle.
    pub(crate) middles: u8,
}

/// The pattern for each choice of own neighbours as [`crate::Board`] gathers them: bits 0 and 1 are
/// the two above, 2 and 4 left and right, 5 and 6 the two below; bit 3, the cell itself, is always
/// clear.
pub(crate) static PATTERNS: [Pattern; 128] = patterns();

/// The bit of each side in the order of `Geometry::AROUND`.
pub(crate) const SIDE_BITS: [u32; 6] = [0, 1, 4, 6, 5, 2];

/// The same choices of neighbours with one bit a side, in the order of `Geometry::AROUND`.
pub(crate) static SIDES: [u8; 128] = sides();

const fn sides() -> [u8; 128] {
    let mut table = [0; 128];
    let mut index = 0;
    while index < 128 {
        let mut side = 0;
        while side < 6 {
            table[index] |= ((index >> SIDE_BITS[side] & 1) as u8) << side;
            side += 1;
        }
        index += 1;
    }
    table
}

const NO_STONES: Pattern = Pattern { groups: 0, sides: [Site::HERE as u8; 3], loop_mark: 0, middles: 0 };

const fn patterns() -> [Pattern; 128] {
    let mut table = [NO_STONES; 128];
    let mut index = 0;
    while index < 128 {
        let mut pattern = NO_STONES;
        let mut side = 0;
        while side < 6 {
            let own = index >> SIDE_BITS[side] & 1 == 1;
            let before = index >> SIDE_BITS[(side + 5) % 6] & 1 == 1;
            let after = index >> SIDE_BITS[(side + 1) % 6] & 1 == 1;
            if own && !before {
                pattern.sides[pattern.groups as usize] = side as u8;
                pattern.groups += 1;
            }
            if own && before && after {
                pattern.middles |= 1 << side;
            }
            side += 1;
        }
        // Six own neighbours are one group without a first stone.
        if pattern.groups == 0 && pattern.middles != 0 {
            pattern.groups = 1;
            pattern.sides[0] = 0;
        }
        if pattern.groups >= 2 {
            pattern.loop_mark = Marks::RING;
        }
        table[index] = pattern;
        index += 1;
    }
    table
}
