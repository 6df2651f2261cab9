//! A small convolutional net: a policy over the cells and the value of the position.
//!
//! ```text
//! 16 features a cell
//!   │ convolution over a cell and its six neighbours, bias, ReLU
//! 16 channels ──┐
//!   │ six residual blocks: convolution + a dense layer over the channel means, bias, ReLU
//! 16 channels ──┴── policy head: one logit a cell
//!   │ mean and maximum of every channel over the board
//! 32 numbers ────── value head: ReLU, dense, sigmoid
//! ```
//!
//! The channel means carry what happens far away to every cell in one step. The same weights serve
//! every size of the board: a cell beyond the rim is a row of zeros. Play uses the
//! `QuantizedNet`; this module has the same net in floating point, which
//! training needs. Training itself is in `potez-lab`.

mod encoding;
mod evaluator;
pub mod layout;
mod quantized;

pub use encoding::{Encoder, FEATURES};
pub(super) use evaluator::NetEvaluator;

/// Channels of a cell in every layer.
pub const CHANNELS: usize = 16;
/// Residual blocks after the first layer.
pub const BLOCKS: usize = 6;
/// Numbers between the pooled channels and the value.
pub const HIDDEN: usize = 32;
/// Cells that a convolution reads: the six neighbours by side, then the cell itself.
pub const KERNEL_CELLS: usize = 7;
/// The place of the cell itself among them.
const OWN_CELL: usize = KERNEL_CELLS - 1;
/// Cells worked on at a time: their sums stay in registers.
const CELLS_AT_ONCE: usize = 4;

/// The channels of one cell.
pub type Channels = [f32; CHANNELS];

/// The weights of the net in floating point.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    weights: Vec<f32>,
}

/// Everything that a forward pass computes; kept to be used again and, in training, to go backward.
#[derive(Debug, Default)]
pub struct Activations {
    /// The input, as [`Encoder::encode`] writes it. The caller fills it before [`Net::forward`].
    pub features: Vec<[f32; FEATURES]>,
    /// The output of each layer.
    pub layers: Vec<Vec<Channels>>,
    /// The channel means of the input of each block.
    pub means: Vec<Channels>,
    /// The logit of each cell's move.
    pub policy: Vec<f32>,
    /// Means and maxima of the last layer.
    pub pooled: [Channels; 2],
    /// The cells where the maxima are.
    pub argmax: [usize; CHANNELS],
    /// The hidden layer of the value head.
    pub hidden: [f32; HIDDEN],
    /// The chance of the player to move to win.
    pub value: f32,
}

impl Net {
    /// The net that the player uses.
    pub fn standard() -> Self {
        Self::from_bytes(include_bytes!("weights.bin")).expect("the file has all weights")
    }

    /// A net with these weights, in the order of [`layout`]; `None` if there are more or fewer.
    pub fn new(weights: Vec<f32>) -> Option<Self> {
        (weights.len() == layout::ALL).then_some(Self { weights })
    }

    /// Reads weights as [`to_bytes`](Self::to_bytes) writes them; `None` if there are more or
    /// fewer.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (words, rest) = bytes.as_chunks();
        Self::new(words.iter().map(|&word| f32::from_le_bytes(word)).collect()).filter(|_| rest.is_empty())
    }

    /// The weights as 32-bit floats in little-endian order.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.weights.iter().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// All weights, in the order of [`layout`].
    pub fn weights_mut(&mut self) -> &mut [f32] {
        &mut self.weights
    }

    /// The weights of one part of the net, see [`layout`].
    pub fn part(&self, range: std::ops::Range<usize>) -> &[f32] {
        &self.weights[range]
    }

    /// Computes policy and value from the features.
    pub fn forward(&self, encoder: &Encoder, activations: &mut Activations) {
        let Activations { features, layers, means, policy, pooled, argmax, hidden, value } = activations;
        let (padded, count) = (encoder.padded(), encoder.cells());
        layers.resize_with(BLOCKS + 1, Vec::new);
        means.resize(BLOCKS, [0.0; CHANNELS]);
        for layer in layers.iter_mut() {
            layer.resize(padded + 1, [0.0; CHANNELS]);
        }
        layers[0].fill(channels(self.part(layout::input_bias())));
        convolve(features, encoder.kernel_cells(), self.part(layout::input_kernel()), &mut layers[0]);
        relu(&mut layers[0], count);
        for block in 0..BLOCKS {
            let (before, after) = layers.split_at_mut(block + 1);
            let (from, to) = (&before[block], &mut after[0]);
            means[block] = mean(from, count);
            let bias = self.block_bias(block, &means[block]);
            // The residual connection: a block adds to what it gets.
            for (to, from) in to.iter_mut().zip(from) {
                for (channel, sum) in to.iter_mut().enumerate() {
                    *sum = from[channel] + bias[channel];
                }
            }
            convolve(from, encoder.kernel_cells(), self.part(layout::kernel(block)), to);
            relu(to, count);
        }
        // Padding cells must not be pooled: a mean over them would depend on the size.
        let last = &layers[BLOCKS][..count];
        let weights = channels(self.part(layout::policy_head()));
        policy.clear();
        policy
            .extend(last.iter().map(|row| row.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f32>()));
        // Means say how the whole board stands, maxima whether there is one decisive place.
        *pooled = [mean(last, count), [0.0; CHANNELS]];
        *argmax = [0; CHANNELS];
        for (at, row) in last.iter().enumerate() {
            for channel in 0..CHANNELS {
                if row[channel] > pooled[1][channel] {
                    pooled[1][channel] = row[channel];
                    argmax[channel] = at;
                }
            }
        }
        *value = self.value_head(pooled, hidden);
    }

    /// What a block adds to every cell: its bias, and a dense layer over the channel means.
    fn block_bias(&self, block: usize, means: &Channels) -> Channels {
        let mut bias = channels(self.part(layout::bias(block)));
        for (weights, mean) in self.part(layout::mean_kernel(block)).as_chunks::<CHANNELS>().0.iter().zip(means) {
            for (sum, weight) in bias.iter_mut().zip(weights) {
                // No fused multiplication: in a browser that is a function of a hundred instructions.
                *sum += weight * mean;
            }
        }
        bias
    }

    /// The value from the pooled channels.
    fn value_head(&self, pooled: &[Channels; 2], hidden: &mut [f32; HIDDEN]) -> f32 {
        hidden.copy_from_slice(self.part(layout::hidden_bias()));
        let weights = self.part(layout::hidden()).as_chunks::<HIDDEN>().0;
        for (weights, pooled) in weights.iter().zip(pooled.as_flattened()) {
            for (sum, weight) in hidden.iter_mut().zip(weights) {
                *sum += weight * pooled;
            }
        }
        for sum in hidden.iter_mut() {
            *sum = sum.max(0.0);
        }
        let weights = self.part(layout::value_head());
        let logit: f32 =
            weights[HIDDEN] + hidden.iter().zip(weights).map(|(value, weight)| value * weight).sum::<f32>();
        1.0 / (1.0 + (-logit).exp())
    }
}

/// The first channels of a part, as an array.
pub fn channels(weights: &[f32]) -> Channels {
    *weights.first_chunk().expect("a part is as long as its place says")
}

fn mean(rows: &[Channels], count: usize) -> Channels {
    let mut sums = [0.0; CHANNELS];
    for row in &rows[..count] {
        for (sum, value) in sums.iter_mut().zip(row) {
            *sum += value;
        }
    }
    sums.map(|sum| sum / count as f32)
}

/// Cuts off what is below zero, and everything beyond the last cell: the next convolution reads it
/// as the rim.
fn relu(rows: &mut [Channels], count: usize) {
    rows[..count].as_flattened_mut().iter_mut().for_each(|value| *value = value.max(0.0));
    rows[count..].fill([0.0; CHANNELS]);
}

/// Adds to every cell of `to` the convolution of `from` with a kernel.
pub fn convolve<const I: usize, const O: usize>(
    from: &[[f32; I]],
    kernel_cells: &[[u16; KERNEL_CELLS]],
    weights: &[f32],
    to: &mut [[f32; O]],
) {
    let kernel = weights.as_chunks::<O>().0.as_chunks::<I>().0;
    let cells = kernel_cells.as_chunks::<CELLS_AT_ONCE>().0;
    for (cells, to) in cells.iter().zip(to.as_chunks_mut::<CELLS_AT_ONCE>().0) {
        // Sums of a few cells at a time, so that each weight is loaded once for all of them.
        let mut sums = *to;
        for (side, weights) in kernel.iter().enumerate() {
            let rows: [&[f32; I]; CELLS_AT_ONCE] = std::array::from_fn(|at| &from[usize::from(cells[at][side])]);
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
    use super::*;

    #[test]
    fn weights_are_read_as_they_were_written() {
        let net = Net::standard();
        let bytes = net.to_bytes();
        assert_eq!(Net::from_bytes(&bytes), Some(net));
        assert!(Net::from_bytes(&bytes[1..]).is_none() && Net::from_bytes(&bytes[4..]).is_none());
    }
}
