//! The bot that proves: proof-number search without knowledge of the game.

use potez_core::{Game, Record};
use potez_search::dfpn::{Dfpn, DfpnResult, DfpnSettings, UnitHeuristic};
use potez_search::trace::Technique;
use potez_search::{Limits, Line, Proof, Report, Score, Stop};

use crate::bot::{MoveOf, Observer};
use crate::{Bot, BotBuilder, BotKind, GameEngine};

/// Plays what proof-number search proves, and the most promising move where it proves nothing in its
/// nodes. It shows how that search works; the solvers of the games know more.
pub struct ProofBot {
    search: Dfpn<UnitHeuristic>,
}

impl ProofBot {
    /// The entry of this bot in a game's list.
    pub const fn kind<G: GameEngine>() -> BotKind<G> {
        BotKind { name: "pns", keys: &[], configure: |_, _| Ok(BotBuilder::new(Self::new)) }
    }

    fn new() -> Self {
        Self { search: Dfpn::new(DfpnSettings::default(), UnitHeuristic) }
    }

    /// The result of a search as a report. The line of a proof is found again in the table.
    fn report<G: Game>(&mut self, record: &Record<G>, found: &DfpnResult<MoveOf<G>>, stop: &Stop) -> Report<MoveOf<G>> {
        let pos = record.position();
        let mut pv: Vec<MoveOf<G>> = found.best.into_iter().collect();
        if found.proof.is_some() {
            let rest = Limits::nodes(found.nodes / 4 + 1000);
            let line = self.search.variation(pos, rest, stop);
            if line.first() == found.best.as_ref() {
                pv = line;
            }
        }
        let depth = pv.len() as u32;
        let (score, win_chance) = match found.proof {
            Some(Proof::Win) => (Score::win_in(depth), 1.0),
            Some(Proof::Loss) => (Score::loss_in(depth), 0.0),
            Some(Proof::Draw) | None => (Score::DRAW, 0.5),
        };
        let line = Line { score, win_chance, proof: found.proof, pv, depth, visits: found.nodes };
        let lines = Some(line).filter(|line| !line.pv.is_empty()).into_iter().collect();
        Report { lines, depth, nodes: found.nodes, time: found.time }
    }
}

impl<G: Game> Bot<G> for ProofBot {
    fn think_observed(
        &mut self,
        record: &Record<G>,
        limits: Limits,
        stop: &Stop,
        observer: Observer<'_, MoveOf<G>>,
    ) -> Report<MoveOf<G>> {
        let pos = record.position();
        let found = match observer {
            Observer::Reports(_) => self.search.solve(pos, limits, stop),
            Observer::Trace(trace) => self.search.solve_traced(pos, limits, stop, trace),
        };
        self.report(record, &found, stop)
    }

    fn forget(&mut self) {
        self.search.clear();
    }

    fn techniques(&mut self) -> Vec<Technique> {
        self.search.techniques()
    }

    fn switch_off(&mut self, technique: Technique) {
        self.search.switch_off(technique);
    }
}
