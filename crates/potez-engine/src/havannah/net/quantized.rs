//! The net quantised to 16-bit integers, as it is used in play: two thirds of the time of floating
//! point.
//!
//! The channels of a cell are kept in pairs, because the processor multiplies pairs of 16-bit
//! numbers and adds the two products in one instruction.

use potez_core::Player;
use potez_havannah::{Board, Class};
use wide::{i16x8, i16x16, i32x8};

use super::encoding::{Encoder, FEATURES};
use super::{BLOCKS, CHANNELS, Channels, HIDDEN, KERNEL_CELLS, Net, OWN_CELL, channels, layout};

/// Pairs of channels of a cell.
const PAIRS: usize = CHANNELS / 2;
/// Vectors of sums that make up the channels of a cell.
const VECTORS: usize = CHANNELS / 8;
/// Cells worked on at a time: their sums stay in registers. Two or three are fastest.
const CELLS_AT_ONCE: usize = 2;

/// The integer that stands for an activation of one.
const ACTIVATION_ONE: f32 = 512.0;
/// The integer that stands for a weight of one is two to the power of this.
const WEIGHT_BITS: u32 = 11;
const WEIGHT_ONE: f32 = (1 << WEIGHT_BITS) as f32;

/// The activations of a cell, two to a word.
type PackedChannels = [i32; PAIRS];
type ChannelSums = [i32x8; VECTORS];
/// For every cell of the kernel and pair of channels the weights to each channel.
type QuantizedKernel = [[[i16x16; VECTORS]; PAIRS]; KERNEL_CELLS];

/// The net with quantised convolutions.
#[derive(Clone, Debug)]
pub(super) struct QuantizedNet {
    /// The convolution of every layer, the first one first.
    kernels: [QuantizedKernel; BLOCKS + 1],
    /// Biases and heads are computed once per board, not per cell: they stay in floating point.
    net: Net,
}

/// The buffers of a forward pass and its result, kept to be used again.
#[derive(Debug, Default)]
pub(super) struct NetScratch {
    features: Vec<[f32; FEATURES]>,
    from: Vec<PackedChannels>,
    to: Vec<PackedChannels>,
    /// The logit of each cell's move.
    pub(super) policy: Vec<f32>,
    /// The chance of the player to move to win.
    pub(super) value: f32,
}

impl QuantizedNet {
    pub(super) fn new(net: &Net) -> Self {
        // Boards are padded to groups of the larger number.
        const { assert!(super::CELLS_AT_ONCE.is_multiple_of(CELLS_AT_ONCE)) };
        // The first layer has as many features as the others have channels, so one type of kernel
        // fits all.
        let kernels = std::array::from_fn(|layer| match layer.checked_sub(1) {
            None => quantize(net.part(layout::input_kernel()), 0),
            // The residual connection is one more weight of one from every channel of a cell to itself.
            Some(block) => quantize(net.part(layout::kernel(block)), 1 << WEIGHT_BITS),
        });
        Self { kernels, net: net.clone() }
    }

    /// Computes policy and value of a board for the player to move.
    pub(super) fn forward<C: Class>(&self, board: &Board<C>, mover: Player, scratch: &mut NetScratch) {
        let encoder = Encoder::of(board.geometry());
        encoder.encode(board, mover, &mut scratch.features);
        self.forward_encoded(encoder, scratch);
    }

    /// Computes policy and value of the board whose features stand in `scratch`.
    ///
    /// It knows no class of boards, so it is compiled once, here, where the small functions below
    /// can be inlined into it.
    fn forward_encoded(&self, encoder: &Encoder, scratch: &mut NetScratch) {
        let count = encoder.cells();
        let NetScratch { features, from, to, policy, value } = scratch;
        from.clear();
        from.extend(features.iter().map(|row| {
            let integers = row.map(|value| (value * ACTIVATION_ONE) as i32);
            pack(std::array::from_fn(|vector| i32x8::new(std::array::from_fn(|at| integers[8 * vector + at]))))
        }));
        to.resize(from.len(), [0; PAIRS]);
        let bias = sums(channels(self.net.part(layout::input_bias())));
        convolve(from, encoder.kernel_cells(), &self.kernels[0], to, bias);
        // The bias has reached the padding and the rim too: there it must be zero again.
        to[count..].fill([0; PAIRS]);
        std::mem::swap(from, to);
        for (block, kernel) in self.kernels[1..].iter().enumerate() {
            let bias = sums(self.net.block_bias(block, &mean(&from[..count])));
            convolve(from, encoder.kernel_cells(), kernel, to, bias);
            to[count..].fill([0; PAIRS]);
            std::mem::swap(from, to);
        }
        self.heads(&from[..count], policy, value);
    }

    /// Policy and value from the last layer.
    fn heads(&self, last: &[PackedChannels], policy: &mut Vec<f32>, value: &mut f32) {
        let weights = channels(self.net.part(layout::policy_head()));
        let mut maxima = [0; CHANNELS];
        policy.clear();
        policy.extend(last.iter().map(|packed| {
            let activations = unpack(packed);
            for (maximum, value) in maxima.iter_mut().zip(activations) {
                *maximum = value.max(*maximum);
            }
            activations.iter().zip(weights).map(|(&value, weight)| value as f32 * weight).sum::<f32>() / ACTIVATION_ONE
        }));
        let pooled = [mean(last), maxima.map(|maximum| maximum as f32 / ACTIVATION_ONE)];
        *value = self.net.value_head(&pooled, &mut [0.0; HIDDEN]);
    }
}

/// Weights as integers, the two of a pair side by side; `own` is added to those of a cell's channels to themselves.
fn quantize(weights: &[f32], own: i16) -> QuantizedKernel {
    let rows = weights.as_chunks::<CHANNELS>().0.as_chunks::<CHANNELS>().0;
    let integer = |side: usize, from: usize, to: usize| {
        let weight = (rows[side][from][to] * WEIGHT_ONE).round() as i16;
        if side == OWN_CELL && from == to { weight + own } else { weight }
    };
    std::array::from_fn(|side| {
        std::array::from_fn(|pair| {
            std::array::from_fn(|vector| {
                i16x16::new(std::array::from_fn(|at| integer(side, 2 * pair + at % 2, 8 * vector + at / 2)))
            })
        })
    })
}

/// Channels in the scale of sums of products.
fn sums(row: Channels) -> ChannelSums {
    let integers = row.map(|value| (value * ACTIVATION_ONE * WEIGHT_ONE) as i32);
    std::array::from_fn(|vector| i32x8::new(std::array::from_fn(|at| integers[8 * vector + at])))
}

/// Two channels to a word. What does not fit half a word saturates, and the maximum is the `ReLU`.
fn pack(activations: ChannelSums) -> PackedChannels {
    bytemuck::cast(activations.map(|eight| i16x8::from_i32x8_saturate(eight).max(i16x8::ZERO)))
}

fn unpack(packed: &PackedChannels) -> [i32; CHANNELS] {
    std::array::from_fn(
        |channel| if channel % 2 == 0 { packed[channel / 2] & 0xFFFF } else { packed[channel / 2] >> 16 },
    )
}

fn mean(rows: &[PackedChannels]) -> Channels {
    // The channels of even number are the lower halves of the words, those of odd number the upper ones.
    let (mut even, mut odd) = (i32x8::ZERO, i32x8::ZERO);
    for &packed in rows {
        let words = i32x8::new(packed);
        even += words & i32x8::splat(0xFFFF);
        odd += words >> 16;
    }
    let halves = [even.to_array(), odd.to_array()];
    std::array::from_fn(|channel| halves[channel % 2][channel / 2] as f32 / (ACTIVATION_ONE * rows.len() as f32))
}

/// Writes to every cell the convolution of `from` with a kernel, added to a bias.
fn convolve(
    from: &[PackedChannels],
    kernel_cells: &[[u16; KERNEL_CELLS]],
    kernel: &QuantizedKernel,
    to: &mut [PackedChannels],
    bias: ChannelSums,
) {
    // Half a unit is added before the shift, so that it rounds to the nearest.
    let begin = bias.map(|eight| eight + i32x8::splat(1 << (WEIGHT_BITS - 1)));
    // A compiler that knows the number unrolls the loop and loads all weights of a side before it needs them. A browser
    // keeps that order, and has no registers for them: each is stored and loaded again.
    let pairs = if cfg!(target_family = "wasm") { std::hint::black_box(PAIRS) } else { PAIRS };
    let to = to.as_chunks_mut::<CELLS_AT_ONCE>().0;
    for (cells, to) in kernel_cells.as_chunks::<CELLS_AT_ONCE>().0.iter().zip(to) {
        let mut all = [begin; CELLS_AT_ONCE];
        for (side, weights) in kernel.iter().enumerate() {
            let rows: [&PackedChannels; CELLS_AT_ONCE] = std::array::from_fn(|at| &from[usize::from(cells[at][side])]);
            for (pair, weights) in weights.iter().enumerate().take(pairs) {
                for (sums, row) in all.iter_mut().zip(rows) {
                    let both: i16x16 = bytemuck::cast(i32x8::splat(row[pair]));
                    for (sum, &weights) in sums.iter_mut().zip(weights) {
                        *sum += both.dot(weights);
                    }
                }
            }
        }
        for (to, sums) in to.iter_mut().zip(all) {
            *to = pack(sums.map(|eight| eight >> WEIGHT_BITS));
        }
    }
}

#[cfg(test)]
mod tests {
    use potez_core::{Game as _, Position as _};
    use potez_havannah::{Game, Rules, Upto8};

    use super::super::Activations;
    use super::*;

    #[test]
    fn the_quantised_net_says_nearly_the_same_as_the_net() {
        let net = Net::standard();
        let quantized = QuantizedNet::new(&net);
        let mut rng = fastrand::Rng::with_seed(12);
        let (mut exact, mut scratch) = (Activations::default(), NetScratch::default());
        let (mut logits, mut spread, mut most) = (0, 0.0, 0.0_f32);
        for round in 0..60 {
            let game = Game::<Upto8>::new(Rules { size: 3 + round % 6, swap: false }).expect("a board of its class");
            let mut pos = game.start();
            while pos.outcome().is_none() {
                let encoder = Encoder::of(pos.geometry());
                encoder.encode(pos.board(), pos.turn(), &mut exact.features);
                net.forward(encoder, &mut exact);
                quantized.forward(pos.board(), pos.turn(), &mut scratch);
                assert!((exact.value - scratch.value).abs() < 0.02, "{} {} in {pos}", exact.value, scratch.value);
                for (exact, quantized) in exact.policy.iter().zip(&scratch.policy) {
                    most = most.max((exact - quantized).abs());
                    spread += (exact - quantized).abs();
                    logits += 1;
                }
                pos.play(pos.random_move(&mut rng).expect("a running game has moves"));
            }
        }
        // A quarter more or less to a policy of one in a hundred changes nothing.
        assert!(most < 0.25, "a move is off by {most}");
        assert!(logits > 100_000 && spread / (logits as f32) < 0.02, "{spread} in {logits}");
    }
}
