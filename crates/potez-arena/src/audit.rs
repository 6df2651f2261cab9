//! Whether a finished pair is what it says: played by this event, by the rules, with this result.

use potez_table::{Ending, Limits, Outcome, Stop};

use crate::event::Fixture;
use crate::referee::proven;
use crate::{Event, Pair, Played};

/// Checks pairs of one event.
pub(crate) struct Auditor<'a> {
    event: &'a Event,
    pairings: Vec<[usize; 2]>,
}

impl<'a> Auditor<'a> {
    pub(crate) fn new(event: &'a Event) -> Self {
        Self { event, pairings: event.pairings() }
    }

    /// Says what is wrong with a pair.
    pub(crate) fn check(&self, pair: &Pair) -> Result<(), String> {
        // The event may have become shorter since: what is beyond its end does not count.
        if pair.pair >= self.event.pairs() {
            return Ok(());
        }
        let number = pair.pair + 1;
        let Fixture { players, opening, .. } = self.event.fixture(&self.pairings, pair.pair);
        if (pair.players, pair.opening) != (players, opening) || !(1..=2).contains(&pair.games.len()) {
            return Err(format!("pair {number}: the schedule has another pair here"));
        }
        let moves = self.event.openings.nth(opening);
        if moves.len() != pair.plies {
            return Err(format!("pair {number}: its opening has {} moves, not {}", moves.len(), pair.plies));
        }
        let colours = [players, [players[1], players[0]]];
        for ((game, [x, o]), which) in pair.games.iter().zip(colours).zip(1..) {
            if (game.x, game.o) != (x, o) {
                return Err(format!("pair {number}, game {which}: the colours are wrong"));
            }
            self.check_game(game, &moves).map_err(|what| format!("pair {number}, game {which}: {what}"))?;
        }
        Ok(())
    }

    fn check_game(&self, game: &Played, opening: &[String]) -> Result<(), String> {
        let Played { result, reason, .. } = game;
        let Some(ending) = game.ending() else {
            return Err(format!("no game ends with the result `{result}` by `{reason}`"));
        };
        let moves: Vec<&str> = game.moves.split_whitespace().collect();
        if moves.len() != game.length {
            return Err(format!("{} moves, not {}", moves.len(), game.length));
        }
        if !moves.iter().zip(opening).all(|(played, given)| *played == given.as_str()) || moves.len() < opening.len() {
            return Err("it does not begin with its opening".into());
        }
        let mut table = potez_table::open(&self.event.game, None).map_err(|message| message.english)?;
        for (ply, mv) in (1..).zip(&moves) {
            table.play(mv).map_err(|message| format!("move {ply} `{mv}`: {message}"))?;
        }
        let claim = format!("the result is given as {result} ({reason})");
        if let Some(by_rules) = table.ending() {
            let is_same = by_rules == ending;
            let outcome = by_rules.outcome().map_or("none".into(), |outcome| outcome.to_string());
            return is_same
                .then_some(())
                .ok_or(format!("{claim}, and by the rules it is {outcome} ({})", by_rules.code()));
        }
        let turn = table.turn();
        match &ending {
            Ending::Rules { .. } => Err(format!("{claim}, but by the rules the game is not over")),
            Ending::Proof(outcome) => {
                self.is_proven(*outcome, table.as_ref()).then_some(()).ok_or(format!("{claim}, which cannot be proven"))
            }
            Ending::Length => {
                let most = self.event.control.max_plies.filter(|&most| moves.len() >= most);
                most.map(|_| ()).ok_or(format!("{claim}, and the game is not as long as that"))
            }
            ending => {
                let how = game.fault.as_ref().map_or("resign", |fault| fault.kind.word());
                let Some(culprit) = ending.culprit().filter(|_| how == ending.code()) else {
                    return Err(format!("{claim}, which does not fit the fault on record"));
                };
                if game.fault.as_ref().is_some_and(|fault| fault.player != culprit.letter()) {
                    return Err(format!("{claim}, but the fault is the other player's"));
                }
                // Nobody loses on the other's move, but getting ready for a game may fail both.
                let is_ready = moves.len() > opening.len() || game.fault.is_none();
                let is_due = culprit == turn || !is_ready;
                is_due.then_some(()).ok_or(format!("{claim}, but it was the move of {turn}"))
            }
        }
    }

    /// Whether the solver says so, as it must have said when the game was ended.
    fn is_proven(&self, outcome: Outcome, table: &dyn potez_table::Table) -> bool {
        let Some(proofs) = self.event.control.proofs else { return false };
        let proof = table.solve(Limits::nodes(proofs.nodes), &Stop::new()).proof;
        proof.is_some_and(|proof| proven(table.turn(), proof) == outcome)
    }
}
