//! What is known of Havannah.

mod playout;

use potez_core::{Game as _, Message, Outcome, Record};
use potez_havannah::{Class, Game, Move, Position};
use potez_search::alphabeta::{self, AlphaBeta};
use potez_search::mcts::{Even, Knowledge, Mcts, OnePly, Selection, Settings, Urgency};
use potez_search::{Limits, Stop};

use crate::bench;
use crate::bots::Random;
use crate::classic::Minimax;
use crate::classic::havannah::Reach;
use crate::{BotSpec, Expert, Mind, Solution};
use playout::{Cells, Stones};

/// Plain all-moves-as-first selection.
const RAVE: Selection = Selection {
    exploration: 0.0,
    rave: 500.0,
    puct: 0.0,
    bias: 0.0,
    urgency: Urgency::Fixed(1.0),
    widening: None,
};

const BOTS: [&str; 4] = ["random", "greedy", "classic", "potez"];

impl<C: Class> Expert for Game<C> {
    fn mind(&self, spec: &BotSpec) -> Result<Box<dyn Mind<Self>>, Message> {
        spec.expect_keys(&[])?;
        Ok(match spec.name.as_str() {
            "random" => Box::new(Random::new(spec)?),
            "greedy" => Box::new(Minimax::new(Reach, 1)),
            "classic" => Box::new(Minimax::new(Reach, Reach::DEPTH)),
            "potez" => {
                let settings = Settings {
                    threads: spec.threads,
                    lines: spec.multipv,
                    seed: spec.seed.unwrap_or(1),
                    selection: RAVE,
                    ..Settings::default()
                };
                let knowledge = Knowledge { moves: Cells::new(self.rules().size), prior: OnePly, playout: Stones };
                Box::new(Mcts::new(settings, knowledge))
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
            let settings = Settings { selection: RAVE, ..Settings::default() };
            let knowledge = Knowledge { moves: Cells::new(self.rules().size), prior: Even, playout: Stones };
            Mcts::new(settings, knowledge).search(&start, Limits::nodes(NODES), &Stop::new(), &mut |_| {}).nodes
        }))
    }

    fn solve(&self, record: &Record<Self>, limits: Limits, stop: &Stop) -> Solution<Move> {
        let mut search = AlphaBeta::new(alphabeta::Even, alphabeta::Unguided, alphabeta::Settings::default());
        Solution::by_search(search.search(record.position(), &[], limits, stop, &mut |_| {}))
    }
}
