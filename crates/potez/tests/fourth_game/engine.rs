//! What is known of Hex: nothing but the searches themselves.

use potez_core::{Message, Record, Remark};
use potez_engine::{BotBuilder, BotKind, GameEngine, RandomBot, Solution};
use potez_search::alphabeta::{AlphaBeta, AlphaBetaSettings, Evaluator, NoOrdering};
use potez_search::mcts::{Mcts, MctsSettings, NoKnowledge};
use potez_search::{Limits, Score, Stop};
use potez_table::{Registered, Start, Table, TypedTable};

use crate::hex::{DESCRIPTION, Hex, HexPosition, Stone};

/// The line of the registry.
pub(crate) const HEX: Registered = Registered { description: &DESCRIPTION, open };

fn open(spec: &str, start: Start) -> Result<Box<dyn Table>, Message> {
    let game: Hex = spec.parse().map_err(|error| Message::new(potez_core::Kind::UnknownGame, &error))?;
    TypedTable::open(&DESCRIPTION, game, start)
}

/// Knows that a game is over when it is.
#[derive(Clone, Copy)]
struct Even;

impl Evaluator<HexPosition> for Even {
    fn evaluate(&mut self, _: &HexPosition) -> Score {
        Score::DRAW
    }
}

impl GameEngine for Hex {
    const LEVELS: &'static str = "compare visits
        1 10 - 8 3.0 2.0 50
        2 20 - 8 3.0 1.0 100
        3 40 - 6 2.0 0.5 100
        4 80 - 6 2.0 0.5 100
        5 160 - 5 1.0 0.3 100
        6 300 - 4 1.0 0.3 100
        7 600 - 3 1.0 0.2 100
        8 1200 - 2 0.5 0.1 100
        9 2500 - 1 0.1 0.1 100";

    const BOTS: &'static [BotKind<Self>] = &[
        RandomBot::kind(),
        BotKind {
            name: "potez",
            keys: &[],
            configure: |_, spec| {
                let (threads, multipv) = (spec.thread_count(), spec.line_count());
                let settings =
                    MctsSettings { threads, multipv, seed: spec.seed.unwrap_or(1), ..MctsSettings::default() };
                Ok(BotBuilder::new(|| Mcts::new(settings, NoKnowledge::default())))
            },
        },
    ];

    fn solve(&self, record: &Record<Self>, limits: Limits, stop: &Stop) -> Solution<Stone> {
        let mut search = AlphaBeta::new(Even, NoOrdering, AlphaBetaSettings::default());
        Solution::by_search(search.search(record.position(), &[], limits, stop, &mut |_| {}))
    }

    fn remarks(&self, _: &Record<Self>, mv: Stone) -> Vec<Remark> {
        vec![Remark {
            code: "hex-stone",
            args: vec![("cell", mv.to_string())],
            english: format!("a stone on {mv}"),
            after: None,
        }]
    }
}
