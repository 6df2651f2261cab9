use std::sync::Arc;

use potez_core::Position;

use super::guide::{Evaluator, Guide};
use super::ordering::{Lessons, Picker};
use super::parallel::{Split, Team};
use super::root::Root;
use super::settings::{Settings, Tuning};
use super::window::{Found, Window};
use crate::pulse::Pulse;
use crate::table::{Bound, Entry, Table};
use crate::{Score, Watch};

/// No line is followed further than this.
pub(super) const MOST_PLIES: usize = 256;
/// No iteration goes deeper than this: depths fit the table, and extensions have room.
pub(super) const MOST_DEPTH: u32 = 200;
/// Reductions and the work of a move are tabled up to this depth, reductions up to this many moves.
pub(super) const TABLED: usize = 64;

/// One thread of a search with all that it needs to itself, which includes its cache lines.
#[repr(align(128))]
pub(super) struct Worker<P: Position, E, G> {
    pub(super) evaluator: E,
    pub(super) guide: G,
    pub(super) tuning: Tuning,
    pub(super) table: Arc<Table>,
    pub(super) lessons: Lessons,
    pub(super) pickers: Vec<Picker<P::Move>>,
    /// The principal variation found below each ply.
    pub(super) pvs: Vec<Vec<P::Move>>,
    /// The tag of the move that led to each ply.
    pub(super) trail: Vec<u32>,
    /// Keys of the game and of the line that is searched, in games that repeat.
    pub(super) path: Vec<u64>,
    /// Folded into the keys of the table, so that positions that have stood twice are not taken for fresh ones.
    salt: u64,
    pub(super) root: Root<P::Move>,
    /// The depth of the iteration under way.
    pub(super) depth: u32,
    reductions: Vec<u8>,
    /// The nodes that a move took lately, by the depth of its node.
    pub(super) work: Vec<f32>,
    /// The shared node that this thread works at.
    pub(super) split: Option<Arc<Split<P>>>,
    pub(super) team: Option<Arc<Team<P>>>,
    /// Whether the last move was left before it was looked at more closely.
    pub(super) has_glanced: bool,
    watch: Option<Watch>,
    pub(super) nodes: u64,
    shared_nodes: u64,
    pub(super) pulse: Pulse,
    /// Whether what is searched just now must be given up.
    pub(super) stopped: bool,
    /// Whether the whole search must.
    pub(super) halted: bool,
}

impl<P: Position, E: Evaluator<P>, G: Guide<P>> Worker<P, E, G> {
    pub(super) fn new(evaluator: E, guide: G, settings: &Settings, table: Arc<Table>, lessons: Lessons) -> Self {
        let tuning = settings.tuning.clone();
        let reductions =
            tuning.reductions.map_or_else(|| vec![0; TABLED * TABLED], |reductions| reductions.table(TABLED));
        Self {
            evaluator,
            guide,
            tuning,
            table,
            lessons,
            pickers: (0..=MOST_PLIES).map(|_| Picker::default()).collect(),
            pvs: vec![Vec::new(); MOST_PLIES + 2],
            trail: vec![0; MOST_PLIES + 2],
            path: Vec::new(),
            salt: 0,
            root: Root::default(),
            depth: 0,
            reductions,
            work: vec![1.0; TABLED],
            split: None,
            team: None,
            has_glanced: false,
            watch: None,
            nodes: 0,
            shared_nodes: 0,
            pulse: Pulse::start(None),
            stopped: false,
            halted: false,
        }
    }

    /// Gets ready for a new search. `history` holds the keys of the positions before `pos`.
    pub(super) fn begin(&mut self, pos: &P, history: &[u64], watch: &Watch, team: Option<Arc<Team<P>>>) {
        self.path.clear();
        self.salt = 0;
        if P::REPEATS {
            self.path.extend_from_slice(history);
            self.path.push(pos.key());
            self.salt = salt(&self.path);
        }
        self.lessons.forget_killers();
        // Threads together keep a limit on nodes roughly; one thread keeps it to the node.
        self.pulse = Pulse::start(watch.limits().nodes.filter(|_| team.is_none()));
        self.team = team;
        self.watch = Some(watch.clone());
        (self.nodes, self.shared_nodes) = (0, 0);
        (self.stopped, self.halted, self.split) = (false, false, None);
    }

    pub(super) fn key(&self, pos: &P) -> u64 {
        if P::REPEATS { pos.key() ^ self.salt } else { pos.key() }
    }

    /// The reduction of a late move in plies.
    pub(super) fn reduction(&self, depth: i32, index: u32) -> i32 {
        let at = (depth as usize).min(TABLED - 1) * TABLED + (index as usize).min(TABLED - 1);
        i32::from(self.reductions[at])
    }

    /// The moves that a node of this depth tries at most.
    pub(super) fn width(&self, depth: i32) -> u32 {
        self.tuning.widths.get(depth as usize - 1).copied().unwrap_or(u32::MAX)
    }

    /// The depth that a reduced move is left with at least.
    pub(super) fn least_depth(&self) -> i32 {
        self.tuning.reductions.map_or(0, |reductions| reductions.least as i32)
    }

    pub(super) fn evaluate(&mut self, pos: &P) -> Found {
        Found::estimate(Score::estimate(self.evaluator.evaluate(pos).raw()))
    }

    /// The evaluation of a leaf, as exact as the window asks for.
    pub(super) fn evaluate_within(&mut self, pos: &P, window: Window) -> Found {
        Found::estimate(Score::estimate(self.evaluator.evaluate_between(pos, window.alpha, window.beta).raw()))
    }

    /// What the table knows, its distances counted from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        let entry = self.table.probe(key)?;
        Some(Entry { score: entry.score.plies_later(ply as i32), ..entry })
    }

    /// Remembers what a node has found.
    pub(super) fn store(&self, key: u64, found: Found, bound: Bound, depth: i32, tag: u32, ply: usize) {
        let entry = Entry {
            score: found.score.plies_later(-(ply as i32)),
            bound,
            depth: depth.max(0) as u32,
            settled: found.is_certain(bound),
            tag,
        };
        self.table.store(key, entry);
    }

    /// Counts a node and, now and then, looks whether the search must end.
    pub(super) fn count(&mut self) {
        self.nodes += 1;
        if self.pulse.is_due(self.nodes) {
            self.poll();
        }
    }

    #[cold]
    fn poll(&mut self) {
        let Some(watch) = &self.watch else { return };
        let total = match &self.team {
            None => self.nodes,
            Some(team) => {
                let news = self.nodes - self.shared_nodes;
                self.shared_nodes = self.nodes;
                self.halted |= team.is_halted();
                team.add_nodes(news)
            }
        };
        self.halted |= watch.is_over(total);
        if self.halted
            && let Some(team) = &self.team
        {
            team.halt();
        }
        self.stopped |= self.halted || self.is_cut_off();
        self.pulse.beat(self.nodes);
    }

    /// Hands the nodes not yet counted to the team.
    pub(super) fn settle_nodes(&mut self) {
        if let Some(team) = &self.team {
            team.add_nodes(self.nodes - self.shared_nodes);
            self.shared_nodes = self.nodes;
        }
    }
}

/// A number for the set of positions that have stood at least twice: one more occurrence of them ends the game, so
/// what was found while they were fresh does not hold any more.
fn salt(path: &[u64]) -> u64 {
    let mut keys = path.to_vec();
    keys.sort_unstable();
    let twice = keys.chunk_by(|a, b| a == b).filter(|equal| equal.len() > 1);
    twice.fold(0, |salt: u64, equal| (salt ^ equal[0]).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
