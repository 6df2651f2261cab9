//! What the positions of a game are worth, and how what is proven of one bears on its neighbours.

use potez_core::Player;
use potez_search::{Line, Proof};

use crate::{Table, TableMove};

/// What a search found out about a position, seen by the player to move.
#[derive(Clone, Debug)]
pub(super) struct Value {
    /// The chance to win.
    pub(super) chance: f64,
    /// What is certain.
    pub(super) proof: Option<Proof>,
    /// The expected play.
    pub(super) line: Vec<TableMove>,
    /// Whether the chance follows from what is proven of other positions.
    follows: bool,
}

impl Value {
    /// What a search has found.
    pub(super) fn of(line: Option<Line<TableMove>>) -> Self {
        let Some(line) = line else { return Self::known(0.5, None) };
        Self::known(line.win_chance, line.proof).with_line(line.pv)
    }

    /// A value without a line.
    pub(super) fn known(chance: f64, proof: Option<Proof>) -> Self {
        Self { chance: certain(proof).unwrap_or(chance), proof, line: Vec::new(), follows: false }
    }

    /// The same value with the play that is expected.
    pub(super) fn with_line(self, line: Vec<TableMove>) -> Self {
        Self { line, ..self }
    }

    /// The value of a game that is over.
    pub(super) fn proven(proof: Proof) -> Self {
        Self::known(0.5, Some(proof))
    }

    fn set_proof(&mut self, proof: Proof) {
        self.proof = Some(proof);
        self.chance = certain(self.proof).unwrap_or(self.chance);
    }

    /// A second look gave another estimate; what is certain stays.
    pub(super) fn learn(&mut self, chance: f64) {
        if self.proof.is_none() && !self.follows {
            self.chance = chance;
        }
    }

    /// The chance of a player; the table stands at the position.
    pub(super) fn chance_of(&self, table: &dyn Table, player: Player) -> f64 {
        if table.turn() == player { self.chance } else { 1.0 - self.chance }
    }

    /// What is certain for a player; the table stands at the position.
    pub(super) fn proof_of(&self, table: &dyn Table, player: Player) -> Option<Proof> {
        self.proof.map(|proof| if table.turn() == player { proof } else { proof.reversed() })
    }
}

/// The chance that a certain result stands for.
fn certain(proof: Option<Proof>) -> Option<f64> {
    proof.map(|proof| match proof {
        Proof::Win => 1.0,
        Proof::Loss => 0.0,
        Proof::Draw => 0.5,
    })
}

/// What is certain of a position is often certain of its neighbours: a move into a won position
/// wins, and out of a lost one none escapes; the best move of a proven line keeps what was proven.
pub(super) fn spread_proofs(tables: &[Box<dyn Table>], moves: &[TableMove], values: &mut [Value]) {
    for ply in (1..values.len()).rev() {
        let mover = tables[ply - 1].turn();
        if values[ply].proof_of(tables[ply].as_ref(), mover) == Some(Proof::Win) {
            values[ply - 1].set_proof(Proof::Win);
        }
    }
    for (ply, mv) in (1..).zip(moves) {
        let Some(proof) = values[ply - 1].proof else { continue };
        if proof == Proof::Loss || values[ply - 1].line.first() == Some(mv) {
            let same = tables[ply].turn() == tables[ply - 1].turn();
            values[ply].set_proof(if same { proof } else { proof.reversed() });
        }
    }
}

/// How near to certain an estimate is taken to be that lies between two proofs of the same result.
const NEARLY: f64 = 0.005;

/// After a proven result the estimates follow it, as long as nothing else is proven: a search that
/// finds no proof does not make a lost position a little less lost. Where the opposite is proven
/// later, the result was given away in between, and the estimates say where.
pub(super) fn follow_proofs(tables: &[Box<dyn Table>], values: &mut [Value]) {
    let for_x = |values: &[Value], ply: usize| values[ply].proof_of(tables[ply].as_ref(), Player::X);
    let mut known = None;
    for ply in 0..values.len() {
        if let Some(proof) = for_x(values, ply) {
            known = Some(proof);
            continue;
        }
        let Some(before) = known else { continue };
        let later = (ply + 1..values.len()).find_map(|later| for_x(values, later));
        let certain = certain(Some(before)).unwrap_or(0.5);
        let leans = (values[ply].chance_of(tables[ply].as_ref(), Player::X) - certain).abs() < 0.5;
        if later.map_or(leans && before != Proof::Draw, |later| later == before) {
            let chance = certain.clamp(NEARLY, 1.0 - NEARLY);
            let own = if tables[ply].turn() == Player::X { chance } else { 1.0 - chance };
            (values[ply].chance, values[ply].follows) = (own, true);
        } else {
            // From here on nothing is certain until something is proven again.
            known = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of a short game, and values for X where they are known.
    fn followed(values: [(f64, Option<Proof>); 5]) -> Vec<f64> {
        let mut tables = vec![crate::open("havannah:size=3", None).unwrap()];
        for mv in ["a1", "c3", "b2", "d3"] {
            let mut next = tables[tables.len() - 1].fork();
            next.play(mv).unwrap();
            tables.push(next);
        }
        let own = |table: &dyn Table, (chance, proof): (f64, Option<Proof>)| match table.turn() {
            Player::X => Value::known(chance, proof),
            Player::O => Value::known(1.0 - chance, proof.map(Proof::reversed)),
        };
        let mut values: Vec<Value> =
            tables.iter().zip(values).map(|(table, value)| own(table.as_ref(), value)).collect();
        follow_proofs(&tables, &mut values);
        tables.iter().zip(&values).map(|(table, value)| value.chance_of(table.as_ref(), Player::X)).collect()
    }

    #[test]
    fn a_proven_loss_does_not_become_a_small_chance() {
        let lost = Some(Proof::Loss);
        let chances = followed([(0.4, None), (0.0, lost), (0.18, None), (0.18, None), (0.0, lost)]);
        assert!(chances[2] < 0.01 && chances[3] < 0.01, "{chances:?}");
        assert!((chances[0] - 0.4).abs() < 1e-9, "what came before stays");
        let unfinished = followed([(0.4, None), (0.0, lost), (0.18, None), (0.7, None), (0.6, None)]);
        assert!(unfinished[2] < 0.01, "{unfinished:?}");
        assert!((unfinished[3] - 0.7).abs() < 1e-9 && (unfinished[4] - 0.6).abs() < 1e-9, "{unfinished:?}");
    }

    #[test]
    fn a_result_that_was_given_away_is_seen() {
        let (lost, won) = (Some(Proof::Loss), Some(Proof::Win));
        let chances = followed([(0.0, lost), (0.3, None), (0.8, None), (0.9, None), (1.0, won)]);
        assert!((chances[1] - 0.3).abs() < 1e-9 && (chances[3] - 0.9).abs() < 1e-9, "{chances:?}");
    }
}
