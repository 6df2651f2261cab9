//! What the net is told of a position: a list of numbers, one for each thing that is so.
//!
//! Everything is counted in steps and walls, not in squares, so that one net serves all boards: how
//! far everybody has to go, how exposed the ways are, and what is left to place.

use potez_blockade::{Axis, Edges, Goal, Position, Square, Step, Turn};
use potez_core::{Player, Position as _};

use super::super::evaluation::Distances;
use super::super::exposure::Exposure;

/// A group of inputs of which exactly one is on.
#[derive(Clone, Copy)]
struct Group {
    first: usize,
    size: usize,
}

impl Group {
    const fn after(previous: Self, size: usize) -> Self {
        Self { first: previous.first + previous.size, size }
    }

    /// The input for a number; larger ones share the last.
    #[inline]
    fn input(self, number: usize) -> u16 {
        (self.first + number.min(self.size - 1)) as u16
    }
}

/// The groups of one player, as an offset from the player's first input.
const SHORTEST: Group = Group { first: 0, size: 33 };
const OTHER_PAWN: Group = Group::after(SHORTEST, 20);
const OTHER_GOAL: Group = Group::after(OTHER_PAWN, 16);
const FAR_GOAL: Group = Group::after(OTHER_GOAL, 16);
const BLUE: Group = Group::after(FAR_GOAL, 10);
const GREEN: Group = Group::after(BLUE, 10);
const CUTS: Group = Group::after(GREEN, 12);
const WORST: Group = Group::after(CUTS, 25);
const SECOND: Group = Group::after(WORST, 25);
const GUARDED: Group = Group::after(SECOND, 4);
const SINGLES: Group = Group::after(GUARDED, 12);
const DOUBLES: Group = Group::after(SINGLES, 12);
const LEADER_EXITS: Group = Group::after(DOUBLES, 5);
const OTHER_EXITS: Group = Group::after(LEADER_EXITS, 5);
const PLAYER: usize = OTHER_EXITS.first + OTHER_EXITS.size;

/// The groups of both players together.
const BOTH: Group = Group { first: 2 * PLAYER, size: 0 };
/// Stages of the game by the walls that are left.
const STAGES: usize = 12;
/// Leads from −12 to 12.
const LEADS: usize = 25;
const LEAD: Group = Group::after(BOTH, LEADS * STAGES);
const LEAD_AFTER_OWN_CUT: Group = Group::after(LEAD, LEADS * STAGES);
const LEAD_AFTER_CUT: Group = Group::after(LEAD_AFTER_OWN_CUT, LEADS * STAGES);
const LEAD_AFTER_BOTH: Group = Group::after(LEAD_AFTER_CUT, LEADS * STAGES);
const STOCKS: Group = Group::after(LEAD_AFTER_BOTH, 64);
const TURNS: Group = Group::after(STOCKS, 3 * STAGES);
const STEPS: Group = Group::after(TURNS, 3);
const GOALS: Group = Group::after(STEPS, 2);
const AREA: Group = Group::after(GOALS, 4 * STAGES);

/// Inputs in all.
pub const INPUTS: usize = AREA.first + AREA.size;
/// Inputs that are on in every position.
pub const ACTIVE: usize = 2 * 14 + 9;

/// The inputs that are on in a position, for the player to move.
pub type Inputs = [u16; ACTIVE];

/// The inputs of a position.
pub fn inputs<const N: usize>(pos: &Position<N>) -> Inputs {
    let edges = pos.edges();
    inputs_past(pos, &edges, pos.distances())
}

/// The same where edges and distances are known.
pub(in crate::blockade) fn inputs_past<const N: usize>(
    pos: &Position<N>,
    edges: &Edges<N>,
    distances: Distances,
) -> Inputs {
    // Steps count double where a move is one of them, so that a move is two everywhere.
    let unit = if pos.rules().step() == Step::One { 2 } else { 1 };
    let sides = [pos.turn(), !pos.turn()].map(|player| Side::of(pos, player, edges, distances, unit));
    let mut inputs = [0; ACTIVE];
    let mut free = inputs.iter_mut();
    let mut add = |input: u16| {
        if let Some(room) = free.next() {
            *room = input;
        }
    };
    for (number, side) in sides.iter().enumerate() {
        side.for_each_input(|input| add((number * PLAYER) as u16 + input));
    }
    let [own, enemy] = sides;
    let stage = stage(own.walls() + enemy.walls());
    let lead = |own: i32, enemy: i32| (enemy - own).clamp(-12, 12) + 12;
    for (group, lead) in [
        (LEAD, lead(own.shortest, enemy.shortest)),
        (LEAD_AFTER_OWN_CUT, lead(own.shortest, enemy.shortest + enemy.worst)),
        (LEAD_AFTER_CUT, lead(own.shortest + own.worst, enemy.shortest)),
        (LEAD_AFTER_BOTH, lead(own.shortest + own.worst, enemy.shortest + enemy.worst)),
    ] {
        add(group.input(stage * LEADS + lead as usize));
    }
    add(STOCKS.input(own.walls().min(7) * 8 + enemy.walls().min(7)));
    let rules = pos.rules();
    let turn = match rules.turn() {
        Turn::Full => 0,
        Turn::Either => 1,
        Turn::Optional => 2,
    };
    add(TURNS.input(turn * STAGES + stage));
    add(STEPS.input(match rules.step() {
        Step::Two => 0,
        Step::UpTo => 1,
        Step::One => 2,
    }));
    add(GOALS.input(usize::from(rules.goal() == Goal::Rank)));
    let area = match rules.rows() * rules.cols() {
        0..=70 => 0,
        71..=120 => 1,
        121..=190 => 2,
        _ => 3,
    };
    add(AREA.input(area * STAGES + stage));
    inputs
}

/// The stage of the game with this many walls left.
fn stage(walls: usize) -> usize {
    match walls {
        0..=4 => walls,
        5..=6 => 5,
        7..=8 => 6,
        9..=11 => 7,
        12..=15 => 8,
        16..=20 => 9,
        21..=27 => 10,
        _ => STAGES - 1,
    }
}

/// What is known of one player.
#[derive(Clone, Copy)]
struct Side {
    shortest: i32,
    /// How much further the other pawn is, the leader from its other goal, and the other pawn from
    /// its farther one.
    further: [usize; 3],
    stock: [usize; 2],
    exposure: Exposure,
    worst: i32,
    second: usize,
    exits: [usize; 2],
}

impl Side {
    fn of<const N: usize>(
        pos: &Position<N>,
        player: Player,
        edges: &Edges<N>,
        distances: Distances,
        unit: usize,
    ) -> Self {
        let steps = distances[player.index()].map(|goals| goals.map(|steps| usize::from(steps) * unit));
        let nearest = steps.map(|goals| goals[0].min(goals[1]));
        let leader = usize::from(nearest[1] < nearest[0]);
        let (least, other) = (nearest[leader], 1 - leader);
        let farthest = |pawn: usize| steps[pawn][0].max(steps[pawn][1]);
        let exposure = Exposure::of(pos, player, edges, distances);
        let pawns = pos.pawns(player);
        Self {
            shortest: least as i32,
            further: [nearest[other] - least, farthest(leader) - least, farthest(other) - nearest[other]],
            stock: Axis::BOTH.map(|axis| usize::from(pos.stock(player, axis))),
            exposure,
            worst: (usize::from(exposure.worst) * unit) as i32,
            second: usize::from(exposure.second) * unit,
            exits: [exits(edges, pawns[leader]), exits(edges, pawns[other])],
        }
    }

    fn walls(&self) -> usize {
        self.stock[0] + self.stock[1]
    }

    fn for_each_input(&self, mut each: impl FnMut(u16)) {
        let Exposure { cuts, guarded, singles, doubles, .. } = self.exposure;
        let shortest = self.shortest as usize;
        // Far away a step more or less says little.
        each(SHORTEST.input(if shortest <= 24 { shortest } else { 24 + (shortest - 24) / 4 }));
        each(OTHER_PAWN.input(self.further[0]));
        each(OTHER_GOAL.input(self.further[1]));
        each(FAR_GOAL.input(self.further[2]));
        each(BLUE.input(self.stock[0]));
        each(GREEN.input(self.stock[1]));
        each(CUTS.input(cuts));
        each(WORST.input(self.worst as usize));
        each(SECOND.input(self.second));
        each(GUARDED.input(guarded));
        each(SINGLES.input(singles));
        each(DOUBLES.input(doubles));
        each(LEADER_EXITS.input(self.exits[0]));
        each(OTHER_EXITS.input(self.exits[1]));
    }
}

/// The sides on which a square is open.
fn exits<const N: usize>(edges: &Edges<N>, square: Square) -> usize {
    let (row, col) = (square.row(), square.col());
    let open = [
        edges.down.contains(square),
        edges.right.contains(square),
        row > 0 && edges.down.contains(Square::new(row - 1, col)),
        col > 0 && edges.right.contains(Square::new(row, col - 1)),
    ];
    open.into_iter().filter(|open| *open).count()
}

#[cfg(test)]
mod tests {
    use potez_blockade::{Game, LARGE, SMALL};
    use potez_core::Game as _;

    use super::*;

    fn check<const N: usize>(spec: &str) {
        let game: Game<N> = spec.parse().unwrap();
        let mut rng = fastrand::Rng::with_seed(4);
        for _ in 0..4 {
            let mut pos = game.start();
            while pos.outcome().is_none() {
                let found = inputs(&pos);
                // Groups stand one after the other, so that inputs of different ones never meet.
                assert!(found.is_sorted_by(|a, b| a < b), "{found:?} in {pos} of {spec}");
                assert!(found.iter().all(|&input| usize::from(input) < INPUTS), "{pos} of {spec}");
                for symmetry in pos.rules().symmetries() {
                    assert_eq!(inputs(&pos.image(symmetry)), found, "{pos} of {spec}");
                }
                pos.play(pos.random_move(&mut rng).unwrap());
            }
        }
    }

    #[test]
    fn every_board_has_its_inputs_and_mirrors_change_none() {
        for spec in ["blockade", "blockade:turn=either,step=one", "blockade:rows=5,cols=5,walls=2,goal=rank"] {
            check::<SMALL>(spec);
        }
        check::<LARGE>("blockade:rows=22,cols=28,walls=18");
    }
}
