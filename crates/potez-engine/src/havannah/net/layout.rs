//! Where the weights of each part of the net stand in one list.

use std::ops::Range;

use super::{BLOCKS, CHANNELS, FEATURES, HIDDEN, KERNEL_CELLS};

// One list in one order: a file of weights is this list, and an optimiser need not know the parts.
const INPUT: usize = KERNEL_CELLS * FEATURES * CHANNELS + CHANNELS;
const BLOCK: usize = KERNEL_CELLS * CHANNELS * CHANNELS + CHANNELS + CHANNELS * CHANNELS;
const POLICY: usize = INPUT + BLOCKS * BLOCK;
const VALUE: usize = POLICY + CHANNELS;

/// The number of all weights.
pub const ALL: usize = VALUE + 2 * CHANNELS * HIDDEN + HIDDEN + HIDDEN + 1;

const fn from(start: usize, length: usize) -> Range<usize> {
    start..start + length
}

/// The first convolution: for every cell of the kernel and every feature the weight to each
/// channel.
pub const fn input_kernel() -> Range<usize> {
    from(0, KERNEL_CELLS * FEATURES * CHANNELS)
}

/// The bias of the first layer.
pub const fn input_bias() -> Range<usize> {
    from(KERNEL_CELLS * FEATURES * CHANNELS, CHANNELS)
}

/// The convolution of a block, in the same order.
pub const fn kernel(block: usize) -> Range<usize> {
    from(INPUT + block * BLOCK, KERNEL_CELLS * CHANNELS * CHANNELS)
}

/// The bias of a block.
pub const fn bias(block: usize) -> Range<usize> {
    from(kernel(block).end, CHANNELS)
}

/// The dense layer of a block, from the mean of every channel to each channel.
pub const fn mean_kernel(block: usize) -> Range<usize> {
    from(bias(block).end, CHANNELS * CHANNELS)
}

/// From the channels of a cell to the logit of its move.
pub const fn policy_head() -> Range<usize> {
    from(POLICY, CHANNELS)
}

/// The value head's hidden layer, from the means and maxima of the channels.
pub const fn hidden() -> Range<usize> {
    from(VALUE, 2 * CHANNELS * HIDDEN)
}

/// The bias of the hidden layer.
pub const fn hidden_bias() -> Range<usize> {
    from(hidden().end, HIDDEN)
}

/// From the hidden layer to the logit of the value; the last weight is the bias.
pub const fn value_head() -> Range<usize> {
    from(hidden_bias().end, HIDDEN + 1)
}
