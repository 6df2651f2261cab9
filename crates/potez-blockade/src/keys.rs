//! Random numbers for the incremental key, one a feature of a position.

use potez_core::Player;

use crate::{Axis, Square, Wall};

const SQUARES: usize = Square::MOST * 22;
const STOCKS: usize = 19;

/// One step of `SplitMix64`: well mixed numbers from a counter.
const fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn table<const K: usize>(first: u64) -> [u64; K] {
    let mut numbers = [0; K];
    let mut index = 0;
    while index < K {
        numbers[index] = mixed(first + index as u64);
        index += 1;
    }
    numbers
}

static PAWNS: [u64; 2 * SQUARES] = table(1);
static WALLS: [u64; 2 * SQUARES] = table(10_000);
static STOCK: [u64; 4 * STOCKS] = table(20_000);
/// Changes with every turn.
pub(crate) const TURN: u64 = mixed(30_000);

/// Both pawns of a player have the same numbers: they are a set (Rule 5.3).
pub(crate) fn pawn(player: Player, square: Square) -> u64 {
    PAWNS[player.index() * SQUARES + square.code() as usize]
}

pub(crate) fn wall(wall: Wall) -> u64 {
    WALLS[wall.axis.index() * SQUARES + wall.at.code() as usize]
}

pub(crate) fn stock(player: Player, axis: Axis, left: u8) -> u64 {
    STOCK[(player.index() * 2 + axis.index()) * STOCKS + usize::from(left)]
}
