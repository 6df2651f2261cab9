//! What a position is worth: how far everybody has to go, and how easily a wall makes it further.

use potez_blockade::{Axis, Bits, Edges, Goal, Position, Square, Wall};
use potez_core::{Player, Position as _};
use potez_search::Score;
use potez_search::alphabeta::Evaluator;

use super::race;
use super::weights::{Terms, Weights};

/// Distances by player, pawn and goal, in single steps.
pub(super) type Distances = [[[u8; 2]; 2]; 2];

impl Terms {
    /// The steps of a player's shortest way, of the other pawn's, and to the other goal.
    pub(super) fn steps(ways: [[u8; 2]; 2]) -> [i32; 3] {
        let [[a, b], [c, d]] = ways;
        let (pawns, goals) = ([a.min(b), c.min(d)], [a.min(c), b.min(d)]);
        [pawns[0].min(pawns[1]), pawns[0].max(pawns[1]), goals[0].max(goals[1])].map(i32::from)
    }

    /// The ways of a player as one number: less is better.
    pub(super) fn toil(&self, ways: [[u8; 2]; 2]) -> i32 {
        let [shortest, other_pawn, other_goal] = Self::steps(ways);
        shortest * self.shortest + other_pawn * self.other_pawn + other_goal * self.other_goal
    }

    /// How bad it is for a player that walls make its way longer easily.
    pub(super) fn risk(&self, frailty: Frailty) -> i32 {
        self.cuts * frailty.cuts + self.detour * frailty.detour
    }

    /// The balance of the ways for a player.
    pub(super) fn balance(&self, distances: Distances, player: Player) -> i32 {
        self.toil(distances[(!player).index()]) - self.toil(distances[player.index()])
    }
}

/// The evaluation by ways.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    pub(super) weights: Weights,
    /// Whether races may be judged for certain: not when a position of them has stood twice (Rule 5.3).
    pub(super) judges_races: bool,
}

/// The advantage in points with which 73 % of games are won: docs/strength/blockade.md.
const SCALE: i32 = 200;
/// The walls against either player's way are not counted where the ways and stocks alone are so many points outside the
/// window: few positions have that much in them.
const CLEAR: i32 = 300;

impl<const N: usize> Evaluator<Position<N>> for Ways {
    fn evaluate(&mut self, pos: &Position<N>) -> Score {
        self.evaluate_between(pos, -Score::INFINITE, Score::INFINITE)
    }

    fn evaluate_between(&mut self, pos: &Position<N>, alpha: Score, beta: Score) -> Score {
        let (mover, waiter) = (pos.turn(), !pos.turn());
        let [own, other] = [mover, waiter].map(|player| stock(pos, player));
        let terms = self.weights.terms(own + other);
        let distances = pos.distances();
        let mut value = terms.balance(distances, mover) + terms.tempo + terms.stock * (own as i32 - other as i32);
        if value + CLEAR <= alpha.raw() {
            value += CLEAR;
        } else if value - CLEAR >= beta.raw() {
            value -= CLEAR;
        } else if terms.cuts != 0 {
            let edges = pos.edges();
            let [own, other] = [mover, waiter].map(|player| terms.risk(frailty(pos, player, &edges, distances)));
            value += other - own;
        }
        Score::estimate(value)
    }

    fn verdict(&mut self, pos: &Position<N>) -> Option<Score> {
        if self.judges_races { race::verdict(pos) } else { None }
    }

    fn scale(&self) -> i32 {
        SCALE
    }
}

/// The walls of both colours that a player has left.
pub(super) fn stock<const N: usize>(pos: &Position<N>, player: Player) -> usize {
    Axis::BOTH.into_iter().map(|axis| usize::from(pos.stock(player, axis))).sum()
}

/// How easily walls make a player's way longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Frailty {
    /// Walls that would each make the shortest way longer.
    pub(super) cuts: i32,
    /// The steps that the worst of them would add.
    pub(super) detour: i32,
}

/// How easily the enemy's walls make a player's way longer.
pub(super) fn frailty<const N: usize>(
    pos: &Position<N>,
    player: Player,
    edges: &Edges<N>,
    distances: Distances,
) -> Frailty {
    let mut frailty = Frailty::default();
    for_each_cut(pos, player, edges, distances, |_, detour| {
        frailty.cuts += 1;
        frailty.detour = frailty.detour.max(detour);
    });
    frailty
}

/// The enemy's walls that would each cut all the shortest ways of a player at one place, where these ways narrow to an
/// edge or to two that one wall covers, with the steps they would add. Walls that may not stand (Rule 4.5) do not count.
pub(super) fn for_each_cut<const N: usize>(
    pos: &Position<N>,
    player: Player,
    edges: &Edges<N>,
    distances: Distances,
    mut each: impl FnMut(Wall, i32),
) {
    let least = shortest(distances[player.index()]);
    let narrow = narrow_slots(pos, player, edges, least, distances[player.index()]);
    let walls = Axis::BOTH.map(|axis| match pos.stock(!player, axis) {
        0 => Bits::EMPTY,
        _ => narrow[axis.index()] & pos.free_slots(axis),
    });
    if walls[0].is_empty() && walls[1].is_empty() {
        return;
    }
    let closing = pos.closing_slots();
    let (goals, pawns) = (pos.goals(player), Bits::of(pos.pawns(player)));
    for axis in Axis::BOTH {
        for at in walls[axis.index()].squares() {
            let wall = Wall { at, axis };
            let edges = edges.with_wall(wall);
            if closing[axis.index()].contains(at) && cuts_off(pos, &edges, distances) {
                continue;
            }
            let detour = i32::from(steps(&edges, goals, pawns)) - i32::from(least);
            if detour > 0 {
                each(wall, detour);
            }
        }
    }
}

/// Whether some pawn has no way past these edges, or one much longer than any is now.
pub(super) fn cuts_off<const N: usize>(pos: &Position<N>, edges: &Edges<N>, distances: Distances) -> bool {
    let most = furthest(distances);
    pos.distances_past(edges, usize::from(most)).as_flattened().as_flattened().contains(&most)
}

/// Walls are judged by distances up to this: some steps beyond the longest way there is.
pub(super) fn furthest(distances: Distances) -> u8 {
    const DETOUR: u8 = 24;
    distances.as_flattened().as_flattened().iter().copied().max().unwrap_or(0).saturating_add(DETOUR)
}

/// The steps from one set to another; 0 if there is no way.
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

/// A player's shortest way.
pub(super) fn shortest(ways: [[u8; 2]; 2]) -> u8 {
    ways.as_flattened().iter().copied().min().unwrap_or(0)
}

/// The slots in which a wall would cut all shortest ways of a player at one place.
fn narrow_slots<const N: usize>(
    pos: &Position<N>,
    player: Player,
    edges: &Edges<N>,
    least: u8,
    ways: [[u8; 2]; 2],
) -> [Bits<N>; 2] {
    let mut here = Bits::EMPTY;
    for (square, ways) in pos.pawns(player).into_iter().zip(ways) {
        if ways.contains(&least) {
            here |= Bits::one(square);
        }
    }
    let mut layers = [Bits::EMPTY; LONGEST];
    let depth = usize::from(least);
    let mut narrow = [Bits::EMPTY; 2];
    if depth > LONGEST {
        return narrow;
    }
    for (room, layer) in layers[..depth].iter_mut().zip(edges.layers(pos.goals(player))) {
        *room = layer;
    }
    for layer in layers[..depth].iter().rev() {
        let [up, down] = [edges.step_up(&here) & *layer, edges.step_down(&here) & *layer];
        let [left, right] = [edges.step_left(&here) & *layer, edges.step_right(&here) & *layer];
        let (upright, level) = (up | down.up(), left | right.left());
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

/// Ways longer than this are not looked at for narrow places.
const LONGEST: usize = 48;

/// The squares a player runs for, as its first or second goal.
pub(super) fn target<const N: usize>(pos: &Position<N>, player: Player, goal: usize) -> Bits<N> {
    match pos.rules().goal() {
        Goal::Home => Bits::one(pos.rules().homes(!player)[goal]),
        Goal::Rank => pos.goals(player),
    }
}

/// Adds the edges of all shortest ways down the layers, the goal being the first of them.
pub(super) fn cross<const N: usize>(edges: &Edges<N>, from: Square, layers: &[Bits<N>], crossed: &mut Edges<N>) {
    let mut here = Bits::one(from);
    for layer in layers.iter().rev() {
        let [up, down] = [edges.step_up(&here) & *layer, edges.step_down(&here) & *layer];
        let [left, right] = [edges.step_left(&here) & *layer, edges.step_right(&here) & *layer];
        crossed.down |= up | down.up();
        crossed.right |= left | right.left();
        here = up | down | left | right;
    }
}
