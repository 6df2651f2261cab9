//! What is known of Blockade.

mod evaluation;
mod ways;

use potez_blockade::{Game, Move, Position};
use potez_core::{Message, Position as _, Record};
use potez_search::alphabeta::{AlphaBeta, Settings};
use potez_search::{Limits, Stop};

use crate::bots::Random;
use crate::classic::Minimax;
use crate::classic::blockade::ShortestPaths;
use crate::{BotSpec, Expert, Mind, Solution};
use evaluation::{Paths, Near};

const BOTS: [&str; 4] = ["random", "greedy", "classic", "potez"];

impl<const N: usize> Expert for Game<N> {
    fn mind(&self, spec: &BotSpec) -> Result<Box<dyn Mind<Self>>, Message> {
        let radius = || spec.number("radius", ShortestPaths::RADIUS, 0..=28);
        Ok(match spec.name.as_str() {
            "random" => Box::new(Random::new(spec)?),
            "greedy" => {
                spec.expect_keys(&["radius"])?;
                Box::new(Minimax::new(ShortestPaths { radius: radius()? }, 1))
            }
            "classic" => {
                spec.expect_keys(&["radius"])?;
                Box::new(Minimax::new(ShortestPaths { radius: radius()? }, ShortestPaths::DEPTH))
            }
            "potez" => {
                spec.expect_keys(&[])?;
                let settings = Settings { threads: spec.threads, multipv: spec.multipv, ..Settings::default() };
                Box::new(AlphaBeta::new(Paths, Near, settings))
            }
            _ => return Err(spec.unknown(self, &BOTS).into()),
        })
    }

    fn solve(&self, record: &Record<Self>, limits: Limits, stop: &Stop) -> Solution<Move> {
        let history: Vec<u64> = record.positions().take(record.ply()).map(|pos| pos.key()).collect();
        let mut search = AlphaBeta::new(Paths, potez_search::alphabeta::Unguided, Settings::default());
        Solution::by_search(search.search(record.position(), &history, limits, stop, &mut |_| {}))
    }

    fn ways(&self, pos: &Position<N>) -> Option<Vec<String>> {
        Some(ways::ways(pos))
    }
}
