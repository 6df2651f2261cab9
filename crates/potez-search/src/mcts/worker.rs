use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use potez_core::{Outcome, Player, Position};

use super::arena::{Arena, Block, Link, Slot, Stats, edge};
use super::policy::{Expansion, Moves, Playout, Prior, Trace};
use super::select::{Desk, Weights, select, select_open};
use super::settings::Settings;
use super::word::{Apart, Word};
use super::{Even, Knowledge};

/// What the threads of one search share besides the tree.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Simulations begun.
    pub(super) simulations: Apart<AtomicU64>,
    /// The longest way down so far.
    pub(super) deepest: AtomicU32,
    /// A node could not get its children.
    pub(super) full: AtomicBool,
    /// There will be no more space in this search.
    pub(super) cramped: AtomicBool,
    /// The search is to end.
    pub(super) over: AtomicBool,
}

impl Shared {
    /// Whether simulations must rest until the arena has space again.
    pub(super) fn waits_for_room(&self) -> bool {
        self.full.load(Ordering::Relaxed) && !self.cramped.load(Ordering::Relaxed)
    }
}

/// The visits from which on several threads are often at a node at once. Each would wait for lines of memory that the
/// other has just written, so that they write less often there.
const BUSY: u32 = 512;
/// A child of a busy node with so many visits may be chosen some times in a row.
const FAMILIAR: u32 = 128;
/// What has been found out is handed in to busy nodes once in so many simulations.
const PATIENCE: u32 = 16;

/// A slot on the way down, and who chose it.
#[derive(Clone, Copy, Debug)]
struct Step {
    slot: Slot,
    chooser: Player,
    index: u32,
    /// Whether several threads are often at the node below.
    is_busy: bool,
}

/// What a leaf was found to be worth.
#[derive(Clone, Copy, Debug)]
struct Worth {
    playouts: u32,
    /// Of X.
    points: u32,
    /// The points of a playout.
    grain: u32,
}

impl Worth {
    /// One and the same result so many times.
    fn certain(playouts: u32, outcome: Outcome, grain: u32) -> Self {
        let points = match outcome {
            Outcome::Win(Player::X) => grain,
            Outcome::Win(Player::O) => 0,
            Outcome::Draw => grain / 2,
        };
        Self { playouts, points: playouts * points, grain }
    }

    /// What a player may hope for, 0 to 1, so many times.
    fn judged(playouts: u32, player: Player, value: f32, grain: u32) -> Self {
        let points = playouts * (grain as f32 * value).round() as u32;
        let worth = Self { playouts, points, grain };
        Self { points: worth.seen_by(player).points(), ..worth }
    }

    fn seen_by(self, player: Player) -> Stats {
        let all = self.grain * self.playouts;
        Stats::new(self.playouts, if player == Player::X { self.points } else { all - self.points })
    }
}

/// What came of giving a node children.
enum Growth {
    /// It stays a leaf.
    None,
    /// It has children, or is proven.
    Grown,
    /// It has children, and the player to move may hope for so much.
    Judged(f32),
}

/// The result of a node, if its children settle it.
pub(super) fn verdict<W: Word>(children: &Block<'_, W>, mover: Player, guessed: bool) -> Option<Outcome> {
    let mut result = Some(Outcome::Win(!mover));
    for link in children.links {
        match Link(link.load()).proof() {
            Some(Outcome::Win(winner)) if winner == mover => return Some(Outcome::Win(mover)),
            Some(Outcome::Win(_)) => {}
            Some(Outcome::Draw) => result = result.and(Some(Outcome::Draw)),
            None => result = None,
        }
    }
    result.filter(|_| !guessed)
}

/// One thread's hands and tools.
pub(super) struct Worker<'a, P: Position, M, R, L: Playout<P>, W> {
    arena: &'a Arena<W>,
    settings: &'a Settings,
    knowledge: &'a Knowledge<M, R, L>,
    rng: fastrand::Rng,
    virtual_loss: u64,
    path: Vec<Step>,
    /// Keys of the positions on the way down, where positions can come back.
    keys: Vec<u64>,
    expansion: Expansion<P::Move>,
    indices: Vec<u32>,
    scratch: L::Scratch,
    trace: Trace,
    amaf: Amaf,
    /// Simulations made.
    round: u32,
    /// What busy slots are still to be paid.
    debts: Vec<(Slot, u64)>,
    /// The choices in busy nodes, by the blocks of their children; they stand until debts are paid.
    habits: Vec<(u32, usize)>,
    desk: Desk,
}

/// All-moves-as-first: what the playouts of one simulation say about each move of each player.
struct Amaf {
    gains: [Vec<u64>; 2],
    /// The playout in which a move was last seen.
    seen: [Vec<u32>; 2],
    playout: u32,
    touched: Vec<(usize, usize)>,
}

impl Amaf {
    fn new(width: usize) -> Self {
        let gains = [vec![0; width], vec![0; width]];
        Self { gains, seen: [vec![0; width], vec![0; width]], playout: 0, touched: Vec::new() }
    }

    /// Counts a playout for every move in it, once a move.
    fn note(&mut self, trace: &Trace, worth: Worth, once: bool) {
        self.playout = self.playout.wrapping_add(1);
        let gain = Player::BOTH.map(|player| worth.seen_by(player).0);
        for (player, index) in trace.moves() {
            let Some(seen) = self.seen[player].get_mut(index) else { continue };
            if once || *seen != self.playout {
                *seen = self.playout;
                self.gains[player][index] += gain[player];
                self.touched.push((player, index));
            }
        }
    }

    /// A move on the way down is part of all the playouts.
    fn note_step(&mut self, player: usize, index: usize, gain: Stats) {
        if let Some(place) = self.gains[player].get_mut(index) {
            *place = gain.0;
            self.touched.push((player, index));
        }
    }

    /// Counts the playouts so many times for every move of a block.
    fn pay<W: Word>(&self, player: usize, block: &Block<'_, W>, times: u64) {
        let gains = &self.gains[player][..];
        for (amaf, edge) in block.amaf.iter().zip(block.edges) {
            if let Some(gain) = gains.get(edge.get() as u32 as usize) {
                // Threads may overwrite each other here: a lost playout does less harm than locking the line.
                amaf.set(amaf.get().wrapping_add(*gain * times));
            }
        }
    }

    fn clear(&mut self) {
        for (player, index) in self.touched.drain(..) {
            self.gains[player][index] = 0;
        }
    }
}

impl<'a, P, M, R, L, W> Worker<'a, P, M, R, L, W>
where
    P: Position,
    M: Moves<P>,
    R: Prior<P>,
    L: Playout<P>,
    W: Word,
{
    pub(super) fn new(
        arena: &'a Arena<W>,
        settings: &'a Settings,
        knowledge: &'a Knowledge<M, R, L>,
        rng: fastrand::Rng,
    ) -> Self {
        let width = if arena.has_amaf() { knowledge.moves.width() } else { 0 };
        Self {
            arena,
            settings,
            knowledge,
            rng,
            virtual_loss: if settings.threads > 1 { Stats::new(settings.virtual_loss, 0).0 } else { 0 },
            path: Vec::new(),
            keys: Vec::new(),
            expansion: Expansion::default(),
            indices: Vec::new(),
            scratch: L::Scratch::default(),
            trace: Trace::new(width > 0),
            amaf: Amaf::new(width),
            round: 0,
            debts: Vec::new(),
            habits: Vec::new(),
            desk: Desk::default(),
        }
    }

    /// Ends the work; returns the random numbers to go on with.
    pub(super) fn finish(mut self) -> fastrand::Rng {
        self.pay_debts();
        self.rng
    }

    /// One simulation: down the tree, perhaps one node more, playouts, and back up.
    pub(super) fn simulate(&mut self, root: &P, shared: &Shared) {
        let mut pos = root.clone();
        self.path.clear();
        self.keys.clear();
        self.enter(Slot::ROOT, root.turn(), u32::MAX);
        let worth = loop {
            let step = self.path[self.path.len() - 1];
            let link = Link(self.arena.link(step.slot).load());
            if let Some(outcome) = link.proof().or_else(|| pos.outcome()) {
                self.prove(self.path.len() - 1, outcome);
                break self.certain(outcome);
            }
            if P::REPEATS {
                if self.keys.contains(&pos.key()) {
                    // Worth a draw, and proof of nothing: the result belongs to the path, not to the position.
                    break self.certain(Outcome::Draw);
                }
                self.keys.push(pos.key());
            }
            if !link.is_ready() {
                match self.expand(&pos, step, shared) {
                    Growth::None => break self.play_out(&pos),
                    Growth::Grown => continue,
                    Growth::Judged(value) => {
                        let Settings { playouts, grain, .. } = *self.settings;
                        break Worth::judged(playouts.max(1), pos.turn(), value, grain);
                    }
                }
            }
            if !self.descend(&mut pos, step, link) {
                break self.play_out(&pos);
            }
        };
        let depth = self.path.len() as u32 - 1;
        if depth > shared.deepest.load(Ordering::Relaxed) {
            shared.deepest.fetch_max(depth, Ordering::Relaxed);
        }
        self.back_up(worth);
    }

    fn certain(&self, outcome: Outcome) -> Worth {
        Worth::certain(self.settings.playouts, outcome, self.settings.grain)
    }

    /// Plays the most attractive move; false if there is none.
    fn descend(&mut self, pos: &mut P, step: Step, link: Link) -> bool {
        let children = self.arena.children(link);
        let mover = pos.turn();
        let habit = self.habit(&children, step, link);
        let Some(at) = habit.or_else(|| self.choose(&children, mover, step)) else {
            // Other threads have proven the last children at the same time, each without seeing the others.
            if let Some(outcome) = verdict(&children, mover, link.is_guessed()) {
                self.prove(self.path.len() - 1, outcome);
            }
            return false;
        };
        if step.is_busy && habit.is_none() && Stats(children.stats[at].get()).visits() >= FAMILIAR {
            self.habits.push((link.first(), at));
        }
        let slot = Slot { block: link.first(), count: link.count(), at: at as u32 };
        let index = children.edges[at].get() as u32;
        pos.play(self.knowledge.moves.mv(pos, index));
        self.enter(slot, mover, index);
        true
    }

    /// What was chosen in a busy node a moment ago; little has changed since.
    fn habit(&self, children: &Block<'_, W>, step: Step, link: Link) -> Option<usize> {
        let known = self.habits.iter().find(|(block, _)| step.is_busy && *block == link.first());
        known.map(|&(_, at)| at).filter(|&at| Link(children.links[at].get()).proof().is_none())
    }

    /// The most attractive child.
    fn choose(&mut self, children: &Block<'_, W>, mover: Player, step: Step) -> Option<usize> {
        let stats = Stats(self.arena.stats(step.slot).get());
        let mean =
            stats.mean(self.settings.grain).map_or(0.5, |mean| if mover == step.chooser { mean } else { 1.0 - mean });
        let selection = &self.settings.selection;
        let weights = Weights::new(selection, self.settings.grain, stats.visits(), mean as f32);
        let count = children.stats.len();
        let width = selection.widening.map_or(count, |widening| widening.width(stats.visits() as f32).min(count));
        let mut choice = select(children, width, weights, &mut self.desk);
        if choice.is_none() && width < count {
            choice = select(children, count, weights, &mut self.desk);
        }
        let at = choice?;
        // Half of the visits of a certain draw go where there is still something to find out.
        let drawn = Link(children.links[at].get()).proof() == Some(Outcome::Draw);
        let other = if drawn && self.rng.bool() { select_open(children, weights, &mut self.desk) } else { None };
        Some(other.unwrap_or(at))
    }

    /// Goes a step down; other threads are told to look elsewhere, unless there is enough for all.
    fn enter(&mut self, slot: Slot, chooser: Player, index: u32) {
        let mut is_busy = false;
        if self.settings.threads > 1 {
            let stats = self.arena.stats(slot);
            is_busy = Stats(stats.get()).visits() >= BUSY;
            if !is_busy {
                stats.add(self.virtual_loss);
            }
        }
        self.path.push(Step { slot, chooser, index, is_busy });
    }

    /// Gives a node children, if it has been visited often enough, nobody else is at it and there is space.
    fn expand(&mut self, pos: &P, step: Step, shared: &Shared) -> Growth {
        let pending = Stats(self.virtual_loss).visits();
        let visits = Stats(self.arena.stats(step.slot).get()).visits();
        if visits < self.settings.expand_at + pending || shared.full.load(Ordering::Relaxed) {
            return Growth::None;
        }
        let link = self.arena.link(step.slot);
        if link.or(Link::CLAIMED) & Link::CLAIMED != 0 {
            return Growth::None;
        }
        self.expansion.clear();
        self.knowledge.prior.expand(pos, &mut self.expansion);
        if let Some(outcome) = self.expansion.proof {
            self.prove(self.path.len() - 1, outcome);
            return Growth::Grown;
        }
        if !self.write_children(pos, step) {
            link.and(!Link::CLAIMED);
            shared.full.store(true, Ordering::Relaxed);
            return Growth::None;
        }
        self.expansion.value.map_or(Growth::Grown, Growth::Judged)
    }

    /// Gives the root children whatever the limits and whatever is known about it already: a move must be found.
    /// False if there is no space.
    pub(super) fn expand_root(&mut self, pos: &P) -> bool {
        self.path.clear();
        let step = Step { slot: Slot::ROOT, chooser: pos.turn(), index: u32::MAX, is_busy: false };
        self.path.push(step);
        self.expansion.clear();
        self.knowledge.prior.expand(pos, &mut self.expansion);
        if self.expansion.candidates.is_empty() {
            Even.expand(pos, &mut self.expansion);
        }
        let done = self.write_children(pos, step);
        let lost = Outcome::Win(!pos.turn());
        if self.expansion.proof == Some(lost) {
            self.prove(0, lost);
        }
        done
    }

    /// Writes a block for the candidates and makes it visible; false if there is no space.
    fn write_children(&mut self, pos: &P, step: Step) -> bool {
        let widens = self.settings.selection.widening.is_some();
        let candidates = &mut self.expansion.candidates;
        if widens {
            candidates.sort_by(|one, other| other.prior.total_cmp(&one.prior));
        }
        let mut guessed = self.expansion.guessed;
        if candidates.len() > Link::MOST {
            candidates.truncate(Link::MOST);
            guessed = true;
        }
        let count = candidates.len();
        let Some(first) = self.arena.allocate(step.slot, count) else { return false };
        self.indices.clear();
        self.knowledge.moves.indices(pos, candidates.iter().map(|candidate| candidate.mv), &mut self.indices);
        let block = self.arena.block(first, count as u32);
        // Equals are taken in order: begin anywhere, so that no corner of the board is always the first.
        let turn = if widens { 0 } else { self.rng.usize(0..count.max(1)) };
        let (head, tail) = block.edges.split_at(turn);
        let mover = pos.turn();
        for ((word, candidate), &index) in tail.iter().chain(head).zip(candidates.iter()).zip(&self.indices) {
            let loses = candidate.proof == Some(Outcome::Win(!mover));
            word.set(edge(index, if loses { f32::NEG_INFINITY } else { candidate.prior }));
        }
        let (head, tail) = block.links.split_at(turn);
        for (word, candidate) in tail.iter().chain(head).zip(candidates.iter()) {
            word.set(candidate.proof.map_or(0, Link::proven));
        }
        block.stats.iter().for_each(|word| word.set(0));
        if !block.amaf.is_empty() {
            let (head, tail) = block.amaf.split_at(turn);
            for (word, candidate) in tail.iter().chain(head).zip(candidates.iter()) {
                word.set(Stats::new(candidate.experience.0, candidate.experience.1 * self.settings.grain / 2).0);
            }
        }
        let proof = if candidates.iter().any(|candidate| candidate.proof.is_some()) {
            verdict(&block, mover, guessed)
        } else {
            None
        };
        self.arena.link(step.slot).or(Link::CLAIMED | Link::ready(first, count, guessed));
        if let Some(outcome) = proof {
            self.prove(self.path.len() - 1, outcome);
        }
        true
    }

    /// Marks the node at this depth of the path as proven, and those above it as far as it settles them.
    fn prove(&self, depth: usize, mut outcome: Outcome) {
        for at in (0..=depth).rev() {
            let Step { slot, chooser, index, .. } = self.path[at];
            let before = Link(self.arena.link(slot).or(Link::proven(outcome)));
            if at == 0 || (before.proof().is_some() && at < depth) {
                break;
            }
            if outcome == Outcome::Win(!chooser) {
                self.arena.edge(slot).set(edge(index, f32::NEG_INFINITY));
            }
            let parent = Link(self.arena.link(self.path[at - 1].slot).load());
            if parent.proof().is_some() {
                break;
            }
            let siblings = self.arena.block(slot.block, slot.count);
            let Some(settled) = verdict(&siblings, chooser, parent.is_guessed()) else { break };
            outcome = settled;
        }
    }

    fn play_out(&mut self, pos: &P) -> Worth {
        let grain = self.settings.grain;
        let mut worth = Worth { playouts: 0, points: 0, grain };
        while worth.playouts < self.settings.playouts.max(1) {
            self.trace.clear();
            let Knowledge { moves, playout, .. } = self.knowledge;
            let outcome = playout.run(pos, moves, &mut self.scratch, &mut self.rng, &mut self.trace);
            let one = Worth::certain(1, outcome, grain);
            worth = Worth { playouts: worth.playouts + 1, points: worth.points + one.points, grain };
            if self.trace.is_wanted() {
                self.amaf.note(&self.trace, one, M::ONCE);
            }
        }
        worth
    }

    fn back_up(&mut self, worth: Worth) {
        let is_payday = self.round.is_multiple_of(PATIENCE);
        for at in (0..self.path.len()).rev() {
            let Step { slot, chooser, index, is_busy } = self.path[at];
            let gain = worth.seen_by(chooser);
            if is_busy {
                self.owe(slot, gain.0);
            } else {
                self.arena.stats(slot).add(gain.0.wrapping_sub(self.virtual_loss));
            }
            if at > 0 && self.trace.is_wanted() {
                self.amaf.note_step(chooser.index(), index as usize, gain);
                // In busy nodes one simulation speaks for some others.
                let is_busy = self.path[at - 1].is_busy;
                if is_payday || !is_busy {
                    let times = if is_busy { PATIENCE } else { 1 };
                    self.amaf.pay(chooser.index(), &self.arena.block(slot.block, slot.count), times.into());
                }
            }
        }
        self.amaf.clear();
        if is_payday {
            self.pay_debts();
        }
        self.round = self.round.wrapping_add(1);
    }

    fn owe(&mut self, slot: Slot, gain: u64) {
        match self.debts.iter_mut().find(|(other, _)| *other == slot) {
            Some((_, debt)) => *debt = debt.wrapping_add(gain),
            None => self.debts.push((slot, gain)),
        }
    }

    fn pay_debts(&mut self) {
        for (slot, debt) in self.debts.drain(..) {
            self.arena.stats(slot).add(debt);
        }
        self.habits.clear();
    }
}
