//! The optimiser, and where it begins.

use potez_engine::havannah::net::{BLOCKS, CHANNELS, HIDDEN, KERNEL_CELLS, Net, layout};

/// Adam with decoupled weight decay: every weight goes against its mean gradient, in proportion to
/// how little that varies.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    /// Running means of the gradient and of its square.
    pub(super) means: Vec<f32>,
    pub(super) squares: Vec<f32>,
    pub(super) steps: i32,
}

impl Default for Adam {
    fn default() -> Self {
        Self { means: vec![0.0; layout::ALL], squares: vec![0.0; layout::ALL], steps: 0 }
    }
}

impl Adam {
    const BETA1: f32 = 0.9;
    const BETA2: f32 = 0.999;

    /// One step; `decay` pulls every weight to zero.
    pub fn step(&mut self, net: &mut Net, gradient: &[f32], learning_rate: f32, decay: f32) {
        self.steps += 1;
        // The means begin at zero: without the correction the first steps would be far too small.
        let corrections = [Self::BETA1, Self::BETA2].map(|beta| 1.0 - beta.powi(self.steps));
        for (at, weight) in net.weights_mut().iter_mut().enumerate() {
            self.means[at] = Self::BETA1 * self.means[at] + (1.0 - Self::BETA1) * gradient[at];
            self.squares[at] = Self::BETA2 * self.squares[at] + (1.0 - Self::BETA2) * gradient[at] * gradient[at];
            let step = self.means[at] / corrections[0] / ((self.squares[at] / corrections[1]).sqrt() + 1e-8);
            *weight -= learning_rate * (step + decay * *weight);
        }
    }
}

/// A net with small random weights, large enough that every layer passes on what it gets (He
/// initialisation).
pub fn random_net(seed: u64) -> Net {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut weights = vec![0.0; layout::ALL];
    let mut fill = |range: std::ops::Range<usize>, inputs: usize, scale: f32| {
        let width = scale * (6.0 / inputs as f32).sqrt();
        weights[range].iter_mut().for_each(|weight| *weight = width * (2.0 * rng.f32() - 1.0));
    };
    // About three features of a cell are not zero at a time.
    fill(layout::input_kernel(), 3 * KERNEL_CELLS, 1.0);
    for block in 0..BLOCKS {
        fill(layout::kernel(block), KERNEL_CELLS * CHANNELS, 0.5);
        fill(layout::mean_kernel(block), CHANNELS, 0.2);
    }
    fill(layout::policy_head(), CHANNELS, 0.3);
    fill(layout::hidden(), 2 * CHANNELS, 1.0);
    fill(layout::value_head(), HIDDEN, 0.5);
    Net::new(weights).expect("as many weights as the layout has")
}
