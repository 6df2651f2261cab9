//! How many stones a player still needs for a structure, if the enemy passed from now on.
//!
//! A bridge is the cheapest path between two corners and a fork the cheapest meeting of three paths
//! from edges, where own stones cost nothing and empty cells one. Rings are looked for only where
//! two stones are missing at most.

use std::collections::VecDeque;

use potez_core::Player;
use potez_havannah::{Board, Cell, Class, Geometry};

use super::threats::wins;

/// More stones than any board has cells: out of reach.
const UNREACHABLE: u16 = 1 << 12;
/// Rings that lack more stones than this are not looked for.
const MAX_RING_DISTANCE: u16 = 2;

/// A structure with the corners or edges that it would join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlannedStructure {
    /// Between two corners.
    Bridge([usize; 2]),
    /// Between three edges.
    Fork([usize; 3]),
    /// Around a cell.
    Ring,
}

impl PlannedStructure {
    /// The name of the structure.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Bridge(_) => "bridge",
            Self::Fork(_) => "fork",
            Self::Ring => "ring",
        }
    }

    /// What it would join, by name; empty for a ring.
    pub(super) fn between(self, size: usize) -> String {
        match self {
            Self::Bridge(corners) => corners.map(|index| corner(size, index).to_string()).join(", "),
            Self::Fork(edges) => edges.map(|index| edge(size, index)).join(", "),
            Self::Ring => String::new(),
        }
    }

    /// The structure with what it would join, in English.
    pub(super) fn english(self, size: usize) -> String {
        let between = self.between(size);
        match self {
            Self::Bridge(_) => format!("a bridge between the corners {between}"),
            Self::Fork(_) => format!("a fork between the edges {between}"),
            Self::Ring => "a ring".into(),
        }
    }
}

/// The cheapest structure of each kind, with the stones that it lacks.
#[derive(Clone, Debug)]
pub(super) struct StructureDistances {
    nearest: Vec<(PlannedStructure, u16)>,
}

impl StructureDistances {
    /// Looks at the whole board for one player.
    pub(super) fn of<C: Class>(board: &Board<C>, player: Player) -> Self {
        let mut nearest = Vec::new();
        nearest.extend(bridge(board, player));
        nearest.extend(fork(board, player));
        nearest.extend(ring(board, player).map(|stones| (PlannedStructure::Ring, stones)));
        Self { nearest }
    }

    /// The cheapest of each kind, the one that lacks the fewest stones first.
    pub(super) fn all(&self) -> Vec<(PlannedStructure, u16)> {
        let mut all = self.nearest.clone();
        all.sort_by_key(|(_, stones)| *stones);
        all
    }

    /// The structure that lacks the fewest stones; bridges before forks before rings.
    pub(super) fn nearest(&self) -> Option<(PlannedStructure, u16)> {
        self.nearest.iter().copied().min_by_key(|(_, stones)| *stones)
    }

    /// The stones that the cheapest structure of the same kind lacks.
    pub(super) fn stones(&self, structure: PlannedStructure) -> u16 {
        let same = |other: &&(PlannedStructure, u16)| other.0.name() == structure.name();
        self.nearest.iter().find(same).map_or(UNREACHABLE, |(_, stones)| *stones)
    }
}

/// The corner of a number, clockwise from `a1` (Rule 1.4).
pub(super) fn corner(size: usize, index: usize) -> Cell {
    let (near, far) = (size - 1, 2 * size - 2);
    let (x, y) = [(0, 0), (near, 0), (far, near), (far, far), (near, far), (0, near)][index % 6];
    Cell::new(x, y)
}

/// The edge of a number, clockwise from the top, by the corners at its ends.
pub(super) fn edge(size: usize, index: usize) -> String {
    format!("{}–{}", corner(size, index), corner(size, index + 1))
}

/// For every cell, the stones needed on a path there from a set of cells, both ends included.
pub(super) struct PathCosts(Vec<u16>);

impl PathCosts {
    pub(super) fn from<C: Class>(board: &Board<C>, player: Player, starts: impl Iterator<Item = Cell>) -> Self {
        let mut costs = vec![UNREACHABLE; Cell::INDICES];
        // 0-1 breadth-first search: what costs nothing more is taken first, so every cell is final
        // when it is taken.
        let mut waiting = VecDeque::new();
        for start in starts {
            relax(board, player, &mut costs, &mut waiting, start, 0);
        }
        while let Some((cell, cost)) = waiting.pop_front() {
            if costs[cell.index()] == cost {
                for next in board.geometry().neighbours(cell) {
                    relax(board, player, &mut costs, &mut waiting, next, cost);
                }
            }
        }
        Self(costs)
    }

    pub(super) fn at(&self, cell: Cell) -> u16 {
        self.0[cell.index()]
    }

    /// Whether a cost is that of a path, and not that of a cell that none leads to.
    pub(super) fn is_reached(cost: u16) -> bool {
        cost < UNREACHABLE
    }
}

/// Queues a cell that is reached at a lower cost than before. What costs nothing more goes first.
fn relax<C: Class>(
    board: &Board<C>,
    player: Player,
    costs: &mut [u16],
    waiting: &mut VecDeque<(Cell, u16)>,
    cell: Cell,
    cost: u16,
) {
    let Some(own) = cost_of(board, player, cell) else { return };
    let cost = cost + own;
    if cost < costs[cell.index()] {
        costs[cell.index()] = cost;
        if own == 0 {
            waiting.push_front((cell, cost));
        } else {
            waiting.push_back((cell, cost));
        }
    }
}

/// What a cell costs: nothing with an own stone, a stone if it is empty; an enemy's cannot be had.
fn cost_of<C: Class>(board: &Board<C>, player: Player, cell: Cell) -> Option<u16> {
    match board.stone(cell) {
        None => Some(1),
        Some(owner) => (owner == player).then_some(0),
    }
}

fn bridge<C: Class>(board: &Board<C>, player: Player) -> Option<(PlannedStructure, u16)> {
    let size = board.geometry().size();
    let corners: [Cell; 6] = std::array::from_fn(|index| corner(size, index));
    let mut structures = Vec::new();
    for (index, &from) in corners.iter().enumerate() {
        let costs = PathCosts::from(board, player, std::iter::once(from));
        let others = corners.iter().enumerate().skip(index + 1);
        structures.extend(others.map(|(other, &to)| (PlannedStructure::Bridge([index, other]), costs.at(to))));
    }
    cheapest(structures)
}

fn fork<C: Class>(board: &Board<C>, player: Player) -> Option<(PlannedStructure, u16)> {
    let geometry = board.geometry();
    let costs: [PathCosts; 6] =
        std::array::from_fn(|index| PathCosts::from(board, player, edge_cells(geometry, index)));
    let mut structures = Vec::new();
    for (one, two, three) in triples() {
        let meeting = |cell: Cell| {
            let sum = costs[one].at(cell) + costs[two].at(cell) + costs[three].at(cell);
            // The cell where the paths meet is on all three and paid for once.
            sum.saturating_sub(2 * cost_of(board, player, cell).unwrap_or_default())
        };
        // The paths to three edges meet somewhere: every cell is tried, as in a Steiner tree of
        // three ends.
        let stones = geometry.cells().iter().map(|&cell| meeting(cell)).min().unwrap_or(UNREACHABLE);
        structures.push((PlannedStructure::Fork([one, two, three]), stones));
    }
    cheapest(structures)
}

fn triples() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..6).flat_map(|one| (one + 1..6).flat_map(move |two| (two + 1..6).map(move |three| (one, two, three))))
}

fn edge_cells(geometry: &Geometry, index: usize) -> impl Iterator<Item = Cell> + '_ {
    geometry.cells().iter().copied().filter(move |&cell| geometry.marks(cell).edges() >> index & 1 == 1)
}

fn cheapest(structures: Vec<(PlannedStructure, u16)>) -> Option<(PlannedStructure, u16)> {
    structures.into_iter().filter(|(_, stones)| *stones < UNREACHABLE).min_by_key(|(_, stones)| *stones)
}

/// The stones that a ring lacks, if they are few.
fn ring<C: Class>(board: &Board<C>, player: Player) -> Option<u16> {
    let closes = |board: &Board<C>| wins(board, player).any(|cell| board.marks_after(cell, player).ring());
    if closes(board) {
        return Some(1);
    }
    // Of the two last stones of a ring, each stands beside a stone that is there already.
    let beside = board.empties().filter(|&cell| board.sides(cell, player) != 0);
    // Each is tried in turn; a ring that lacks three stones or more would take all triples.
    let found = beside.into_iter().any(|cell| {
        let mut next = *board;
        !next.place(cell, player) && closes(&next)
    });
    found.then_some(MAX_RING_DISTANCE)
}
