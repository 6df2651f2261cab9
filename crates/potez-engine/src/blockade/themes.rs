//! What a puzzle of Blockade is about: walls that close a way, races, and guards.

use potez_blockade::{Move, Position, WinReason};
use potez_core::Position as _;

use super::race;
use super::remarks::{TurnPlayed, arrival, shortest};
use crate::contrast::Walk;

/// The themes of a proven line, the most telling first; the first `asked` turns of the player to move
/// must be found.
pub(super) fn themes<const N: usize>(pos: &Position<N>, line: &[Move], asked: usize) -> Vec<&'static str> {
    let walk = Walk::of(pos, line);
    let (solver, enemy) = (pos.turn(), !pos.turn());
    let mut themes = Vec::new();
    let mut add = |theme| {
        if !themes.contains(&theme) {
            themes.push(theme);
        }
    };
    for ply in (0..walk.plies().min(2 * asked)).filter(|&ply| walk.positions[ply].turn() == solver) {
        let (before, after, mv) = (&walk.positions[ply], &walk.positions[ply + 1], walk.moves[ply]);
        let turn = TurnPlayed::new(before, after, mv);
        if let Some(ending) = after.ending() {
            if ending != WinReason::Goal {
                add("no-move");
            }
            continue;
        }
        let stops = arrival(before, enemy).is_some() && arrival(after, enemy).is_none();
        if mv.wall().is_some() {
            let cuts = turn.all_cuts();
            let mut of_enemy = cuts.iter().filter(|cut| cut.player == enemy);
            if of_enemy.clone().any(|cut| turn.turns_back(cut)) {
                add("cul-de-sac");
            }
            if stops || of_enemy.any(|_| shortest(after, enemy) > shortest(before, enemy)) {
                add("closing-wall");
            }
        } else if stops {
            // Without a wall only the pawn itself can stand in the way.
            add("guard");
        }
    }
    // The proof says by how much: the loser would have won with the very next move.
    let last = walk.plies().checked_sub(1).map(|ply| &walk.positions[ply]);
    let is_won = walk.end().ending() == Some(WinReason::Goal);
    if is_won && last.is_some_and(|pos| arrival(pos, enemy).is_some()) {
        add("race");
    } else if race::is_race(pos) {
        add("walls-gone");
    }
    if walk.plies() > 2 && walk.positions.get(1).is_some_and(|after| arrival(after, solver).is_none()) {
        add("quiet");
    }
    themes
}
