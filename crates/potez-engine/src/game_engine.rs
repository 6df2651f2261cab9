//! What a game must offer to be played by bots, solved and commented on.

use std::sync::Arc;

use potez_core::{Game, Message, Outcome, PathView, Position, Record, Remark};
use potez_search::{Limits, Proof, Report, Stop};

use crate::prover::{FreshProver, Prover};
use crate::proving::LeafProver;
use crate::{Bot, BotBuilder, BotError, BotKind, BotSpec, Contrast, SelfPlayError, SelfPlaySettings};

/// What is known of a game beyond its rules: who can play it, and what can be said about a
/// position.
///
/// One module per game implements it; nothing else in the workspace knows both a game and a search.
pub trait GameEngine: Game {
    /// The levels below full strength, one line each; the module `levels` reads them.
    const LEVELS: &'static str;

    /// The bots that play this game: the only place that knows their names and parameters.
    const BOTS: &'static [BotKind<Self>];

    /// Checks a spec and prepares the bot that it asks for, without building it.
    fn configure(&self, spec: &BotSpec) -> Result<BotBuilder<Self>, BotError> {
        let Some(kind) = Self::BOTS.iter().find(|kind| kind.name == spec.name) else {
            let names: Vec<&str> = Self::BOTS.iter().map(|kind| kind.name).collect();
            return Err(spec.unknown(self, &names));
        };
        spec.expect_keys(kind.keys)?;
        (kind.configure)(self, spec)
    }

    /// A bot for this game.
    fn bot(&self, spec: &BotSpec) -> Result<Box<dyn Bot<Self>>, Message> {
        Ok(self.configure(spec)?.build())
    }

    /// Tries to prove who wins. It is called only while the game goes on.
    fn solve(&self, record: &Record<Self>, limits: Limits, stop: &Stop)
    -> Solution<<Self::Position as Position>::Move>;

    /// A solver for many related positions, which keeps what it learns where the game allows that.
    fn prover(&self) -> Box<dyn Prover<Self>> {
        Box::new(FreshProver)
    }

    /// A solver for the leaves of a proof of the whole game, with a table of this many mebibytes; `None` where
    /// nothing is known of such proofs.
    fn leaf_prover(&self, _memory_mib: usize) -> Option<Arc<dyn LeafProver>> {
        None
    }

    /// Plays a game against itself from the start, as a line of text that the training of this game reads. `None`
    /// when it is called off; an error where nothing is trained, or where the net is not one of this game.
    fn self_play(&self, _settings: &SelfPlaySettings<'_>, _stop: &Stop) -> Result<Option<String>, SelfPlayError> {
        Err(SelfPlayError::Unknown { game: self.to_string() })
    }

    /// The puzzles that come with the game, in the form that the table reads.
    const PUZZLES: &'static str = "";

    /// The book of openings of the usual board, as [`Book`](crate::Book) reads it. It is large: without the feature
    /// `book` there is none.
    const BOOK: &'static [u8] = b"";

    /// Openings of the usual board after which neither player is ahead, one per line, from the same searches.
    const BALANCED_OPENINGS: &'static str = "";

    /// What a puzzle is about, in the terms of the game, the most telling first: from the proven line
    /// that begins in this position with the solver's move. Games without words for it say nothing.
    fn themes(
        &self,
        _record: &Record<Self>,
        _line: &[<Self::Position as Position>::Move],
        _asked: usize,
    ) -> Vec<&'static str> {
        Vec::new()
    }

    /// What a legal move does, in the terms of the game, the most important first: four remarks at
    /// most.
    fn remarks(&self, record: &Record<Self>, mv: <Self::Position as Position>::Move) -> Vec<Remark>;

    /// What tells two lines from the present position apart, in the terms of the game: the line of a
    /// criticised move with the answer to it, and the line of a better move. What both have in
    /// common is not said. Games without words for it say nothing.
    fn contrast(
        &self,
        _record: &Record<Self>,
        _played: &[<Self::Position as Position>::Move],
        _better: &[<Self::Position as Position>::Move],
    ) -> Contrast {
        Contrast::default()
    }

    /// Plays random moves to the end, where a game can do that faster than move by move. `None` if
    /// the end is too far.
    fn playout(&self, pos: &Self::Position, rng: &mut fastrand::Rng) -> Option<Outcome> {
        // Random play of some games goes round in circles.
        const MOST_PLIES: usize = 1000;
        let mut pos = pos.clone();
        for _ in 0..MOST_PLIES {
            let Some(mv) = pos.random_move(rng) else { break };
            pos.play(mv);
        }
        pos.outcome()
    }

    /// Simulations per second of a tree from the start, in games that are searched by trees.
    fn simulations(&self) -> Option<f64> {
        None
    }

    /// The shortest paths of every piece to every goal, one sentence each; `None` in games without
    /// goals to run for.
    fn ways(&self, _pos: &Self::Position) -> Option<Vec<String>> {
        None
    }

    /// The same paths as data, to be drawn.
    fn paths(&self, _pos: &Self::Position) -> Option<Vec<PathView>> {
        None
    }
}

/// What a solver found out, seen by the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M> {
    /// The value, if it was proven.
    pub proof: Option<Proof>,
    /// A line of best play as far as it is known; its first move keeps the value.
    pub pv: Vec<M>,
    /// Plies to the end, where they are known.
    pub plies: Option<u32>,
    /// Positions visited.
    pub nodes: u64,
    /// Time taken.
    pub time: std::time::Duration,
}

impl<M: Clone> Solution<M> {
    /// What a search that ran until it was sure, or out of time, has proven.
    pub fn by_search(report: Report<M>) -> Self {
        let best = report.lines.into_iter().next();
        let proof = best.as_ref().and_then(|line| line.proof);
        let plies = best.as_ref().and_then(|line| line.score.plies());
        // Without a proof the line is only an estimate, and a solver has nothing to say.
        let pv = best.map(|line| line.pv).filter(|_| proof.is_some()).unwrap_or_default();
        Self { proof, pv, plies, nodes: report.nodes, time: report.time }
    }

    /// The same solution with its moves in another form, such as their texts.
    pub fn map<T>(&self, form: impl Fn(&M) -> T) -> Solution<T> {
        let Self { proof, plies, nodes, time, .. } = *self;
        Solution { proof, pv: self.pv.iter().map(form).collect(), plies, nodes, time }
    }
}
