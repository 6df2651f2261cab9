//! What is known of Havannah.

mod insight;
pub(crate) mod net;
mod playout;
mod reach;
mod remarks;
mod rings;
mod solver;
mod strength;
mod threats;

use std::time::Instant;

use potez_core::{Game as _, Message, Outcome, Record, Remark};
use potez_havannah::{Class, Game, Move, Position};
use potez_search::mcts::{Knowledge, Mcts, Settings};
use potez_search::{Limits, Stop};

use crate::bench;
use crate::bots::Random;
use crate::classic::Minimax;
use crate::classic::havannah::Reach;
use crate::{BotSpec, Expert, Mind, Solution};
use insight::Insight;
use net::Judge;
use playout::{Cells, Stones};
use solver::Solver;
use strength::Strength;

const BOTS: [&str; 4] = ["random", "greedy", "classic", "potez"];

/// A tree whose leaves are judged by playouts.
type Played<C> = Mcts<Position<C>, Cells, Insight, Stones>;
/// A tree whose leaves are judged by the net.
type Judged<C> = Mcts<Position<C>, Cells, Judge, Stones>;

fn played<C: Class>(size: usize, strength: Strength, settings: &Settings) -> Played<C> {
    let Strength { selection, insight, stones, .. } = strength;
    let knowledge = Knowledge { moves: Cells::new(size), prior: insight, playout: stones };
    Mcts::new(Settings { selection, ..settings.clone() }, knowledge)
}

fn judged<C: Class>(size: usize, strength: Strength, settings: &Settings) -> Judged<C> {
    let knowledge = Knowledge { moves: Cells::new(size), prior: Judge::own(size, strength), playout: Stones::PLAIN };
    Mcts::new(Strength::judged(settings), knowledge)
}

impl<C: Class> Expert for Game<C> {
    const LEVELS: &'static str = include_str!("levels.txt");

    fn mind(&self, spec: &BotSpec) -> Result<Box<dyn Mind<Self>>, Message> {
        let size = self.rules().size;
        Ok(match spec.name.as_str() {
            "random" => Box::new(Random::new(spec)?),
            "greedy" => {
                spec.expect_keys(&[])?;
                Box::new(Minimax::new(Reach, 1))
            }
            "classic" => {
                spec.expect_keys(&[])?;
                Box::new(Minimax::new(Reach, Reach::DEPTH))
            }
            "potez" => {
                let strength = Strength::of(size).without(spec)?;
                let settings = Settings {
                    threads: spec.threads,
                    lines: spec.multipv,
                    seed: spec.seed.unwrap_or(1),
                    ..Settings::default()
                };
                if strength.net {
                    Box::new(judged(size, strength, &settings))
                } else {
                    Box::new(played(size, strength, &settings))
                }
            }
            _ => return Err(spec.unknown(self, &BOTS).into()),
        })
    }

    fn playout(&self, pos: &Position<C>, rng: &mut fastrand::Rng) -> Option<Outcome> {
        Some(pos.random_playout(rng))
    }

    fn simulations(&self) -> Option<f64> {
        const NODES: u64 = 20_000;
        let start = self.start();
        Some(bench::rate(|| {
            let mut tree = played(self.rules().size, Strength::PLAIN, &Settings::default());
            tree.search(&start, Limits::nodes(NODES), &Stop::new(), &mut |_| {}).nodes
        }))
    }

    fn remarks(&self, record: &Record<Self>, mv: Move) -> Vec<Remark> {
        remarks::remarks(record, mv)
    }

    fn solve(&self, record: &Record<Self>, limits: Limits, stop: &Stop) -> Solution<Move> {
        /// Enough for minutes; a small board needs little of it.
        const MEMORY: usize = 256;
        let started = Instant::now();
        let memory = if self.rules().size == 3 { 4 } else { MEMORY };
        let found = Solver::new(memory).solve(record.position(), limits, stop);
        Solution { proof: found.proof, pv: found.pv, plies: None, nodes: found.nodes, time: started.elapsed() }
    }
}
