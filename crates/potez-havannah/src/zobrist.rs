//! The random numbers that position keys are made of.

use crate::Cell;

/// One number a player and a cell.
pub(crate) static STONES: [[u64; Cell::INDICES]; 2] = stones();

/// For the stone that has changed hands (Rule 2.2).
pub(crate) const SWAPPED: u64 = mix(1 << 20);

/// For the board before the first stone: games of other sizes and with the other swap rule have
/// other keys.
pub(crate) const fn start(size: usize, swap: bool) -> u64 {
    mix(1 << 21 | (size as u64) << 1 | swap as u64)
}

const fn stones() -> [[u64; Cell::INDICES]; 2] {
    let mut table = [[0; Cell::INDICES]; 2];
    let mut index = 0;
    while index < Cell::INDICES {
        table[0][index] = mix(2 * index as u64);
        table[1][index] = mix(2 * index as u64 + 1);
        index += 1;
    }
    table
}

/// A number that looks random: the finaliser of `SplitMix64`.
const fn mix(seed: u64) -> u64 {
    let mut z = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
