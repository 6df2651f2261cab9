//! The record of an alpha-beta search: every visit of a position, in the order of the search.

use crate::Bound;

/// A recorded alpha-beta search. Visits are in preorder: everything below a visit follows it
/// directly, so the list says when each was entered and left.
#[derive(Clone, Debug)]
pub struct AlphaBetaTrace<M> {
    limit: usize,
    /// The visits that were kept.
    pub visits: Vec<Visit<M>>,
    /// Counts of the whole search, whether its visits were kept or not.
    pub counters: AlphaBetaCounters,
    /// The iterations that were finished: their depths, and the nodes searched until then.
    pub iterations: Vec<(u32, u64)>,
    /// Whether values and windows belong to the player who searches (minimax), and not to whoever made
    /// the move (negamax).
    pub for_root: bool,
    /// The visits that are under way.
    open: Vec<OpenVisit<M>>,
    /// The move that is about to be visited.
    next: Option<NextMove<M>>,
}

/// A visit under way: its number, if it is kept, and its move, which may be searched again.
#[derive(Clone, Copy, Debug)]
struct OpenVisit<M> {
    id: Option<u32>,
    mv: Option<NextMove<M>>,
}

#[derive(Clone, Copy, Debug)]
struct NextMove<M> {
    mv: M,
    index: u32,
    source: MoveSource,
    /// Whether its node has been counted and no visit stands for it yet.
    is_new: bool,
    extension: u32,
}

/// One visit of a position: a move played, and what the search of a window below it found.
#[derive(Clone, PartialEq, Debug)]
pub struct Visit<M> {
    /// The visit of the position that the move was played in; `None` at the root.
    pub parent: Option<u32>,
    /// The move that led here; `None` at the root.
    pub mv: Option<M>,
    /// Which search of the move this is.
    pub pass: Pass,
    /// Whether the move was played anew. A re-search of the same move is another visit and not
    /// another node.
    pub is_new: bool,
    /// The moves before it in the order of the node.
    pub index: u32,
    /// Why it has this place in the order.
    pub source: MoveSource,
    /// Plies still to be searched.
    pub depth: i32,
    /// Plies from the root.
    pub ply: u32,
    /// Plies by which the line was extended here.
    pub extension: u32,
    /// Whether the position was searched a ply less deeply because the table knew no move.
    pub is_reduced_inside: bool,
    /// The window, seen by the player who made the move; at the root by the player to move.
    pub window: (f64, f64),
    /// What was found, seen by the same player; `None` if the search was stopped here.
    pub value: Option<f64>,
    /// How the visit ended.
    pub end: VisitEnd,
    /// What the table knew of the position.
    pub table: Option<TableHit>,
    /// The terms of the evaluation, where the evaluator names them.
    pub terms: Vec<(&'static str, f64)>,
}

/// Which search of a move a visit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// The root of an iteration, with the window that is hoped to hold the value.
    Root,
    /// A search with the window of the node.
    Full,
    /// A search with a null window that only asks whether the move is better.
    Scout,
    /// The same, this many plies less deep.
    Reduced(u32),
    /// Another search of a move that turned out better than the scout was to show.
    ReSearch,
    /// Quiescence search.
    Quiescence,
}

/// Why a move has its place in the order of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveSource {
    /// The order of the root, the best of the iteration before first.
    Root,
    /// The best move that the table knows.
    Table,
    /// It caused a cutoff at the same ply.
    Killer,
    /// It refuted the same enemy move before.
    CounterMove,
    /// The game's own order with this much of the history heuristic.
    Order(i32),
}

/// How a visit ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VisitEnd {
    /// It is under way, or the search was stopped in it.
    Stopped,
    /// The game is over.
    GameOver,
    /// The evaluator knows the result without search.
    Known,
    /// The position has stood before: a draw is assumed.
    Repetition,
    /// The depth ended: the evaluation is the value.
    Evaluated,
    /// The evaluation alone is above the window, so that no noisy move is needed.
    StandPat,
    /// The table's entry decides the window.
    Table,
    /// A move was so good that the other player would not allow the position: a beta cutoff.
    Cutoff,
    /// Every move was searched.
    AllMoves,
    /// The moves after these came too late in the order to be searched.
    Pruned,
}

impl VisitEnd {
    /// The word for it in data.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stopped => "stopped",
            Self::GameOver => "over",
            Self::Known => "known",
            Self::Repetition => "repetition",
            Self::Evaluated => "evaluated",
            Self::StandPat => "stand-pat",
            Self::Table => "table",
            Self::Cutoff => "cutoff",
            Self::AllMoves => "all",
            Self::Pruned => "pruned",
        }
    }
}

/// An entry of the transposition table as a visit found it, seen by the player to move there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableHit {
    /// The value that it holds.
    pub value: f64,
    /// How it bounds the value of the position.
    pub bound: Bound,
    /// The depth it was searched to.
    pub depth: u32,
    /// The tag of its move, 0 if it has none.
    pub(crate) tag: u32,
}

/// What a search counts while it is recorded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AlphaBetaCounters {
    /// Moves played.
    pub nodes: u64,
    /// Visits: nodes, re-searches of them, and roots.
    pub visits: u64,
    /// Positions looked up in the table.
    pub table_probes: u64,
    /// Positions that it knew.
    pub table_hits: u64,
    /// Visits that it ended.
    pub table_cutoffs: u64,
    /// Beta cutoffs by a move.
    pub cutoffs: u64,
    /// Those by the first move of the node.
    pub first_move_cutoffs: u64,
    /// Evaluations.
    pub evaluations: u64,
    /// Searches at a reduced depth.
    pub reductions: u64,
    /// Searches of a move that had been searched before in the same node.
    pub re_searches: u64,
    /// Moves after which the line was extended.
    pub extensions: u64,
    /// Nodes whose late moves were pruned.
    pub pruned: u64,
    /// The same by plies from the root.
    pub plies: Vec<PlyCounters>,
}

/// Counts of one ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlyCounters {
    /// Moves played that led to it.
    pub nodes: u64,
    /// Beta cutoffs at it.
    pub cutoffs: u64,
    /// Cutoffs by the table at it.
    pub table_cutoffs: u64,
    /// Evaluations at it.
    pub evaluations: u64,
}

/// Every event is cold: none of its code may end up in the middle of a search that is not recorded.
impl<M: Copy> AlphaBetaTrace<M> {
    /// Room for this many visits.
    pub fn new(limit: usize, for_root: bool) -> Self {
        Self {
            limit,
            visits: Vec::new(),
            counters: AlphaBetaCounters::default(),
            iterations: Vec::new(),
            for_root,
            open: Vec::new(),
            next: None,
        }
    }

    /// Whether there were more visits than room.
    pub fn is_truncated(&self) -> bool {
        self.counters.visits > self.visits.len() as u64
    }

    fn ply(&self) -> usize {
        self.open.len().saturating_sub(1)
    }

    fn at_ply(&mut self, ply: usize) -> &mut PlyCounters {
        let plies = &mut self.counters.plies;
        if plies.len() <= ply {
            plies.resize(ply + 1, PlyCounters::default());
        }
        &mut plies[ply]
    }

    fn top(&mut self) -> Option<&mut Visit<M>> {
        let id = self.open.last()?.id?;
        self.visits.get_mut(id as usize)
    }

    /// A move is played in the visit under way: it counts as a node.
    #[cold]
    pub fn play(&mut self, mv: M, index: u32, source: MoveSource) {
        self.counters.nodes += 1;
        let ply = self.open.len();
        self.at_ply(ply).nodes += 1;
        self.next = Some(NextMove { mv, index, source, is_new: true, extension: 0 });
    }

    /// The line is extended after the move.
    #[cold]
    pub fn extend(&mut self, plies: u32) {
        if plies > 0 {
            self.counters.extensions += 1;
        }
        if let Some(next) = &mut self.next {
            next.extension = plies;
        }
    }

    /// Enters the position after the move, or the root where none is played.
    #[cold]
    pub fn enter(&mut self, pass: Pass, depth: i32, window: (f64, f64)) {
        self.counters.visits += 1;
        self.counters.reductions += u64::from(matches!(pass, Pass::Reduced(_)));
        let next = self.next.filter(|_| pass != Pass::Root);
        self.counters.re_searches += u64::from(next.is_some_and(|next| !next.is_new));
        let visit = Visit {
            parent: self.open.last().and_then(|open| open.id),
            mv: next.map(|next| next.mv),
            pass,
            is_new: next.is_some_and(|next| next.is_new),
            index: next.map_or(0, |next| next.index),
            source: next.map_or(MoveSource::Root, |next| next.source),
            depth,
            ply: self.open.len() as u32,
            extension: next.map_or(0, |next| next.extension),
            is_reduced_inside: false,
            window,
            value: None,
            end: VisitEnd::Stopped,
            table: None,
            terms: Vec::new(),
        };
        // Once a visit is left out all later ones are: what is kept is a tree without holes.
        let has_room = self.visits.len() < self.limit && self.counters.visits == self.visits.len() as u64 + 1;
        self.open.push(OpenVisit { id: has_room.then_some(self.visits.len() as u32), mv: next });
        if has_room {
            self.visits.push(visit);
        }
    }

    /// Leaves the visit under way with what it found, seen as its window is.
    #[cold]
    pub fn leave(&mut self, value: Option<f64>) {
        if let Some(top) = self.top() {
            top.value = value;
            if value.is_none() {
                top.end = VisitEnd::Stopped;
            }
        }
        let left = self.open.pop();
        self.next = left.and_then(|visit| visit.mv).map(|next| NextMove { is_new: false, ..next });
    }

    /// A visit without anything below it.
    #[cold]
    pub fn leaf(&mut self, window: (f64, f64), value: Option<f64>, end: VisitEnd) {
        self.enter(Pass::Full, 0, window);
        self.end(end);
        self.leave(value);
    }

    /// How the visit under way ends.
    #[cold]
    pub fn end(&mut self, end: VisitEnd) {
        let ply = self.ply();
        match end {
            VisitEnd::Table => {
                self.counters.table_cutoffs += 1;
                self.at_ply(ply).table_cutoffs += 1;
            }
            VisitEnd::Cutoff => {
                self.counters.cutoffs += 1;
                self.at_ply(ply).cutoffs += 1;
            }
            VisitEnd::Pruned => self.counters.pruned += 1,
            _ => {}
        }
        if let Some(top) = self.top() {
            top.end = end;
        }
    }

    /// Every move that was to be searched was.
    #[cold]
    pub fn exhausted(&mut self) {
        if let Some(top) = self.top()
            && top.end != VisitEnd::Pruned
        {
            top.end = VisitEnd::AllMoves;
        }
    }

    /// The tag of the table's move in the visit under way.
    #[cold]
    pub(crate) fn table_tag(&mut self) -> u32 {
        self.top().and_then(|top| top.table).map_or(0, |hit| hit.tag)
    }

    /// The first move of the node under way was enough.
    #[cold]
    pub fn count_first_move_cutoff(&mut self) {
        self.counters.first_move_cutoffs += 1;
    }

    /// The evaluation of the visit under way, with its terms where it names them.
    #[cold]
    pub fn evaluated(&mut self, terms: Vec<(&'static str, f64)>) {
        self.counters.evaluations += 1;
        let ply = self.ply();
        self.at_ply(ply).evaluations += 1;
        if let Some(top) = self.top() {
            top.end = VisitEnd::Evaluated;
            top.terms = terms;
        }
    }

    /// The table was looked up in the visit under way.
    #[cold]
    pub fn probed(&mut self, hit: Option<TableHit>) {
        self.counters.table_probes += 1;
        self.counters.table_hits += u64::from(hit.is_some());
        if let Some(top) = self.top() {
            top.table = hit;
        }
    }

    /// The visit under way is searched a ply less deeply for want of a table move.
    #[cold]
    pub fn reduced_inside(&mut self) {
        if let Some(top) = self.top() {
            top.is_reduced_inside = true;
        }
    }

    /// An iteration is finished.
    #[cold]
    pub fn iteration(&mut self, depth: u32) {
        self.iterations.push((depth, self.counters.nodes));
    }
}
