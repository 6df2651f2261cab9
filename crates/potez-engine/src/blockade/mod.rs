//! What is known of Blockade.
//!
//! [`evaluation`] says what a position is worth, with the numbers of [`weights`]; [`guide`] which turns are worth a
//! look; [`race`] is often certain once the walls are gone, and [`backwards`] settles what is left of it; [`player`] puts
//! them together. [`tuner`] fits the numbers to games, [`rivals`] are there to be beaten.

mod backwards;
mod evaluation;
mod guide;
mod player;
mod race;
mod remarks;
mod rivals;
pub mod tuner;
mod ways;
mod weights;

use potez_blockade::{Game, Move, Position};
use potez_core::{Message, Record, Remark};
use potez_search::alphabeta::{AlphaBeta, Settings, Unguided};
use potez_search::mcts::{self, Ignorance, Mcts};
use potez_search::{Limits, Stop};

use crate::bots::Random;
use crate::classic::Minimax;
use crate::classic::blockade::ShortestPaths;
use crate::{BotSpec, Expert, Mind, Solution};
use player::{Capped, Potez};
use rivals::{Bb4, Difference};

const BOTS: [&str; 7] = ["random", "greedy", "classic", "bb4", "mcts", "alphabeta", "potez"];

impl<const N: usize> Expert for Game<N> {
    const LEVELS: &'static str = include_str!("levels.txt");

    fn mind(&self, spec: &BotSpec) -> Result<Box<dyn Mind<Self>>, Message> {
        let radius = || spec.number("radius", ShortestPaths::RADIUS, 0..=28);
        let settings = Settings { threads: spec.threads, multipv: spec.multipv, ..Settings::default() };
        let plain = Settings { tuning: rivals::plain(), ..settings.clone() };
        let own_keys: &[&str] = if matches!(spec.name.as_str(), "greedy" | "classic") { &["radius"] } else { &[] };
        let mind: Box<dyn Mind<Self>> = match spec.name.as_str() {
            "random" => Box::new(Random::new(spec)?),
            "greedy" => Box::new(Minimax::new(ShortestPaths { radius: radius()? }, 1)),
            "classic" => Box::new(Minimax::new(ShortestPaths { radius: radius()? }, ShortestPaths::DEPTH)),
            "bb4" => Box::new(Capped { search: AlphaBeta::new(Bb4, Bb4, plain), depth: Bb4::DEPTH }),
            "alphabeta" => Box::new(AlphaBeta::new(Difference, Unguided, plain)),
            "mcts" => {
                let settings = mcts::Settings {
                    threads: spec.threads,
                    lines: spec.multipv,
                    seed: spec.seed.unwrap_or(1),
                    ..mcts::Settings::default()
                };
                Box::new(Mcts::new(settings, Ignorance::default()))
            }
            "potez" => Box::new(Potez::new(self.rules().turn(), &settings)),
            _ => return Err(spec.unknown(self, &BOTS).into()),
        };
        spec.expect_keys(own_keys)?;
        Ok(mind)
    }

    fn solve(&self, record: &Record<Self>, limits: Limits, stop: &Stop) -> Solution<Move> {
        player::solve(record, limits, stop)
    }

    fn remarks(&self, record: &Record<Self>, mv: Move) -> Vec<Remark> {
        remarks::remarks(record, mv)
    }

    fn ways(&self, pos: &Position<N>) -> Option<Vec<String>> {
        Some(ways::ways(pos))
    }
}
