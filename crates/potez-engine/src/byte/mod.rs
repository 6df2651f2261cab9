//! What is known of Byte.

mod evaluation;

use potez_byte::{Board, Game, Move};
use potez_core::{Message, Record};
use potez_search::alphabeta::{AlphaBeta, Settings};
use potez_search::{Limits, Stop};

use crate::bots::Random;
use crate::classic::Minimax;
use crate::classic::byte::SevenTerms;
use crate::{BotSpec, Expert, Mind, Solution};
use evaluation::{Balance, Order};

const BOTS: [&str; 4] = ["random", "greedy", "classic", "potez"];

impl<B: Board> Expert for Game<B> {
    fn mind(&self, spec: &BotSpec) -> Result<Box<dyn Mind<Self>>, Message> {
        let own_keys = |keys: &[&str]| spec.expect_keys(keys);
        Ok(match spec.name.as_str() {
            "random" => Box::new(Random::new(spec)?),
            "greedy" => {
                own_keys(&[])?;
                Box::new(Minimax::new(SevenTerms, 1))
            }
            "classic" => {
                own_keys(&[])?;
                Box::new(Minimax::new(SevenTerms, SevenTerms::depth(B::SIZE)))
            }
            "potez" => {
                own_keys(&[])?;
                let settings = Settings { threads: spec.threads, multipv: spec.multipv, ..Settings::default() };
                Box::new(AlphaBeta::new(Balance, Order, settings))
            }
            _ => return Err(spec.unknown(self, &BOTS).into()),
        })
    }

    fn solve(&self, record: &Record<Self>, limits: Limits, stop: &Stop) -> Solution<Move> {
        let mut search = AlphaBeta::new(Balance, Order, Settings::default());
        Solution::by_search(search.search(record.position(), &[], limits, stop, &mut |_| {}))
    }
}
