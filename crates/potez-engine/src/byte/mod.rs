//! What is known of Byte: alpha-beta with a fitted evaluation, and a solver for the second half of
//! the game.

mod evaluation;
mod facts;
mod ordering;
pub mod proving;
mod remarks;
mod search_with_solver;
mod shares;
mod solver;
mod themes;

use std::sync::Arc;

use potez_byte::{Board, Game, Move};
use potez_core::{Record, Remark};
use potez_search::{Limits, Stop};

use crate::classic::Minimax;
use crate::classic::byte::SevenTerms;
use crate::proving::{LeafProver, SharedProver};
use crate::random::RandomBot;
use crate::searches::FixedDepth;
use crate::{BotBuilder, BotKind, Contrast, GameEngine, Prover, Solution};
use evaluation::StackWeights;
use search_with_solver::SearchWithSolver;

impl<B: Board> GameEngine for Game<B> {
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
        BotKind { name: "greedy", keys: &[], configure: |_, _| Ok(BotBuilder::new(|| Minimax::new(SevenTerms, 1))) },
        BotKind {
            name: "classic",
            keys: &[],
            configure: |_, _| Ok(BotBuilder::new(|| Minimax::new(SevenTerms, SevenTerms::depth(B::SIZE)))),
        },
        BotKind {
            name: "tops",
            keys: &[],
            configure: |_, spec| {
                // A fixed depth, so that it is as strong on any machine.
                const PLIES: u32 = 5;
                let (threads, lines) = (spec.thread_count(), spec.line_count());
                let search = move || search_with_solver::plain_search::<B>(StackWeights::TOPS, threads, lines);
                Ok(BotBuilder::new(move || FixedDepth { bot: search(), depth: PLIES }))
            },
        },
        BotKind {
            name: "mobility",
            keys: &[],
            configure: |_, spec| {
                let (threads, lines) = (spec.thread_count(), spec.line_count());
                Ok(BotBuilder::new(move || search_with_solver::search::<B>(StackWeights::MOBILITY, threads, lines)))
            },
        },
        BotKind {
            name: "potez",
            keys: &[],
            configure: |_, spec| {
                let (threads, lines) = (spec.thread_count(), spec.line_count());
                Ok(BotBuilder::new(move || SearchWithSolver::<B>::new(threads, lines)))
            },
        },
    ];

    fn remarks(&self, record: &Record<Self>, mv: Move) -> Vec<Remark> {
        remarks::remarks(record, mv)
    }

    fn themes(&self, record: &Record<Self>, line: &[Move], asked: usize) -> Vec<&'static str> {
        themes::themes(*self, record.position(), line, asked)
    }

    fn contrast(&self, record: &Record<Self>, played: &[Move], better: &[Move]) -> Contrast {
        facts::contrast(*self, record.position(), played, better)
    }

    fn solve(&self, record: &Record<Self>, limits: Limits, stop: &Stop) -> Solution<Move> {
        solver::solve(record.position(), limits, stop)
    }

    fn prover(&self) -> Box<dyn Prover<Self>> {
        Box::new(solver::solver::<B>(solver::TABLE_MIB))
    }

    fn leaf_prover(&self, memory_mib: usize) -> Option<Arc<dyn LeafProver>> {
        SharedProver::new(*self, memory_mib).map(|prover| Arc::new(prover) as Arc<dyn LeafProver>)
    }
}
