//! What every first move of a board is worth: who should swap, and who should not.

use potez_core::{Message, Player};
use potez_search::{Limits, Proof, Stop};

use super::by_key;
use crate::{BotSpec, Table};

/// A first move and what it is worth to the player who makes it.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstMove {
    /// The moves: a symmetry maps each of them onto the others.
    pub moves: Vec<String>,
    /// The chance of whoever plays it to win.
    pub win_chance: f64,
    /// The result for whoever plays it, where it is proven.
    pub proven: Option<Proof>,
}

/// Judges every move of a position, one of each kind: by the solver first, then by a search, both with this many
/// nodes. Empty if it was stopped.
pub fn first_moves(table: &dyn Table, nodes: u64, seed: u64, stop: &Stop) -> Result<Vec<FirstMove>, Message> {
    let player = table.turn();
    let mut found = Vec::new();
    for (_, same) in by_key(table.moves_to(&|_| true)) {
        let mut after = table.fork();
        after.play_parts(&same[0].parts)?;
        let (chance, proven) = judge(after.as_ref(), player, nodes, seed, stop)?;
        if stop.is_raised() {
            return Ok(Vec::new());
        }
        let moves = same.into_iter().map(|mv| mv.text).collect();
        found.push(FirstMove { moves, win_chance: chance, proven });
    }
    found.sort_by(|a, b| b.win_chance.total_cmp(&a.win_chance).then_with(|| a.moves.cmp(&b.moves)));
    Ok(found)
}

/// The chance of a player in a position, and the result if it is certain.
fn judge(
    table: &dyn Table,
    player: Player,
    nodes: u64,
    seed: u64,
    stop: &Stop,
) -> Result<(f64, Option<Proof>), Message> {
    let for_player = |proof: Proof| if table.turn() == player { proof } else { proof.reversed() };
    if let Some(outcome) = table.outcome() {
        let proof = Proof::of_outcome(outcome, player);
        return Ok((certain(proof), Some(proof)));
    }
    if let Some(proof) = table.solve(Limits::nodes(nodes), stop).proof.map(for_player) {
        return Ok((certain(proof), Some(proof)));
    }
    let mut bot = table.bot(&BotSpec { seed: Some(seed), ..BotSpec::new("potez") })?;
    let report = bot.think(table, Limits::nodes(nodes), stop, &mut |_| {})?;
    let Some(best) = report.lines.first() else { return Ok((0.5, None)) };
    let chance = if table.turn() == player { best.win_chance } else { 1.0 - best.win_chance };
    Ok((chance, best.proof.map(for_player)))
}

fn certain(proof: Proof) -> f64 {
    match proof {
        Proof::Win => 1.0,
        Proof::Loss => 0.0,
        Proof::Draw => 0.5,
    }
}
