//! What the net should say about a position, and how far it is from saying it.

use potez_core::Player;
use potez_engine::havannah::net::{Activations, Encoder};
use potez_engine::havannah::self_play::{PlayedStone, SelfPlayGame};
use potez_havannah::{Board, Geometry, Symmetry, Upto10};

/// The targets of one position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct TrainingSample {
    /// The share of the search's visits of each cell.
    pub policy: Vec<f32>,
    /// The cells that may be played: the policy is normalised over them.
    pub legal: Vec<bool>,
    /// The chance of the player to move to win, 0 to 1.
    pub value: f32,
}

/// A game that can be trained on.
pub trait TrainableGame {
    /// The plies that can be trained on. A single move teaches nothing.
    fn trainable_plies(&self) -> impl Iterator<Item = usize>;

    /// Encodes the position before a ply, seen under a symmetry, and writes its targets.
    fn write_sample(
        &self,
        ply: usize,
        symmetry: Symmetry,
        activations: &mut Activations,
        sample: &mut TrainingSample,
    ) -> &'static Encoder;
}

impl TrainableGame for SelfPlayGame {
    fn trainable_plies(&self) -> impl Iterator<Item = usize> {
        let is_trainable = |ply: &PlayedStone| ply.found.as_ref().is_some_and(|found| found.policy.len() > 1);
        (0..self.plies.len()).filter(move |&ply| is_trainable(&self.plies[ply]))
    }

    fn write_sample(
        &self,
        ply: usize,
        symmetry: Symmetry,
        activations: &mut Activations,
        sample: &mut TrainingSample,
    ) -> &'static Encoder {
        let geometry = Geometry::of(self.size);
        let encoder = Encoder::of(geometry);
        let mut board = Board::<Upto10>::new(geometry);
        let mut mover = Player::X;
        // Stones are placed one by one, since chains are kept up to date with every stone.
        for PlayedStone { cell, .. } in &self.plies[..ply] {
            board.place(symmetry.cell(self.size, *cell), mover);
            mover = !mover;
        }
        encoder.encode(&board, mover, &mut activations.features);
        sample.legal.clear();
        sample.legal.extend(geometry.cells().iter().map(|&cell| board.is_empty(cell)));
        sample.policy.clear();
        sample.policy.resize(geometry.cells().len(), 0.0);
        if let Some(found) = &self.plies[ply].found {
            for &(cell, share) in &found.policy {
                sample.policy[geometry.number(symmetry.cell(self.size, cell))] = share;
            }
            let result = if mover == Player::X { self.result } else { 1.0 - self.result };
            // Half result, half search: the result alone is noise, the search alone repeats its own
            // errors.
            sample.value = 0.5 * (result + found.value);
        }
        encoder
    }
}

/// The loss over some samples in nats: Kullback-Leibler divergences, so that a perfect net has
/// none.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct NetLoss {
    /// The sum over the policies.
    pub policy: f64,
    /// The sum over the values.
    pub value: f64,
    /// The number of samples.
    pub samples: f64,
}

impl NetLoss {
    /// Adds the loss of other samples.
    pub fn add(&mut self, other: Self) {
        self.policy += other.policy;
        self.value += other.value;
        self.samples += other.samples;
    }

    /// The loss per sample, of the policy and of the value.
    pub fn mean(&self) -> [f64; 2] {
        [self.policy / self.samples, self.value / self.samples]
    }
}
