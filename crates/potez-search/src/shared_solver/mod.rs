//! A solver for proofs that take hours: threads that share one large table.
//!
//! As [`BooleanSolver`](crate::solver::BooleanSolver) it searches games without cycles, and besides
//! without draws, so the one question is whether the player to move wins. Every line of play adds
//! to the same finite measure of progress, so no position can come back on its own path: the value
//! of a position depends on nothing but the position, and what one thread has found under one
//! history holds for all threads under any other. There is no graph-history interaction to guard
//! against.

mod busy;
mod table;

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use potez_core::{Outcome, Player, Position};

use crate::poll_timer::PollTimer;
use crate::{Limits, Stop, TimeManager};
use busy::BusyTable;
use table::TablePlace;
pub use table::WinTable;

/// No line is searched further than this; a game that can last longer may stay unsolved.
const MAX_PLY: usize = 512;
/// Plies below the root within which threads keep out of each other's way. Below, positions are
/// searched faster than it pays to say so.
const SHARED_PLIES: usize = 24;
/// Killer moves kept for each ply.
const KILLERS: usize = 2;

/// What a solver knows of a game.
pub trait SolverKnowledge<P: Position>: Sync {
    /// A hash of 128 bits of everything that the value of a position depends on. Positions that a
    /// symmetry of the game maps onto each other may have the same.
    fn key(&self, pos: &P) -> u128;

    /// The order in which positions after the moves of a node are tried, the least first.
    fn order(&self, pos: &P) -> i32;

    /// By how much killer moves, which won lately at the same ply of another line, go forward in
    /// the order: the last but one by this much, the last by twice as much.
    const KILLER_BONUS: i32;

    /// Whether a position takes so few nodes that it is better solved again than waited for: its
    /// result is kept where it is found fast and soon forgotten.
    fn is_cheap(&self, _pos: &P) -> bool {
        false
    }

    /// Whether it can be seen at once that the player to move wins. It need not see every win.
    fn wins_at_once(&self, _pos: &P) -> bool {
        false
    }
}

/// What a solver has found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SharedResult<M> {
    /// Whether the player to move wins; `None` if a limit was reached first.
    pub wins: Option<bool>,
    /// The winning move, if there is one.
    pub best: Option<M>,
    /// Positions visited by all threads.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
}

/// A solver whose table is shared by its threads, and may be by several solvers.
pub struct SharedSolver<'a, P: Position, K> {
    knowledge: &'a K,
    table: &'a WinTable,
    threads: usize,
    position: PhantomData<fn(&P)>,
}

impl<'a, P: Position + Send + Sync, K: SolverKnowledge<P>> SharedSolver<'a, P, K> {
    /// A solver over a table, which may hold the results of others with the same knowledge.
    pub fn new(knowledge: &'a K, table: &'a WinTable, threads: usize) -> Self {
        assert!(!P::REPEATS, "a game with cycles can't be solved this way");
        Self { knowledge, table, threads: threads.max(1), position: PhantomData }
    }

    /// Finds out whether the player to move wins, in a position that is not over. Node limits count
    /// the nodes of all threads.
    pub fn solve(&self, pos: &P, limits: Limits, stop: &Stop) -> SharedResult<P::Move>
    where
        P::Move: Send,
    {
        let timer = TimeManager::start(limits, stop);
        let team = SolverTeam {
            busy: BusyTable::new(),
            nodes: AtomicU64::new(0),
            won: [AtomicU64::new(0), AtomicU64::new(0)],
        };
        // The first thread to finish ends the others.
        let finished = stop.child();
        let work = |_| {
            let mut worker = SolverThread::new(self, &team, TimeManager::start(limits, &finished));
            let answer = worker.search_root(pos);
            if answer.is_some() {
                finished.raise();
            }
            worker.hand_in_nodes();
            answer
        };
        let answer = if self.threads == 1 {
            work(0)
        } else {
            std::thread::scope(|scope| {
                let threads: Vec<_> = (0..self.threads).map(|thread| scope.spawn(move || work(thread))).collect();
                let answers = threads
                    .into_iter()
                    .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
                answers.collect::<Vec<_>>().into_iter().flatten().next()
            })
        };
        SharedResult {
            wins: answer.as_ref().map(NodeValue::is_won),
            best: answer.and_then(|value| match value {
                NodeValue::Won(mv) => Some(mv),
                NodeValue::Lost => None,
            }),
            nodes: team.nodes.load(Ordering::Relaxed),
            time: timer.elapsed(),
        }
    }

    fn place(&self, pos: &P) -> TablePlace {
        place_of(self.table, self.knowledge, pos)
    }

    /// Puts what is proven elsewhere into the table, so that it stays there.
    pub fn teach(&self, pos: &P, wins: bool) {
        self.table.store(self.place(pos), wins, u64::MAX - 1);
    }

    /// What the table knows of a position that is not over.
    pub fn known(&self, pos: &P) -> Option<bool> {
        self.table.probe(self.place(pos))
    }
}

fn place_of<P: Position>(table: &WinTable, knowledge: &impl SolverKnowledge<P>, pos: &P) -> TablePlace {
    table.place(knowledge.key(pos), knowledge.is_cheap(pos))
}

/// A child of a node whose value could not be seen at once.
struct SharedChild<P: Position> {
    mv: P::Move,
    place: TablePlace,
    pos: P,
}

/// What a node at one ply needs: buffers that are reused.
struct NodeBuffers<P: Position> {
    children: Vec<SharedChild<P>>,
    /// The children that must be searched: their order and their number. Small, so that sorting
    /// moves little.
    ranks: Vec<(i32, u32)>,
    /// The moves that won last at this ply, the latest first.
    killers: [Option<P::Move>; KILLERS],
}

impl<P: Position> Default for NodeBuffers<P> {
    fn default() -> Self {
        Self { children: Vec::new(), ranks: Vec::new(), killers: [None; KILLERS] }
    }
}

/// What the threads of one search tell each other.
struct SolverTeam {
    busy: BusyTable,
    /// The nodes of all threads, handed in at every poll.
    nodes: AtomicU64,
    /// The work behind the positions near the root that X and that O was found to win.
    won: [AtomicU64; 2],
}

impl SolverTeam {
    /// Who is likely to win in the end: most positions in a proof are won by the one who wins it.
    fn likely_winner(&self) -> Option<Player> {
        let [x, o] = self.won.each_ref().map(|work| work.load(Ordering::Relaxed));
        match x.cmp(&o) {
            std::cmp::Ordering::Greater => Some(Player::X),
            std::cmp::Ordering::Less => Some(Player::O),
            std::cmp::Ordering::Equal => None,
        }
    }
}

/// One thread at work.
struct SolverThread<'a, P: Position, K> {
    knowledge: &'a K,
    table: &'a WinTable,
    team: &'a SolverTeam,
    is_alone: bool,
    plies: Vec<NodeBuffers<P>>,
    moves: Vec<P::Move>,
    nodes: u64,
    handed_in: u64,
    poll_timer: PollTimer,
    timer: TimeManager,
    stopped: bool,
}

/// The value of a node for the player to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NodeValue<M> {
    /// This move wins.
    Won(M),
    /// Every move loses.
    Lost,
}

impl<M> NodeValue<M> {
    fn is_won(&self) -> bool {
        matches!(self, Self::Won(_))
    }
}

/// What a node has come to after its children were looked at, before any was searched.
enum FirstLook<M> {
    /// A move wins.
    Won(M),
    /// Whatever is left among the children must be searched.
    Open,
}

impl<'a, P: Position + Send + Sync, K: SolverKnowledge<P>> SolverThread<'a, P, K> {
    fn new(solver: &SharedSolver<'a, P, K>, team: &'a SolverTeam, timer: TimeManager) -> Self {
        Self {
            knowledge: solver.knowledge,
            table: solver.table,
            team,
            is_alone: solver.threads == 1,
            plies: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            handed_in: 0,
            poll_timer: PollTimer::start(timer.limits().nodes),
            timer,
            stopped: false,
        }
    }

    /// The value of the root; `None` if a limit came first. The table
    /// keeps no moves, so the root is always searched.
    fn search_root(&mut self, pos: &P) -> Option<NodeValue<P::Move>> {
        let place = place_of(self.table, self.knowledge, pos);
        self.search_node(pos, place, 0)
    }

    /// The value of a position; `None` if a limit came first.
    fn search_node(&mut self, pos: &P, place: TablePlace, ply: usize) -> Option<NodeValue<P::Move>> {
        if ply >= MAX_PLY || self.must_stop() {
            return None;
        }
        if self.plies.len() <= ply {
            self.plies.resize_with(ply + 1, NodeBuffers::default);
        }
        let before = self.nodes;
        // Taken out, because the search below needs the whole of `self`; put back with its
        // capacity.
        let mut buffers = std::mem::take(&mut self.plies[ply]);
        let found = match self.expand(pos, &mut buffers) {
            FirstLook::Won(mv) => Some(NodeValue::Won(mv)),
            FirstLook::Open => {
                self.sort(&mut buffers);
                self.search_children(pos, &mut buffers, ply)
            }
        };
        self.plies[ply] = buffers;
        let value = found?;
        let work = self.nodes - before;
        self.table.store(place, value.is_won(), work);
        if !self.is_alone && ply < SHARED_PLIES {
            let winner = if value.is_won() { pos.turn() } else { !pos.turn() };
            self.team.won[winner.index()].fetch_add(work, Ordering::Relaxed);
        }
        Some(value)
    }

    /// Plays every move and probes the table for all of them, before any is searched. Moves known
    /// to lose get no rank.
    fn expand(&mut self, pos: &P, buffers: &mut NodeBuffers<P>) -> FirstLook<P::Move> {
        let NodeBuffers { children, ranks, .. } = buffers;
        children.clear();
        ranks.clear();
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        pos.legal_moves(&mut moves);
        self.nodes += moves.len() as u64;
        let result = self.play_all(pos, &moves, children);
        self.moves = moves;
        if let Some(mv) = result {
            return FirstLook::Won(mv);
        }
        // One after the other with nothing in between: the processor waits for all the cache misses
        // together. With the play of a move between them it would wait for each.
        let touched = children.iter().fold(0, |touched, child| touched | self.table.touch(child.place));
        std::hint::black_box(touched);
        for (child, number) in children.iter().zip(0..) {
            match self.table.probe(child.place) {
                Some(wins) if wins == (child.pos.turn() == pos.turn()) => return FirstLook::Won(child.mv),
                Some(_) => {}
                None => ranks.push((0, number)),
            }
        }
        FirstLook::Open
    }

    /// The children whose value cannot be seen at once; a move that wins at once, if there is one.
    fn play_all(&self, pos: &P, moves: &[P::Move], children: &mut Vec<SharedChild<P>>) -> Option<P::Move> {
        let me = pos.turn();
        for &mv in moves {
            let mut child = pos.clone();
            child.play(mv);
            match child.outcome() {
                Some(Outcome::Win(winner)) if winner == me => return Some(mv),
                Some(_) => continue,
                None if self.knowledge.wins_at_once(&child) => {
                    if child.turn() == me {
                        return Some(mv);
                    }
                    continue;
                }
                None => {}
            }
            let place = place_of(self.table, self.knowledge, &child);
            children.push(SharedChild { mv, place, pos: child });
        }
        None
    }

    fn sort(&self, buffers: &mut NodeBuffers<P>) {
        let NodeBuffers { children, ranks, killers } = buffers;
        // A single child needs no order.
        if ranks.len() < 2 {
            return;
        }
        for (order, number) in ranks.iter_mut() {
            let child = &children[*number as usize];
            let rank = killers.iter().position(|&killer| killer == Some(child.mv)).unwrap_or(KILLERS);
            *order = self.knowledge.order(&child.pos) - K::KILLER_BONUS * (KILLERS - rank) as i32;
        }
        ranks.sort_unstable();
    }

    /// Searches the children in their order. Those that another thread is searching come last. The
    /// first is an exception if it may be the winning move: all threads help there, because the
    /// others may not be needed at all.
    fn search_children(&mut self, pos: &P, buffers: &mut NodeBuffers<P>, ply: usize) -> Option<NodeValue<P::Move>> {
        let shares = !self.is_alone && ply < SHARED_PLIES;
        let NodeBuffers { children, ranks, killers } = buffers;
        let puts_first_off = shares && self.team.likely_winner() == Some(!pos.turn());
        let mut put_off = 0;
        for at in 0..ranks.len() {
            let child = &children[ranks[at].1 as usize];
            if shares
                && (at > 0 || puts_first_off)
                && self.team.busy.is_busy(child.place)
                && self.table.probe(child.place).is_none()
            {
                ranks[put_off] = ranks[at];
                put_off += 1;
                continue;
            }
            if self.search_child(pos, child, ply, shares)? {
                record_killer(killers, child.mv);
                return Some(NodeValue::Won(child.mv));
            }
        }
        for &(_, number) in &ranks[..put_off] {
            let child = &children[number as usize];
            if self.search_child(pos, child, ply, shares)? {
                record_killer(killers, child.mv);
                return Some(NodeValue::Won(child.mv));
            }
        }
        Some(NodeValue::Lost)
    }

    /// Whether the move to this child wins.
    fn search_child(&mut self, pos: &P, child: &SharedChild<P>, ply: usize, shares: bool) -> Option<bool> {
        let same_turn = child.pos.turn() == pos.turn();
        // A transposition may have been searched since the children were made.
        if let Some(wins) = self.table.probe(child.place) {
            return Some(wins == same_turn);
        }
        if shares {
            self.team.busy.enter(child.place);
        }
        let found = self.search_node(&child.pos, child.place, ply + 1);
        if shares {
            self.team.busy.leave(child.place);
        }
        Some(found?.is_won() == same_turn)
    }

    fn hand_in_nodes(&mut self) -> u64 {
        let new = self.nodes - self.handed_in;
        self.handed_in = self.nodes;
        self.team.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    fn must_stop(&mut self) -> bool {
        if !self.stopped && self.poll_timer.is_due(self.nodes) {
            let total = self.hand_in_nodes();
            self.stopped = self.timer.must_stop(total);
            self.poll_timer.reschedule(self.nodes, self.timer.elapsed());
        }
        self.stopped
    }
}

/// Puts a move first among the killers.
fn record_killer<M: Copy + PartialEq>(killers: &mut [Option<M>; KILLERS], mv: M) {
    let at = killers.iter().position(|&killer| killer == Some(mv)).unwrap_or(KILLERS - 1);
    killers[at] = Some(mv);
    killers[..=at].rotate_right(1);
}
