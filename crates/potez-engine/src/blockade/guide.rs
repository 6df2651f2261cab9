//! Which turns to look at: pawn moves that come closer, with walls that hurt the enemy more than oneself.

use potez_blockade::{Axis, Bits, Edges, Move, Position, Square, Turn, Wall};
use potez_core::Position as _;
use potez_search::alphabeta::{Guide, Moves};

use super::evaluation::{Distances, cross, for_each_cut, furthest, stock, target};
use super::race;
use super::weights::{Terms, Weights};

/// How widely the guide looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Width {
    /// Pawn moves that are looked at with walls.
    pub(super) steps: usize,
    /// Walls that are looked at with every pawn move.
    pub(super) walls: usize,
    /// Ways of the enemy that are at most so much longer than the shortest are worth a wall.
    pub(super) slack: u8,
}

impl Width {
    /// The width for the rules with such turns.
    pub(super) fn of(_turn: Turn) -> Self {
        Self::BEST
    }

    /// See `docs/strength/blockade.md`.
    pub(super) const BEST: Self = Self { steps: 6, walls: 16, slack: 2 };
}

/// A pawn move with what it gains.
#[derive(Clone, Copy)]
struct Stride {
    from: Square,
    to: Square,
    gain: i32,
}

/// A wall with what it gains, and whether it may cut off something.
#[derive(Clone, Copy)]
struct Hurdle {
    wall: Wall,
    gain: i32,
    closing: bool,
}

/// The guide with its scratch space.
#[derive(Clone)]
pub(super) struct Selective<const N: usize> {
    pub(super) weights: Weights,
    pub(super) width: Width,
    strides: Vec<Stride>,
    hurdles: Vec<Hurdle>,
    layers: Vec<Bits<N>>,
    /// The enemy's walls that would make the mover's way longer, and by how many steps.
    threats: Vec<(Wall, i32)>,
}

/// A point of evaluation counts so much in the orders of moves.
const ORDER_A_POINT: i32 = 40;
/// So many walls are listed at least, if there are any.
const FEWEST_WALLS: usize = 3;

impl<const N: usize> Selective<N> {
    pub(super) fn new(weights: Weights, width: Width) -> Self {
        Self { weights, width, strides: Vec::new(), hurdles: Vec::new(), layers: Vec::new(), threats: Vec::new() }
    }

    /// The pawn moves that do not win, the best first.
    fn list_strides(&mut self, pos: &Position<N>, terms: &Terms, edges: &Edges<N>, distances: Distances) {
        let player = pos.turn();
        let maps = [0, 1].map(|goal| edges.distance_map(target(pos, player, goal)));
        let before = terms.toil(distances[player.index()]);
        self.strides.clear();
        for (pawn, from) in pos.pawns(player).into_iter().enumerate() {
            for to in pos.landings(pawn, edges).squares() {
                let mut ways = distances[player.index()];
                ways[pawn] = [0, 1].map(|goal| maps[goal].get(to));
                self.strides.push(Stride { from, to, gain: before - terms.toil(ways) });
            }
        }
        self.strides.sort_by_key(|stride| std::cmp::Reverse(stride.gain));
    }

    /// The edges on the enemy's shortest ways to goals that are near enough.
    fn enemy_edges(&mut self, pos: &Position<N>, edges: &Edges<N>, distances: Distances, slack: u8) -> Edges<N> {
        let enemy = !pos.turn();
        let ways = &distances[enemy.index()];
        let least = ways.as_flattened().iter().copied().min().unwrap_or(0);
        let mut crossed = Edges { down: Bits::EMPTY, right: Bits::EMPTY };
        for goal in [0, 1] {
            let near = |pawn: usize| ways[pawn][goal] <= least.saturating_add(slack);
            if !near(0) && !near(1) {
                continue;
            }
            self.layers.clear();
            self.layers.extend(edges.layers(target(pos, enemy, goal)));
            for pawn in (0..2).filter(|&pawn| near(pawn)) {
                cross(edges, pos.pawns(enemy)[pawn], &self.layers[..usize::from(ways[pawn][goal])], &mut crossed);
            }
        }
        crossed
    }

    /// The walls across the enemy's ways, and those that keep the enemy from cutting the mover's, the best first.
    fn list_hurdles(&mut self, pos: &Position<N>, terms: &Terms, edges: &Edges<N>, distances: Distances) {
        let crossed = self.enemy_edges(pos, edges, distances, self.width.slack);
        let shields = self.list_threats(pos, edges, distances);
        // Walls after which the worst of the enemy's would cut something off, so that it may not be placed.
        let worst = self.worst_threat();
        let guards = worst.map_or([Bits::EMPTY; 2], |threat| pos.guarding_slots(threat));
        let joining = pos.joining_slots();
        let slots = [crossed.down | crossed.down.left(), crossed.right | crossed.right.up()];
        let placeable = pos.placeable();
        let closing = pos.closing_slots();
        let player = pos.turn();
        let before = terms.balance(distances, player);
        let most = furthest(distances);
        self.hurdles.clear();
        for axis in Axis::BOTH {
            let index = axis.index();
            for at in ((slots[index] | shields[index] | guards[index]) & placeable[index]).squares() {
                let wall = Wall { at, axis };
                let after = pos.distances_past(&edges.with_wall(wall), usize::from(most));
                let closing = closing[index].contains(at);
                if closing && after.as_flattened().as_flattened().contains(&most) {
                    continue;
                }
                let guarded = worst.filter(|_| guards[index].contains(at));
                let helps = guarded.is_some() || shields[index].contains(at);
                let shield = if helps { self.shield(terms, wall, guarded) } else { 0 };
                // Of equal walls those that go on with others come first: one in the open is easily passed.
                let tie = i32::from(joining[index].contains(at));
                let gain = terms.balance(after, player) - before + shield + tie;
                self.hurdles.push(Hurdle { wall, gain, closing });
            }
        }
        self.hurdles.sort_by_key(|hurdle| std::cmp::Reverse(hurdle.gain));
        self.list_idle_walls(placeable, closing);
    }

    /// Adds walls that cut off nothing if there are hardly any others: who must place a wall can always waste one.
    fn list_idle_walls(&mut self, placeable: [Bits<N>; 2], closing: [Bits<N>; 2]) {
        for axis in Axis::BOTH {
            for at in placeable[axis.index()].without(&closing[axis.index()]).squares() {
                if self.hurdles.len() >= FEWEST_WALLS {
                    return;
                }
                let wall = Wall { at, axis };
                if !self.hurdles.iter().any(|hurdle| hurdle.wall == wall) {
                    self.hurdles.push(Hurdle { wall, gain: 0, closing: false });
                }
            }
        }
    }

    /// Notes the walls with which the enemy could make the mover's way longer; returns the slots of walls that would
    /// keep it from placing one of them.
    fn list_threats(&mut self, pos: &Position<N>, edges: &Edges<N>, distances: Distances) -> [Bits<N>; 2] {
        self.threats.clear();
        let mut shields = [Bits::EMPTY; 2];
        for_each_cut(pos, pos.turn(), edges, distances, |wall, detour| {
            self.threats.push((wall, detour));
            let at = Bits::one(wall.at);
            let (along, index) = match wall.axis {
                Axis::Blue => (at | at.left() | at.right(), 0),
                Axis::Green => (at | at.up() | at.down(), 1),
            };
            shields[index] |= along;
            shields[1 - index] |= at;
        });
        shields
    }

    /// The enemy's wall that would hurt most.
    fn worst_threat(&self) -> Option<Wall> {
        self.threats.iter().max_by_key(|(_, detour)| *detour).map(|&(wall, _)| wall)
    }

    /// What it is worth that a wall is in the way of the enemy's, or guards against one of them.
    fn shield(&self, terms: &Terms, wall: Wall, guarded: Option<Wall>) -> i32 {
        let (mut stopped, mut worst, mut worst_left) = (0, 0, 0);
        for &(threat, detour) in &self.threats {
            worst = worst.max(detour);
            if excludes(wall, threat) || guarded == Some(threat) {
                stopped += 1;
            } else {
                worst_left = worst_left.max(detour);
            }
        }
        terms.cuts * stopped + terms.detour * (worst - worst_left)
    }

    /// Every pawn move alone.
    fn push_strides(&self, moves: &mut Moves<Move>) {
        for stride in &self.strides {
            moves.push(Move::pawn_to(stride.from, stride.to, None), stride.gain * ORDER_A_POINT);
        }
    }

    /// The best pawn moves with the best walls.
    fn push_pairs(&self, pos: &Position<N>, moves: &mut Moves<Move>) {
        for stride in self.strides.iter().take(self.width.steps) {
            for hurdle in self.hurdles.iter().take(self.width.walls) {
                if !hurdle.closing || pos.is_wall_legal(Some((stride.from, stride.to)), hurdle.wall) {
                    let mv = Move::pawn_to(stride.from, stride.to, Some(hurdle.wall));
                    moves.push(mv, (stride.gain + hurdle.gain) * ORDER_A_POINT);
                }
            }
        }
    }

    /// The best walls alone.
    fn push_walls(&self, pos: &Position<N>, moves: &mut Moves<Move>) {
        for hurdle in self.hurdles.iter().take(self.width.walls) {
            if !hurdle.closing || pos.is_wall_legal(None, hurdle.wall) {
                moves.push(Move::wall_only(hurdle.wall), hurdle.gain * ORDER_A_POINT);
            }
        }
    }
}

/// Rule 4.3: whether two walls cannot both stand.
fn excludes(one: Wall, other: Wall) -> bool {
    let rows = one.at.row().abs_diff(other.at.row());
    let cols = one.at.col().abs_diff(other.at.col());
    match (one.axis, other.axis) {
        (Axis::Blue, Axis::Blue) => rows == 0 && cols <= 1,
        (Axis::Green, Axis::Green) => cols == 0 && rows <= 1,
        _ => rows == 0 && cols == 0,
    }
}

/// A landing that wins, if there is one.
fn winning_move<const N: usize>(pos: &Position<N>, edges: &Edges<N>) -> Option<Move> {
    let goals = pos.goals(pos.turn());
    let pawns = pos.pawns(pos.turn());
    (0..2).find_map(|pawn| {
        let to = (pos.landings(pawn, edges) & goals).squares().next()?;
        Some(Move::pawn_to(pawns[pawn], to, None))
    })
}

impl<const N: usize> Guide<Position<N>> for Selective<N> {
    fn is_complete(&self) -> bool {
        false
    }

    /// In a race every pawn move is listed, and nothing is better than to win at once.
    fn is_complete_at(&mut self, pos: &Position<N>) -> bool {
        race::is_race(pos) || winning_move(pos, &pos.edges()).is_some()
    }

    fn candidates(&mut self, pos: &Position<N>, _stage: u32, moves: &mut Moves<Move>) {
        let edges = pos.edges();
        if let Some(mv) = winning_move(pos, &edges) {
            moves.push(mv, i32::MAX / 2);
            return;
        }
        let distances = pos.distances();
        let terms = *self.weights.terms(stock(pos, pos.turn()) + stock(pos, !pos.turn()));
        self.list_strides(pos, &terms, &edges, distances);
        if stock(pos, pos.turn()) == 0 {
            self.push_strides(moves);
            return;
        }
        self.list_hurdles(pos, &terms, &edges, distances);
        let before = moves.len();
        match pos.rules().turn() {
            Turn::Full => self.push_pairs(pos, moves),
            Turn::Optional => {
                self.push_pairs(pos, moves);
                self.push_strides(moves);
            }
            Turn::Either => {
                self.push_strides(moves);
                self.push_walls(pos, moves);
            }
        }
        if moves.len() == before {
            // A crowded board, where every wall left closes something: there are few turns, so all of them.
            let mut legal = Vec::new();
            pos.legal_moves(&mut legal);
            for mv in legal {
                moves.push(mv, 0);
            }
        }
    }

    /// Ten bits where the pawn comes from, five how it moves, eleven for the wall.
    fn tag(&self, mv: Move) -> u32 {
        let wall = mv.to_bits() >> WALL_SHIFT & WALL_MASK;
        match mv.pawn() {
            None => NO_PAWN << 11 | wall,
            Some((from, to)) => ((from.row() << 5 | from.col()) as u32) << 16 | shape(from, to) << 11 | wall,
        }
    }

    fn recall(&mut self, pos: &Position<N>, tag: u32) -> Option<Move> {
        let wall = Move::from_bits((tag & WALL_MASK) << WALL_SHIFT);
        let mv = if tag >> 11 & 0x1f == NO_PAWN {
            wall
        } else {
            let from = Square::new((tag >> 21 & 0x1f) as usize, (tag >> 16 & 0x1f) as usize);
            let pawn = pos.pawns(pos.turn()).iter().position(|&pawn| pawn == from)?;
            let mut landings = pos.landings(pawn, &pos.edges()).squares();
            let to = landings.find(|&to| shape(from, to) == tag >> 11 & 0x1f)?;
            Move::pawn_to(from, to, wall.wall())
        };
        pos.is_legal(mv).then_some(mv)
    }
}

/// Where the wall is in the bits of a move.
const WALL_SHIFT: u32 = 20;
const WALL_MASK: u32 = 0x7ff;
/// The shape of a turn in which no pawn moves.
const NO_PAWN: u32 = 31;

/// How a pawn moves, as a number below 25.
fn shape(from: Square, to: Square) -> u32 {
    ((to.row() + 2 - from.row()) * 5 + to.col() + 2 - from.col()) as u32
}

#[cfg(test)]
mod tests {
    use potez_blockade::{Game, SMALL};
    use potez_core::Game as _;

    use super::*;

    /// Positions of random games under some rules.
    fn positions(spec: &str) -> Vec<Position<SMALL>> {
        let game: Game<SMALL> = spec.parse().unwrap();
        let mut rng = fastrand::Rng::with_seed(3);
        let mut positions = Vec::new();
        for _ in 0..4 {
            let mut pos = game.start();
            while pos.outcome().is_none() && positions.len() % 60 != 59 {
                positions.push(pos.clone());
                pos.play(pos.random_move(&mut rng).unwrap());
            }
            positions.push(game.start());
        }
        positions
    }

    const SPECS: [&str; 4] =
        ["blockade", "blockade:turn=either", "blockade:turn=optional,goal=rank", "blockade:rows=5,cols=5,step=one"];

    #[test]
    fn every_candidate_is_legal_and_listed_once() {
        for spec in SPECS {
            for pos in positions(spec) {
                let mut guide = Selective::<SMALL>::new(Weights::best(), Width::BEST);
                let mut moves = Moves::default();
                guide.candidates(&pos, 0, &mut moves);
                let listed: Vec<Move> = moves.iter().collect();
                for (index, &mv) in listed.iter().enumerate() {
                    assert_eq!(pos.check(mv), Ok(()), "{mv} in {pos} of {spec}");
                    assert!(!listed[..index].contains(&mv), "{mv} twice in {pos} of {spec}");
                }
            }
        }
    }

    #[test]
    fn every_legal_move_is_recalled_by_its_tag() {
        for spec in SPECS {
            for pos in positions(spec).iter().step_by(9) {
                let mut guide = Selective::<SMALL>::new(Weights::best(), Width::BEST);
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                for &mv in &moves {
                    let tag = Guide::<Position<SMALL>>::tag(&guide, mv);
                    assert!((1..1 << 26).contains(&tag));
                    assert_eq!(guide.recall(pos, tag), Some(mv), "in {pos} of {spec}");
                }
            }
        }
    }

    #[test]
    fn there_is_always_a_turn_to_try() {
        for spec in ["blockade:walls=2", "blockade:rows=5,cols=5"] {
            for pos in positions(spec).iter().filter(|pos| pos.outcome().is_none()) {
                let mut guide = Selective::<SMALL>::new(Weights::best(), Width::BEST);
                let mut moves = Moves::default();
                guide.candidates(pos, 0, &mut moves);
                assert!(!moves.is_empty(), "{pos} of {spec}");
            }
        }
    }

    #[test]
    fn all_pawn_moves_of_a_race_are_listed() {
        for mut pos in positions("blockade:walls=0") {
            while pos.outcome().is_none() && winning_move(&pos, &pos.edges()).is_some() {
                pos.play(pos.random_move(&mut fastrand::Rng::with_seed(1)).unwrap());
            }
            let mut guide = Selective::<SMALL>::new(Weights::best(), Width::BEST);
            let mut moves = Moves::default();
            if pos.outcome().is_none() {
                guide.candidates(&pos, 0, &mut moves);
                assert_eq!(moves.len() as u64, pos.count_moves(), "{pos}");
            }
        }
    }
}
