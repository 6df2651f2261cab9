//! The report of a tree search: root moves ranked, each with its principal variation.

use std::cmp::Ordering;

use potez_core::{Outcome, Player, Position};

use super::arena::Arena;
use super::layout::{ChildSlot, Link, Stats};
use super::policy::MoveIndexing;
use super::settings::FinalMove;
use super::tree_word::TreeWord;
use crate::{Line, Proof, Score};

/// How children are compared.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankingRule {
    pub(super) final_move: FinalMove,
    pub(super) points_per_visit: u32,
}

/// A child as its chooser sees it.
#[derive(Clone, Copy, Debug)]
struct RankedChild {
    slot: ChildSlot,
    stats: Stats,
    /// 0 to 1, draws counted half; even without visits.
    mean: f64,
    /// Seen by the chooser.
    proof: Option<Proof>,
    /// Visits or lower bound, as [`FinalMove`] says.
    rank_value: f64,
}

impl RankedChild {
    /// The mean, or what is proven.
    fn win_chance(&self) -> f64 {
        match self.proof {
            Some(Proof::Win) => 1.0,
            Some(Proof::Loss) => 0.0,
            Some(Proof::Draw) => 0.5,
            None => self.mean,
        }
    }

    fn proof_rank(&self) -> u8 {
        match self.proof {
            Some(Proof::Win) => 0,
            Some(Proof::Loss) => 2,
            _ => 1,
        }
    }
}

/// The children of a node, best first: proven wins, then the unproven and the drawn, then proven
/// losses.
fn ranked<W: TreeWord>(arena: &Arena<W>, link: Link, mover: Player, rule: RankingRule) -> Vec<RankedChild> {
    let block = arena.children(link);
    // A node may be proven lost by knowledge, without a proof for each of its moves.
    let lost = (link.proof() == Some(Outcome::Win(!mover))).then_some(Proof::Loss);
    let mut children: Vec<RankedChild> = (0..link.count())
        .map(|at| {
            let stats = Stats(block.stats[at as usize].get());
            let proof =
                Link(block.links[at as usize].load()).proof().map(|outcome| Proof::of_outcome(outcome, mover)).or(lost);
            let visits = f64::from(stats.visits());
            let mean = stats.mean(rule.points_per_visit);
            let rank_value = match rule.final_move {
                FinalMove::RobustChild => visits,
                FinalMove::SecureChild(factor) => mean.unwrap_or(0.0) - f64::from(factor) / (visits + 1.0).sqrt(),
            };
            let slot = ChildSlot { block: link.first(), count: link.count(), at };
            RankedChild { slot, stats, mean: mean.unwrap_or(0.5), proof, rank_value }
        })
        .collect();
    children.sort_by(by_rank);
    prefer_draws(&mut children);
    children
}

fn by_rank(one: &RankedChild, other: &RankedChild) -> Ordering {
    let rank_value = other.rank_value.partial_cmp(&one.rank_value).unwrap_or(Ordering::Equal);
    one.proof_rank().cmp(&other.proof_rank()).then(rank_value)
}

/// A proven draw goes before an unproven move that promises less than a draw.
fn prefer_draws(children: &mut [RankedChild]) {
    let middle = children.partition_point(|child| child.proof_rank() < 1)
        ..children.partition_point(|child| child.proof_rank() < 2);
    let middle = &mut children[middle];
    if middle.iter().any(|child| child.proof == Some(Proof::Draw)) {
        // A move that promises more than a draw is worth the risk, and stays before it. Both sorts
        // are stable.
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
    // The odds of a certain win are infinite.
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    Score::estimate((100.0 * (chance / (1.0 - chance)).ln()).round() as i32)
}

/// The best `most` moves of the root, each with its principal variation.
pub(super) fn lines<P: Position, M: MoveIndexing<P>, W: TreeWord>(
    arena: &Arena<W>,
    root: &P,
    moves: &M,
    rule: RankingRule,
    most: usize,
) -> Vec<Line<P::Move>> {
    let link = Link(arena.link(ChildSlot::ROOT).load());
    if !link.is_expanded() {
        return Vec::new();
    }
    let line = |child: &RankedChild| {
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

/// The principal variation that begins with a child of the root.
fn variation<P: Position, M: MoveIndexing<P>, W: TreeWord>(
    arena: &Arena<W>,
    root: &P,
    moves: &M,
    first: RankedChild,
    rule: RankingRule,
) -> Vec<P::Move> {
    let mut pos = root.clone();
    let mut variation = Vec::new();
    let mut child = first;
    loop {
        let mv = moves.mv(&pos, arena.edge(child.slot).get() as u32);
        pos.play(mv);
        variation.push(mv);
        let link = Link(arena.link(child.slot).load());
        if pos.outcome().is_some() || !link.is_expanded() {
            return variation;
        }
        let best = ranked(arena, link, pos.turn(), rule).into_iter().next();
        // A child without visits says nothing about the play to expect.
        match best.filter(|best| best.stats.visits() > 0 || best.proof.is_some()) {
            Some(best) => child = best,
            None => return variation,
        }
    }
}
