//! A solver for games without cycles: it asks yes-or-no questions and estimates nothing.
//!
//! Because no position repeats, what is found out about a position never depends on the way to it, so every answer
//! goes into the table and stays there.

use std::time::Duration;

use potez_core::{Outcome, Player, Position};

use crate::pulse::Pulse;
use crate::{Limits, Proof, Stop, Watch};

/// No line is followed further than this; a game that can last longer may stay unsolved.
const MOST_PLIES: usize = 2048;

/// What a solver has found out.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M> {
    /// The value for the player to move; `None` if a limit was reached first.
    pub proof: Option<Proof>,
    /// A move that wins, or that keeps the draw.
    pub best: Option<M>,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
}

/// A boolean alpha-beta search with a table of its own, for games without cycles.
///
/// `order` ranks the positions after the moves of a node, lowest first; a good order is the number of the enemy's
/// replies.
pub struct Solver<P: Position, F> {
    order: F,
    has_draws: bool,
    table: Answers,
    /// Buffers, one a ply, used again and again.
    branches: Vec<Vec<Branch<P>>>,
    moves: Vec<P::Move>,
    nodes: u64,
    pulse: Pulse,
    watch: Option<Watch>,
    stopped: bool,
}

struct Branch<P> {
    order: i32,
    child: P,
}

/// The answer to the question whether a goal can be reached.
enum Answer<M> {
    /// By this move.
    Yes(M),
    No,
    /// A limit came first.
    Unknown,
}

/// The values of a position for the player to move, as numbers that can be compared.
const LOSS: u8 = 0;
const DRAW: u8 = 1;
const WIN: u8 = 2;

/// What is known of a value: it lies between the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    least: u8,
    most: u8,
}

impl Range {
    const UNKNOWN: Self = Self { least: LOSS, most: WIN };

    /// Whether the value is at least `goal`, if that is known.
    fn reaches(self, goal: u8) -> Option<bool> {
        if self.least >= goal {
            Some(true)
        } else if self.most < goal {
            Some(false)
        } else {
            None
        }
    }

    fn reversed(self) -> Self {
        Self { least: WIN - self.most, most: WIN - self.least }
    }
}

impl<P: Position, F: FnMut(&P) -> i32> Solver<P, F> {
    /// A solver with a table of so many mebibytes. A game that can't be drawn is solved with one question, so say so.
    pub fn new(table_mib: usize, has_draws: bool, order: F) -> Self {
        assert!(!P::REPEATS, "a game with cycles can't be solved this way");
        Self {
            order,
            has_draws,
            table: Answers::new(table_mib),
            branches: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            pulse: Pulse::start(None),
            watch: None,
            stopped: false,
        }
    }

    /// Finds the value of a position that is not over, and a move that keeps it. What was found out before is used.
    pub fn solve(&mut self, pos: &P, limits: Limits, stop: &Stop) -> Solution<P::Move> {
        let watch = Watch::start(limits, stop);
        self.pulse = Pulse::start(limits.nodes);
        (self.nodes, self.stopped) = (0, false);
        self.watch = Some(watch.clone());
        let (proof, best) = self.value(pos);
        Solution { proof, best, nodes: self.nodes, time: watch.elapsed() }
    }

    fn value(&mut self, pos: &P) -> (Option<Proof>, Option<P::Move>) {
        match self.ask(pos, WIN) {
            Answer::Unknown => return (None, None),
            Answer::Yes(mv) => return (Some(Proof::Win), Some(mv)),
            Answer::No if !self.has_draws => return (Some(Proof::Loss), None),
            Answer::No => {}
        }
        match self.ask(pos, DRAW) {
            Answer::Unknown => (None, None),
            Answer::Yes(mv) => (Some(Proof::Draw), Some(mv)),
            Answer::No => (Some(Proof::Loss), None),
        }
    }

    /// Asks for a move after which the player to move gets at least `goal`.
    fn ask(&mut self, pos: &P, goal: u8) -> Answer<P::Move> {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut child = pos.clone();
            child.play(mv);
            self.nodes += 1;
            match self.known(pos.turn(), &child).reaches(goal) {
                Some(true) => return Answer::Yes(mv),
                Some(false) => {}
                None => children.push(((self.order)(&child), mv, child)),
            }
        }
        children.sort_by_key(|&(order, ..)| order);
        for (_, mv, child) in children {
            match self.follow(pos.turn(), &child, goal, 1) {
                Some(true) => return Answer::Yes(mv),
                Some(false) => {}
                None => return Answer::Unknown,
            }
        }
        Answer::No
    }

    /// What is known of a position for `player`, without searching.
    fn known(&self, player: Player, pos: &P) -> Range {
        match pos.outcome() {
            Some(Outcome::Draw) => Range { least: DRAW, most: DRAW },
            Some(Outcome::Win(winner)) => {
                let value = if winner == player { WIN } else { LOSS };
                Range { least: value, most: value }
            }
            None => {
                let range = self.table.probe(pos.key());
                if pos.turn() == player { range } else { range.reversed() }
            }
        }
    }

    /// Whether `player` gets at least `goal` in a position, whoever is to move there.
    fn follow(&mut self, player: Player, pos: &P, goal: u8, ply: usize) -> Option<bool> {
        if let Some(answer) = self.known(player, pos).reaches(goal) {
            return Some(answer);
        }
        if pos.turn() == player {
            self.node(pos, goal, ply)
        } else {
            // One player gets at least a goal exactly when the other does not get more than what is left.
            self.node(pos, WIN + 1 - goal, ply).map(|answer| !answer)
        }
    }

    /// Whether the player to move gets at least `goal`; `None` if there is no time to find out.
    fn node(&mut self, pos: &P, goal: u8, ply: usize) -> Option<bool> {
        if ply >= MOST_PLIES || self.is_over() {
            return None;
        }
        if self.branches.len() <= ply {
            self.branches.resize_with(ply + 1, Vec::new);
        }
        let before = self.nodes;
        let mut branches = std::mem::take(&mut self.branches[ply]);
        branches.clear();
        let mut answer = self.expand(pos, goal, &mut branches).then_some(true);
        if answer.is_none() {
            branches.sort_by_key(|branch| branch.order);
            answer = self.try_branches(pos.turn(), &branches, goal, ply);
        }
        self.branches[ply] = branches;
        let answer = answer?;
        let mut range = self.table.probe(pos.key());
        if answer {
            range.least = range.least.max(goal);
        } else {
            range.most = range.most.min(goal - 1);
        }
        if !self.has_draws {
            range = if answer { Range { least: WIN, most: WIN } } else { Range { least: LOSS, most: LOSS } };
        }
        self.table.store(pos.key(), range, self.nodes - before);
        Some(answer)
    }

    /// Plays every move; true if one of them is known to reach the goal. Moves known to miss it are left out.
    fn expand(&mut self, pos: &P, goal: u8, branches: &mut Vec<Branch<P>>) -> bool {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        pos.legal_moves(&mut moves);
        let mut reached = false;
        for &mv in &moves {
            let mut child = pos.clone();
            child.play(mv);
            self.nodes += 1;
            match self.known(pos.turn(), &child).reaches(goal) {
                Some(true) => {
                    reached = true;
                    break;
                }
                Some(false) => {}
                None => branches.push(Branch { order: 0, child }),
            }
        }
        self.moves = moves;
        if !reached {
            for branch in branches.iter_mut() {
                branch.order = (self.order)(&branch.child);
            }
        }
        reached
    }

    fn try_branches(&mut self, player: Player, branches: &[Branch<P>], goal: u8, ply: usize) -> Option<bool> {
        for branch in branches {
            if self.follow(player, &branch.child, goal, ply + 1)? {
                return Some(true);
            }
        }
        Some(false)
    }

    fn is_over(&mut self) -> bool {
        if !self.stopped && self.pulse.is_due(self.nodes) {
            self.stopped = self.watch.as_ref().is_some_and(|watch| watch.is_over(self.nodes));
            self.pulse.beat(self.nodes);
        }
        self.stopped
    }
}

/// A compact table of answers: one word a position, two to a bucket, the costlier answer kept.
///
/// A word holds the key without its lowest byte, which the place in the table implies, the range of the value and the
/// logarithm of the work behind it.
struct Answers {
    slots: Vec<[u64; 2]>,
}

const WORK_SHIFT: u32 = 4;

impl Answers {
    fn new(mib: usize) -> Self {
        let buckets = (mib << 16).max(256);
        Self { slots: vec![[0; 2]; 1 << buckets.ilog2()] }
    }

    /// The bucket is chosen by the lowest bits of the key, at least eight of them.
    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    fn probe(&self, key: u64) -> Range {
        let found = self.slots[self.bucket(key)].iter().find(|&&word| word != 0 && word >> 8 == key >> 8);
        found.map_or(Range::UNKNOWN, |word| Range { least: (word & 3) as u8, most: (word >> 2 & 3) as u8 })
    }

    fn store(&mut self, key: u64, range: Range, work: u64) {
        let work = u64::from((work + 1).ilog2().min(15));
        let word = key >> 8 << 8 | work << WORK_SHIFT | u64::from(range.most) << 2 | u64::from(range.least);
        let at = self.bucket(key);
        let bucket = &mut self.slots[at];
        if bucket[0] >> 8 == key >> 8 {
            bucket[0] = word;
        } else if bucket[1] >> 8 == key >> 8 || work < bucket[0] >> WORK_SHIFT & 15 {
            bucket[1] = word;
        } else {
            bucket[1] = bucket[0];
            bucket[0] = word;
        }
    }
}
