//! The bot that plays at random.

use std::time::Duration;

use potez_core::{Game, Position as _, Record};
use potez_search::{Limits, Line, Report, Score, Stop};

use crate::bot::{MoveOf, Observer};
use crate::{Bot, BotBuilder, BotKind, GameEngine};

/// Plays any legal move, each as likely as any other.
pub struct RandomBot {
    rng: fastrand::Rng,
}

impl RandomBot {
    /// A random player; without a seed each one plays differently.
    fn new(seed: Option<u64>) -> Self {
        Self { rng: seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed) }
    }

    /// The entry of this bot in a game's list.
    pub const fn kind<G: GameEngine>() -> BotKind<G> {
        BotKind {
            name: "random",
            keys: &[],
            configure: |_, spec| {
                let seed = spec.seed;
                Ok(BotBuilder::new(move || Self::new(seed)))
            },
        }
    }
}

impl<G: Game> Bot<G> for RandomBot {
    fn think_observed(
        &mut self,
        record: &Record<G>,
        _limits: Limits,
        _stop: &Stop,
        _observer: Observer<'_, MoveOf<G>>,
    ) -> Report<MoveOf<G>> {
        let lines = record.position().random_move(&mut self.rng).map(|mv| Line {
            // A random player has no opinion.
            score: Score::DRAW,
            win_chance: 0.5,
            proof: None,
            pv: vec![mv],
            depth: 0,
            visits: 0,
        });
        Report { lines: lines.into_iter().collect(), depth: 0, nodes: 1, time: Duration::ZERO }
    }
}
