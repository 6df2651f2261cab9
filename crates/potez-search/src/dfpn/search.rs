//! One proof-number search: can a given player force a win?

use potez_core::{Outcome, Player, Position};

use super::table::{INFINITY, ProofNumbers, ProofTable};
use super::{DfpnSettings, ProofHeuristic};
use crate::trace::{ProofTrace, ProofVisit};
use crate::{IS_MODULE, TimeManager};

/// The answer of one search, with the move at the root that decides it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofAnswer<M> {
    pub(super) wins: bool,
    pub(super) excludes_draw: bool,
    pub(super) mv: M,
}

/// A number to be shown; nothing stands for infinity.
fn finite(number: u32) -> Option<u32> {
    (number < INFINITY).then_some(number)
}

/// The numbers to be shown.
fn shown(numbers: ProofNumbers) -> [Option<u32>; 2] {
    [finite(numbers.proof), finite(numbers.disproof)]
}

/// In place of an ancestor's depth: the numbers hold on every path.
const PATH_INDEPENDENT: usize = usize::MAX;

#[derive(Clone, Copy, Debug)]
struct ProofChild<M> {
    mv: M,
    key: u64,
    numbers: ProofNumbers,
    /// For a disproof: the depth of the highest ancestor whose repetition it depends on.
    depends_on_ancestor: usize,
    work: u64,
}

/// An expanded position on the path to the most-proving node.
///
/// An OR node has the player to move who is to win: one proven child proves it, so its proof number
/// is the least of its children's and its disproof number their sum. In an AND node it is the other
/// way round.
#[derive(Debug)]
struct PathNode<P: Position> {
    pos: P,
    key: u64,
    children: Vec<ProofChild<P::Move>>,
    /// The search leaves the node when a number reaches its threshold.
    proof_threshold: u32,
    disproof_threshold: u32,
    /// The child that is searched.
    chosen: usize,
    /// The count of nodes when this one was entered.
    entered_at: u64,
}

/// One search for a win of `player`. The path is a stack of its own and no recursion: lines can be
/// thousands of plies long.
pub(super) struct ProofSearch<'a, P: Position, H> {
    table: &'a mut ProofTable,
    heuristic: &'a H,
    epsilon: f64,
    player: Player,
    path: Vec<PathNode<P>>,
    /// Lists of children that are not in use, to be reused.
    spare: Vec<Vec<ProofChild<P::Move>>>,
    moves: Vec<P::Move>,
    /// Where the search is recorded, if it is.
    trace: Option<&'a mut ProofTrace<P::Move>>,
}

impl<'a, P: Position, H: ProofHeuristic<P>> ProofSearch<'a, P, H> {
    pub(super) fn new(table: &'a mut ProofTable, heuristic: &'a H, settings: DfpnSettings, player: Player) -> Self {
        let epsilon = settings.epsilon.max(0.0);
        Self { table, heuristic, epsilon, player, path: Vec::new(), spare: Vec::new(), moves: Vec::new(), trace: None }
    }

    /// The same, recorded where there is a trace.
    pub(super) fn recorded(mut self, trace: Option<&'a mut ProofTrace<P::Move>>) -> Self {
        self.trace = trace;
        self
    }

    /// The key of a position in the table, where the searches for the two players are different
    /// entries.
    fn key(&self, pos: &P) -> u64 {
        pos.key() ^ [0, 0x9e37_79b9_7f4a_7c15][self.player.index()]
    }

    /// Searches until `pos` is proven or disproven; if a limit comes first, the move at the root that
    /// was searched last: the most promising one.
    pub(super) fn run(
        mut self,
        pos: &P,
        timer: &TimeManager,
        nodes: &mut u64,
    ) -> Result<ProofAnswer<P::Move>, Option<P::Move>> {
        *nodes += 1;
        if let Some(trace) = &mut self.trace {
            trace.begin();
        }
        self.enter(pos.clone(), None, (INFINITY, INFINITY), *nodes);
        loop {
            let (numbers, depends_on_ancestor) = self.combine_children();
            let depth = self.path.len() - 1;
            let node = &self.path[depth];
            if numbers.proof >= node.proof_threshold || numbers.disproof >= node.disproof_threshold {
                let work = *nodes - node.entered_at + 1;
                // Graph-history interaction: what depends on the path must not be found by way of
                // another one.
                if depends_on_ancestor == PATH_INDEPENDENT {
                    self.table.store(node.key, numbers, work);
                }
                if let Some(trace) = &mut self.trace {
                    trace.leave(shown(numbers), work);
                }
                if depth == 0 {
                    return Ok(self.answer(numbers));
                }
                self.leave(numbers, depends_on_ancestor, work);
                continue;
            }
            // The clock is read now and then; a limit on nodes is kept to the node.
            if nodes.is_multiple_of(16) && timer.must_stop(*nodes)
                || timer.limits().nodes.is_some_and(|most| *nodes >= most)
            {
                let root = &self.path[0];
                return Err(root.children.get(root.chosen).map(|child| child.mv));
            }
            *nodes += 1;
            self.descend(numbers, *nodes);
        }
    }

    /// Expands a position: lists its children with the numbers known for them.
    fn enter(&mut self, pos: P, mv: Option<P::Move>, thresholds: (u32, u32), entered_at: u64) {
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
            let (numbers, depends_on_ancestor) = self.child_numbers(&child, child_key, key);
            children.push(ProofChild { mv, key: child_key, numbers, depends_on_ancestor, work: 0 });
        }
        let (proof_threshold, disproof_threshold) = thresholds;
        self.path.push(PathNode { pos, key, children, proof_threshold, disproof_threshold, chosen: 0, entered_at });
        if !IS_MODULE && self.trace.is_some() {
            self.record_enter(mv);
        }
    }

    /// Records the position that was entered last.
    #[cold]
    fn record_enter(&mut self, mv: Option<P::Move>) {
        let before = shown(self.combine_children().0);
        let (Some(node), Some(trace)) = (self.path.last(), &mut self.trace) else { return };
        let count = |is_solved: fn(&ProofNumbers) -> bool| {
            node.children.iter().filter(|child| is_solved(&child.numbers)).count() as u32
        };
        let visit = ProofVisit {
            parent: None,
            mv,
            player: self.player,
            is_or: node.pos.turn() == self.player,
            thresholds: [finite(node.proof_threshold), finite(node.disproof_threshold)],
            before,
            after: None,
            children: node.children.len() as u32,
            solved: [count(|numbers| numbers.proof == 0), count(|numbers| numbers.disproof == 0)],
            work: 0,
        };
        for child in &node.children {
            if self.table.probe(child.key).is_some() {
                trace.count_hit();
            }
        }
        trace.enter(visit);
    }

    /// The numbers of a child before it is searched: from the rules, the table, the path or the
    /// heuristic. `parent` is not on the path yet.
    fn child_numbers(&self, child: &P, key: u64, parent: u64) -> (ProofNumbers, usize) {
        match child.outcome() {
            Some(Outcome::Win(winner)) if winner == self.player => return (ProofNumbers::PROVEN, PATH_INDEPENDENT),
            Some(outcome) => return (ProofNumbers::disproven(outcome != Outcome::Draw), PATH_INDEPENDENT),
            None => {}
        }
        let stored = self.table.probe(key);
        // What is solved in the table holds on every path, so it goes before a repetition.
        if P::REPEATS && !stored.is_some_and(ProofNumbers::is_solved) {
            let path = self.path.iter().map(|node| node.key).chain([parent]);
            if let Some(depth) = path.into_iter().position(|earlier| earlier == key) {
                return (ProofNumbers::disproven(false), depth);
            }
        }
        let initial = || {
            let (proof, disproof) = self.heuristic.initial_numbers(child, self.player);
            ProofNumbers::open(proof, disproof)
        };
        (stored.unwrap_or_else(initial), PATH_INDEPENDENT)
    }

    /// The numbers of the last node on the path from those of its children, and the ancestor that
    /// they depend on.
    fn combine_children(&self) -> (ProofNumbers, usize) {
        let depth = self.path.len() - 1;
        let node = &self.path[depth];
        let is_or_node = node.pos.turn() == self.player;
        let (mut least, mut sum) = (INFINITY, 0_u32);
        for child in &node.children {
            let ProofNumbers { proof, disproof, .. } = child.numbers;
            let (minimised, summed) = if is_or_node { (proof, disproof) } else { (disproof, proof) };
            least = least.min(minimised);
            sum = sum.saturating_add(summed).min(INFINITY);
        }
        // Only a solved child makes the other number infinite; a large sum is just large.
        let sum = if least == 0 {
            INFINITY
        } else if least == INFINITY {
            0
        } else {
            sum.clamp(1, INFINITY - 1)
        };
        let (proof, disproof) = if is_or_node { (least, sum) } else { (sum, least) };
        if disproof > 0 {
            return (ProofNumbers { proof, disproof, excludes_draw: false }, PATH_INDEPENDENT);
        }
        let disproofs = node.children.iter().filter(|child| child.numbers.disproof == 0);
        let (excludes_draw, ancestor) = if is_or_node {
            // All of them are needed, so the highest ancestor of any of them counts.
            let highest = disproofs.clone().map(|child| child.depends_on_ancestor).min().unwrap_or(PATH_INDEPENDENT);
            (disproofs.clone().all(|child| child.numbers.excludes_draw), highest)
        } else {
            // One is enough: preferably one that holds on every path.
            let best = disproofs
                .map(|child| (child.numbers.excludes_draw, child.depends_on_ancestor))
                .max_by_key(|&(excludes_draw, ancestor)| (ancestor, excludes_draw));
            best.unwrap_or((false, PATH_INDEPENDENT))
        };
        // A return to this very position helps nobody to win from it: from here up the disproof is
        // path-independent.
        let ancestor = if ancestor >= depth { PATH_INDEPENDENT } else { ancestor };
        (ProofNumbers { proof, disproof, excludes_draw }, ancestor)
    }

    /// Goes to the child on the way to the most-proving node, with the thresholds at which to come
    /// back.
    fn descend(&mut self, numbers: ProofNumbers, entered_at: u64) {
        let player = self.player;
        let depth = self.path.len() - 1;
        let node = &mut self.path[depth];
        let is_or_node = node.pos.turn() == player;
        let minimised = |numbers: ProofNumbers| if is_or_node { numbers.proof } else { numbers.disproof };
        let summed = |numbers: ProofNumbers| if is_or_node { numbers.disproof } else { numbers.proof };
        let (mut chosen, mut best, mut second) = (0, u32::MAX, INFINITY);
        for (at, child) in node.children.iter().enumerate() {
            let value = minimised(child.numbers);
            if value < best {
                (chosen, second, best) = (at, best.min(INFINITY), value);
            } else {
                second = second.min(value);
            }
        }
        node.chosen = chosen;
        let ProofChild { mv, numbers: child, .. } = node.children[chosen];
        let (min_threshold, sum_threshold) = if is_or_node {
            (node.proof_threshold, node.disproof_threshold)
        } else {
            (node.disproof_threshold, node.proof_threshold)
        };
        // Stay below the child until the second-best is better by the factor 1+ε, and by at least
        // one.
        let step = (f64::from(second) * (1.0 + self.epsilon)).min(f64::from(INFINITY)) as u32;
        let min_threshold = min_threshold.min(step.max(second.saturating_add(1))).min(INFINITY);
        // Or until the child's part makes the sum reach the threshold of this node.
        let others = summed(numbers).saturating_sub(summed(child));
        let sum_threshold = if sum_threshold == INFINITY {
            INFINITY
        } else {
            (sum_threshold - others.min(sum_threshold)).max(summed(child) + 1)
        };
        let thresholds = if is_or_node { (min_threshold, sum_threshold) } else { (sum_threshold, min_threshold) };
        let mut pos = node.pos.clone();
        pos.play(mv);
        self.enter(pos, Some(mv), thresholds, entered_at);
    }

    fn leave(&mut self, numbers: ProofNumbers, depends_on_ancestor: usize, work: u64) {
        let Some(node) = self.path.pop() else { return };
        self.spare.push(node.children);
        if let Some(parent) = self.path.last_mut() {
            let child = &mut parent.children[parent.chosen];
            debug_assert_eq!(child.key, node.key);
            child.numbers = numbers;
            child.depends_on_ancestor = depends_on_ancestor;
            child.work += work;
        }
    }

    fn answer(&self, numbers: ProofNumbers) -> ProofAnswer<P::Move> {
        let root = &self.path[0];
        let wins = numbers.proof == 0;
        let is_or_node = root.pos.turn() == self.player;
        let decides = |child: &&ProofChild<P::Move>| {
            let ProofNumbers { proof, disproof, excludes_draw } = child.numbers;
            if wins { proof == 0 } else { disproof == 0 && (excludes_draw || !numbers.excludes_draw) }
        };
        let deciding = root.children.iter().filter(decides);
        // The side that gets what it wants takes the shortest way, the other one the longest.
        let child = if is_or_node == wins {
            deciding.min_by_key(|child| child.work)
        } else {
            deciding.max_by_key(|child| child.work)
        };
        let mv = child.or(root.children.first()).expect("a running game has moves").mv;
        ProofAnswer { wins, excludes_draw: numbers.excludes_draw, mv }
    }
}
