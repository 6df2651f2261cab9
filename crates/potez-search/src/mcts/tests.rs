//! The tree seen from inside: memory, new roots and threads.

use std::fmt;

use potez_core::{Outcome, Player, Position, Unplayable};

use super::arena::Arena;
use super::collection::CollectResult;
use super::layout::{ChildSlot, Link, Stats};
use super::tree_word::TreeWord;
use super::{
    Knowledge, Mcts, MctsSettings, MoveIndexing, OnePlyPrior, Prior, RandomPlayout, SearchTree, Selection, UniformPrior,
};
use crate::{Limits, Report, Stop};

/// A wide game: cells are taken until few are left; some cells give another turn. The winner
/// depends on all of them.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Wide {
    cells: u128,
    left: u32,
    turn: Player,
    key: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct TakeCell(u32);

impl fmt::Display for TakeCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Wide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x} {}", self.cells, self.turn)
    }
}

impl Wide {
    fn new(width: u32, plies: u32) -> Self {
        Self { cells: (1 << width) - 1, left: plies, turn: Player::X, key: 0 }
    }

    fn mixed(player: Player, cell: u32) -> u64 {
        fastrand::Rng::with_seed(u64::from(cell) * 2 + player.index() as u64).u64(..)
    }
}

impl Position for Wide {
    type Move = TakeCell;
    type Illegal = Unplayable;

    fn turn(&self) -> Player {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(match self.key % 8 {
            0..4 => Outcome::Win(Player::X),
            4..7 => Outcome::Win(Player::O),
            _ => Outcome::Draw,
        })
    }

    fn legal_moves(&self, moves: &mut Vec<TakeCell>) {
        if self.left > 0 {
            moves.extend((0..128).filter(|cell| self.cells >> cell & 1 == 1).map(TakeCell));
        }
    }

    fn play(&mut self, mv: TakeCell) {
        self.cells &= !(1 << mv.0);
        self.left -= 1;
        self.key ^= Self::mixed(self.turn, mv.0);
        if !mv.0.is_multiple_of(5) {
            self.turn = !self.turn;
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn check(&self, mv: TakeCell) -> Result<(), Unplayable> {
        if self.left > 0 && self.cells >> mv.0 & 1 == 1 { Ok(()) } else { Err(Unplayable) }
    }
}

#[derive(Clone, Copy)]
struct CellIndexing;

impl MoveIndexing<Wide> for CellIndexing {
    const PLAYED_ONCE: bool = true;

    fn amaf_width(&self) -> usize {
        128
    }

    fn index(&self, _: &Wide, mv: TakeCell) -> u32 {
        mv.0
    }

    fn mv(&self, _: &Wide, index: u32) -> TakeCell {
        TakeCell(index)
    }
}

fn mcts<R: Prior<Wide>>(settings: MctsSettings, prior: R) -> Mcts<Wide, CellIndexing, R, RandomPlayout> {
    Mcts::new(settings, Knowledge { indexing: CellIndexing, prior, playout: RandomPlayout::default() })
}

fn rave() -> MctsSettings {
    let selection = Selection { rave: 100.0, exploration: 0.1, ..Selection::default() };
    MctsSettings { memory_mib: 1, multipv: usize::MAX, selection, ..MctsSettings::default() }
}

fn think<R: Prior<Wide>>(
    mcts: &mut Mcts<Wide, CellIndexing, R, RandomPlayout>,
    pos: &Wide,
    nodes: u64,
) -> Report<TakeCell> {
    mcts.search(pos, Limits::nodes(nodes), &Stop::new(), &mut |_| {})
}

/// What a walk through the whole tree has found.
#[derive(Debug, Default, PartialEq, Eq)]
struct Census {
    nodes: usize,
    words: usize,
    proofs: usize,
}

/// Walks the tree and checks that children never count more than their parents.
fn audit<R: Prior<Wide>>(mcts: &Mcts<Wide, CellIndexing, R, RandomPlayout>) -> Census {
    let root = mcts.root.clone().expect("a tree");
    let mut census = Census::default();
    match &mcts.tree {
        SearchTree::Own(arena) => walk(arena, ChildSlot::ROOT, root.turn(), &root, &mut census),
        SearchTree::Shared(arena) => walk(arena, ChildSlot::ROOT, root.turn(), &root, &mut census),
    }
    census
}

fn walk<W: TreeWord>(arena: &Arena<W>, slot: ChildSlot, chooser: Player, pos: &Wide, census: &mut Census) {
    let stats = Stats(arena.stats(slot).get());
    let link = Link(arena.link(slot).get());
    assert!(stats.points() <= 2 * stats.visits());
    census.proofs += usize::from(link.proof().is_some());
    if !link.is_expanded() {
        return;
    }
    census.nodes += 1;
    census.words += link.count() as usize * if arena.has_amaf() { 4 } else { 3 } + 1;
    assert!(link.first() as usize <= arena.used());
    let own = if chooser == pos.turn() { stats } else { stats.reversed(2) };
    let block = arena.children(link);
    let sum = |part: fn(Stats) -> u32| block.stats.iter().map(|word| part(Stats(word.get()))).sum::<u32>();
    let (visits, points) = (sum(Stats::visits), sum(Stats::points));
    // What is missing below was played from the node itself, before it had children.
    let missing = own.visits().checked_sub(visits).expect("children with more visits than their parent");
    assert!(points <= own.points() && own.points() - points <= 2 * missing, "{own:?} over {visits} and {points}");
    let mut indices: Vec<u32> = block.edges.iter().map(|edge| edge.get() as u32).collect();
    indices.sort_unstable();
    indices.dedup();
    assert_eq!(indices.len(), link.count() as usize, "a move stands twice in a block");
    for at in 0..link.count() {
        let slot = ChildSlot { block: link.first(), count: link.count(), at };
        let mut child = pos.clone();
        let mv = TakeCell(arena.edge(slot).get() as u32);
        assert!(child.is_legal(mv), "a block under the wrong node");
        child.play(mv);
        walk(arena, slot, pos.turn(), &child, census);
    }
}

fn root_stats<R: Prior<Wide>>(mcts: &Mcts<Wide, CellIndexing, R, RandomPlayout>) -> Stats {
    match &mcts.tree {
        SearchTree::Own(arena) => Stats(arena.stats(ChildSlot::ROOT).get()),
        SearchTree::Shared(arena) => Stats(arena.stats(ChildSlot::ROOT).get()),
    }
}

#[test]
fn memory_stays_within_its_bound_on_a_wide_game() {
    for threads in [1, 2] {
        let mut mcts = mcts(MctsSettings { threads, ..rave() }, UniformPrior);
        let pos = Wide::new(100, 60);
        for nodes in [1_000, 1_500, 500] {
            think(&mut mcts, &pos, nodes);
            audit(&mcts);
            assert!(mcts.memory() <= 1 << 20, "{} bytes with {threads} threads", mcts.memory());
        }
        // Dropped parts are counted again where they came back; the root has seen everything.
        assert_eq!(root_stats(&mcts).visits(), 3_000);
    }
}

#[test]
fn a_larger_bound_is_taken_as_far_as_it_is_needed() {
    let mut mcts = mcts(MctsSettings { memory_mib: 4, ..rave() }, UniformPrior);
    let pos = Wide::new(100, 60);
    think(&mut mcts, &pos, 100);
    assert!(mcts.memory() < 1 << 20, "{}", mcts.memory());
    think(&mut mcts, &pos, 4_000);
    assert!((1 << 20..=4 << 20).contains(&mcts.memory()), "{}", mcts.memory());
    audit(&mcts);
}

#[test]
fn a_new_root_keeps_its_statistics_and_its_subtree() {
    for plies in 1..=2 {
        let mut mcts = mcts(MctsSettings { memory_mib: 8, ..rave() }, UniformPrior);
        let mut pos = Wide::new(12, 12);
        let before = think(&mut mcts, &pos, 4_000);
        let line = &before.lines[0];
        let mut expected = root_stats(&mcts);
        for &mv in &line.pv[..plies] {
            let lines = think(&mut mcts, &pos, 0).lines;
            let line = lines.iter().find(|line| line.mv() == mv).expect("every move has a line");
            let points = (line.win_chance * 2.0 * line.visits as f64).round() as u32;
            let mover = pos.turn();
            pos.play(mv);
            expected = Stats::new(line.visits as u32, points);
            expected = if pos.turn() == mover { expected } else { expected.reversed(2) };
        }
        // Both plies at once the second time.
        let again = think(&mut mcts, &pos, 0);
        assert_eq!(root_stats(&mcts), expected);
        assert_eq!(again.lines.len(), 12 - plies);
        assert!(again.lines.iter().any(|line| line.visits > 10));
        audit(&mcts);
    }
}

#[test]
fn a_root_two_plies_on_is_found_and_one_elsewhere_begins_anew() {
    let mut mcts = mcts(rave(), UniformPrior);
    let mut pos = Wide::new(12, 12);
    let pv = think(&mut mcts, &pos, 3_000).lines[0].pv.clone();
    pos.play(pv[0]);
    pos.play(pv[1]);
    think(&mut mcts, &pos, 0);
    let kept = root_stats(&mcts).visits();
    assert!(kept > 0 && kept < 3_000);
    let census = audit(&mcts);
    assert!(census.nodes > 1);
    think(&mut mcts, &Wide::new(13, 12), 0);
    assert_eq!(root_stats(&mcts).visits(), 0);
    assert_eq!(audit(&mcts).nodes, 1);
}

#[test]
fn sweeping_drops_nothing_but_garbage_and_changes_no_proof() {
    let mut mcts = mcts(MctsSettings { memory_mib: 2, ..rave() }, OnePlyPrior);
    let mut pos = Wide::new(12, 6);
    let pv = think(&mut mcts, &pos, 1_500).lines[0].pv.clone();
    pos.play(pv[0]);
    let report = think(&mut mcts, &pos, 0);
    let before = audit(&mcts);
    assert!(before.proofs > 0 && before.nodes > 10, "{before:?}");
    let SearchTree::Own(arena) = &mut mcts.tree else { panic!("one thread has a tree of its own") };
    let used = arena.used();
    assert_eq!(arena.collect_garbage(|| false), CollectResult::Freed);
    assert!(arena.used() < used);
    assert_eq!(arena.used(), before.words + 5, "the root takes five words");
    assert_eq!(audit(&mcts), before);
    assert_eq!(think(&mut mcts, &pos, 0).lines, report.lines);
}

#[test]
fn an_interrupted_sweep_leaves_a_whole_tree() {
    let mut mcts = mcts(MctsSettings { memory_mib: 8, ..rave() }, UniformPrior);
    let mut pos = Wide::new(60, 40);
    for round in 0..6 {
        let best = think(&mut mcts, &pos, 1_000).lines[0].mv();
        pos.play(best);
        think(&mut mcts, &pos, 0);
        let before = audit(&mcts);
        let SearchTree::Own(arena) = &mut mcts.tree else { panic!("one thread has a tree of its own") };
        let mut looks = 0;
        arena.collect_garbage(|| {
            looks += 1;
            looks > round % 4
        });
        let after = audit(&mcts);
        assert!(after.nodes <= before.nodes && after.nodes > 0);
    }
}

#[test]
fn threads_lose_no_visit_and_take_back_their_virtual_losses() {
    for threads in 2..=4 {
        for playouts in [1, 3] {
            let settings = MctsSettings { threads, playouts, memory_mib: 64, virtual_loss: 3, ..rave() };
            let mut mcts = mcts(settings, OnePlyPrior);
            let report = think(&mut mcts, &Wide::new(40, 20), 1_000);
            assert_eq!(report.nodes, 1_000);
            let visits: u64 = report.lines.iter().map(|line| line.visits).sum();
            let stats = root_stats(&mcts);
            assert_eq!(u64::from(stats.visits()), visits);
            assert_eq!(visits, 1_000 * u64::from(playouts));
            audit(&mcts);
        }
    }
}

#[test]
fn every_way_to_select_spends_every_visit() {
    let plain = Selection::default();
    let widening = Some(super::ProgressiveWidening { first: 2, factor: 1.0, power: 0.4 });
    let ways = [
        plain,
        Selection { rave: 50.0, ..plain },
        Selection {
            puct: 2.0,
            exploration: 0.0,
            first_play_urgency: super::FirstPlayUrgency::BelowParent(0.2),
            ..plain
        },
        Selection { progressive_bias: 5.0, widening, ..plain },
    ];
    for selection in ways {
        let mut mcts = mcts(MctsSettings { selection, memory_mib: 16, ..rave() }, UniformPrior);
        let report = think(&mut mcts, &Wide::new(30, 30), 2_000);
        audit(&mcts);
        assert_eq!(root_stats(&mcts).visits(), 2_000);
        let visited = report.lines.iter().filter(|line| line.visits > 0).count();
        if selection.widening.is_some() {
            assert!(visited < 30 && visited > 2, "{visited} of 30 children after widening");
        } else {
            assert_eq!(visited, 30);
        }
    }
}
