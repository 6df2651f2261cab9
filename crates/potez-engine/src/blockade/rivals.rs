//! Players to be measured against: what others have made of Blockade, and searches that know next to nothing of it.

use potez_blockade::{Axis, Bits, Edges, Goal, Move, Position, Turn, Wall};
use potez_core::{Player, Position as _};
use potez_search::Score;
use potez_search::alphabeta::{Evaluator, Guide, Moves, Tuning};

/// Alpha-beta with a table and null windows, and nothing that looks at some moves less deeply than at others.
pub(super) fn plain() -> Tuning {
    Tuning { reductions: None, internal_reduction: None, extensions: false, verify_losses: false, ..Tuning::default() }
}

/// The difference of the shortest ways, and the right to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Difference;

impl<const N: usize> Evaluator<Position<N>> for Difference {
    fn evaluate(&mut self, pos: &Position<N>) -> Score {
        let distances = pos.distances();
        let way = |player: Player| distances[player.index()].as_flattened().iter().copied().min().map_or(0, i32::from);
        Score::estimate(50 * (way(!pos.turn()) - way(pos.turn())) + 50)
    }
}

/// A player in the style of the best known one: the first steps of shortest ways, with walls that cut a shortest way
/// of the enemy, judged by the shortest, the second and the furthest way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bb4;

impl Bb4 {
    /// Plies looked ahead.
    pub(super) const DEPTH: u32 = 3;
    /// Points a step of the shortest, the second and the furthest way.
    const POINTS: [i32; 3] = [26, 20, 8];

    fn toil(ways: [[u8; 2]; 2]) -> i32 {
        let mut sorted = [ways[0][0], ways[0][1], ways[1][0], ways[1][1]].map(i32::from);
        sorted.sort_unstable();
        Self::POINTS[0] * sorted[0] + Self::POINTS[1] * sorted[1] + Self::POINTS[2] * sorted[3]
    }

    /// The pawn moves that begin a shortest way to a goal.
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
        if steps.is_empty() {
            steps.extend(pos.pawn_moves().map(|(from, to)| Move::pawn_to(from, to, None)));
        }
        steps
    }

    /// The walls across one shortest way of each enemy pawn to each goal.
    fn cuts<const N: usize>(pos: &Position<N>) -> Vec<Wall> {
        let mut slots = [Bits::<N>::EMPTY; 2];
        for (pawn, goal) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let Some(way) = pos.shortest_path(!pos.turn(), pawn, goal) else { continue };
            for step in way.windows(2) {
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

fn target<const N: usize>(pos: &Position<N>, player: Player, goal: usize) -> Bits<N> {
    match pos.rules().goal() {
        Goal::Home => Bits::one(pos.rules().homes(!player)[goal]),
        Goal::Rank => pos.goals(player),
    }
}

impl<const N: usize> Evaluator<Position<N>> for Bb4 {
    fn evaluate(&mut self, pos: &Position<N>) -> Score {
        let distances = pos.distances();
        let toil = |player: Player| Self::toil(distances[player.index()]);
        Score::estimate(toil(!pos.turn()) - toil(pos.turn()))
    }
}

impl<const N: usize> Guide<Position<N>> for Bb4 {
    fn is_complete(&self) -> bool {
        false
    }

    fn candidates(&mut self, pos: &Position<N>, _stage: u32, moves: &mut Moves<Move>) {
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
