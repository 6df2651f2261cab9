//! Blockade's net in floating point, and how it learns.

use potez_engine::blockade::net::{HIDDEN, INPUTS, Inputs, ONE, OUTPUT_ONE, WEIGHT_LIMIT, WIDTH};

use super::training::{bits, sigmoid};

// One list of weights in one order, so that an optimiser need not know the parts.
const OWN: usize = INPUTS * WIDTH;
const BIAS: usize = OWN + INPUTS;
const DENSE: usize = BIAS + WIDTH;
const DENSE_BIAS: usize = DENSE + HIDDEN * WIDTH;
const OUTPUT: usize = DENSE_BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + HIDDEN;
const ALL: usize = OUTPUT_BIAS + 1;

/// The largest weight that eight bits can keep.
const LIMIT: f32 = WEIGHT_LIMIT as f32 / ONE as f32;

/// The net in floating point.
#[derive(Clone, Debug)]
pub struct NetModel {
    weights: Vec<f32>,
}

/// What a forward pass computes.
struct ForwardPass {
    sums: [f32; WIDTH],
    hidden: [f32; HIDDEN],
    logit: f32,
}

impl NetModel {
    /// A net with small random weights.
    pub fn random(rng: &mut fastrand::Rng) -> Self {
        let mut weights = vec![0.0; ALL];
        let mut fill = |from: usize, to: usize, most: f32| {
            weights[from..to].iter_mut().for_each(|weight| *weight = (rng.f32() * 2.0 - 1.0) * most);
        };
        fill(0, OWN, 0.03);
        fill(DENSE, DENSE_BIAS, 0.3);
        fill(OUTPUT, OUTPUT_BIAS, 0.5);
        // In the middle of the range, where something can be learnt in both directions.
        weights[BIAS..DENSE].fill(0.4);
        weights[DENSE_BIAS..OUTPUT].fill(0.3);
        Self { weights }
    }

    /// The logit of a position with these inputs.
    pub fn logit(&self, inputs: &Inputs) -> f32 {
        self.forward(inputs).logit
    }

    fn forward(&self, inputs: &Inputs) -> ForwardPass {
        let weights = &self.weights;
        let mut sums: [f32; WIDTH] = std::array::from_fn(|at| weights[BIAS + at]);
        let mut logit = weights[OUTPUT_BIAS];
        for &input in inputs {
            let row = &weights[usize::from(input) * WIDTH..][..WIDTH];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
            logit += weights[OWN + usize::from(input)];
        }
        let active = sums.map(|sum| sum.clamp(0.0, 1.0));
        let hidden = std::array::from_fn(|at| {
            let row = &weights[DENSE + at * WIDTH..][..WIDTH];
            weights[DENSE_BIAS + at] + row.iter().zip(active).map(|(weight, active)| weight * active).sum::<f32>()
        });
        for (weight, sum) in weights[OUTPUT..].iter().zip(hidden) {
            logit += weight * sum.clamp(0.0, 1.0);
        }
        ForwardPass { sums, hidden, logit }
    }

    /// The weights as the engine reads them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let scaled = |range: std::ops::Range<usize>, one: i32| {
            self.weights[range].iter().map(move |weight| (weight * one as f32).round() as i32)
        };
        let mut bytes = Vec::new();
        let byte = |value: i32| value.clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT) as u8;
        let word = |value: i32| (value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16).to_le_bytes();
        bytes.extend(scaled(0..OWN, ONE).map(byte));
        bytes.extend(scaled(OWN..BIAS, OUTPUT_ONE).flat_map(word));
        bytes.extend(scaled(BIAS..DENSE, ONE).flat_map(word));
        bytes.extend(scaled(DENSE..DENSE_BIAS, ONE).map(byte));
        bytes.extend(scaled(DENSE_BIAS..OUTPUT_BIAS, ONE).flat_map(word));
        bytes.extend(scaled(OUTPUT_BIAS..ALL, OUTPUT_ONE).flat_map(word));
        bytes
    }
}

/// Adam with decoupled decay of weights.
pub struct Optimizer {
    gradient: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

const MOMENTUM: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;

impl Default for Optimizer {
    fn default() -> Self {
        Self::new()
    }
}

impl Optimizer {
    /// An optimiser that has seen nothing yet.
    pub fn new() -> Self {
        Self { gradient: vec![0.0; ALL], means: vec![0.0; ALL], squares: vec![0.0; ALL], steps: 0 }
    }

    /// Begins a batch.
    pub fn begin(&mut self) {
        self.gradient.fill(0.0);
    }

    /// Adds the gradient of a sample; returns its loss in bits.
    pub fn add(&mut self, model: &NetModel, inputs: &Inputs, target: f32) -> f32 {
        let ForwardPass { sums, hidden, logit } = model.forward(inputs);
        let (weights, gradient) = (&model.weights, &mut self.gradient);
        let error = sigmoid(logit) - target;
        gradient[OUTPUT_BIAS] += error;
        let active = sums.map(|sum| sum.clamp(0.0, 1.0));
        let mut below = [0.0_f32; WIDTH];
        for at in 0..HIDDEN {
            gradient[OUTPUT + at] += error * hidden[at].clamp(0.0, 1.0);
            if !(0.0..1.0).contains(&hidden[at]) {
                continue;
            }
            let error = error * weights[OUTPUT + at];
            gradient[DENSE_BIAS + at] += error;
            let row = DENSE + at * WIDTH;
            for number in 0..WIDTH {
                gradient[row + number] += error * active[number];
                below[number] += error * weights[row + number];
            }
        }
        for (error, sum) in below.iter_mut().zip(sums) {
            if !(0.0..1.0).contains(&sum) {
                *error = 0.0;
            }
        }
        for (gradient, error) in gradient[BIAS..].iter_mut().zip(below) {
            *gradient += error;
        }
        for &input in inputs {
            let row = &mut gradient[usize::from(input) * WIDTH..][..WIDTH];
            for (gradient, error) in row.iter_mut().zip(below) {
                *gradient += error;
            }
            gradient[OWN + usize::from(input)] += error;
        }
        bits(logit, target)
    }

    /// Moves the weights by the mean gradient of the batch.
    pub fn step(&mut self, model: &mut NetModel, rate: f32, decay: f32, batch: usize) {
        self.steps += 1;
        let warm_up = [MOMENTUM, SQUARE_DECAY].map(|decay| 1.0 - decay.powi(self.steps));
        for (at, weight) in model.weights.iter_mut().enumerate() {
            let gradient = self.gradient[at] / batch as f32;
            let (mean, square) = (&mut self.means[at], &mut self.squares[at]);
            *mean += (gradient - *mean) * (1.0 - MOMENTUM);
            *square += (gradient * gradient - *square) * (1.0 - SQUARE_DECAY);
            let step = (*mean / warm_up[0]) / ((*square / warm_up[1]).sqrt() + 1e-8);
            *weight -= rate * (step + decay * *weight);
            if at < OWN || (DENSE..DENSE_BIAS).contains(&at) {
                *weight = weight.clamp(-LIMIT, LIMIT);
            }
        }
    }
}
