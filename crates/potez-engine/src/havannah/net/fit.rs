//! Learning: how each weight would have to change, and small steps that way.

use super::field::{FEATURES, Field};
use super::{AROUND, BLOCKS, CHANNELS, HIDDEN, Net, Pass, Row, mix, part};

/// What the net should have said.
#[derive(Clone, Debug, Default)]
pub(super) struct Lesson {
    /// The share of the visits of each cell.
    pub(super) moves: Vec<f32>,
    /// The cells that may be played.
    pub(super) legal: Vec<bool>,
    /// The chance to win, 0 to 1.
    pub(super) chance: f32,
}

/// How surprised the net was, in nats; what nobody could have known better is not counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surprise {
    pub(super) moves: f64,
    pub(super) chance: f64,
    pub(super) lessons: f64,
}

impl Surprise {
    pub(super) fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.chance += other.chance;
        self.lessons += other.lessons;
    }
}

/// The sum of the slopes of some lessons.
#[derive(Debug)]
pub(super) struct Slope {
    pub(super) weights: Vec<f32>,
    back: [Vec<Row>; 2],
    /// Every kernel with its directions and its channels turned round.
    turned: Vec<Vec<f32>>,
}

impl Slope {
    pub(super) fn new(net: &Net) -> Self {
        let turned = (0..BLOCKS).map(|block| turn(net.part(part::kernel(block)))).collect();
        Self { weights: vec![0.0; part::ALL], back: [Vec::new(), Vec::new()], turned }
    }

    fn at(&mut self, range: std::ops::Range<usize>) -> &mut [f32] {
        &mut self.weights[range]
    }

    /// Goes back through the net from what it said to what it should have said.
    pub(super) fn learn(&mut self, net: &Net, field: &Field, pass: &Pass, lesson: &Lesson) -> Surprise {
        let (count, padded) = (field.cells(), field.padded());
        let mut surprise = Surprise { lessons: 1.0, ..Surprise::default() };
        let [mut back, mut next] = std::mem::take(&mut self.back);
        for rows in [&mut back, &mut next] {
            rows.clear();
            rows.resize(padded + 1, [0.0; CHANNELS]);
        }
        let last = &pass.layers[BLOCKS];

        // The chance.
        let chance = pass.chance.clamp(1e-6, 1.0 - 1e-6);
        let told = lesson.chance.clamp(1e-6, 1.0 - 1e-6);
        surprise.chance = f64::from(told * (told / chance).ln() + (1.0 - told) * ((1.0 - told) / (1.0 - chance)).ln());
        let error = pass.chance - lesson.chance;
        let weights = net.part(part::chance());
        let slope = self.at(part::chance());
        slope[HIDDEN] += error;
        for (slope, value) in slope.iter_mut().zip(&pass.hidden) {
            *slope += error * value;
        }
        let mut hidden = [0.0; HIDDEN];
        for (at, value) in hidden.iter_mut().enumerate() {
            *value = if pass.hidden[at] > 0.0 { error * weights[at] } else { 0.0 };
        }
        for (slope, value) in self.at(part::hidden_bias()).iter_mut().zip(hidden) {
            *slope += value;
        }
        let weights = net.part(part::hidden()).as_chunks::<HIDDEN>().0;
        let slopes = self.at(part::hidden()).as_chunks_mut::<HIDDEN>().0;
        let mut pooled = [[0.0; CHANNELS]; 2];
        let places = pooled.as_flattened_mut().iter_mut().zip(pass.pooled.as_flattened());
        for ((slopes, weights), (back, value)) in slopes.iter_mut().zip(weights).zip(places) {
            for at in 0..HIDDEN {
                slopes[at] += value * hidden[at];
                *back += weights[at] * hidden[at];
            }
        }
        for row in &mut back[..count] {
            for channel in 0..CHANNELS {
                row[channel] += pooled[0][channel] / count as f32;
            }
        }
        for channel in 0..CHANNELS {
            back[pass.peaks[channel]][channel] += pooled[1][channel];
        }

        // The moves.
        let legal = || (0..count).filter(|&at| lesson.legal[at]);
        let best = legal().map(|at| pass.moves[at]).fold(f32::MIN, f32::max);
        let sum: f32 = legal().map(|at| (pass.moves[at] - best).exp()).sum();
        let weights: Row = super::row(net.part(part::moves()));
        let slope = self.at(part::moves());
        for at in legal() {
            let share = (pass.moves[at] - best).exp() / sum;
            let error = share - lesson.moves[at];
            if lesson.moves[at] > 0.0 {
                surprise.moves -= f64::from(lesson.moves[at] * (share.max(1e-9) / lesson.moves[at]).ln());
            }
            for channel in 0..CHANNELS {
                slope[channel] += error * last[at][channel];
                back[at][channel] += error * weights[channel];
            }
        }

        // The layers, from the last to the first.
        for block in (0..BLOCKS).rev() {
            let (from, to) = (&pass.layers[block], &pass.layers[block + 1]);
            close(&mut back, to);
            let mut sums = [0.0; CHANNELS];
            for row in &back[..count] {
                for channel in 0..CHANNELS {
                    sums[channel] += row[channel];
                }
            }
            add(self.at(part::bias(block)), &sums);
            let mut means = [0.0; CHANNELS];
            let weights = net.part(part::mean(block)).as_chunks::<CHANNELS>().0;
            let slopes = self.at(part::mean(block)).as_chunks_mut::<CHANNELS>().0;
            for (channel, (slopes, weights)) in slopes.iter_mut().zip(weights).enumerate() {
                for at in 0..CHANNELS {
                    slopes[at] += pass.means[block][channel] * sums[at];
                    means[channel] += weights[at] * sums[at];
                }
            }
            blame(from, field.around(), &back, self.at(part::kernel(block)));
            for (next, back) in next[..count].iter_mut().zip(&back) {
                for channel in 0..CHANNELS {
                    next[channel] = back[channel] + means[channel] / count as f32;
                }
            }
            mix(&back, field.around(), &self.turned[block], &mut next);
            next[count..].fill([0.0; CHANNELS]);
            std::mem::swap(&mut back, &mut next);
        }
        close(&mut back, &pass.layers[0]);
        for row in &back[..count] {
            add(self.at(part::entry_bias()), row);
        }
        blame(&pass.features, field.around(), &back, self.at(part::entry()));
        self.back = [back, next];
        surprise
    }
}

fn add(slopes: &mut [f32], more: &[f32]) {
    slopes.iter_mut().zip(more).for_each(|(slope, more)| *slope += more);
}

/// What was cut off at zero has no slope.
fn close(back: &mut [Row], out: &[Row]) {
    for (back, out) in back.iter_mut().zip(out) {
        for channel in 0..CHANNELS {
            if out[channel] <= 0.0 {
                back[channel] = 0.0;
            }
        }
    }
}

/// The slope of a kernel: for every side and channel how what comes in goes with what is asked for.
fn blame<const I: usize>(from: &[[f32; I]], around: &[[u16; AROUND]], back: &[Row], slopes: &mut [f32]) {
    const TOGETHER: usize = 4;
    const { assert!(FEATURES.is_multiple_of(TOGETHER) && CHANNELS.is_multiple_of(TOGETHER)) };
    let slopes = slopes.as_chunks_mut::<CHANNELS>().0.as_chunks_mut::<TOGETHER>().0;
    for (at, slopes) in slopes.iter_mut().enumerate() {
        let (side, first) = (at * TOGETHER / I, at * TOGETHER % I);
        let mut sums = *slopes;
        for (cells, back) in around.iter().zip(back) {
            let row: &[f32; TOGETHER] =
                from[usize::from(cells[side])][first..].first_chunk().expect("whole groups of channels");
            for (sums, value) in sums.iter_mut().zip(row) {
                for (sum, back) in sums.iter_mut().zip(back) {
                    *sum = value.mul_add(*back, *sum);
                }
            }
        }
        *slopes = sums;
    }
}

/// The kernel that leads back: the opposite side, and channels out and in exchanged.
fn turn(kernel: &[f32]) -> Vec<f32> {
    let mut turned = vec![0.0; kernel.len()];
    for side in 0..AROUND {
        let opposite = if side == AROUND - 1 { side } else { (side + 3) % 6 };
        for one in 0..CHANNELS {
            for other in 0..CHANNELS {
                turned[(side * CHANNELS + one) * CHANNELS + other] =
                    kernel[(opposite * CHANNELS + other) * CHANNELS + one];
            }
        }
    }
    turned
}

/// Adam: every weight goes against its mean slope, measured by how much that slope varies.
#[derive(Debug)]
pub(super) struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    pub(super) fn new() -> Self {
        Self { means: vec![0.0; part::ALL], squares: vec![0.0; part::ALL], steps: 0 }
    }

    /// One step; `decay` pulls every weight to zero.
    pub(super) fn step(&mut self, net: &mut Net, slope: &[f32], pace: f32, decay: f32) {
        const KEEP: [f32; 2] = [0.9, 0.999];
        self.steps += 1;
        let warm = KEEP.map(|keep| 1.0 - keep.powi(self.steps));
        for (at, weight) in net.weights.iter_mut().enumerate() {
            self.means[at] = KEEP[0] * self.means[at] + (1.0 - KEEP[0]) * slope[at];
            self.squares[at] = KEEP[1] * self.squares[at] + (1.0 - KEEP[1]) * slope[at] * slope[at];
            let step = self.means[at] / warm[0] / ((self.squares[at] / warm[1]).sqrt() + 1e-8);
            *weight -= pace * (step + decay * *weight);
        }
    }
}

impl Net {
    /// Small random weights: large enough that every layer passes on what it gets.
    pub(super) fn random(rng: &mut fastrand::Rng) -> Self {
        let mut net = Self { weights: vec![0.0; part::ALL] };
        let mut fill = |range: std::ops::Range<usize>, inputs: usize, scale: f32| {
            let width = scale * (6.0 / inputs as f32).sqrt();
            net.weights[range].iter_mut().for_each(|weight| *weight = width * (2.0 * rng.f32() - 1.0));
        };
        fill(part::entry(), 3 * AROUND, 1.0);
        for block in 0..BLOCKS {
            fill(part::kernel(block), AROUND * CHANNELS, 0.5);
            fill(part::mean(block), CHANNELS, 0.2);
        }
        fill(part::moves(), CHANNELS, 0.3);
        fill(part::hidden(), 2 * CHANNELS, 1.0);
        fill(part::chance(), HIDDEN, 0.5);
        net
    }
}

#[cfg(test)]
mod tests {
    use potez_core::Player;
    use potez_havannah::{Board, Geometry, Upto5};

    use super::*;

    #[test]
    fn slopes_are_what_a_small_change_of_a_weight_does() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut net = Net::random(&mut rng);
        let geometry = Geometry::of(4);
        let field = Field::of(geometry);
        let mut board = Board::<Upto5>::new(geometry);
        for (at, cell) in [3, 8, 12, 20, 21, 30, 36].into_iter().enumerate() {
            board.place(geometry.cells()[cell], Player::BOTH[at % 2]);
        }
        let legal: Vec<bool> = geometry.cells().iter().map(|&cell| board.is_empty(cell)).collect();
        let count = legal.iter().filter(|&&legal| legal).count() as f32;
        let moves = legal.iter().enumerate().map(|(at, &legal)| f32::from(legal) * (at % 3) as f32 / count);
        let mut lesson = Lesson { moves: moves.collect(), legal, chance: 0.8 };
        let sum: f32 = lesson.moves.iter().sum();
        lesson.moves.iter_mut().for_each(|share| *share /= sum);
        let surprise = |net: &Net| {
            let mut pass = Pass::default();
            net.look(&board, Player::O, &mut pass);
            let mut slope = Slope::new(net);
            let Surprise { moves, chance, .. } = slope.learn(net, field, &pass, &lesson);
            (moves + chance, slope.weights)
        };
        let (_, slope) = surprise(&net);
        let mut checked = 0;
        for _ in 0..600 {
            let at = rng.usize(..part::ALL);
            let (before, step) = (net.weights[at], 1e-3);
            net.weights[at] = before + step;
            let (above, _) = surprise(&net);
            net.weights[at] = before - step;
            let (below, _) = surprise(&net);
            net.weights[at] = before;
            let found = (above - below) / f64::from(2.0 * step);
            let told = f64::from(slope[at]);
            // A value may cross zero on the way: few do.
            if (found - told).abs() > 0.02 * (told.abs() + 0.05) {
                continue;
            }
            checked += 1;
        }
        assert!(checked > 580, "{checked} of 600 slopes are right");
    }
}
