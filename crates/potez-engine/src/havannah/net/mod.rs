//! A small net that looks at a board and says which moves deserve a look and who will win.
//!
//! Every cell has a row of channels. A layer mixes the rows of a cell and its six neighbours and adds what the board
//! has on average, so that a chain far away is heard of; all layers but the first add to what they find. At the end
//! each cell gets a number for its move, and the mean and the peak of every channel are weighed for the chance to win.
//! The same weights serve every size: a cell beyond the rim is a row of zeros.

mod field;
mod fit;
mod fixed;
mod judge;
pub mod tuner;

use field::{FEATURES, Field};
pub(super) use judge::Judge;

/// Numbers a cell in every layer.
const CHANNELS: usize = 16;
/// Layers after the first.
const BLOCKS: usize = 6;
/// Numbers between the pooled channels and the chance.
const HIDDEN: usize = 32;
/// A cell's neighbours and itself.
const AROUND: usize = 7;
/// Cells worked on at a time: their sums stay in registers.
const ABREAST: usize = 4;

type Row = [f32; CHANNELS];

/// Where the weights of each part stand in one list.
mod part {
    use std::ops::Range;

    use super::{AROUND, BLOCKS, CHANNELS, FEATURES, HIDDEN};

    const ENTRY: usize = AROUND * FEATURES * CHANNELS + CHANNELS;
    const BLOCK: usize = AROUND * CHANNELS * CHANNELS + CHANNELS + CHANNELS * CHANNELS;
    const MOVES: usize = ENTRY + BLOCKS * BLOCK;
    const CHANCE: usize = MOVES + CHANNELS;
    pub(super) const ALL: usize = CHANCE + 2 * CHANNELS * HIDDEN + HIDDEN + HIDDEN + 1;

    const fn from(start: usize, length: usize) -> Range<usize> {
        start..start + length
    }

    /// The first layer: for every neighbour and feature what it adds to each channel.
    pub(super) const fn entry() -> Range<usize> {
        from(0, AROUND * FEATURES * CHANNELS)
    }

    pub(super) const fn entry_bias() -> Range<usize> {
        from(AROUND * FEATURES * CHANNELS, CHANNELS)
    }

    /// A later layer, in the same order.
    pub(super) const fn kernel(block: usize) -> Range<usize> {
        from(ENTRY + block * BLOCK, AROUND * CHANNELS * CHANNELS)
    }

    pub(super) const fn bias(block: usize) -> Range<usize> {
        from(kernel(block).end, CHANNELS)
    }

    /// What the mean of every channel adds to each channel.
    pub(super) const fn mean(block: usize) -> Range<usize> {
        from(bias(block).end, CHANNELS * CHANNELS)
    }

    pub(super) const fn moves() -> Range<usize> {
        from(MOVES, CHANNELS)
    }

    /// From the means and peaks to the hidden numbers.
    pub(super) const fn hidden() -> Range<usize> {
        from(CHANCE, 2 * CHANNELS * HIDDEN)
    }

    pub(super) const fn hidden_bias() -> Range<usize> {
        from(hidden().end, HIDDEN)
    }

    /// From the hidden numbers to the chance; the last is the bias.
    pub(super) const fn chance() -> Range<usize> {
        from(hidden_bias().end, HIDDEN + 1)
    }
}

/// The weights.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    weights: Vec<f32>,
}

/// All that is computed on the way through the net; kept to be reused and, when learning, to go back.
#[derive(Debug, Default)]
struct Pass {
    features: Vec<[f32; FEATURES]>,
    /// What goes out of each layer.
    layers: Vec<Vec<Row>>,
    /// The means of what goes into each later layer.
    means: Vec<Row>,
    /// How good each cell's move looks; only differences count.
    moves: Vec<f32>,
    /// Means and peaks of the last layer.
    pooled: [Row; 2],
    /// Where the peaks are.
    peaks: [usize; CHANNELS],
    hidden: [f32; HIDDEN],
    /// The chance of the player to move.
    chance: f32,
}

impl Net {
    /// The net that the player uses.
    fn own() -> Self {
        Self::from_bytes(include_bytes!("weights.bin")).expect("the file has all weights")
    }

    /// Reads weights as [`to_bytes`](Self::to_bytes) writes them; `None` if there are more or fewer.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (words, rest) = bytes.as_chunks();
        let weights: Vec<f32> = words.iter().map(|&word| f32::from_le_bytes(word)).collect();
        (weights.len() == part::ALL && rest.is_empty()).then_some(Self { weights })
    }

    /// The weights, four bytes each, the least first.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        self.weights.iter().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    fn part(&self, range: std::ops::Range<usize>) -> &[f32] {
        &self.weights[range]
    }

    /// From the features to moves and chance.
    fn run(&self, field: &Field, pass: &mut Pass) {
        let Pass { features, layers, means, moves, pooled, peaks, hidden, chance } = pass;
        let (padded, count) = (field.padded(), field.cells());
        layers.resize_with(BLOCKS + 1, Vec::new);
        means.resize(BLOCKS, [0.0; CHANNELS]);
        for layer in layers.iter_mut() {
            layer.resize(padded + 1, [0.0; CHANNELS]);
        }
        let bias: Row = row(self.part(part::entry_bias()));
        layers[0].fill(bias);
        mix(features, field.around(), self.part(part::entry()), &mut layers[0]);
        rectify(&mut layers[0], count);
        for block in 0..BLOCKS {
            let (before, after) = layers.split_at_mut(block + 1);
            let (from, to) = (&before[block], &mut after[0]);
            means[block] = mean(from, count);
            let bias = self.bias(block, &means[block]);
            for (to, from) in to.iter_mut().zip(from) {
                for (channel, sum) in to.iter_mut().enumerate() {
                    *sum = from[channel] + bias[channel];
                }
            }
            mix(from, field.around(), self.part(part::kernel(block)), to);
            rectify(to, count);
        }
        let last = &layers[BLOCKS][..count];
        let weights: Row = row(self.part(part::moves()));
        moves.clear();
        moves.extend(last.iter().map(|row| row.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f32>()));
        *pooled = [mean(last, count), [0.0; CHANNELS]];
        *peaks = [0; CHANNELS];
        for (at, row) in last.iter().enumerate() {
            for channel in 0..CHANNELS {
                if row[channel] > pooled[1][channel] {
                    pooled[1][channel] = row[channel];
                    peaks[channel] = at;
                }
            }
        }
        *chance = self.chance(pooled, hidden);
    }

    /// What is added to every cell of a later layer.
    fn bias(&self, block: usize, means: &Row) -> Row {
        let mut bias: Row = row(self.part(part::bias(block)));
        for (weights, mean) in self.part(part::mean(block)).as_chunks::<CHANNELS>().0.iter().zip(means) {
            for (sum, weight) in bias.iter_mut().zip(weights) {
                *sum = weight.mul_add(*mean, *sum);
            }
        }
        bias
    }

    /// From means and peaks to the chance.
    fn chance(&self, pooled: &[Row; 2], hidden: &mut [f32; HIDDEN]) -> f32 {
        hidden.copy_from_slice(self.part(part::hidden_bias()));
        let weights = self.part(part::hidden()).as_chunks::<HIDDEN>().0;
        for (weights, pooled) in weights.iter().zip(pooled.as_flattened()) {
            for (sum, weight) in hidden.iter_mut().zip(weights) {
                *sum = weight.mul_add(*pooled, *sum);
            }
        }
        for sum in hidden.iter_mut() {
            *sum = sum.max(0.0);
        }
        let weights = self.part(part::chance());
        let odds: f32 = weights[HIDDEN] + hidden.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f32>();
        1.0 / (1.0 + (-odds).exp())
    }
}

fn row(weights: &[f32]) -> Row {
    *weights.first_chunk().expect("a part is as long as its place says")
}

fn mean(rows: &[Row], count: usize) -> Row {
    let mut sums = [0.0; CHANNELS];
    for row in &rows[..count] {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += value;
        }
    }
    sums.map(|sum| sum / count as f32)
}

/// Nothing below zero, and nothing at all beyond the last cell.
fn rectify(rows: &mut [Row], count: usize) {
    rows[..count].as_flattened_mut().iter_mut().for_each(|value| *value = value.max(0.0));
    rows[count..].fill([0.0; CHANNELS]);
}

/// Adds to every cell's row what the rows around it bring.
fn mix<const I: usize, const O: usize>(
    from: &[[f32; I]],
    around: &[[u16; AROUND]],
    weights: &[f32],
    to: &mut [[f32; O]],
) {
    let kernel = weights.as_chunks::<O>().0.as_chunks::<I>().0;
    let cells = around.as_chunks::<ABREAST>().0;
    for (cells, to) in cells.iter().zip(to.as_chunks_mut::<ABREAST>().0) {
        let mut sums = *to;
        for (side, weights) in kernel.iter().enumerate() {
            let rows: [&[f32; I]; ABREAST] = std::array::from_fn(|at| &from[usize::from(cells[at][side])]);
            for channel in 0..I {
                for (sums, row) in sums.iter_mut().zip(rows) {
                    for (sum, weight) in sums.iter_mut().zip(&weights[channel]) {
                        *sum = row[channel].mul_add(*weight, *sum);
                    }
                }
            }
        }
        *to = sums;
    }
}

#[cfg(test)]
mod tests {
    use potez_core::Player;
    use potez_havannah::{Board, Class};

    use super::*;

    impl Net {
        /// Looks at a board for the player to move.
        pub(super) fn look<C: Class>(&self, board: &Board<C>, mover: Player, pass: &mut Pass) {
            let field = Field::of(board.geometry());
            field.describe(board, mover, &mut pass.features);
            self.run(field, pass);
        }
    }

    #[test]
    fn weights_are_read_as_they_were_written() {
        let net = Net::random(&mut fastrand::Rng::with_seed(2));
        let bytes = net.to_bytes();
        let again = Net::from_bytes(&bytes).expect("all weights");
        assert_eq!(again.weights, net.weights);
        assert!(Net::from_bytes(&bytes[1..]).is_none() && Net::from_bytes(&bytes[4..]).is_none());
    }
}
