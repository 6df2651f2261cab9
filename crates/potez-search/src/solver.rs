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
    /// A move that wins, keeps the draw, or loses as late as is known.
    pub best: Option<M>,
    /// A win or loss comes within so many plies; it may come sooner.
    pub plies: Option<u32>,
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
    favour: i32,
    has_draws: bool,
    table: Answers,
    /// Buffers, one a ply, used again and again.
    branches: Vec<Vec<Branch<P>>>,
    /// The moves that reached the goal last at each ply, the latest first.
    killers: Vec<[Option<P::Move>; KILLERS]>,
    moves: Vec<P::Move>,
    nodes: u64,
    pulse: Pulse,
    watch: Option<Watch>,
    stopped: bool,
}

/// Moves remembered at each ply for having reached the goal there, the latest first.
const KILLERS: usize = 2;

struct Branch<P: Position> {
    order: i32,
    mv: P::Move,
    key: u64,
    /// What stands in its place of the table.
    words: [u64; 2],
    child: P,
}

/// The answer to the question whether a goal can be reached, with a move that does it or that holds out longest.
struct Answer<M> {
    reached: bool,
    mv: M,
    plies: u8,
}

/// What a player gets of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Verdict {
    reached: bool,
    /// If that decides the game: the plies within which it ends. Otherwise it means nothing.
    plies: u8,
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
    /// The plies within which the game ends, if it is won or lost.
    plies: u8,
}

impl Range {
    const UNKNOWN: Self = Self { least: LOSS, most: WIN, plies: 0 };

    /// Whether the value is at least `goal`, if that is known.
    fn reaches(self, goal: u8) -> Option<Verdict> {
        let reached = self.least >= goal;
        (reached || self.most < goal).then_some(Verdict { reached, plies: self.plies })
    }

    fn reversed(self) -> Self {
        Self { least: WIN - self.most, most: WIN - self.least, plies: self.plies }
    }
}

impl<P: Position, F: FnMut(&P) -> i32> Solver<P, F> {
    /// A solver with a table that grows to so many mebibytes. A game that can't be drawn is solved with one question, so say so.
    pub fn new(table_mib: usize, has_draws: bool, order: F) -> Self {
        assert!(!P::REPEATS, "a game with cycles can't be solved this way");
        Self {
            order,
            favour: 0,
            has_draws,
            table: Answers::new(table_mib),
            branches: Vec::new(),
            killers: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            pulse: Pulse::start(None),
            watch: None,
            stopped: false,
        }
    }

    /// Moves that reached the goal lately, at the same ply of another line, go so much further forward in the order: the
    /// last but one once, the last twice.
    #[must_use]
    pub fn favouring(self, favour: i32) -> Self {
        Self { favour, ..self }
    }

    /// Forgets everything, as if freshly made.
    pub fn clear(&mut self) {
        self.table.clear();
        self.killers.clear();
    }

    /// Finds the value of a position that is not over, and a move that keeps it. What was found out before is used.
    pub fn solve(&mut self, pos: &P, limits: Limits, stop: &Stop) -> Solution<P::Move> {
        self.solve_from(pos, None, limits, stop)
    }

    /// The same, where `first` is likely the best move, so it is looked at first.
    pub fn solve_from(&mut self, pos: &P, first: Option<P::Move>, limits: Limits, stop: &Stop) -> Solution<P::Move> {
        let watch = Watch::start(limits, stop);
        self.pulse = Pulse::start(limits.nodes);
        (self.nodes, self.stopped) = (0, false);
        self.watch = Some(watch.clone());
        let Some((proof, answer)) = self.value(pos, first) else {
            return Solution { proof: None, best: None, plies: None, nodes: self.nodes, time: watch.elapsed() };
        };
        let plies = (proof != Proof::Draw).then_some(u32::from(answer.plies));
        Solution { proof: Some(proof), best: Some(answer.mv), plies, nodes: self.nodes, time: watch.elapsed() }
    }

    /// Lengthens a line by what the table knows: the winner's shortest ways, the loser's longest. It ends where nothing
    /// is known, or where neither wins.
    pub fn extend_line(&self, pos: &P, line: &mut Vec<P::Move>) {
        let mut pos = pos.clone();
        for &mv in line.iter() {
            pos.play(mv);
        }
        let mut moves = Vec::new();
        while pos.outcome().is_none() {
            moves.clear();
            pos.legal_moves(&mut moves);
            let ranges = moves.iter().map(|&mv| {
                let mut child = pos.clone();
                child.play(mv);
                (mv, known(pos.turn(), &child, || self.table.probe(child.key())))
            });
            let (won, other): (Vec<_>, Vec<_>) = ranges.partition(|(_, range)| range.least == WIN);
            let best = won.iter().min_by_key(|(_, range)| range.plies).or_else(|| {
                let lost = other.iter().all(|(_, range)| range.most == LOSS);
                other.iter().max_by_key(|(_, range)| range.plies).filter(|_| lost)
            });
            let Some(&(mv, _)) = best else { return };
            line.push(mv);
            pos.play(mv);
        }
    }

    /// Whether a move is known to lose.
    pub fn loses(&self, pos: &P, mv: P::Move) -> bool {
        let mut child = pos.clone();
        child.play(mv);
        known(pos.turn(), &child, || self.table.probe(child.key())).most == LOSS
    }

    fn value(&mut self, pos: &P, first: Option<P::Move>) -> Option<(Proof, Answer<P::Move>)> {
        let answer = self.ask(pos, WIN, first)?;
        if answer.reached {
            return Some((Proof::Win, answer));
        }
        if !self.has_draws {
            return Some((Proof::Loss, answer));
        }
        let answer = self.ask(pos, DRAW, first)?;
        Some((if answer.reached { Proof::Draw } else { Proof::Loss }, answer))
    }

    /// Asks for a move after which the player to move gets at least `goal`; `None` if a limit came first.
    fn ask(&mut self, pos: &P, goal: u8, first: Option<P::Move>) -> Option<Answer<P::Move>> {
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut child = pos.clone();
            child.play(mv);
            self.nodes += 1;
            let order = if child.outcome().is_some() { i32::MIN } else { (self.order)(&child) };
            children.push((order, mv, child));
        }
        children.sort_by_key(|&(order, mv, _)| (Some(mv) != first, order));
        let mut longest = None;
        for (_, mv, child) in children {
            let Verdict { reached, plies } = self.follow(pos.turn(), &child, child.key(), goal, 1)?;
            let plies = plies.saturating_add(1);
            if reached {
                return Some(Answer { reached, mv, plies });
            }
            if longest.as_ref().is_none_or(|longest: &Answer<_>| plies > longest.plies) {
                longest = Some(Answer { reached, mv, plies });
            }
        }
        longest
    }

    /// Whether `player` gets at least `goal` in a position, whoever is to move there; `None` if there is no time to find
    /// out.
    fn follow(&mut self, player: Player, pos: &P, key: u64, goal: u8, ply: usize) -> Option<Verdict> {
        if let Some(answer) = known(player, pos, || self.table.probe(key)).reaches(goal) {
            return Some(answer);
        }
        if pos.turn() == player {
            self.node(pos, key, goal, ply)
        } else {
            // One player gets at least a goal exactly when the other does not get more than what is left.
            let Verdict { reached, plies } = self.node(pos, key, WIN + 1 - goal, ply)?;
            Some(Verdict { reached: !reached, plies })
        }
    }

    /// Whether the player to move gets at least `goal`; `None` if there is no time to find out.
    fn node(&mut self, pos: &P, key: u64, goal: u8, ply: usize) -> Option<Verdict> {
        if ply >= MOST_PLIES || self.is_over() {
            return None;
        }
        if self.branches.len() <= ply {
            self.branches.resize_with(ply + 1, Vec::new);
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; KILLERS]);
        }
        let before = self.nodes;
        let mut branches = std::mem::take(&mut self.branches[ply]);
        branches.clear();
        let mut verdict = Some(self.expand(pos, goal, &mut branches));
        if verdict.is_some_and(|verdict| !verdict.reached) {
            let killers = self.killers[ply];
            branches.sort_by_key(|branch| {
                let rank = killers.iter().position(|&killer| killer == Some(branch.mv)).unwrap_or(KILLERS);
                branch.order - self.favour * (KILLERS - rank) as i32
            });
            verdict = self.try_branches(pos.turn(), &branches, goal, ply, verdict);
        }
        self.branches[ply] = branches;
        let mut verdict = verdict?;
        verdict.plies = verdict.plies.saturating_add(1);
        // Without draws the answer is all that there is to know.
        let mut range = if self.has_draws { self.table.probe(key) } else { Range::UNKNOWN };
        if verdict.reached {
            range.least = if self.has_draws { range.least.max(goal) } else { WIN };
            range.most = range.most.max(range.least);
        } else {
            range.most = if self.has_draws { range.most.min(goal - 1) } else { LOSS };
            range.least = range.least.min(range.most);
        }
        range.plies = verdict.plies;
        self.table.store(key, range, self.nodes - before);
        Some(verdict)
    }

    /// Plays every move. Moves known to miss the goal are left out of the branches, but not out of the verdict, which holds if
    /// there are no branches; if one is known to reach it, it is the verdict.
    fn expand(&mut self, pos: &P, goal: u8, branches: &mut Vec<Branch<P>>) -> Verdict {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        pos.legal_moves(&mut moves);
        let mut verdict = Verdict { reached: false, plies: 0 };
        for &mv in &moves {
            let mut child = pos.clone();
            child.play(mv);
            branches.push(Branch { order: 0, mv, key: child.key(), words: [EMPTY; 2], child });
        }
        self.nodes += moves.len() as u64;
        // One after the other with nothing in between: the processor waits for all of them together.
        for branch in branches.iter_mut() {
            branch.words = self.table.words(branch.key);
        }
        branches.retain(|branch| {
            if verdict.reached {
                return false;
            }
            match known(pos.turn(), &branch.child, || Answers::read(branch.words, branch.key)).reaches(goal) {
                Some(known) if known.reached => verdict = known,
                Some(known) => verdict.plies = verdict.plies.max(known.plies),
                None => return true,
            }
            false
        });
        self.moves = moves;
        // A single branch needs no order.
        if !verdict.reached && branches.len() > 1 {
            for branch in branches.iter_mut() {
                branch.order = (self.order)(&branch.child);
            }
        }
        verdict
    }

    fn try_branches(
        &mut self,
        player: Player,
        branches: &[Branch<P>],
        goal: u8,
        ply: usize,
        known: Option<Verdict>,
    ) -> Option<Verdict> {
        let mut verdict = known?;
        for branch in branches {
            let found = self.follow(player, &branch.child, branch.key, goal, ply + 1)?;
            if found.reached {
                self.remember(branch.mv, ply);
                return Some(found);
            }
            verdict.plies = verdict.plies.max(found.plies);
        }
        Some(verdict)
    }

    /// Puts a move first among the killers of a ply.
    fn remember(&mut self, mv: P::Move, ply: usize) {
        let killers = &mut self.killers[ply];
        let at = killers.iter().position(|&killer| killer == Some(mv)).unwrap_or(KILLERS - 1);
        killers[at] = Some(mv);
        killers[..=at].rotate_right(1);
    }

    fn is_over(&mut self) -> bool {
        if !self.stopped && self.pulse.is_due(self.nodes) {
            self.stopped = self.watch.as_ref().is_some_and(|watch| watch.is_over(self.nodes));
            self.pulse.beat(self.nodes);
        }
        self.stopped
    }
}

/// What is known of a position for `player`, with what the table says for the player to move.
fn known<P: Position>(player: Player, pos: &P, told: impl FnOnce() -> Range) -> Range {
    match pos.outcome() {
        Some(Outcome::Draw) => Range { least: DRAW, most: DRAW, plies: 0 },
        Some(Outcome::Win(winner)) => {
            let value = if winner == player { WIN } else { LOSS };
            Range { least: value, most: value, plies: 0 }
        }
        None if pos.turn() == player => told(),
        None => told().reversed(),
    }
}

/// A compact table of answers: one word a position, two to a bucket, the costlier answer kept.
///
/// A word holds the key without its lowest two bytes, which the place in the table implies, the plies, the range of the
/// value and the logarithm of the work behind it. The table begins small, because the first touch of memory costs more than
/// the search of a small position, and grows while it is half full.
struct Answers {
    slots: Vec<[u64; 2]>,
    /// Buckets that it may grow to.
    most: usize,
    /// Words in use.
    used: usize,
}

/// A word without an answer, which has no value between 0 and 2. Not 0: zeros may be the system's promise of memory, which
/// costs more to take up piece by piece than to write at once.
const EMPTY: u64 = u64::MAX;
/// The fields of a word below the key.
const KEY_SHIFT: u32 = 16;
const PLIES_SHIFT: u32 = 8;
const WORK_SHIFT: u32 = 4;

impl Answers {
    /// Buckets at the beginning: enough that a place implies the bits of the key that its words leave out.
    const LEAST: usize = 1 << KEY_SHIFT;

    fn new(mib: usize) -> Self {
        let most = 1 << (mib << 16).max(Self::LEAST).ilog2();
        Self { slots: vec![[EMPTY; 2]; Self::LEAST], most, used: 0 }
    }

    fn clear(&mut self) {
        (self.slots, self.used) = (vec![[EMPTY; 2]; Self::LEAST], 0);
    }

    /// Moves everything to a table four times as large. The words of one bucket spread over four.
    fn grow(&mut self) {
        let buckets = (4 * self.slots.len()).min(self.most);
        let old = std::mem::replace(&mut self.slots, vec![[EMPTY; 2]; buckets]);
        for (place, words) in old.into_iter().enumerate() {
            for word in words.into_iter().filter(|&word| word != EMPTY) {
                let key = word >> KEY_SHIFT << KEY_SHIFT | (place & (Self::LEAST - 1)) as u64;
                let at = self.bucket(key);
                let bucket = &mut self.slots[at];
                bucket[usize::from(bucket[0] != EMPTY)] = word;
            }
        }
    }

    /// The bucket is chosen by the lowest bits of the key, at least those that a word leaves out.
    fn bucket(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    /// What stands where the answer for this key would.
    fn words(&self, key: u64) -> [u64; 2] {
        self.slots[self.bucket(key)]
    }

    fn probe(&self, key: u64) -> Range {
        Self::read(self.words(key), key)
    }

    fn read(words: [u64; 2], key: u64) -> Range {
        match words.iter().find(|&&word| word >> KEY_SHIFT == key >> KEY_SHIFT && word != EMPTY) {
            Some(word) => {
                Range { least: (word & 3) as u8, most: (word >> 2 & 3) as u8, plies: (word >> PLIES_SHIFT) as u8 }
            }
            None => Range::UNKNOWN,
        }
    }

    fn store(&mut self, key: u64, range: Range, work: u64) {
        let work = u64::from((work + 1).ilog2().min(15));
        let word = key >> KEY_SHIFT << KEY_SHIFT
            | u64::from(range.plies) << PLIES_SHIFT
            | work << WORK_SHIFT
            | u64::from(range.most) << 2
            | u64::from(range.least);
        if self.used >= self.slots.len() && self.slots.len() < self.most {
            self.grow();
        }
        let at = self.bucket(key);
        let bucket = &mut self.slots[at];
        let free = bucket.iter().filter(|&&word| word == EMPTY).count();
        let is_lighter = bucket[0] != EMPTY && work < bucket[0] >> WORK_SHIFT & 15;
        if bucket[0] >> KEY_SHIFT == key >> KEY_SHIFT {
            bucket[0] = word;
        } else if bucket[1] >> KEY_SHIFT == key >> KEY_SHIFT || is_lighter {
            bucket[1] = word;
        } else {
            bucket[1] = bucket[0];
            bucket[0] = word;
        }
        self.used += free - bucket.iter().filter(|&&word| word == EMPTY).count();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_outlive_the_growth_of_the_table() {
        const COUNT: u64 = 150_000;
        let mut table = Answers::new(64);
        let key = |number: u64| (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let range = |number: u64| {
            let value = (number % 3) as u8;
            Range { least: value, most: value, plies: 1 + (number % 100) as u8 }
        };
        for number in 0..COUNT {
            table.store(key(number), range(number), 1);
        }
        assert!(table.slots.len() > Answers::LEAST);
        let known: Vec<u64> = (0..COUNT).filter(|&number| table.probe(key(number)) != Range::UNKNOWN).collect();
        assert!(known.len() as u64 > COUNT * 9 / 10, "{}", known.len());
        assert!(known.iter().all(|&number| table.probe(key(number)) == range(number)));
        table.clear();
        assert!((0..COUNT).all(|number| table.probe(key(number)) == Range::UNKNOWN));
    }
}
