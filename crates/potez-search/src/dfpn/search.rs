use potez_core::{Outcome, Player, Position};

use super::table::{NEVER, Numbers, Table};
use super::{Guess, Settings};
use crate::Watch;

/// The answer to one question, with the move at the root that settles it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer<M> {
    pub(super) wins: bool,
    pub(super) is_pure: bool,
    pub(super) mv: M,
}

/// No ancestor: the numbers hold on every path.
const NOBODY: usize = usize::MAX;

#[derive(Clone, Copy, Debug)]
struct Child<M> {
    mv: M,
    key: u64,
    numbers: Numbers,
    /// For a disproof: the depth of the highest ancestor that it rests on a return to.
    rests_on: usize,
    work: u64,
}

/// A position on the way down.
#[derive(Debug)]
struct Frame<P: Position> {
    pos: P,
    key: u64,
    children: Vec<Child<P::Move>>,
    /// The search leaves when a number reaches its bound.
    proof_bound: u32,
    disproof_bound: u32,
    /// The child that is looked at.
    chosen: usize,
    begun: u64,
}

/// One question: can `player` force a win?
pub(super) struct Search<'a, P: Position, G> {
    table: &'a mut Table,
    guess: &'a G,
    patience: f64,
    player: Player,
    frames: Vec<Frame<P>>,
    /// Lists of moves that are not in use.
    spare: Vec<Vec<Child<P::Move>>>,
    moves: Vec<P::Move>,
}

impl<'a, P: Position, G: Guess<P>> Search<'a, P, G> {
    pub(super) fn new(table: &'a mut Table, guess: &'a G, settings: Settings, player: Player) -> Self {
        let patience = settings.patience.max(0.0);
        Self { table, guess, patience, player, frames: Vec::new(), spare: Vec::new(), moves: Vec::new() }
    }

    /// The two questions about one position are different entries.
    fn key(&self, pos: &P) -> u64 {
        pos.key() ^ [0, 0x9e37_79b9_7f4a_7c15][self.player.index()]
    }

    /// Answers the question about `pos`, or gives up when the watch says so.
    pub(super) fn run(mut self, pos: &P, watch: &Watch, nodes: &mut u64) -> Option<Answer<P::Move>> {
        *nodes += 1;
        self.enter(pos.clone(), (NEVER, NEVER), *nodes);
        loop {
            let (numbers, rests_on) = self.sum_up();
            let depth = self.frames.len() - 1;
            let frame = &self.frames[depth];
            if numbers.proof >= frame.proof_bound || numbers.disproof >= frame.disproof_bound {
                let work = *nodes - frame.begun + 1;
                if rests_on == NOBODY {
                    self.table.store(frame.key, numbers, work);
                }
                if depth == 0 {
                    return Some(self.answer(numbers));
                }
                self.leave(numbers, rests_on, work);
                continue;
            }
            if nodes.is_multiple_of(16) && watch.is_over(*nodes)
                || watch.limits().nodes.is_some_and(|most| *nodes >= most)
            {
                return None;
            }
            *nodes += 1;
            self.descend(numbers, *nodes);
        }
    }

    /// Lists the moves of a position and what is known of them.
    fn enter(&mut self, pos: P, bounds: (u32, u32), begun: u64) {
        let mut children = self.spare.pop().unwrap_or_default();
        children.clear();
        self.moves.clear();
        pos.legal_moves(&mut self.moves);
        let key = self.key(&pos);
        for at in 0..self.moves.len() {
            let mv = self.moves[at];
            let mut child = pos.clone();
            child.play(mv);
            let child_key = self.key(&child);
            let (numbers, rests_on) = self.first_numbers(&child, child_key, key);
            children.push(Child { mv, key: child_key, numbers, rests_on, work: 0 });
        }
        let (proof_bound, disproof_bound) = bounds;
        self.frames.push(Frame { pos, key, children, proof_bound, disproof_bound, chosen: 0, begun });
    }

    /// `parent` is not on the path yet.
    fn first_numbers(&self, child: &P, key: u64, parent: u64) -> (Numbers, usize) {
        match child.outcome() {
            Some(Outcome::Win(winner)) if winner == self.player => return (Numbers::PROVEN, NOBODY),
            Some(outcome) => return (Numbers::disproven(outcome != Outcome::Draw), NOBODY),
            None => {}
        }
        let known = self.table.find(key);
        let is_settled = |numbers: Numbers| numbers.proof == 0 || numbers.disproof == 0;
        if P::REPEATS && !known.is_some_and(is_settled) {
            let path = self.frames.iter().map(|frame| frame.key).chain([parent]);
            if let Some(depth) = path.into_iter().position(|earlier| earlier == key) {
                return (Numbers::disproven(false), depth);
            }
        }
        let guess = || {
            let (proof, disproof) = self.guess.guess(child, self.player);
            Numbers::open(proof, disproof)
        };
        (known.unwrap_or_else(guess), NOBODY)
    }

    /// The numbers of the last frame from those of its children.
    fn sum_up(&self) -> (Numbers, usize) {
        let depth = self.frames.len() - 1;
        let frame = &self.frames[depth];
        let chooses = frame.pos.turn() == self.player;
        let (mut least, mut sum) = (NEVER, 0_u32);
        for child in &frame.children {
            let Numbers { proof, disproof, .. } = child.numbers;
            let (easy, hard) = if chooses { (proof, disproof) } else { (disproof, proof) };
            least = least.min(easy);
            sum = sum.saturating_add(hard).min(NEVER);
        }
        // Only a certain child makes the other number infinite; a large sum is just large.
        let sum = if least == 0 {
            NEVER
        } else if least == NEVER {
            0
        } else {
            sum.clamp(1, NEVER - 1)
        };
        let (proof, disproof) = if chooses { (least, sum) } else { (sum, least) };
        if disproof > 0 {
            return (Numbers { proof, disproof, is_pure: false }, NOBODY);
        }
        let disproofs = frame.children.iter().filter(|child| child.numbers.disproof == 0);
        let (is_pure, rests_on) = if chooses {
            // All of them are needed.
            let highest = disproofs.clone().map(|child| child.rests_on).min().unwrap_or(NOBODY);
            (disproofs.clone().all(|child| child.numbers.is_pure), highest)
        } else {
            let best =
                disproofs.map(|child| (child.numbers.is_pure, child.rests_on)).max_by_key(|&(pure, on)| (on, pure));
            best.unwrap_or((false, NOBODY))
        };
        // A return to this very position helps nobody to win from it: the disproof is good from here up.
        (Numbers { proof, disproof, is_pure }, if rests_on >= depth { NOBODY } else { rests_on })
    }

    /// Goes to the most promising child.
    fn descend(&mut self, numbers: Numbers, begun: u64) {
        let player = self.player;
        let depth = self.frames.len() - 1;
        let frame = &mut self.frames[depth];
        let chooses = frame.pos.turn() == player;
        let easy = |numbers: Numbers| if chooses { numbers.proof } else { numbers.disproof };
        let hard = |numbers: Numbers| if chooses { numbers.disproof } else { numbers.proof };
        let (mut chosen, mut best, mut second) = (0, u32::MAX, NEVER);
        for (at, child) in frame.children.iter().enumerate() {
            let value = easy(child.numbers);
            if value < best {
                (chosen, second, best) = (at, best.min(NEVER), value);
            } else {
                second = second.min(value);
            }
        }
        frame.chosen = chosen;
        let Child { mv, numbers: child, .. } = frame.children[chosen];
        let (easy_bound, hard_bound) =
            if chooses { (frame.proof_bound, frame.disproof_bound) } else { (frame.disproof_bound, frame.proof_bound) };
        let step = (f64::from(second) * (1.0 + self.patience)).min(f64::from(NEVER)) as u32;
        let easy_bound = easy_bound.min(step.max(second.saturating_add(1))).min(NEVER);
        let rest = hard(numbers).saturating_sub(hard(child));
        let hard_bound =
            if hard_bound == NEVER { NEVER } else { (hard_bound - rest.min(hard_bound)).max(hard(child) + 1) };
        let bounds = if chooses { (easy_bound, hard_bound) } else { (hard_bound, easy_bound) };
        let mut pos = frame.pos.clone();
        pos.play(mv);
        self.enter(pos, bounds, begun);
    }

    fn leave(&mut self, numbers: Numbers, rests_on: usize, work: u64) {
        let Some(frame) = self.frames.pop() else { return };
        self.spare.push(frame.children);
        if let Some(parent) = self.frames.last_mut() {
            let child = &mut parent.children[parent.chosen];
            debug_assert_eq!(child.key, frame.key);
            child.numbers = numbers;
            child.rests_on = rests_on;
            child.work += work;
        }
    }

    fn answer(&self, numbers: Numbers) -> Answer<P::Move> {
        let root = &self.frames[0];
        let wins = numbers.proof == 0;
        let chooses = root.pos.turn() == self.player;
        let settles = |child: &&Child<P::Move>| {
            let Numbers { proof, disproof, is_pure } = child.numbers;
            if wins { proof == 0 } else { disproof == 0 && (is_pure || !numbers.is_pure) }
        };
        let fitting = root.children.iter().filter(settles);
        // The side that gets what it wants takes the least trouble; the other one makes the most of it.
        let child = if chooses == wins {
            fitting.min_by_key(|child| child.work)
        } else {
            fitting.max_by_key(|child| child.work)
        };
        let mv = child.or(root.children.first()).expect("a running game has moves").mv;
        Answer { wins, is_pure: numbers.is_pure, mv }
    }
}
