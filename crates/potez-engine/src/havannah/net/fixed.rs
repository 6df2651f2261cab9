//! The net in whole numbers, as it is used in play: half as many bits, two thirds of the time.
//!
//! A row of channels is kept in pairs, because the processor multiplies pairs of 16-bit numbers and adds the two
//! products in one go.

use potez_core::Player;
use potez_havannah::{Board, Class};
use wide::{i16x16, i32x8};

use super::field::{FEATURES, Field};
use super::{AROUND, BLOCKS, CHANNELS, HIDDEN, Net, Row, part, row};

/// Pairs of channels in a row.
const PAIRS: usize = CHANNELS / 2;
/// Vectors of sums that make up a row.
const LANES: usize = CHANNELS / 8;
/// Cells worked on at a time: their sums stay in registers. Two or three are fastest.
const ABREAST: usize = 2;

/// A one among the values of a cell is this much.
const VALUE_ONE: f32 = 512.0;
/// A one among the weights is two to the power of this.
const WEIGHT_BITS: u32 = 11;
const WEIGHT_ONE: f32 = (1 << WEIGHT_BITS) as f32;

/// The values of a cell, two to a word.
type Values = [i32; PAIRS];
type Sums = [i32x8; LANES];
/// For every side and pair of channels what they add to each channel.
type Kernel = [[[i16x16; LANES]; PAIRS]; AROUND];

/// The weights.
#[derive(Clone, Debug)]
pub(super) struct Fixed {
    /// Of every layer, the first one first.
    kernels: [Kernel; BLOCKS + 1],
    /// For what is computed once a board and not once a cell.
    net: Net,
}

/// What is computed on the way, kept to be used again.
#[derive(Debug, Default)]
pub(super) struct Glance {
    features: Vec<[f32; FEATURES]>,
    from: Vec<Values>,
    to: Vec<Values>,
    /// How good each cell's move looks; only differences count.
    pub(super) moves: Vec<f32>,
    /// The chance of the player to move.
    pub(super) chance: f32,
}

impl Fixed {
    pub(super) fn new(net: &Net) -> Self {
        const { assert!(super::ABREAST.is_multiple_of(ABREAST), "boards are filled up to whole groups of cells") };
        let kernels = std::array::from_fn(|layer| {
            let range = layer.checked_sub(1).map_or(part::entry(), part::kernel);
            kernel(net.part(range))
        });
        Self { kernels, net: net.clone() }
    }

    /// Looks at a board for the player to move.
    pub(super) fn look<C: Class>(&self, board: &Board<C>, mover: Player, glance: &mut Glance) {
        let field = Field::of(board.geometry());
        let count = field.cells();
        let Glance { features, from, to, moves, chance } = glance;
        field.describe(board, mover, features);
        from.clear();
        from.extend(features.iter().map(|row| pack(row.map(|value| (value * VALUE_ONE) as i32))));
        to.resize(from.len(), [0; PAIRS]);
        let bias = sums(row(self.net.part(part::entry_bias())));
        mix(from, field.around(), &self.kernels[0], to, |_| bias);
        to[count..].fill([0; PAIRS]);
        std::mem::swap(from, to);
        for block in 0..BLOCKS {
            let bias = sums(self.net.bias(block, &mean(&from[..count])));
            mix(from, field.around(), &self.kernels[block + 1], to, |values| {
                let values = unpack(values).map(|value| value << WEIGHT_BITS);
                let mut sums = bias;
                for (sums, values) in sums.iter_mut().zip(values.as_chunks().0) {
                    *sums += i32x8::new(*values);
                }
                sums
            });
            to[count..].fill([0; PAIRS]);
            std::mem::swap(from, to);
        }
        self.conclude(&from[..count], moves, chance);
    }

    /// From the last layer to moves and chance.
    fn conclude(&self, last: &[Values], moves: &mut Vec<f32>, chance: &mut f32) {
        let weights: Row = row(self.net.part(part::moves()));
        let mut peaks = [0; CHANNELS];
        moves.clear();
        moves.extend(last.iter().map(|values| {
            let values = unpack(values);
            for (peak, value) in peaks.iter_mut().zip(values) {
                *peak = value.max(*peak);
            }
            values.iter().zip(weights).map(|(&value, weight)| value as f32 * weight).sum::<f32>() / VALUE_ONE
        }));
        let pooled = [mean(last), peaks.map(|peak| peak as f32 / VALUE_ONE)];
        *chance = self.net.chance(&pooled, &mut [0.0; HIDDEN]);
    }
}

/// Weights as whole numbers, the two of a pair side by side.
fn kernel(weights: &[f32]) -> Kernel {
    let rows = weights.as_chunks::<CHANNELS>().0.as_chunks::<CHANNELS>().0;
    let whole = |weight: f32| (weight * WEIGHT_ONE).round() as i16;
    std::array::from_fn(|side| {
        std::array::from_fn(|pair| {
            std::array::from_fn(|lane| {
                i16x16::new(std::array::from_fn(|at| whole(rows[side][2 * pair + at % 2][8 * lane + at / 2])))
            })
        })
    })
}

/// A row in the measure of sums of products.
fn sums(row: Row) -> Sums {
    let whole = row.map(|value| (value * VALUE_ONE * WEIGHT_ONE) as i32);
    std::array::from_fn(|lane| i32x8::new(std::array::from_fn(|at| whole[8 * lane + at])))
}

/// Two channels to a word; none is below zero, and what is too much for half a word is cut off.
fn pack(values: [i32; CHANNELS]) -> Values {
    std::array::from_fn(|pair| {
        let [low, high] = [values[2 * pair], values[2 * pair + 1]].map(|value| value.clamp(0, i32::from(i16::MAX)));
        high << 16 | low
    })
}

fn unpack(values: &Values) -> [i32; CHANNELS] {
    std::array::from_fn(
        |channel| if channel % 2 == 0 { values[channel / 2] & 0xFFFF } else { values[channel / 2] >> 16 },
    )
}

fn mean(rows: &[Values]) -> Row {
    let mut sums = [0; CHANNELS];
    for values in rows {
        for (sum, value) in sums.iter_mut().zip(unpack(values)) {
            *sum += value;
        }
    }
    sums.map(|sum| sum as f32 / (VALUE_ONE * rows.len() as f32))
}

/// Writes for every cell what its row begins with and the rows around it bring.
fn mix(from: &[Values], around: &[[u16; AROUND]], kernel: &Kernel, to: &mut [Values], begin: impl Fn(&Values) -> Sums) {
    let rows = from.as_chunks::<ABREAST>().0.iter().zip(to.as_chunks_mut::<ABREAST>().0);
    for (cells, (from_here, to)) in around.as_chunks::<ABREAST>().0.iter().zip(rows) {
        let mut all = from_here.each_ref().map(&begin);
        for (side, weights) in kernel.iter().enumerate() {
            let rows: [&Values; ABREAST] = std::array::from_fn(|at| &from[usize::from(cells[at][side])]);
            for (pair, weights) in weights.iter().enumerate() {
                for (sums, row) in all.iter_mut().zip(rows) {
                    let values: i16x16 = bytemuck::cast(i32x8::splat(row[pair]));
                    for (sum, &weights) in sums.iter_mut().zip(weights) {
                        *sum += values.dot(weights);
                    }
                }
            }
        }
        for (to, sums) in to.iter_mut().zip(all) {
            let sums: [i32; CHANNELS] = bytemuck::cast(sums);
            *to = pack(sums.map(|sum| (sum + (1 << (WEIGHT_BITS - 1))) >> WEIGHT_BITS));
        }
    }
}

#[cfg(test)]
mod tests {
    use potez_core::{Game as _, Position as _};
    use potez_havannah::{Game, Rules, Upto8};

    use super::super::Pass;
    use super::*;

    #[test]
    fn whole_numbers_say_nearly_the_same_as_the_weights() {
        let net = Net::own();
        let fixed = Fixed::new(&net);
        let mut rng = fastrand::Rng::with_seed(12);
        let (mut pass, mut glance) = (Pass::default(), Glance::default());
        let (mut looks, mut spread, mut most) = (0, 0.0, 0.0_f32);
        for round in 0..60 {
            let game = Game::<Upto8>::new(Rules { size: 3 + round % 6, swap: false }).expect("a board of its class");
            let mut pos = game.start();
            while pos.outcome().is_none() {
                net.look(pos.board(), pos.turn(), &mut pass);
                fixed.look(pos.board(), pos.turn(), &mut glance);
                assert!((pass.chance - glance.chance).abs() < 0.02, "{} {} in {pos}", pass.chance, glance.chance);
                for (exact, whole) in pass.moves.iter().zip(&glance.moves) {
                    most = most.max((exact - whole).abs());
                    spread += (exact - whole).abs();
                    looks += 1;
                }
                pos.play(pos.random_move(&mut rng).expect("a running game has moves"));
            }
        }
        // A quarter more or less to one share in a hundred changes nothing.
        assert!(most < 0.25, "a move is off by {most}");
        assert!(looks > 100_000 && spread / (looks as f32) < 0.02, "{spread} in {looks}");
    }
}
