//! Races: positions without walls in stock, many of which are decided without search.

use potez_blockade::{Axis, Bits, Move, Position, Step};
use potez_core::{Player, Position as _};
use potez_search::Score;

use super::evaluation::target;

/// Whether no player has a wall left, so that only pawns move from here on.
pub(super) fn is_race<const N: usize>(pos: &Position<N>) -> bool {
    Player::BOTH.into_iter().all(|player| Axis::BOTH.into_iter().all(|axis| pos.stock(player, axis) == 0))
}

/// The result of a race for the player to move, if it is certain without search.
///
/// No pawn gets further than two steps a move, so half the distance is a bound on how soon the
/// enemy arrives, and on where it can stand in the way. A player wins who has a path that ends
/// before the enemy can be home, over landings that no other pawn can be on in time. Such a path
/// never comes to the same square twice, so no position of it repeats: the result holds unless some
/// position has stood twice before (Rule 5.3), which the caller must rule out.
pub(super) fn decided_score<const N: usize>(pos: &Position<N>) -> Option<Score> {
    if !is_race(pos) {
        return None;
    }
    let distances = pos.distances();
    let soonest = |player: Player| {
        let least = distances[player.index()].as_flattened().iter().copied().min().unwrap_or(u8::MAX);
        usize::from(least.div_ceil(2))
    };
    let (mover, waiter) = (pos.turn(), !pos.turn());
    let plies = |moves: usize| 2 * moves as u32;
    // Only the player who could be first can have a certain win; who cannot is not looked at.
    if soonest(mover) <= soonest(waiter) {
        arrival(pos, mover, soonest(waiter)).map(|moves| Score::win_in(plies(moves) - 1))
    } else {
        arrival(pos, waiter, soonest(mover) - 1).map(|moves| Score::loss_in(plies(moves)))
    }
}

/// The fewest moves in which a player certainly reaches a goal, at most `most`: with every move
/// each pawn of the player goes wherever no enemy can stand by then. Where enemies can be grows, so
/// nothing is gained by coming back to a square.
fn arrival<const N: usize>(pos: &Position<N>, player: Player, most: usize) -> Option<usize> {
    let edges = pos.edges();
    let step = pos.rules().step();
    let reach = |from: &Bits<N>| if step == Step::One { edges.grown(from) } else { edges.grown(&edges.grown(from)) };
    let goals = target(pos, player, 0) | target(pos, player, 1);
    let pawns = pos.pawns(player).map(Bits::<N>::one);
    // Landings keep the colour of a square, as on a chessboard, unless single steps are allowed.
    let landings = pos.pawns(player).map(|square| if step == Step::Two { Bits::like(square) } else { !Bits::EMPTY });
    let mut fronts = pawns;
    let mut closed = [pawns[0] | pawns[1]; 2];
    let mut enemies = Bits::of(pos.pawns(!player));
    // However far a rule lets a pawn step, a jump may take it two squares.
    let spread = |enemies: &Bits<N>| edges.grown(&edges.grown(enemies));
    if player != pos.turn() {
        enemies = spread(&enemies);
    }
    for moves in 1..=most {
        for pawn in [0, 1] {
            let reached = reach(&fronts[pawn]);
            if !(reached & goals).is_empty() {
                return Some(moves);
            }
            fronts[pawn] = (reached & landings[pawn]).without(&(closed[pawn] | enemies));
            closed[pawn] |= fronts[pawn];
        }
        if fronts.iter().all(Bits::is_empty) {
            return None;
        }
        enemies = spread(&enemies);
    }
    None
}

/// The best play of a race that is decided without search, to its end.
pub(super) fn finish<const N: usize>(pos: &Position<N>) -> Vec<Move> {
    let mut pos = pos.clone();
    let mut line = Vec::new();
    let mut moves = Vec::new();
    while pos.outcome().is_none() {
        let Some(score) = decided_score(&pos) else { break };
        moves.clear();
        pos.legal_moves(&mut moves);
        // A winner comes closer with every move; a loser has nothing to choose but the way there.
        let best = moves.iter().copied().find(|&mv| {
            let mut child = pos.clone();
            child.play(mv);
            !score.is_win() || score_after(&child).is_some_and(|reply| (-reply).plies_later(1) == score)
        });
        let Some(mv) = best else { break };
        pos.play(mv);
        line.push(mv);
    }
    line
}

/// The certain result for the player to move, the end of the game included.
pub(super) fn score_after<const N: usize>(pos: &Position<N>) -> Option<Score> {
    if pos.outcome().is_some() { Some(Score::loss_in(0)) } else { decided_score(pos) }
}

#[cfg(test)]
mod tests {
    use potez_blockade::{Game, SMALL};
    use potez_core::Game as _;
    use potez_search::dfpn::{Dfpn, DfpnSettings, UnitHeuristic};
    use potez_search::{Limits, Proof, Stop};

    use super::*;

    /// Races after random play on a small board, each with whether a search that knows nothing
    /// proves a win.
    fn compare(spec: &str) -> (u32, u32) {
        let game: Game<SMALL> = spec.parse().unwrap();
        let mut rng = fastrand::Rng::with_seed(11);
        let (mut decided, mut confirmed) = (0, 0);
        for _ in 0..60 {
            let mut pos = game.start();
            while pos.outcome().is_none() {
                if let Some(score) = decided_score(&pos) {
                    decided += 1;
                    let settings = DfpnSettings { table_mib: 4, ..DfpnSettings::default() };
                    let found = Dfpn::new(settings, UnitHeuristic).solve(&pos, Limits::nodes(3000), &Stop::new());
                    if let Some(proof) = found.proof {
                        assert_eq!(Some(proof), score.proof(), "{pos} of {spec}");
                        confirmed += 1;
                    }
                }
                pos.play(pos.random_move(&mut rng).unwrap());
            }
        }
        (decided, confirmed)
    }

    #[test]
    fn what_is_decided_without_search_is_what_search_proves() {
        for spec in [
            "blockade:rows=5,cols=6,walls=1",
            "blockade:rows=5,cols=7,walls=2,turn=either",
            "blockade:rows=6,cols=5,walls=1,step=one",
            "blockade:rows=5,cols=6,walls=1,step=upto,goal=rank",
        ] {
            let (decided, confirmed) = compare(spec);
            assert!(decided > 20 && confirmed * 2 > decided, "{spec}: {confirmed} of {decided}");
        }
    }

    #[test]
    fn a_decided_race_takes_as_many_plies_as_its_score_says() {
        let game: Game<SMALL> = "blockade:walls=0".parse().unwrap();
        let pos = game.read_position("d8+h4 d11+h11 - - 0.0 0.0 x").unwrap();
        assert_eq!(decided_score(&pos), Some(Score::win_in(3)));
        assert_eq!(decided_score(&pos).and_then(Score::proof), Some(Proof::Win));
        assert_eq!(finish(&pos).len(), 3);
    }

    #[test]
    fn nothing_is_told_while_a_wall_is_left() {
        let game: Game<SMALL> = "blockade:walls=1".parse().unwrap();
        let pos = game.read_position("d4+h4 d11+h11 a1+j1 a9 0.0 0.1 x").unwrap();
        assert_eq!(decided_score(&pos), None);
    }
}
