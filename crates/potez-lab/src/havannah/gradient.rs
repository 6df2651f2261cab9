//! Backpropagation through the net.

use potez_engine::havannah::net::{
    Activations, BLOCKS, CHANNELS, Channels, Encoder, FEATURES, HIDDEN, KERNEL_CELLS, Net, channels, convolve, layout,
};

use super::sample::{NetLoss, TrainingSample};

/// The gradient of the loss, summed over some samples.
#[derive(Debug)]
pub struct Gradient {
    weights: Vec<f32>,
    /// The gradients by the output and by the input of the layer at work.
    by_output: Vec<Channels>,
    by_input: Vec<Channels>,
    /// The kernel of every block transposed: with it a convolution leads from outputs back to
    /// inputs.
    transposed: Vec<Vec<f32>>,
}

impl Gradient {
    /// A gradient of zero for the present weights of a net.
    pub fn new(net: &Net) -> Self {
        let transposed = (0..BLOCKS).map(|block| transpose(net.part(layout::kernel(block)))).collect();
        Self { weights: vec![0.0; layout::ALL], by_output: Vec::new(), by_input: Vec::new(), transposed }
    }

    /// The gradient by every weight, in the order of the net's layout.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The gradient by every weight, taken out.
    pub fn into_weights(self) -> Vec<f32> {
        self.weights
    }

    fn part(&mut self, range: std::ops::Range<usize>) -> &mut [f32] {
        &mut self.weights[range]
    }

    /// Adds the gradient of one sample, after a forward pass over its position; returns the loss.
    pub fn backward(
        &mut self,
        net: &Net,
        encoder: &Encoder,
        activations: &Activations,
        sample: &TrainingSample,
    ) -> NetLoss {
        for rows in [&mut self.by_output, &mut self.by_input] {
            rows.clear();
            rows.resize(encoder.padded() + 1, [0.0; CHANNELS]);
        }
        let value = self.value_head(net, activations, sample, encoder.cells());
        let policy = self.policy_head(net, activations, sample, encoder.cells());
        for block in (0..BLOCKS).rev() {
            self.block(block, net, encoder, activations);
        }
        relu_backward(&mut self.by_output, &activations.layers[0]);
        for row in &self.by_output[..encoder.cells()] {
            add(&mut self.weights[layout::input_bias()], row);
        }
        let kernel = &mut self.weights[layout::input_kernel()];
        kernel_gradient(&activations.features, encoder.kernel_cells(), &self.by_output, kernel);
        NetLoss { policy, value, samples: 1.0 }
    }

    /// Goes back through the value head to the last layer; returns the loss.
    fn value_head(&mut self, net: &Net, activations: &Activations, sample: &TrainingSample, count: usize) -> f64 {
        // Logarithms need room to both sides.
        let value = activations.value.clamp(1e-6, 1.0 - 1e-6);
        let target = sample.value.clamp(1e-6, 1.0 - 1e-6);
        let loss = target * (target / value).ln() + (1.0 - target) * ((1.0 - target) / (1.0 - value)).ln();
        // Cross-entropy after a sigmoid: the gradient by the logit is the difference.
        let error = activations.value - sample.value;
        let weights = net.part(layout::value_head());
        let gradient = self.part(layout::value_head());
        gradient[HIDDEN] += error;
        for (gradient, hidden) in gradient.iter_mut().zip(&activations.hidden) {
            *gradient += error * hidden;
        }
        let mut by_hidden = [0.0; HIDDEN];
        for (at, by_hidden) in by_hidden.iter_mut().enumerate() {
            *by_hidden = if activations.hidden[at] > 0.0 { error * weights[at] } else { 0.0 };
        }
        add(self.part(layout::hidden_bias()), &by_hidden);
        let weights = net.part(layout::hidden()).as_chunks::<HIDDEN>().0;
        let gradients = self.part(layout::hidden()).as_chunks_mut::<HIDDEN>().0;
        let mut by_pooled = [[0.0; CHANNELS]; 2];
        let places = by_pooled.as_flattened_mut().iter_mut().zip(activations.pooled.as_flattened());
        for ((gradients, weights), (by_pooled, pooled)) in gradients.iter_mut().zip(weights).zip(places) {
            for at in 0..HIDDEN {
                gradients[at] += pooled * by_hidden[at];
                *by_pooled += weights[at] * by_hidden[at];
            }
        }
        // Every cell has an equal part in a mean, the cell of the maximum all of that.
        for row in &mut self.by_output[..count] {
            for channel in 0..CHANNELS {
                row[channel] += by_pooled[0][channel] / count as f32;
            }
        }
        for (channel, (&at, by_maximum)) in activations.argmax.iter().zip(by_pooled[1]).enumerate() {
            self.by_output[at][channel] += by_maximum;
        }
        f64::from(loss)
    }

    /// Goes back through the policy head to the last layer; returns the loss.
    fn policy_head(&mut self, net: &Net, activations: &Activations, sample: &TrainingSample, count: usize) -> f64 {
        let legal = || (0..count).filter(|&at| sample.legal[at]);
        let largest = legal().map(|at| activations.policy[at]).fold(f32::MIN, f32::max);
        let sum: f32 = legal().map(|at| (activations.policy[at] - largest).exp()).sum();
        let weights = channels(net.part(layout::policy_head()));
        let last = &activations.layers[BLOCKS];
        let gradient = &mut self.weights[layout::policy_head()];
        let mut loss = 0.0;
        for at in legal() {
            let probability = (activations.policy[at] - largest).exp() / sum;
            let target = sample.policy[at];
            // Cross-entropy after a softmax: the gradient by the logit is the difference.
            let error = probability - target;
            if target > 0.0 {
                loss -= f64::from(target * (probability.max(1e-9) / target).ln());
            }
            for channel in 0..CHANNELS {
                gradient[channel] += error * last[at][channel];
                self.by_output[at][channel] += error * weights[channel];
            }
        }
        loss
    }

    /// Goes back through a residual block: `by_output` becomes the gradient by its input.
    fn block(&mut self, block: usize, net: &Net, encoder: &Encoder, activations: &Activations) {
        let count = encoder.cells();
        let (from, to) = (&activations.layers[block], &activations.layers[block + 1]);
        relu_backward(&mut self.by_output, to);
        let mut sums = [0.0; CHANNELS];
        for row in &self.by_output[..count] {
            add(&mut sums, row);
        }
        add(self.part(layout::bias(block)), &sums);
        let mut by_means = [0.0; CHANNELS];
        let weights = net.part(layout::mean_kernel(block)).as_chunks::<CHANNELS>().0;
        let gradients = self.part(layout::mean_kernel(block)).as_chunks_mut::<CHANNELS>().0;
        for (channel, (gradients, weights)) in gradients.iter_mut().zip(weights).enumerate() {
            for at in 0..CHANNELS {
                gradients[at] += activations.means[block][channel] * sums[at];
                by_means[channel] += weights[at] * sums[at];
            }
        }
        let Self { weights, by_output, by_input, transposed } = self;
        kernel_gradient(from, encoder.kernel_cells(), by_output, &mut weights[layout::kernel(block)]);
        // The input reaches the output over the residual connection, the means and the convolution.
        for (by_input, by_output) in by_input[..count].iter_mut().zip(&*by_output) {
            for channel in 0..CHANNELS {
                by_input[channel] = by_output[channel] + by_means[channel] / count as f32;
            }
        }
        convolve(by_output, encoder.kernel_cells(), &transposed[block], by_input);
        by_input[count..].fill([0.0; CHANNELS]);
        std::mem::swap(by_output, by_input);
    }
}

fn add(sums: &mut [f32], more: &[f32]) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

/// What was cut off at zero has no gradient.
fn relu_backward(by_output: &mut [Channels], output: &[Channels]) {
    for (gradient, output) in by_output.iter_mut().zip(output) {
        for channel in 0..CHANNELS {
            if output[channel] <= 0.0 {
                gradient[channel] = 0.0;
            }
        }
    }
}

/// Adds the gradient by a convolution's kernel: for every cell of the kernel and channel, inputs
/// times gradients by outputs.
fn kernel_gradient<const I: usize>(
    inputs: &[[f32; I]],
    kernel_cells: &[[u16; KERNEL_CELLS]],
    by_output: &[Channels],
    gradient: &mut [f32],
) {
    // Some channels at a time, whose sums stay in registers over all cells.
    const CHANNELS_AT_ONCE: usize = 4;
    const { assert!(FEATURES.is_multiple_of(CHANNELS_AT_ONCE) && CHANNELS.is_multiple_of(CHANNELS_AT_ONCE)) };
    let gradients = gradient.as_chunks_mut::<CHANNELS>().0.as_chunks_mut::<CHANNELS_AT_ONCE>().0;
    for (at, gradients) in gradients.iter_mut().enumerate() {
        let (side, first) = (at * CHANNELS_AT_ONCE / I, at * CHANNELS_AT_ONCE % I);
        let mut sums = *gradients;
        for (cells, by_output) in kernel_cells.iter().zip(by_output) {
            let row: &[f32; CHANNELS_AT_ONCE] =
                inputs[usize::from(cells[side])][first..].first_chunk().expect("whole groups of channels");
            for (sums, input) in sums.iter_mut().zip(row) {
                for (sum, by_output) in sums.iter_mut().zip(by_output) {
                    *sum = input.mul_add(*by_output, *sum);
                }
            }
        }
        *gradients = sums;
    }
}

/// The kernel that leads back: the opposite side, and channels out and in exchanged.
fn transpose(kernel: &[f32]) -> Vec<f32> {
    let mut transposed = vec![0.0; kernel.len()];
    for side in 0..KERNEL_CELLS {
        let opposite = if side == KERNEL_CELLS - 1 { side } else { (side + 3) % 6 };
        for one in 0..CHANNELS {
            for other in 0..CHANNELS {
                transposed[(side * CHANNELS + one) * CHANNELS + other] =
                    kernel[(opposite * CHANNELS + other) * CHANNELS + one];
            }
        }
    }
    transposed
}
