use std::cmp::Ordering;

use potez_core::{Outcome, Player, Position};

use super::arena::{Arena, Link, Slot, Stats};
use super::policy::Moves;
use super::settings::Choice;
use super::word::Word;
use crate::{Line, Proof, Score};

/// How children are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rule {
    pub(super) choice: Choice,
    pub(super) grain: u32,
}

/// A child as its chooser sees it.
#[derive(Clone, Copy, Debug)]
struct Child {
    slot: Slot,
    stats: Stats,
    /// 0 to 1, draws counted half; even while nothing is known.
    mean: f64,
    /// Seen by the chooser.
    proof: Option<Proof>,
    appeal: f64,
}

impl Child {
    /// The same with what is certain.
    fn win_chance(&self) -> f64 {
        match self.proof {
            Some(Proof::Win) => 1.0,
            Some(Proof::Loss) => 0.0,
            Some(Proof::Draw) => 0.5,
            None => self.mean,
        }
    }

    fn rank(&self) -> u8 {
        match self.proof {
            Some(Proof::Win) => 0,
            Some(Proof::Loss) => 2,
            _ => 1,
        }
    }
}

fn seen_by(player: Player, outcome: Outcome) -> Proof {
    match outcome {
        Outcome::Win(winner) if winner == player => Proof::Win,
        Outcome::Win(_) => Proof::Loss,
        Outcome::Draw => Proof::Draw,
    }
}

/// The children of a node, best first: proven wins, then the open and the drawn, then proven losses.
fn ranked<W: Word>(arena: &Arena<W>, link: Link, mover: Player, rule: Rule) -> Vec<Child> {
    let block = arena.children(link);
    // A node may be known to be lost without a look at each of its moves.
    let lost = (link.proof() == Some(Outcome::Win(!mover))).then_some(Proof::Loss);
    let mut children: Vec<Child> = (0..link.count())
        .map(|at| {
            let stats = Stats(block.stats[at as usize].get());
            let proof = Link(block.links[at as usize].load()).proof().map(|outcome| seen_by(mover, outcome)).or(lost);
            let visits = f64::from(stats.visits());
            let mean = stats.mean(rule.grain);
            let appeal = match rule.choice {
                Choice::Robust => visits,
                Choice::Secure(doubt) => mean.unwrap_or(0.0) - f64::from(doubt) / (visits + 1.0).sqrt(),
            };
            let slot = Slot { block: link.first(), count: link.count(), at };
            Child { slot, stats, mean: mean.unwrap_or(0.5), proof, appeal }
        })
        .collect();
    let order = |one: &Child, other: &Child| {
        let appeal = other.appeal.partial_cmp(&one.appeal).unwrap_or(Ordering::Equal);
        one.rank().cmp(&other.rank()).then(appeal)
    };
    children.sort_by(order);
    prefer_draws(&mut children);
    children
}

/// A certain draw goes before an open move that promises less than a draw.
fn prefer_draws(children: &mut [Child]) {
    let middle = children.partition_point(|child| child.rank() < 1)..children.partition_point(|child| child.rank() < 2);
    let middle = &mut children[middle];
    if middle.iter().any(|child| child.proof == Some(Proof::Draw)) {
        // Stable: both halves keep their order.
        let promising = middle.iter().find(|child| child.proof.is_none()).is_some_and(|child| child.win_chance() > 0.5);
        if promising {
            middle.sort_by_key(|child| child.proof.is_none() && child.win_chance() <= 0.5);
        } else {
            middle.sort_by_key(|child| child.proof.is_none());
        }
    }
}

/// A chance to win on the scale of scores: a hundred for each factor e in the odds.
fn score(chance: f64) -> Score {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    Score::estimate((100.0 * (chance / (1.0 - chance)).ln()).round() as i32)
}

/// The best `most` moves of the root, each with the play that is expected after it.
pub(super) fn lines<P: Position, M: Moves<P>, W: Word>(
    arena: &Arena<W>,
    root: &P,
    moves: &M,
    rule: Rule,
    most: usize,
) -> Vec<Line<P::Move>> {
    let link = Link(arena.link(Slot::ROOT).load());
    if !link.is_ready() {
        return Vec::new();
    }
    let line = |child: &Child| {
        let pv = variation(arena, root, moves, *child, rule);
        let depth = pv.len() as u32;
        let score = match child.proof {
            Some(Proof::Win) => Score::win_in(depth),
            Some(Proof::Loss) => Score::loss_in(depth),
            Some(Proof::Draw) => Score::DRAW,
            None => score(child.win_chance()),
        };
        let visits = u64::from(child.stats.visits());
        Line { score, win_chance: child.win_chance(), proof: child.proof, pv, depth, visits }
    };
    ranked(arena, link, root.turn(), rule).iter().take(most.max(1)).map(line).collect()
}

/// The play expected from a child of the root on.
fn variation<P: Position, M: Moves<P>, W: Word>(
    arena: &Arena<W>,
    root: &P,
    moves: &M,
    first: Child,
    rule: Rule,
) -> Vec<P::Move> {
    let mut pos = root.clone();
    let mut variation = Vec::new();
    let mut child = first;
    loop {
        let mv = moves.mv(&pos, arena.edge(child.slot).get() as u32);
        pos.play(mv);
        variation.push(mv);
        let link = Link(arena.link(child.slot).load());
        if pos.outcome().is_some() || !link.is_ready() {
            return variation;
        }
        let best = ranked(arena, link, pos.turn(), rule).into_iter().next();
        match best.filter(|best| best.stats.visits() > 0 || best.proof.is_some()) {
            Some(best) => child = best,
            None => return variation,
        }
    }
}
