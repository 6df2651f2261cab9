//! A small net that evaluates positions: a sum of learnt vectors, one for each input that is on, and
//! two dense layers.
//!
//! ```text
//! 37 of 1,763 inputs are on
//!   │ the sum of their rows, clipped to 0..1
//! 32 numbers
//!   │ dense, clipped to 0..1
//! 16 numbers
//!   │ dense, plus the sum of the inputs' own points
//! points for the player to move
//! ```
//!
//! All arithmetic is in integers, so that every machine finds the same. Training is in `potez-lab`.

mod inputs;

use std::sync::{Arc, OnceLock};

pub(super) use inputs::inputs_past;
pub use inputs::{ACTIVE, INPUTS, Inputs, inputs};

/// Numbers of the first layer.
pub const WIDTH: usize = 32;
/// Numbers of the second layer.
pub const HIDDEN: usize = 16;
/// The integer that stands for one: of a weight of the first two layers, and of an activation.
pub const ONE: i32 = 64;
/// The integer that stands for a unit of the logit in what the last layer adds up.
pub const OUTPUT_ONE: i32 = 64 * 64;
/// Points of evaluation per unit of the logit.
pub const POINTS_PER_LOGIT: i32 = 200;

/// The weights as integers, in the order of a file of them.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockadeNet {
    rows: Vec<[i16; WIDTH]>,
    /// What each input adds to the logit by itself.
    own: Vec<i16>,
    bias: [i16; WIDTH],
    /// By number of the second layer.
    dense: [[i16; WIDTH]; HIDDEN],
    dense_bias: [i32; HIDDEN],
    output: [i16; HIDDEN],
    output_bias: i32,
}

/// The least and the most that a weight may be: they are kept in eight bits.
pub const WEIGHT_LIMIT: i32 = 127;

impl BlockadeNet {
    /// Bytes of a file of weights.
    pub const BYTES: usize = INPUTS * WIDTH + 2 * INPUTS + 2 * WIDTH + HIDDEN * WIDTH + 2 * HIDDEN + 2 * HIDDEN + 2;

    /// The net in use.
    pub fn standard() -> Self {
        Self::from_bytes(include_bytes!("weights.bin")).expect("the file has all weights")
    }

    /// The net in use, read once for all players.
    pub(super) fn shared() -> Arc<Self> {
        static STANDARD: OnceLock<Arc<BlockadeNet>> = OnceLock::new();
        Arc::clone(STANDARD.get_or_init(|| Arc::new(Self::standard())))
    }

    /// Reads weights as training writes them; `None` if there are more or fewer.
    ///
    /// In this order: the rows of the inputs as bytes, what inputs add by themselves as 16-bit
    /// words, the bias of the first layer as words; the dense layer as bytes and its bias as words
    /// (in activations); the output weights and their bias as words.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        if bytes.len() != Self::BYTES {
            return None;
        }
        let mut rest = bytes;
        let mut byte = || -> i16 {
            let (first, others) = rest.split_first().unwrap_or((&0, &[]));
            rest = others;
            i16::from(first.cast_signed())
        };
        let rows = (0..INPUTS).map(|_| std::array::from_fn(|_| byte())).collect();
        let mut word = || i16::from_le_bytes([byte() as u8, byte() as u8]);
        let own = (0..INPUTS).map(|_| word()).collect();
        let bias = std::array::from_fn(|_| word());
        let dense = std::array::from_fn(|_| std::array::from_fn(|_| byte()));
        let mut word = || i16::from_le_bytes([byte() as u8, byte() as u8]);
        let dense_bias = std::array::from_fn(|_| i32::from(word()) * ONE);
        let output = std::array::from_fn(|_| word());
        let output_bias = i32::from(word());
        Some(Self { rows, own, bias, dense, dense_bias, output, output_bias })
    }

    /// The points of a position with these inputs, for the player to move.
    pub fn points(&self, inputs: &Inputs) -> i32 {
        let mut sums = self.bias;
        let mut logit = self.output_bias;
        for &input in inputs {
            let row = &self.rows[usize::from(input)];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
            logit += i32::from(self.own[usize::from(input)]);
        }
        let active = sums.map(|sum| i32::from(sum.clamp(0, ONE as i16)));
        for ((weights, bias), output) in self.dense.iter().zip(self.dense_bias).zip(self.output) {
            let products = weights.iter().zip(active).map(|(weight, active)| i32::from(*weight) * active);
            let sum = (products.sum::<i32>() + bias) / ONE;
            logit += sum.clamp(0, ONE) * i32::from(output);
        }
        (i64::from(logit) * i64::from(POINTS_PER_LOGIT) / i64::from(OUTPUT_ONE)) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_all_weights_or_is_refused() {
        let bytes = include_bytes!("weights.bin");
        assert_eq!(BlockadeNet::from_bytes(bytes), Some(BlockadeNet::standard()));
        assert!(BlockadeNet::from_bytes(&bytes[1..]).is_none());
    }

    #[test]
    fn points_are_those_of_the_layers_written_out() {
        let net = BlockadeNet::standard();
        let mut rng = fastrand::Rng::with_seed(2);
        for _ in 0..200 {
            let inputs: Inputs = std::array::from_fn(|_| rng.u16(0..INPUTS as u16));
            let sum = |at: usize| {
                let rows = inputs.iter().map(|&input| i64::from(net.rows[usize::from(input)][at]));
                (rows.sum::<i64>() + i64::from(net.bias[at])).clamp(0, 64)
            };
            let hidden = |at: usize| {
                let products = (0..WIDTH).map(|from| sum(from) * i64::from(net.dense[at][from]));
                ((products.sum::<i64>() + i64::from(net.dense_bias[at])) / 64).clamp(0, 64)
            };
            let own: i64 = inputs.iter().map(|&input| i64::from(net.own[usize::from(input)])).sum();
            let layers: i64 = (0..HIDDEN).map(|at| hidden(at) * i64::from(net.output[at])).sum();
            let logit = own + layers + i64::from(net.output_bias);
            assert_eq!(i64::from(net.points(&inputs)), logit * 200 / 4096);
        }
    }
}
