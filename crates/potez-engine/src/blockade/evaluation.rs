//! The evaluation: how far everybody has to go, and how easily a wall makes it further.

use std::sync::Arc;

use potez_blockade::{Axis, Bits, Edges, Goal, Position, Square, Wall};
use potez_core::{Player, Position as _};
use potez_search::Score;
use potez_search::alphabeta::Evaluator;

use super::net::{BlockadeNet, inputs_past};
use super::race;
use super::weights::{EvalTerms, TERMS, TaperedWeights};

/// Distances by player, pawn and goal, in single steps.
pub(super) type Distances = [[[u8; 2]; 2]; 2];

impl EvalTerms {
    /// The steps of a player's shortest path, of the other pawn's, and to the other goal.
    #[inline]
    fn steps(distances: [[u8; 2]; 2]) -> [i32; 3] {
        let [[a, b], [c, d]] = distances;
        let (pawns, goals) = ([a.min(b), c.min(d)], [a.min(c), b.min(d)]);
        [pawns[0].min(pawns[1]), pawns[0].max(pawns[1]), goals[0].max(goals[1])].map(i32::from)
    }

    /// The weighted steps of a player: less is better.
    #[inline]
    pub(super) fn path_cost(&self, distances: [[u8; 2]; 2]) -> i32 {
        let [shortest, other_pawn, other_goal] = Self::steps(distances);
        shortest * self.shortest + other_pawn * self.other_pawn + other_goal * self.other_goal
    }

    /// How bad it is for a player that walls make its path longer easily.
    #[inline]
    fn vulnerability_cost(&self, vulnerability: Vulnerability) -> i32 {
        self.cuts * vulnerability.cuts + self.detour * vulnerability.detour
    }

    /// The difference of the path costs, in favour of a player.
    #[inline]
    pub(super) fn path_balance(&self, distances: Distances, player: Player) -> i32 {
        self.path_cost(distances[(!player).index()]) - self.path_cost(distances[player.index()])
    }
}

/// The evaluation by shortest paths, and races decided without search.
#[derive(Clone, Debug)]
pub(super) struct PathEvaluator {
    pub(super) weights: TaperedWeights,
    /// Whether races may be decided without search: not when a position of them has stood twice
    /// (Rule 5.3).
    pub(super) decides_races: bool,
    /// The net that evaluates; without it the weighted sum does.
    pub(super) net: Option<Arc<BlockadeNet>>,
}

/// The advantage in points with which 73 % of games are won: docs/notebook/blockade.md.
const SCALE: i32 = 200;
/// The margin of the lazy evaluation: where paths and stocks alone are this many points outside the
/// window, the costly count of vulnerable places is skipped. Few positions have that much in it.
const LAZY_MARGIN: i32 = 300;

impl<const N: usize> Evaluator<Position<N>> for PathEvaluator {
    fn evaluate(&mut self, pos: &Position<N>) -> Score {
        self.evaluate_in_window(pos, -Score::INFINITE, Score::INFINITE)
    }

    fn evaluate_in_window(&mut self, pos: &Position<N>, alpha: Score, beta: Score) -> Score {
        let distances = pos.distances();
        if let Some(net) = &self.net {
            return Score::estimate(net.points(&inputs_past(pos, &pos.edges(), distances)));
        }
        let (mover, waiter) = (pos.turn(), !pos.turn());
        let [own, other] = [mover, waiter].map(|player| stock(pos, player));
        let terms = self.weights.terms(own + other);
        let mut value = terms.path_balance(distances, mover) + terms.tempo + terms.stock * (own as i32 - other as i32);
        // The margin is added before the score is returned: what comes out is a bound that the
        // search may trust, not a guess on the far side of the window.
        if value + LAZY_MARGIN <= alpha.raw() {
            value += LAZY_MARGIN;
        } else if value - LAZY_MARGIN >= beta.raw() {
            value -= LAZY_MARGIN;
        } else if terms.cuts != 0 {
            let edges = pos.edges();
            let [own, other] =
                [mover, waiter].map(|player| terms.vulnerability_cost(vulnerability(pos, player, &edges, distances)));
            value += other - own;
        }
        Score::estimate(value)
    }

    fn proven_score(&mut self, pos: &Position<N>) -> Option<Score> {
        if self.decides_races { race::decided_score(pos) } else { None }
    }

    fn scale(&self) -> i32 {
        SCALE
    }
}

/// A position as the evaluation sees it, without its weights: what they are fitted to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Features {
    /// The walls that both players have left, by which the weights are tapered.
    pub walls: usize,
    /// What each weight is multiplied with, for the player to move: steps of the enemy less one's
    /// own on the shortest path, of the other pawn and to the other goal; cuts and detour likewise;
    /// the right to move; walls in stock.
    pub counts: [i32; TERMS],
}

impl Features {
    /// The features of a position; `None` in a race, which is not evaluated by them.
    pub fn of<const N: usize>(pos: &Position<N>) -> Option<Self> {
        if race::is_race(pos) {
            return None;
        }
        let (distances, edges) = (pos.distances(), pos.edges());
        let costs = |player: Player| {
            let [shortest, other_pawn, other_goal] = EvalTerms::steps(distances[player.index()]);
            let Vulnerability { cuts, detour } = vulnerability(pos, player, &edges, distances);
            [shortest, other_pawn, other_goal, cuts, detour]
        };
        let (own, other) = (costs(pos.turn()), costs(!pos.turn()));
        let [own_stock, other_stock] = [pos.turn(), !pos.turn()].map(|player| stock(pos, player));
        let mut counts = [0; TERMS];
        for (count, (own, other)) in counts.iter_mut().zip(own.into_iter().zip(other)) {
            *count = other - own;
        }
        // The right to move is always the mover's own.
        counts[TERMS - 2] = 1;
        counts[TERMS - 1] = own_stock as i32 - other_stock as i32;
        Some(Self { walls: own_stock + other_stock, counts })
    }
}

/// The walls of both colours that a player has left.
pub(super) fn stock<const N: usize>(pos: &Position<N>, player: Player) -> usize {
    Axis::BOTH.into_iter().map(|axis| usize::from(pos.stock(player, axis))).sum()
}

/// How easily walls make a player's path longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Vulnerability {
    /// Walls that would each make the shortest path longer.
    cuts: i32,
    /// The steps that the worst of them would add.
    detour: i32,
}

/// How easily the enemy's walls make a player's path longer.
fn vulnerability<const N: usize>(
    pos: &Position<N>,
    player: Player,
    edges: &Edges<N>,
    distances: Distances,
) -> Vulnerability {
    let mut vulnerability = Vulnerability::default();
    for_each_cut(pos, player, edges, distances, |_, detour| {
        vulnerability.cuts += 1;
        vulnerability.detour = vulnerability.detour.max(detour);
    });
    vulnerability
}

/// The enemy's walls that would each cut all the shortest paths of a player at one place, where
/// these paths narrow to an edge or to two that one wall covers, with the steps they would add.
/// Walls that may not stand (Rule 4.5) do not count.
pub(super) fn for_each_cut<const N: usize>(
    pos: &Position<N>,
    player: Player,
    edges: &Edges<N>,
    distances: Distances,
    mut each: impl FnMut(Wall, i32),
) {
    let least = shortest(distances[player.index()]);
    let depth = usize::from(least);
    // A path this long is in a maze: a wall more or less says little about it.
    if depth > LONGEST {
        return;
    }
    let mut here = Bits::EMPTY;
    for (square, distances) in pos.pawns(player).into_iter().zip(distances[player.index()]) {
        if distances.contains(&least) {
            here |= Bits::one(square);
        }
    }
    let mut layers = [Bits::EMPTY; LONGEST];
    for (room, layer) in layers[..depth].iter_mut().zip(edges.layers(pos.goals(player))) {
        *room = layer;
    }
    let (narrow, _) = narrow_slots(edges, here, &layers[..depth]);
    // Without a wall of that colour the enemy can cut nothing, however narrow the path is.
    let walls = Axis::BOTH.map(|axis| match pos.stock(!player, axis) {
        0 => Bits::EMPTY,
        _ => narrow[axis.index()] & pos.free_slots(axis),
    });
    if walls[0].is_empty() && walls[1].is_empty() {
        return;
    }
    // Most walls touch too little to close anything off; only the others need a flood fill to see
    // whether they are legal.
    let closing = pos.closing_slots();
    let (goals, pawns) = (pos.goals(player), Bits::of(pos.pawns(player)));
    for axis in Axis::BOTH {
        for at in walls[axis.index()].squares() {
            let wall = Wall { at, axis };
            if closing[axis.index()].contains(at) && !pos.keeps_ways(wall) {
                continue;
            }
            let edges = edges.with_wall(wall);
            // From the goals to the pawns, since one flood then serves both pawns.
            let detour = i32::from(steps(&edges, goals, pawns)) - i32::from(least);
            if detour > 0 {
                each(wall, detour);
            }
        }
    }
}

/// Walls are evaluated by distances up to this: some steps beyond the longest path there is.
#[inline]
pub(super) fn furthest(distances: Distances) -> u8 {
    const DETOUR: u8 = 24;
    distances.as_flattened().as_flattened().iter().copied().max().unwrap_or(0).saturating_add(DETOUR)
}

/// The steps from one set to another; 0 if there is no path.
fn steps<const N: usize>(edges: &Edges<N>, from: Bits<N>, to: Bits<N>) -> u8 {
    let mut reached = from;
    for steps in 0..u8::MAX {
        if !(reached & to).is_empty() {
            return steps;
        }
        let grown = edges.grown(&reached);
        if grown == reached {
            break;
        }
        reached = grown;
    }
    0
}

/// A player's shortest path.
#[inline]
pub(super) fn shortest(distances: [[u8; 2]; 2]) -> u8 {
    distances.as_flattened().iter().copied().min().unwrap_or(0)
}

/// The edges that shortest paths cross in one step: those between rows, and those between columns.
#[derive(Clone, Copy)]
pub(super) struct Crossing<const N: usize> {
    upright: Bits<N>,
    level: Bits<N>,
}

impl<const N: usize> Crossing<N> {
    /// No edge.
    pub(super) const NONE: Self = Self { upright: Bits::EMPTY, level: Bits::EMPTY };

    /// The edges from some squares to those of a layer, and where they lead.
    #[inline]
    pub(super) fn step(edges: &Edges<N>, from: &Bits<N>, layer: &Bits<N>) -> (Self, Bits<N>) {
        let [up, down] = [edges.step_up(from) & *layer, edges.step_down(from) & *layer];
        let [left, right] = [edges.step_left(from) & *layer, edges.step_right(from) & *layer];
        (Self { upright: up | down.up(), level: left | right.left() }, up | down | left | right)
    }

    /// The number of edges between rows, and between columns.
    #[inline]
    pub(super) fn counts(&self) -> (u32, u32) {
        (self.upright.count(), self.level.count())
    }

    /// The slots in which a wall covers all of the edges, by axis.
    #[inline]
    pub(super) fn covering_slots(&self) -> [Bits<N>; 2] {
        let Self { upright, level } = self;
        // An edge is covered by a wall in its own slot or in the one before it; two edges only by
        // the slot that they share.
        match self.counts() {
            (1, 0) => [*upright | upright.left(), Bits::EMPTY],
            (2, 0) => [*upright & upright.left(), Bits::EMPTY],
            (0, 1) => [Bits::EMPTY, *level | level.up()],
            (0, 2) => [Bits::EMPTY, *level & level.up()],
            _ => [Bits::EMPTY; 2],
        }
    }

    /// The slots in which a wall covers one of these edges and one of the step before: it may cut
    /// all paths, too, some at the one step and the others at the other.
    #[inline]
    pub(super) fn stepped_slots(&self, before: &Self) -> [Bits<N>; 2] {
        // A square has four sides: with more edges than that some path gets past.
        const MOST: u32 = 4;
        let few = |crossing: &Self| crossing.upright.count() + crossing.level.count() <= MOST;
        if !few(self) || !few(before) {
            return [Bits::EMPTY; 2];
        }
        [
            self.upright & before.upright.left() | before.upright & self.upright.left(),
            self.level & before.level.up() | before.level & self.level.up(),
        ]
    }
}

/// The slots in which a wall would cut all the shortest paths from some squares down the layers at
/// one step, the goal being the first layer; and those in which it might at two.
///
/// The paths are followed step by step, all at once: the layers count from the goal, so the pawns
/// walk down them.
pub(super) fn narrow_slots<const N: usize>(
    edges: &Edges<N>,
    from: Bits<N>,
    layers: &[Bits<N>],
) -> ([Bits<N>; 2], [Bits<N>; 2]) {
    let mut here = from;
    let (mut narrow, mut stepped) = ([Bits::EMPTY; 2], [Bits::EMPTY; 2]);
    let mut before = Crossing::NONE;
    for layer in layers.iter().rev() {
        let (crossing, next) = Crossing::step(edges, &here, layer);
        let (covering, over_two) = (crossing.covering_slots(), crossing.stepped_slots(&before));
        for axis in 0..2 {
            narrow[axis] |= covering[axis];
            stepped[axis] |= over_two[axis];
        }
        (here, before) = (next, crossing);
    }
    (narrow, stepped)
}

/// Paths longer than this are not searched for narrow places.
pub(super) const LONGEST: usize = 48;

/// The squares a player runs for, as its first or second goal.
pub(super) fn target<const N: usize>(pos: &Position<N>, player: Player, goal: usize) -> Bits<N> {
    match pos.rules().goal() {
        Goal::Home => Bits::one(pos.rules().homes(!player)[goal]),
        Goal::Rank => pos.goals(player),
    }
}

/// Adds the edges of all shortest paths down the layers, the goal being the first of them.
pub(super) fn add_path_edges<const N: usize>(
    edges: &Edges<N>,
    from: Square,
    layers: &[Bits<N>],
    crossed: &mut Edges<N>,
) {
    let mut here = Bits::one(from);
    for layer in layers.iter().rev() {
        let [up, down] = [edges.step_up(&here) & *layer, edges.step_down(&here) & *layer];
        let [left, right] = [edges.step_left(&here) & *layer, edges.step_right(&here) & *layer];
        crossed.down |= up | down.up();
        crossed.right |= left | right.left();
        here = up | down | left | right;
    }
}

#[cfg(test)]
mod tests {
    use potez_blockade::{Game, SMALL};
    use potez_core::Game as _;

    use super::super::weights::{ANCHOR_WEIGHTS, ANCHORS};
    use super::*;

    #[test]
    fn the_evaluation_is_the_weighted_sum_of_the_features() {
        let game: Game<SMALL> = "blockade:rows=7,cols=7,walls=3".parse().unwrap();
        let mut evaluator = PathEvaluator { weights: TaperedWeights::standard(), decides_races: false, net: None };
        let mut rng = fastrand::Rng::with_seed(5);
        let mut checked = 0;
        for _ in 0..60 {
            let mut pos = game.start();
            while pos.outcome().is_none() {
                let features = Features::of(&pos);
                assert_eq!(features.is_none(), race::is_race(&pos), "{pos}");
                // At an anchor there is nothing to interpolate, and so nothing to round.
                let at_anchor = features.and_then(|features| {
                    let anchor = ANCHORS.iter().position(|&anchor| anchor == features.walls)?;
                    Some((features, ANCHOR_WEIGHTS[anchor]))
                });
                if let Some((features, weights)) = at_anchor {
                    let sum: i32 = features.counts.iter().zip(weights).map(|(count, weight)| count * weight).sum();
                    assert_eq!(evaluator.evaluate(&pos), Score::estimate(sum), "{pos}");
                    checked += 1;
                }
                pos.play(pos.random_move(&mut rng).unwrap());
            }
        }
        assert!(checked > 50, "{checked}");
    }
}
