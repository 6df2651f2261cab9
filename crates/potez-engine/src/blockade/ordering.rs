//! Which turns to search and in which order: pawn moves that come closer, with walls that hurt the
//! enemy more than oneself.
//!
//! A turn is one of some ten pawn moves with one of some two hundred walls. Searching all of them
//! gets nowhere, so pawn moves and walls are ranked apart and only the best are paired.

mod tags;

use potez_blockade::{Axis, Bits, Edges, Move, Position, Square, Turn, Wall};
use potez_core::{Player, Position as _};
use potez_search::alphabeta::{MoveList, MoveOrdering};

use super::evaluation::{Distances, add_path_edges, for_each_cut, furthest, narrow_slots, stock, target};
use super::race;
use super::weights::{EvalTerms, TaperedWeights};

/// How many turns are searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ListWidth {
    /// Pawn moves that are paired with walls.
    pub(super) steps: usize,
    /// Walls that are paired with every pawn move.
    pub(super) walls: usize,
    /// Paths of the enemy that are at most this many steps longer than the shortest are worth a
    /// wall.
    pub(super) slack: u8,
}

impl ListWidth {
    /// The width in use, see `docs/notebook/blockade.md`.
    pub(super) const STANDARD: Self = Self { steps: 6, walls: 16, slack: 2 };
}

/// A pawn move with what it gains.
#[derive(Clone, Copy)]
struct PawnStep {
    from: Square,
    to: Square,
    gain: i32,
}

/// A wall with what it gains, and whether it may cut off something.
#[derive(Clone, Copy)]
struct WallCandidate {
    wall: Wall,
    gain: i32,
    closing: bool,
}

// Sorting is compiled once, not for every class of boards.
fn sort_steps(steps: &mut [PawnStep]) {
    steps.sort_by_key(|step| std::cmp::Reverse(step.gain));
}

fn sort_walls(walls: &mut [WallCandidate]) {
    walls.sort_by_key(|candidate| std::cmp::Reverse(candidate.gain));
}

/// The ordering with its scratch space.
#[derive(Clone)]
pub(super) struct SelectiveOrdering<const N: usize> {
    pub(super) weights: TaperedWeights,
    pub(super) width: ListWidth,
    steps: Vec<PawnStep>,
    walls: Vec<WallCandidate>,
    layers: Vec<Bits<N>>,
    /// The enemy's walls that would make the mover's path longer, and by how many steps.
    threats: Vec<(Wall, i32)>,
}

/// The order of a move per point of evaluation.
const ORDER_PER_POINT: i32 = 40;
/// At least this many walls are listed, if there are any.
const MIN_WALLS: usize = 3;

impl<const N: usize> SelectiveOrdering<N> {
    pub(super) fn new(weights: TaperedWeights, width: ListWidth) -> Self {
        Self { weights, width, steps: Vec::new(), walls: Vec::new(), layers: Vec::new(), threats: Vec::new() }
    }

    /// The pawn moves that do not win, the best first.
    fn list_steps(&mut self, pos: &Position<N>, terms: &EvalTerms, edges: &Edges<N>, distances: Distances) {
        let player = pos.turn();
        // One map per goal serves all landings: walking from each of them would flood the board a
        // dozen times.
        let maps = [0, 1].map(|goal| edges.distance_map(target(pos, player, goal)));
        let before = terms.path_cost(distances[player.index()]);
        self.steps.clear();
        for (pawn, from) in pos.pawns(player).into_iter().enumerate() {
            for to in pos.landings(pawn, edges).squares() {
                let mut after = distances[player.index()];
                after[pawn] = [0, 1].map(|goal| maps[goal].get(to));
                self.steps.push(PawnStep { from, to, gain: before - terms.path_cost(after) });
            }
        }
        sort_steps(&mut self.steps);
    }

    /// The edges on the enemy's shortest paths to goals that are near enough.
    fn enemy_edges(&mut self, pos: &Position<N>, edges: &Edges<N>, distances: Distances, slack: u8) -> Edges<N> {
        let enemy = !pos.turn();
        let paths = &distances[enemy.index()];
        let least = paths.as_flattened().iter().copied().min().unwrap_or(0);
        let mut crossed = Edges { down: Bits::EMPTY, right: Bits::EMPTY };
        for goal in [0, 1] {
            let near = |pawn: usize| paths[pawn][goal] <= least.saturating_add(slack);
            if !near(0) && !near(1) {
                continue;
            }
            self.layers.clear();
            self.layers.extend(edges.layers(target(pos, enemy, goal)));
            for pawn in (0..2).filter(|&pawn| near(pawn)) {
                add_path_edges(
                    edges,
                    pos.pawns(enemy)[pawn],
                    &self.layers[..usize::from(paths[pawn][goal])],
                    &mut crossed,
                );
            }
        }
        crossed
    }

    /// The slots in which a wall may make some pawn's way to some goal longer: everywhere else all
    /// distances stay what they are.
    fn narrow_slots_of_all(&mut self, pos: &Position<N>, edges: &Edges<N>, distances: Distances) -> [Bits<N>; 2] {
        let mut narrow = [Bits::EMPTY; 2];
        for (player, goal) in [(Player::X, 0), (Player::X, 1), (Player::O, 0), (Player::O, 1)] {
            self.layers.clear();
            self.layers.extend(edges.layers(target(pos, player, goal)));
            for (pawn, square) in pos.pawns(player).into_iter().enumerate() {
                let steps = usize::from(distances[player.index()][pawn][goal]);
                let (slots, stepped) = narrow_slots(edges, Bits::one(square), &self.layers[..steps]);
                narrow = [narrow[0] | slots[0] | stepped[0], narrow[1] | slots[1] | stepped[1]];
            }
        }
        narrow
    }

    /// The walls across the enemy's paths, and those that keep the enemy from cutting the mover's,
    /// the best first.
    fn list_walls(&mut self, pos: &Position<N>, terms: &EvalTerms, edges: &Edges<N>, distances: Distances) {
        let crossed = self.enemy_edges(pos, edges, distances, self.width.slack);
        let narrow = self.narrow_slots_of_all(pos, edges, distances);
        let shields = self.list_threats(pos, edges, distances);
        // Walls after which the worst of the enemy's would cut something off, so that it may not be
        // placed.
        let worst = self.worst_threat();
        let guards = worst.map_or([Bits::EMPTY; 2], |threat| pos.guarding_slots(threat));
        let joining = pos.joining_slots();
        // A wall is two edges long: it covers an edge from its own slot or from the one before it.
        let slots = [crossed.down | crossed.down.left(), crossed.right | crossed.right.up()];
        let placeable = pos.placeable();
        let closing = pos.closing_slots();
        let player = pos.turn();
        let before = terms.path_balance(distances, player);
        let most = furthest(distances);
        self.walls.clear();
        for axis in Axis::BOTH {
            let index = axis.index();
            for at in ((slots[index] | shields[index] | guards[index]) & placeable[index]).squares() {
                let wall = Wall { at, axis };
                let after = if narrow[index].contains(at) {
                    pos.distances_past(&edges.with_wall(wall), usize::from(most))
                } else {
                    distances
                };
                let closing = closing[index].contains(at);
                // Rule 4.5: a wall that cuts a pawn off is not legal, wherever the pawn moves
                // first.
                if closing && after.as_flattened().as_flattened().contains(&most) {
                    continue;
                }
                let guarded = worst.filter(|_| guards[index].contains(at));
                let helps = guarded.is_some() || shields[index].contains(at);
                let shield = if helps { self.shield(terms, wall, guarded) } else { 0 };
                // Of equal walls those that go on with others come first: one in the open is easily
                // passed.
                let tie = i32::from(joining[index].contains(at));
                let gain = terms.path_balance(after, player) - before + shield + tie;
                self.walls.push(WallCandidate { wall, gain, closing });
            }
        }
        sort_walls(&mut self.walls);
        self.list_idle_walls(placeable, closing);
    }

    /// Adds walls that cut off nothing if there are hardly any others: who must place a wall can
    /// always waste one.
    fn list_idle_walls(&mut self, placeable: [Bits<N>; 2], closing: [Bits<N>; 2]) {
        for axis in Axis::BOTH {
            for at in placeable[axis.index()].without(&closing[axis.index()]).squares() {
                if self.walls.len() >= MIN_WALLS {
                    return;
                }
                let wall = Wall { at, axis };
                if !self.walls.iter().any(|candidate| candidate.wall == wall) {
                    self.walls.push(WallCandidate { wall, gain: 0, closing: false });
                }
            }
        }
    }

    /// Lists the walls with which the enemy could make the mover's path longer; returns the slots
    /// of walls that would keep it from placing one of them.
    fn list_threats(&mut self, pos: &Position<N>, edges: &Edges<N>, distances: Distances) -> [Bits<N>; 2] {
        self.threats.clear();
        let mut shields = [Bits::EMPTY; 2];
        for_each_cut(pos, pos.turn(), edges, distances, |wall, detour| {
            self.threats.push((wall, detour));
            let at = Bits::one(wall.at);
            // A threat is stopped by a wall in the same line that overlaps it, or by one that
            // crosses its middle.
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
    fn shield(&self, terms: &EvalTerms, wall: Wall, guarded: Option<Wall>) -> i32 {
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
    fn push_steps(&self, moves: &mut MoveList<Move>) {
        for step in &self.steps {
            moves.push(Move::pawn_to(step.from, step.to, None), step.gain * ORDER_PER_POINT);
        }
    }

    /// The best pawn moves with the best walls.
    fn push_pairs(&self, pos: &Position<N>, moves: &mut MoveList<Move>) {
        for step in self.steps.iter().take(self.width.steps) {
            for candidate in self.walls.iter().take(self.width.walls) {
                // Legality is checked only where it can fail: the pawn's move may open or close the
                // last path past a wall.
                if !candidate.closing || pos.is_wall_legal(Some((step.from, step.to)), candidate.wall) {
                    let mv = Move::pawn_to(step.from, step.to, Some(candidate.wall));
                    moves.push(mv, (step.gain + candidate.gain) * ORDER_PER_POINT);
                }
            }
        }
    }

    /// The best walls alone.
    fn push_walls(&self, pos: &Position<N>, moves: &mut MoveList<Move>) {
        for candidate in self.walls.iter().take(self.width.walls) {
            if !candidate.closing || pos.is_wall_legal(None, candidate.wall) {
                moves.push(Move::wall_only(candidate.wall), candidate.gain * ORDER_PER_POINT);
            }
        }
    }
}

/// The turns that the search would try in a position, in no order.
pub fn listed_turns<const N: usize>(pos: &Position<N>) -> Vec<Move> {
    let mut moves = MoveList::default();
    SelectiveOrdering::new(TaperedWeights::standard(), ListWidth::STANDARD).candidates(pos, 0, &mut moves);
    moves.iter().collect()
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

impl<const N: usize> MoveOrdering<Position<N>> for SelectiveOrdering<N> {
    fn is_complete(&self) -> bool {
        false
    }

    /// In a race every pawn move is listed, and nothing is better than to win at once.
    fn is_complete_at(&mut self, pos: &Position<N>) -> bool {
        race::is_race(pos) || winning_move(pos, &pos.edges()).is_some()
    }

    fn candidates(&mut self, pos: &Position<N>, _stage: u32, moves: &mut MoveList<Move>) {
        let edges = pos.edges();
        // No other move can be better, and the search of this one is over at once.
        if let Some(mv) = winning_move(pos, &edges) {
            moves.push(mv, i32::MAX / 2);
            return;
        }
        let distances = pos.distances();
        let terms = *self.weights.terms(stock(pos, pos.turn()) + stock(pos, !pos.turn()));
        self.list_steps(pos, &terms, &edges, distances);
        if stock(pos, pos.turn()) == 0 {
            self.push_steps(moves);
            return;
        }
        self.list_walls(pos, &terms, &edges, distances);
        let before = moves.len();
        match pos.rules().turn() {
            Turn::Full => self.push_pairs(pos, moves),
            Turn::Optional => {
                self.push_pairs(pos, moves);
                self.push_steps(moves);
            }
            Turn::Either => {
                self.push_steps(moves);
                self.push_walls(pos, moves);
            }
        }
        if moves.len() == before {
            // A crowded board, where every wall left closes something: there are few turns, so all
            // of them.
            let mut legal = Vec::new();
            pos.legal_moves(&mut legal);
            for mv in legal {
                moves.push(mv, 0);
            }
        }
    }

    fn tag(&self, mv: Move) -> u32 {
        tags::tag(mv)
    }

    fn move_from_tag(&mut self, pos: &Position<N>, tag: u32) -> Option<Move> {
        tags::recall(pos, tag)
    }
}

#[cfg(test)]
mod tests;
