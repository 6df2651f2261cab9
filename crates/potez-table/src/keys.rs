//! Keys of positions of all games together.

use crate::Table;

/// The key of a position of the game on a table, made of its canonical key: positions of different boards may share
/// one, so the game spec takes part.
pub fn position_key(table: &dyn Table, canonical: u64) -> u64 {
    // FNV-1a.
    let spec = table
        .game()
        .bytes()
        .fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3));
    (canonical ^ spec).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The keys of all positions of the game on a table, the start first. Transpositions share them, and so do images
/// under the symmetries of the board.
pub fn position_keys(table: &dyn Table) -> Vec<u64> {
    table.canonical_keys().into_iter().map(|key| position_key(table, key)).collect()
}
