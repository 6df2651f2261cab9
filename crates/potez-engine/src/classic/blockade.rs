//! The original program's candidates and evaluation of Blockade.

use potez_blockade::{Axis, Goal, Move, Position, Square, Turn, Wall};
use potez_core::{Player, Position as _};

use super::MinimaxKnowledge;
use super::paths::four_source;

/// The original program's player of Blockade: walls near the enemy pawns, and the shortest paths of
/// both sides.
pub(crate) struct ShortestPaths {
    /// Walls are considered within this many squares of an enemy pawn.
    pub(crate) radius: u32,
}

impl ShortestPaths {
    /// Depth in plies (default: this; the spec may say another).
    pub(crate) const DEPTH: u32 = 3;
    /// The original's radius.
    pub(crate) const RADIUS: u32 = 0;

    /// The walls with their top-left square within a radius of an enemy pawn, each once.
    fn walls_near<const N: usize>(pos: &Position<N>, radius: usize) -> Vec<Wall> {
        let mut walls: Vec<Wall> = Vec::new();
        for pawn in pos.pawns(!pos.turn()) {
            for row in pawn.row().saturating_sub(radius)..=pawn.row() + radius {
                for col in pawn.col().saturating_sub(radius)..=pawn.col() + radius {
                    if row + 1 >= pos.rules().rows() || col + 1 >= pos.rules().cols() {
                        continue;
                    }
                    let near = Axis::BOTH.map(|axis| Wall { at: Square::new(row, col), axis });
                    walls.extend(near.into_iter().filter(|wall| !walls.contains(wall)).collect::<Vec<_>>());
                }
            }
        }
        walls
    }

    /// Each pawn move with each wall near an enemy pawn. Where the rules ask for a wall and none is
    /// possible there, the circle grows; where none is possible anywhere, the pawn moves alone.
    fn full_turns<const N: usize>(&self, pos: &Position<N>, moves: &mut Vec<Move>) {
        // No circle is wider than the board.
        let widest = pos.rules().rows().max(pos.rules().cols());
        for (from, to) in pos.pawn_moves() {
            if pos.rules().is_goal(pos.turn(), to) {
                moves.push(Move::pawn_to(from, to, None));
                continue;
            }
            if pos.rules().turn() == Turn::Optional {
                moves.push(Move::pawn_to(from, to, None));
            }
            let before = moves.len();
            let mut radius = self.radius as usize;
            while moves.len() == before && radius <= widest {
                let walls = Self::walls_near(pos, radius).into_iter();
                let legal = walls.filter(|&wall| pos.is_wall_legal(Some((from, to)), wall));
                moves.extend(legal.map(|wall| Move::pawn_to(from, to, Some(wall))));
                radius = if pos.rules().turn() == Turn::Optional { widest + 1 } else { (radius * 2).max(radius + 1) };
            }
            if moves.len() == before && pos.rules().turn() == Turn::Full {
                moves.push(Move::pawn_to(from, to, None));
            }
        }
    }
}

impl<const N: usize> MinimaxKnowledge<Position<N>> for ShortestPaths {
    /// The original's infinity is 50, a win one less.
    const WON: f64 = 49.0;

    fn candidates(&self, pos: &Position<N>, moves: &mut Vec<Move>) {
        let before = moves.len();
        if pos.rules().turn() == Turn::Either {
            moves.extend(pos.pawn_moves().map(|(from, to)| Move::pawn_to(from, to, None)));
            let walls = Self::walls_near(pos, self.radius as usize).into_iter();
            moves.extend(walls.filter(|&wall| pos.is_wall_legal(None, wall)).map(Move::wall_only));
        } else {
            self.full_turns(pos, moves);
        }
        // Every player must have a move to try, or the search would call the position lost.
        if moves.len() == before {
            pos.legal_moves(moves);
        }
    }

    /// The enemy's shortest path plus the reciprocal of one's own, both counted in squares stood
    /// on, as the original does.
    fn evaluate(&self, _before: &Position<N>, _mv: Move, after: &Position<N>, player: Player) -> f64 {
        squares(after, !player) + 1.0 / squares(after, player)
    }

    fn terms(&self, _before: &Position<N>, _mv: Move, after: &Position<N>, player: Player) -> Vec<(&'static str, f64)> {
        vec![("enemy-path", squares(after, !player)), ("own-path", 1.0 / squares(after, player))]
    }
}

/// Squares stood on along a player's shortest path; the original's number where there is none.
fn squares<const N: usize>(pos: &Position<N>, player: Player) -> f64 {
    shortest(pos, player).map_or(48.0, |moves| f64::from(moves + 1))
}

/// Moves on a player's shortest path.
fn shortest<const N: usize>(pos: &Position<N>, player: Player) -> Option<u32> {
    let (edges, pawns) = (pos.edges(), pos.pawns(player));
    match pos.rules().goal() {
        Goal::Home => four_source(&edges, pawns, pos.rules().homes(!player)).into_iter().flatten().flatten().min(),
        // With a whole column to run for there are no four pairs: a plain flood tells.
        Goal::Rank => {
            let goals = pos.goals(player);
            let mut reached = potez_blockade::Bits::of(pawns);
            let mut moves = 0;
            while (reached & goals).is_empty() {
                let next = edges.grown(&edges.grown(&reached));
                if next == reached {
                    return None;
                }
                reached = next;
                moves += 1;
            }
            Some(moves)
        }
    }
}
