//! Baselines to measure against: what others have made of Blockade, and searches that know next to
//! nothing of it.

use potez_blockade::{Axis, Bits, Edges, Game, Move, Position, Turn, Wall};
use potez_core::{Player, Position as _};
use potez_search::Score;
use potez_search::alphabeta::{AlphaBeta, AlphaBetaSettings, Evaluator, MoveList, MoveOrdering, NoOrdering, Tuning};
use potez_search::mcts::{Mcts, MctsSettings, NoKnowledge};

use super::evaluation::target;
use super::settings;
use crate::searches::FixedDepth;
use crate::{BotBuilder, BotKind, BotSpec};

/// The entry of the imitation in the list of bots.
pub(super) const fn bb4<const N: usize>() -> BotKind<Game<N>> {
    let configure = |_: &Game<N>, spec: &BotSpec| {
        let settings = plain_settings(spec);
        Ok(BotBuilder::new(|| FixedDepth { bot: AlphaBeta::new(Bb4, Bb4, settings), depth: Bb4::DEPTH }))
    };
    BotKind { name: "bb4", keys: &[], configure }
}

/// The entry of a tree search that plays random games.
pub(super) const fn mcts<const N: usize>() -> BotKind<Game<N>> {
    let configure = |_: &Game<N>, spec: &BotSpec| {
        let settings = MctsSettings {
            threads: spec.thread_count(),
            multipv: spec.line_count(),
            seed: spec.seed.unwrap_or(1),
            ..MctsSettings::default()
        };
        Ok(BotBuilder::new(|| Mcts::new(settings, NoKnowledge::default())))
    };
    BotKind { name: "mcts", keys: &[], configure }
}

/// The entry of a search that compares the shortest paths.
pub(super) const fn alphabeta<const N: usize>() -> BotKind<Game<N>> {
    let configure = |_: &Game<N>, spec: &BotSpec| {
        let settings = plain_settings(spec);
        Ok(BotBuilder::new(|| AlphaBeta::new(PathDifference, NoOrdering, settings)))
    };
    BotKind { name: "alphabeta", keys: &[], configure }
}

/// Alpha-beta with a table and null windows, and nothing that looks at some moves less deeply than
/// at others.
fn plain_settings(spec: &BotSpec) -> AlphaBetaSettings {
    let tuning = Tuning {
        late_move_reductions: None,
        internal_iterative_reductions: None,
        extensions: false,
        verify_losses: false,
        ..Tuning::default()
    };
    AlphaBetaSettings { tuning, ..settings(spec) }
}

/// The difference of the shortest paths, and the right to move.
#[derive(Clone, Copy, Debug)]
struct PathDifference;

impl<const N: usize> Evaluator<Position<N>> for PathDifference {
    fn evaluate(&mut self, pos: &Position<N>) -> Score {
        let distances = pos.distances();
        let shortest =
            |player: Player| distances[player.index()].as_flattened().iter().copied().min().map_or(0, i32::from);
        Score::estimate(50 * (shortest(!pos.turn()) - shortest(pos.turn())) + 50)
    }
}

/// Our own imitation of the style of the program `bb4`: the first steps of shortest paths, with
/// walls that cut a shortest path of the enemy, evaluated by the shortest, the second and the
/// longest path.
#[derive(Clone, Copy, Debug)]
struct Bb4;

impl Bb4 {
    /// Depth in plies.
    const DEPTH: u32 = 3;
    /// Points per step of the shortest, the second and the longest path.
    const POINTS: [i32; 3] = [26, 20, 8];

    fn path_cost(distances: [[u8; 2]; 2]) -> i32 {
        let [[a, b], [c, d]] = distances;
        let mut sorted = [a, b, c, d].map(i32::from);
        sorted.sort_unstable();
        Self::POINTS[0] * sorted[0] + Self::POINTS[1] * sorted[1] + Self::POINTS[2] * sorted[3]
    }

    /// The pawn moves that begin a shortest path to a goal.
    fn first_steps<const N: usize>(pos: &Position<N>, edges: &Edges<N>) -> Vec<Move> {
        let player = pos.turn();
        let mut steps = Vec::new();
        for goal in 0..2 {
            let map = edges.distance_map(target(pos, player, goal));
            for (from, to) in pos.pawn_moves() {
                let mv = Move::pawn_to(from, to, None);
                if map.get(to) < map.get(from) && !steps.contains(&mv) {
                    steps.push(mv);
                }
            }
        }
        // Pawns in the way may leave no move on a shortest path.
        if steps.is_empty() {
            steps.extend(pos.pawn_moves().map(|(from, to)| Move::pawn_to(from, to, None)));
        }
        steps
    }

    /// The walls across one shortest path of each enemy pawn to each goal.
    fn cuts<const N: usize>(pos: &Position<N>) -> Vec<Wall> {
        let mut slots = [Bits::<N>::EMPTY; 2];
        for (pawn, goal) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let Some(path) = pos.shortest_path(!pos.turn(), pawn, goal) else { continue };
            for step in path.windows(2) {
                // An edge belongs to the upper or left one of its two squares.
                let first = Bits::one(step[0].min(step[1]));
                if step[0].col() == step[1].col() {
                    slots[0] |= first | first.left();
                } else {
                    slots[1] |= first | first.up();
                }
            }
        }
        let placeable = pos.placeable();
        let walls =
            |axis: Axis| (slots[axis.index()] & placeable[axis.index()]).squares().map(move |at| Wall { at, axis });
        walls(Axis::Blue).chain(walls(Axis::Green)).collect()
    }
}

impl<const N: usize> Evaluator<Position<N>> for Bb4 {
    fn evaluate(&mut self, pos: &Position<N>) -> Score {
        let distances = pos.distances();
        let cost = |player: Player| Self::path_cost(distances[player.index()]);
        Score::estimate(cost(!pos.turn()) - cost(pos.turn()))
    }
}

impl<const N: usize> MoveOrdering<Position<N>> for Bb4 {
    fn is_complete(&self) -> bool {
        false
    }

    fn candidates(&mut self, pos: &Position<N>, _stage: u32, moves: &mut MoveList<Move>) {
        let edges = pos.edges();
        let steps = Self::first_steps(pos, &edges);
        let walls = Self::cuts(pos);
        if pos.rules().turn() == Turn::Either {
            let legal = walls.iter().filter(|&&wall| pos.is_wall_legal(None, wall));
            legal.for_each(|&wall| moves.push(Move::wall_only(wall), 0));
        }
        for step in steps {
            let wins = step.pawn().is_some_and(|(_, to)| pos.rules().is_goal(pos.turn(), to));
            if wins || pos.rules().turn() == Turn::Either || walls.is_empty() {
                if pos.is_legal(step) {
                    moves.push(step, i32::from(wins) * 1_000_000);
                }
                continue;
            }
            let legal = walls.iter().filter(|&&wall| pos.is_wall_legal(step.pawn(), wall));
            legal.for_each(|&wall| moves.push(step.with_wall(Some(wall)), 0));
        }
    }
}
