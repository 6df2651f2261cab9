//! What is known of Byte.

mod duo;
mod evaluation;
mod order;
mod remarks;

use potez_byte::{Board, Game, Move, Position};
use potez_core::{Message, Record, Remark};
use potez_search::alphabeta::AlphaBeta;
use potez_search::{Limits, Report, Stop};

use crate::bots::Random;
use crate::classic::Minimax;
use crate::classic::byte::SevenTerms;
use crate::{BotSpec, Expert, Mind, Solution};
use duo::Duo;
use evaluation::{Balance, Weights};
use order::Order;

const BOTS: [&str; 6] = ["random", "greedy", "classic", "tops", "mobility", "potez"];

/// Mebibytes of the table of a solver that is asked for one position.
const SOLVER_MIB: usize = 256;

impl<B: Board> Expert for Game<B> {
    const LEVELS: &'static str = include_str!("levels.txt");

    fn mind(&self, spec: &BotSpec) -> Result<Box<dyn Mind<Self>>, Message> {
        if BOTS.contains(&spec.name.as_str()) {
            spec.expect_keys(&[])?;
        }
        Ok(match spec.name.as_str() {
            "random" => Box::new(Random::new(spec)?),
            "greedy" => Box::new(Minimax::new(SevenTerms, 1)),
            "classic" => Box::new(Minimax::new(SevenTerms, SevenTerms::depth(B::SIZE))),
            "tops" => Box::new(Tops(duo::plain_search(Weights::TOPS, spec.threads, spec.multipv))),
            "mobility" => Box::new(duo::search(Weights::MOBILITY, spec.threads, spec.multipv)),
            "potez" => Box::new(Duo::new(spec.threads, spec.multipv)),
            _ => return Err(spec.unknown(self, &BOTS).into()),
        })
    }

    fn remarks(&self, record: &Record<Self>, mv: Move) -> Vec<Remark> {
        remarks::remarks(record, mv)
    }

    fn solve(&self, record: &Record<Self>, limits: Limits, stop: &Stop) -> Solution<Move> {
        let pos = record.position();
        let mut solver = duo::solver(SOLVER_MIB);
        let found = solver.solve(pos, limits, stop);
        let mut pv: Vec<Move> = found.best.into_iter().collect();
        if !pv.is_empty() {
            solver.extend_line(pos, &mut pv);
        }
        Solution { proof: found.proof, pv, plies: found.plies, nodes: found.nodes, time: found.time }
    }
}

impl<B: Board> Mind<Game<B>> for Duo<B> {
    fn think(
        &mut self,
        record: &Record<Game<B>>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        Duo::think(self, record.position(), limits, stop, on_info)
    }

    fn forget(&mut self) {
        self.clear();
    }
}

/// A sparring partner: alpha-beta over five plies that counts tops above all.
struct Tops<B: Board>(AlphaBeta<Position<B>, Balance, Order>);

impl<B: Board> Mind<Game<B>> for Tops<B> {
    fn think(
        &mut self,
        record: &Record<Game<B>>,
        limits: Limits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        const PLIES: u32 = 5;
        let limits = Limits { depth: limits.depth.or(Some(PLIES)), ..limits };
        self.0.search(record.position(), &[], limits, stop, on_info)
    }

    fn forget(&mut self) {
        self.0.clear();
    }
}
