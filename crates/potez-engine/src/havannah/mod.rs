//! What is known of Havannah: Monte-Carlo trees with a net or playouts, proofs by threats, remarks
//! on moves.
//!
//! `config` says what the player is made of. Its leaves are evaluated by a `net`, or by the
//! playouts of `playout` with the patterns of `prior`; `threats` finds wins with the next
//! stone for both, and `solver` proves positions by them. `distances` is what `remarks` are
//! made of.

mod config;
mod distances;
mod facts;
pub mod net;
mod playout;
mod prior;
mod remarks;
mod rings;
pub mod self_play;
mod solver;
mod themes;
mod threats;

use potez_core::{Game as _, Outcome, Record, Remark};
use potez_havannah::{Class, Game, Move, Position};
use potez_search::mcts::{Knowledge, Mcts, MctsSettings};
use potez_search::{Limits, Stop};

use crate::bench;
use crate::classic::Minimax;
use crate::classic::havannah::ChainValues;
use crate::random::RandomBot;
use crate::{Bot, BotBuilder, BotError, BotKind, BotSpec, Contrast, GameEngine, Prover, Solution};
use crate::{SelfPlayError, SelfPlaySettings};
use config::PlayerConfig;
use net::{Net, NetEvaluator};
use playout::{CellIndexing, StonePlayout};
use prior::PatternPrior;
use self_play::SelfPlayGame;
use solver::ThreatSolver;

/// A tree whose leaves are evaluated by playouts.
type PlayoutTree<C> = Mcts<Position<C>, CellIndexing, PatternPrior, StonePlayout>;
/// A tree whose leaves are evaluated by the net.
type NetTree<C> = Mcts<Position<C>, CellIndexing, NetEvaluator, StonePlayout>;

fn playout_tree<C: Class>(size: usize, config: PlayerConfig, settings: &MctsSettings) -> PlayoutTree<C> {
    let PlayerConfig { selection, prior, playout, .. } = config;
    let knowledge = Knowledge { indexing: CellIndexing::new(size), prior, playout };
    Mcts::new(MctsSettings { selection, ..settings.clone() }, knowledge)
}

fn net_tree<C: Class>(net: &Net, size: usize, config: PlayerConfig, settings: &MctsSettings) -> NetTree<C> {
    let prior = NetEvaluator::new(net, size, config);
    // Every leaf has a value of the net, so playouts are never played: any policy will do.
    let knowledge = Knowledge { indexing: CellIndexing::new(size), prior, playout: StonePlayout::UNIFORM };
    Mcts::new(config::net_settings(settings), knowledge)
}

/// The full-strength player of a board size with another net, or with playouts where there is none.
/// Its settings say how many threads it uses and how many lines it reports; how it selects moves is
/// its own.
pub fn player<C: Class>(size: usize, net: Option<&Net>, settings: &MctsSettings) -> Box<dyn Bot<Game<C>>> {
    let config = PlayerConfig::of(size);
    match net {
        Some(net) => Box::new(net_tree::<C>(net, size, config, settings)),
        None => Box::new(playout_tree::<C>(size, config, settings)),
    }
}

/// The full-strength player; a spec may omit parts of it.
fn configure<C: Class>(size: usize, spec: &BotSpec) -> Result<BotBuilder<Game<C>>, BotError> {
    let config = PlayerConfig::of(size).without(spec)?;
    let settings = MctsSettings {
        threads: spec.thread_count(),
        multipv: spec.line_count(),
        seed: spec.seed.unwrap_or(1),
        ..MctsSettings::default()
    };
    // The net is read when the bot is built: checking a spec must not decode its weights.
    Ok(if config.net {
        BotBuilder::new(move || net_tree(&Net::standard(), size, config, &settings))
    } else {
        BotBuilder::new(move || playout_tree(size, config, &settings))
    })
}

impl<C: Class> GameEngine for Game<C> {
    const LEVELS: &'static str = include_str!("levels.txt");

    const PUZZLES: &'static str = include_str!("puzzles.txt");

    #[cfg(feature = "book")]
    const BOOK: &'static [u8] = include_bytes!("book.bin");

    #[cfg(feature = "book")]
    const BALANCED_OPENINGS: &'static str = include_str!("openings.txt");

    const BOTS: &'static [BotKind<Self>] = &[
        RandomBot::kind(),
        #[cfg(not(target_family = "wasm"))]
        crate::ProofBot::kind(),
        BotKind { name: "greedy", keys: &[], configure: |_, _| Ok(BotBuilder::new(|| Minimax::new(ChainValues, 1))) },
        BotKind {
            name: "classic",
            keys: &[],
            configure: |_, _| Ok(BotBuilder::new(|| Minimax::new(ChainValues, ChainValues::DEPTH))),
        },
        BotKind { name: "potez", keys: &[config::WITHOUT], configure: |game, spec| configure(game.rules().size, spec) },
    ];

    fn playout(&self, pos: &Position<C>, rng: &mut fastrand::Rng) -> Option<Outcome> {
        Some(pos.random_playout(rng))
    }

    fn simulations(&self) -> Option<f64> {
        // Enough for a tree that no longer fits the first cache, as in play.
        const NODES: u64 = 20_000;
        let start = self.start();
        Some(bench::rate(|| {
            let mut tree = playout_tree(self.rules().size, PlayerConfig::PLAIN, &MctsSettings::default());
            tree.search(&start, Limits::nodes(NODES), &Stop::new(), &mut |_| {}).nodes
        }))
    }

    fn remarks(&self, record: &Record<Self>, mv: Move) -> Vec<Remark> {
        remarks::remarks(record, mv)
    }

    fn themes(&self, record: &Record<Self>, line: &[Move], asked: usize) -> Vec<&'static str> {
        themes::themes(record.position(), line, asked)
    }

    fn contrast(&self, record: &Record<Self>, played: &[Move], better: &[Move]) -> Contrast {
        facts::contrast(record.position(), played, better)
    }

    fn solve(&self, record: &Record<Self>, limits: Limits, stop: &Stop) -> Solution<Move> {
        ThreatSolver::new(solver::table_mib(self.rules().size, limits)).solve(record.position(), limits, stop)
    }

    fn prover(&self) -> Box<dyn Prover<Self>> {
        Box::new(ThreatSolver::new(solver::PROVER_MIB))
    }

    fn self_play(&self, settings: &SelfPlaySettings<'_>, stop: &Stop) -> Result<Option<String>, SelfPlayError> {
        let (size, game) = (self.rules().size, self.to_string());
        if size > self_play::LARGEST || self.rules().swap {
            return Err(SelfPlayError::Unknown { game });
        }
        let read = |bytes: &[u8]| Net::from_bytes(bytes).ok_or(SelfPlayError::Weights { game });
        let net = settings.net.map(read).transpose()?;
        let played = SelfPlayGame::play_in_class::<C>(size, settings.nodes, settings.seed, net.as_ref(), stop);
        Ok(played.map(|game| game.to_string()))
    }
}
