//! A solver for games without cycles: a boolean alpha-beta search that evaluates nothing.
//!
//! The questions are "does the player to move get at least a win?" and, in games with draws, "at
//! least a draw?": a null window around each value. Because no position repeats, the value of a
//! position never depends on the path to it, so every result goes into the table and holds for
//! good.

mod recording;
mod table;

use std::time::Duration;

use potez_core::{Outcome, Player, Position};

use crate::poll_timer::PollTimer;
use crate::trace::ProofTrace;
use crate::{Limits, Proof, Stop, TimeManager};
use recording::SolverRecording;
use table::{DRAW, EMPTY, GoalResult, LOSS, SolverTable, ValueBounds, WIN};

/// No line is searched further than this; a game that can last longer may stay unsolved.
const MAX_PLY: usize = 2048;

/// The result of a solver.
#[derive(Clone, PartialEq, Debug)]
pub struct SolverResult<M> {
    /// The value for the player to move; `None` if a limit was reached first.
    pub proof: Option<Proof>,
    /// A move that wins, keeps the draw, or loses as late as is known.
    pub best: Option<M>,
    /// The plies within which a win or loss comes; it may come sooner.
    pub plies: Option<u32>,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
}

/// A boolean alpha-beta search with a table of its own, for games without cycles.
///
/// `order` ranks the positions after the moves of a node, lowest first; a good order is the number
/// of the enemy's replies.
pub struct BooleanSolver<P: Position, F> {
    order: F,
    killer_bonus: i32,
    has_draws: bool,
    table: SolverTable,
    /// The children of the node at each ply: buffers that are reused.
    children: Vec<Vec<SolverChild<P>>>,
    /// The moves that reached the goal last at each ply, the latest first.
    killers: Vec<[Option<P::Move>; KILLERS]>,
    moves: Vec<P::Move>,
    nodes: u64,
    poll_timer: PollTimer,
    timer: Option<TimeManager>,
    stopped: bool,
    /// What is recorded, where somebody watches.
    recording: Option<Box<SolverRecording<P::Move>>>,
}

/// Killer moves kept for each ply.
const KILLERS: usize = 2;

struct SolverChild<P: Position> {
    order: i32,
    mv: P::Move,
    key: u64,
    /// The bucket of the table that its key belongs to.
    bucket: [u64; 2],
    pos: P,
}

/// The answer at the root, with a move that reaches the goal or that holds out longest.
struct RootAnswer<M> {
    reached: bool,
    mv: M,
    plies: u8,
}

impl<P: Position, F: FnMut(&P) -> i32> BooleanSolver<P, F> {
    /// A solver with a table that grows to `table_mib`. A game without draws (`has_draws` false)
    /// needs one search where others need two.
    pub fn new(table_mib: usize, has_draws: bool, order: F) -> Self {
        assert!(!P::REPEATS, "a game with cycles can't be solved this way");
        Self {
            order,
            killer_bonus: 0,
            has_draws,
            table: SolverTable::new(table_mib),
            children: Vec::new(),
            killers: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            poll_timer: PollTimer::start(None),
            timer: None,
            stopped: false,
            recording: None,
        }
    }

    /// Records what it does from now on, as many visits as there is room for.
    pub fn record(&mut self, limit: usize) {
        self.recording = Some(Box::new(SolverRecording::new(limit)));
    }

    /// What was recorded; nothing is any more.
    pub fn recorded(&mut self) -> Option<ProofTrace<P::Move>> {
        self.recording.take().map(|recording| recording.trace)
    }

    /// Sets by how much killer moves, which reached the goal lately at the same ply of another
    /// line, go forward in the order: the last but one by this much, the last by twice as much.
    #[must_use]
    pub fn with_killer_bonus(self, killer_bonus: i32) -> Self {
        Self { killer_bonus, ..self }
    }

    /// Forgets everything, as if freshly made.
    pub fn clear(&mut self) {
        self.table.clear();
        self.killers.clear();
    }

    /// Finds the value of a position that is not over, and a move that keeps it. Results of earlier
    /// calls are used.
    pub fn solve(&mut self, pos: &P, limits: Limits, stop: &Stop) -> SolverResult<P::Move> {
        self.solve_with_first_move(pos, None, limits, stop)
    }

    /// The same, where `first` is likely the best move, so it is searched first.
    pub fn solve_with_first_move(
        &mut self,
        pos: &P,
        first: Option<P::Move>,
        limits: Limits,
        stop: &Stop,
    ) -> SolverResult<P::Move> {
        let timer = TimeManager::start(limits, stop);
        self.poll_timer = PollTimer::start(limits.nodes);
        (self.nodes, self.stopped) = (0, false);
        self.timer = Some(timer.clone());
        let Some((proof, answer)) = self.value(pos, first) else {
            return SolverResult { proof: None, best: None, plies: None, nodes: self.nodes, time: timer.elapsed() };
        };
        let plies = (proof != Proof::Draw).then_some(u32::from(answer.plies));
        SolverResult { proof: Some(proof), best: Some(answer.mv), plies, nodes: self.nodes, time: timer.elapsed() }
    }

    /// Lengthens a variation by what the table knows: the winner's shortest ways, the loser's
    /// longest. It ends where nothing is known, or where neither wins.
    pub fn extend_pv(&self, pos: &P, pv: &mut Vec<P::Move>) {
        let mut pos = pos.clone();
        for &mv in pv.iter() {
            pos.play(mv);
        }
        let mut moves = Vec::new();
        while pos.outcome().is_none() {
            moves.clear();
            pos.legal_moves(&mut moves);
            let bounds = moves.iter().map(|&mv| {
                let mut child = pos.clone();
                child.play(mv);
                (mv, known_bounds(pos.turn(), &child, || self.table.probe(child.key())))
            });
            let (won, other): (Vec<_>, Vec<_>) = bounds.partition(|(_, bounds)| bounds.lower == WIN);
            // One winning move is enough; a loss must be known for every move.
            let best = won.iter().min_by_key(|(_, bounds)| bounds.plies).or_else(|| {
                let lost = other.iter().all(|(_, bounds)| bounds.upper == LOSS);
                other.iter().max_by_key(|(_, bounds)| bounds.plies).filter(|_| lost)
            });
            let Some(&(mv, _)) = best else { return };
            pv.push(mv);
            pos.play(mv);
        }
    }

    /// Whether a move is known to lose.
    pub fn is_known_loss(&self, pos: &P, mv: P::Move) -> bool {
        let mut child = pos.clone();
        child.play(mv);
        known_bounds(pos.turn(), &child, || self.table.probe(child.key())).upper == LOSS
    }

    fn value(&mut self, pos: &P, first: Option<P::Move>) -> Option<(Proof, RootAnswer<P::Move>)> {
        let answer = self.search_root(pos, WIN, first)?;
        if answer.reached {
            return Some((Proof::Win, answer));
        }
        if !self.has_draws {
            return Some((Proof::Loss, answer));
        }
        // The bounds that the first search has stored serve the second one too.
        let answer = self.search_root(pos, DRAW, first)?;
        Some((if answer.reached { Proof::Draw } else { Proof::Loss }, answer))
    }

    /// Searches for a move after which the player to move gets at least `goal`; `None` if a limit
    /// came first.
    fn search_root(&mut self, pos: &P, goal: u8, first: Option<P::Move>) -> Option<RootAnswer<P::Move>> {
        // The table may know the value of the root, but it keeps no moves: the root is always
        // searched.
        let mut moves = Vec::new();
        pos.legal_moves(&mut moves);
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let mut child = pos.clone();
            child.play(mv);
            self.nodes += 1;
            // A move that ends the game costs nothing to try.
            let order = if child.outcome().is_some() { i32::MIN } else { (self.order)(&child) };
            children.push((order, mv, child));
        }
        children.sort_by_key(|&(order, mv, _)| (Some(mv) != first, order));
        if let Some(recording) = &mut self.recording {
            recording.begin(pos.turn(), goal, children.len());
        }
        let answer = self.search_root_moves(pos, goal, children)?;
        if let Some(recording) = &mut self.recording {
            recording.leave(pos.turn(), answer.reached, self.nodes);
        }
        Some(answer)
    }

    fn search_root_moves(
        &mut self,
        pos: &P,
        goal: u8,
        children: Vec<(i32, P::Move, P)>,
    ) -> Option<RootAnswer<P::Move>> {
        let mut longest = None;
        for (_, mv, child) in children {
            if let Some(recording) = &mut self.recording {
                recording.arrive(mv);
            }
            let GoalResult { reached, plies } = self.search_child(pos.turn(), &child, child.key(), goal, 1)?;
            let plies = plies.saturating_add(1);
            if reached {
                return Some(RootAnswer { reached, mv, plies });
            }
            if longest.as_ref().is_none_or(|longest: &RootAnswer<_>| plies > longest.plies) {
                longest = Some(RootAnswer { reached, mv, plies });
            }
        }
        longest
    }

    /// Whether `player` gets at least `goal` in a position, whoever is to move there; `None` if a
    /// limit came first.
    fn search_child(&mut self, player: Player, pos: &P, key: u64, goal: u8, ply: usize) -> Option<GoalResult> {
        if let Some(result) = known_bounds(player, pos, || self.table.probe(key)).reaches(goal) {
            if let Some(recording) = &mut self.recording {
                recording.knew();
            }
            return Some(result);
        }
        if pos.turn() == player {
            self.search_node(pos, key, goal, ply)
        } else {
            // One player gets at least a goal exactly when the other does not get more than the
            // rest.
            let GoalResult { reached, plies } = self.search_node(pos, key, WIN + 1 - goal, ply)?;
            Some(GoalResult { reached: !reached, plies })
        }
    }

    /// Whether the player to move gets at least `goal`; `None` if a limit came first.
    fn search_node(&mut self, pos: &P, key: u64, goal: u8, ply: usize) -> Option<GoalResult> {
        if ply >= MAX_PLY || self.must_stop() {
            return None;
        }
        if self.children.len() <= ply {
            self.children.resize_with(ply + 1, Vec::new);
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; KILLERS]);
        }
        let before = self.nodes;
        // Taken out, because the search below needs the whole of `self`; put back with its
        // capacity.
        let mut children = std::mem::take(&mut self.children[ply]);
        children.clear();
        let mut result = Some(self.expand(pos, goal, &mut children));
        if let Some(recording) = &mut self.recording {
            let reaching = usize::from(result.is_some_and(|result| result.reached));
            let missing = ((self.nodes - before) as usize).saturating_sub(children.len() + reaching);
            recording.expand(pos.turn(), children.len(), [missing, reaching]);
        }
        if result.is_some_and(|result| !result.reached) {
            let killers = self.killers[ply];
            children.sort_by_key(|child| {
                let rank = killers.iter().position(|&killer| killer == Some(child.mv)).unwrap_or(KILLERS);
                child.order - self.killer_bonus * (KILLERS - rank) as i32
            });
            result = self.search_children(pos.turn(), &children, goal, ply, result);
        }
        self.children[ply] = children;
        let mut result = result?;
        result.plies = result.plies.saturating_add(1);
        if let Some(recording) = &mut self.recording {
            recording.leave(pos.turn(), result.reached, self.nodes - before);
        }
        // Without draws the one question decides everything; with them the other bound may be known
        // already.
        let mut bounds = if self.has_draws { self.table.probe(key) } else { ValueBounds::UNKNOWN };
        if result.reached {
            bounds.lower = if self.has_draws { bounds.lower.max(goal) } else { WIN };
            bounds.upper = bounds.upper.max(bounds.lower);
        } else {
            bounds.upper = if self.has_draws { bounds.upper.min(goal - 1) } else { LOSS };
            bounds.lower = bounds.lower.min(bounds.upper);
        }
        bounds.plies = result.plies;
        self.table.store(key, bounds, self.nodes - before);
        Some(result)
    }

    /// Plays every move and probes the table for all of them, before any is searched. Moves known
    /// to miss the goal are left out of the children, but not out of the result, which holds if
    /// there are no children; if one is known to reach it, that is the result.
    fn expand(&mut self, pos: &P, goal: u8, children: &mut Vec<SolverChild<P>>) -> GoalResult {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        pos.legal_moves(&mut moves);
        let mut result = GoalResult { reached: false, plies: 0 };
        for &mv in &moves {
            let mut child = pos.clone();
            child.play(mv);
            children.push(SolverChild { order: 0, mv, key: child.key(), bucket: [EMPTY; 2], pos: child });
        }
        self.nodes += moves.len() as u64;
        // One after the other with nothing in between: the processor waits for all the cache misses
        // together.
        for child in children.iter_mut() {
            child.bucket = self.table.bucket(child.key);
        }
        children.retain(|child| {
            if result.reached {
                return false;
            }
            match known_bounds(pos.turn(), &child.pos, || SolverTable::read(child.bucket, child.key)).reaches(goal) {
                Some(known) if known.reached => result = known,
                Some(known) => result.plies = result.plies.max(known.plies),
                None => return true,
            }
            false
        });
        self.moves = moves;
        // A single child needs no order.
        if !result.reached && children.len() > 1 {
            for child in children.iter_mut() {
                child.order = (self.order)(&child.pos);
            }
        }
        result
    }

    fn search_children(
        &mut self,
        player: Player,
        children: &[SolverChild<P>],
        goal: u8,
        ply: usize,
        known: Option<GoalResult>,
    ) -> Option<GoalResult> {
        let mut result = known?;
        for child in children {
            if let Some(recording) = &mut self.recording {
                recording.arrive(child.mv);
            }
            let found = self.search_child(player, &child.pos, child.key, goal, ply + 1)?;
            if found.reached {
                self.record_killer(child.mv, ply);
                return Some(found);
            }
            result.plies = result.plies.max(found.plies);
        }
        Some(result)
    }

    /// Puts a move first among the killers of a ply.
    fn record_killer(&mut self, mv: P::Move, ply: usize) {
        let killers = &mut self.killers[ply];
        let at = killers.iter().position(|&killer| killer == Some(mv)).unwrap_or(KILLERS - 1);
        killers[at] = Some(mv);
        killers[..=at].rotate_right(1);
    }

    fn must_stop(&mut self) -> bool {
        if !self.stopped
            && self.poll_timer.is_due(self.nodes)
            && let Some(timer) = &self.timer
        {
            self.stopped = timer.must_stop(self.nodes);
            self.poll_timer.reschedule(self.nodes, timer.elapsed());
        }
        self.stopped
    }
}

/// The bounds of a position for `player`: from the rules, or from the table, which has them for the
/// player to move.
fn known_bounds<P: Position>(player: Player, pos: &P, stored: impl FnOnce() -> ValueBounds) -> ValueBounds {
    match pos.outcome() {
        Some(Outcome::Draw) => ValueBounds { lower: DRAW, upper: DRAW, plies: 0 },
        Some(Outcome::Win(winner)) => {
            let value = if winner == player { WIN } else { LOSS };
            ValueBounds { lower: value, upper: value, plies: 0 }
        }
        None if pos.turn() == player => stored(),
        None => stored().reversed(),
    }
}
