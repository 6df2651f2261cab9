//! What is known of Blockade: alpha-beta with a net that evaluates shortest paths.
//!
//! `net` says what a position is worth, from distances and from what `exposure` finds of narrow
//! places; `evaluation` says it without the net, with the numbers of `weights`; `ordering` says
//! which turns are searched; `race` decides many positions without walls in stock, and
//! `retrograde` what is left of them; `player` puts them together. `baselines` are there to
//! be measured against.

// A module for browsers is small; nothing is measured there.
#[cfg(not(target_family = "wasm"))]
mod baselines;
mod evaluation;
mod exposure;
mod facts;
pub mod net;
mod ordering;
mod paths;
mod player;
mod race;
mod remarks;
mod retrograde;
mod themes;
mod weights;

pub use evaluation::Features;
pub use ordering::listed_turns;
pub use weights::{ANCHOR_WEIGHTS, ANCHORS, TERMS, interpolation};

use std::sync::Arc;

use potez_blockade::{Game, Move, Position};
use potez_core::{PathView, Record, Remark};
use potez_search::alphabeta::AlphaBetaSettings;
use potez_search::{Limits, Stop};

use crate::classic::Minimax;
use crate::classic::blockade::ShortestPaths;
use crate::random::RandomBot;
use crate::{Bot, BotBuilder, BotError, BotKind, BotSpec, Contrast, GameEngine, Prover, Solution};
use net::BlockadeNet;
use player::BlockadePlayer;

/// The parameter of the original program: how far from an enemy pawn walls are considered.
const RADIUS: &str = "radius";

/// The full-strength player with another net, or with the weighted sum where there is none. Its
/// settings say how many threads it uses and how many lines it reports.
pub fn player<const N: usize>(
    game: &Game<N>,
    net: Option<&BlockadeNet>,
    settings: &AlphaBetaSettings,
) -> Box<dyn Bot<Game<N>>> {
    Box::new(BlockadePlayer::new(game, settings, net.cloned().map(Arc::new)))
}

/// The parameter that omits a part of the player.
const WITHOUT: &str = "without";

/// Whether a spec leaves the net to the player.
fn has_net(spec: &BotSpec) -> Result<bool, BotError> {
    match spec.extra.iter().find(|(key, _)| key == WITHOUT) {
        None => Ok(true),
        Some((_, part)) if part == "net" => Ok(false),
        Some((_, part)) => Err(BotError::BadValue {
            name: spec.name.clone(),
            key: WITHOUT.into(),
            value: part.clone(),
            allowed: "net".into(),
        }),
    }
}

/// What a spec says about an alpha-beta search.
fn settings(spec: &BotSpec) -> AlphaBetaSettings {
    AlphaBetaSettings { threads: spec.thread_count(), multipv: spec.line_count(), ..AlphaBetaSettings::default() }
}

/// The original program's player with another depth of its own.
fn classic<const N: usize>(spec: &BotSpec, depth: u32) -> Result<BotBuilder<Game<N>>, BotError> {
    let radius = spec.number(RADIUS, ShortestPaths::RADIUS, 0..=28)?;
    Ok(BotBuilder::new(move || Minimax::new(ShortestPaths { radius }, depth)))
}

impl<const N: usize> GameEngine for Game<N> {
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
        // The greedy player is the classic one that looks a single ply ahead.
        BotKind { name: "greedy", keys: &[RADIUS], configure: |_, spec| classic(spec, 1) },
        BotKind { name: "classic", keys: &[RADIUS], configure: |_, spec| classic(spec, ShortestPaths::DEPTH) },
        #[cfg(not(target_family = "wasm"))]
        baselines::bb4(),
        #[cfg(not(target_family = "wasm"))]
        baselines::mcts(),
        #[cfg(not(target_family = "wasm"))]
        baselines::alphabeta(),
        BotKind {
            name: "potez",
            keys: &[WITHOUT],
            configure: |game, spec| {
                let (game, settings, with_net) = (game.clone(), settings(spec), has_net(spec)?);
                // The net is read when the bot is built: checking a spec must not decode its weights.
                Ok(BotBuilder::new(move || BlockadePlayer::new(&game, &settings, with_net.then(BlockadeNet::shared))))
            },
        },
    ];

    fn solve(&self, record: &Record<Self>, limits: Limits, stop: &Stop) -> Solution<Move> {
        player::solve(record, limits, stop)
    }

    fn prover(&self) -> Box<dyn Prover<Self>> {
        Box::new(player::BlockadeProver::default())
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

    fn ways(&self, pos: &Position<N>) -> Option<Vec<String>> {
        Some(paths::describe(pos))
    }

    fn paths(&self, pos: &Position<N>) -> Option<Vec<PathView>> {
        Some(paths::paths(pos))
    }
}
