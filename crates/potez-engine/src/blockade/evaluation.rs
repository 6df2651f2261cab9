//! The evaluation: how far everybody has to go, and how easily a wall makes it further.

use potez_blockade::{Axis, Bits, Edges, Goal, Position, Square, Wall};
use potez_core::{Player, Position as _};
use potez_search::Score;
use potez_search::alphabeta::Evaluator;

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
        let (mover, waiter) = (pos.turn(), !pos.turn());
        let [own, other] = [mover, waiter].map(|player| stock(pos, player));
        let terms = self.weights.terms(own + other);
        let distances = pos.distances();
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
    let narrow = narrow_slots(pos, player, edges, least, distances[player.index()]);
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
            let edges = edges.with_wall(wall);
            if closing[axis.index()].contains(at) && cuts_off(pos, &edges, distances) {
                continue;
            }
            // From the goals to the pawns, since one flood then serves both pawns.
            let detour = i32::from(steps(&edges, goals, pawns)) - i32::from(least);
            if detour > 0 {
                each(wall, detour);
            }
        }
    }
}

/// Whether some pawn has no path past these edges, or one much longer than any is now.
fn cuts_off<const N: usize>(pos: &Position<N>, edges: &Edges<N>, distances: Distances) -> bool {
    let most = furthest(distances);
    pos.distances_past(edges, usize::from(most)).as_flattened().as_flattened().contains(&most)
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
fn shortest(distances: [[u8; 2]; 2]) -> u8 {
    distances.as_flattened().iter().copied().min().unwrap_or(0)
}

/// The slots in which a wall would cut all shortest paths of a player at one place.
///
/// The paths are followed step by step, all at once: where they cross a single edge, or two that
/// lie side by side, one wall cuts them all.
fn narrow_slots<const N: usize>(
    pos: &Position<N>,
    player: Player,
    edges: &Edges<N>,
    least: u8,
    distances: [[u8; 2]; 2],
) -> [Bits<N>; 2] {
    let mut here = Bits::EMPTY;
    for (square, distances) in pos.pawns(player).into_iter().zip(distances) {
        if distances.contains(&least) {
            here |= Bits::one(square);
        }
    }
    let mut layers = [Bits::EMPTY; LONGEST];
    let depth = usize::from(least);
    let mut narrow = [Bits::EMPTY; 2];
    // A path this long is in a maze: a wall more or less says little about it.
    if depth > LONGEST {
        return narrow;
    }
    for (room, layer) in layers[..depth].iter_mut().zip(edges.layers(pos.goals(player))) {
        *room = layer;
    }
    // The layers count from the goal, so the pawns walk down them: every step on a shortest path
    // leads into the next.
    for layer in layers[..depth].iter().rev() {
        let [up, down] = [edges.step_up(&here) & *layer, edges.step_down(&here) & *layer];
        let [left, right] = [edges.step_left(&here) & *layer, edges.step_right(&here) & *layer];
        let (upright, level) = (up | down.up(), left | right.left());
        // An edge is covered by a wall in its own slot or in the one before it; two edges only by
        // the slot that they share.
        match (upright.count(), level.count()) {
            (1, 0) => narrow[0] |= upright | upright.left(),
            (2, 0) => narrow[0] |= upright & upright.left(),
            (0, 1) => narrow[1] |= level | level.up(),
            (0, 2) => narrow[1] |= level & level.up(),
            _ => {}
        }
        here = up | down | left | right;
    }
    narrow
}

/// Paths longer than this are not searched for narrow places.
const LONGEST: usize = 48;

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
        let mut evaluator = PathEvaluator { weights: TaperedWeights::standard(), decides_races: false };
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
