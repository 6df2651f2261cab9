use potez_core::Position;

use super::guide::{Evaluator, Guide};
use super::ordering::{Picker, Turn};
use super::settings::TableUse;
use super::window::{Found, Window};
use super::worker::{MOST_PLIES, Worker};
use crate::Score;
use crate::table::{Bound, Entry};

/// A move on its way into the search: where it is played and how late it comes.
pub(super) struct Step<'a, P: Position> {
    pub(super) pos: &'a P,
    pub(super) mv: P::Move,
    pub(super) tag: u32,
    /// Moves that come before it in the order of the node.
    pub(super) index: u32,
    /// The depth of the node it is played in.
    pub(super) depth: i32,
    /// The ply of the node it is played in.
    pub(super) ply: usize,
    /// Whether to come back as soon as the move seems better than it must be, before it is looked at more closely.
    pub(super) glance: bool,
}

/// How far a node has come.
#[derive(Clone, Copy)]
pub(super) struct Course {
    /// The scores that still matter.
    pub(super) window: Window,
    /// The best score so far.
    pub(super) score: Score,
    /// The tag of the move that raised the window, 0 if none has.
    tag: u32,
    pub(super) tried: u32,
    /// Whether every move so far has a certain upper bound.
    all_certain: bool,
}

impl Course {
    pub(super) fn begin(window: Window) -> Self {
        Self { window, score: -Score::INFINITE, tag: 0, tried: 0, all_certain: true }
    }
}

impl<P: Position, E: Evaluator<P>, G: Guide<P>> Worker<P, E, G> {
    /// Searches a position that is not over, at least one ply deep.
    pub(super) fn node(&mut self, pos: &P, depth: i32, window: Window, ply: usize) -> Found {
        if window.is_open() {
            self.pvs[ply].clear();
        }
        let uses_table = self.tuning.table != TableUse::Off && depth >= self.tuning.table_from as i32;
        let key = if uses_table { self.key(pos) } else { 0 };
        let entry = if uses_table { self.probe(key, ply) } else { None };
        if let Some(found) = entry.and_then(|entry| self.answer(entry, depth, window)) {
            return found;
        }
        let first_tag = entry.map_or(0, |entry| entry.tag);
        let blind = window.is_open() && first_tag == 0;
        let depth =
            depth - i32::from(blind && self.tuning.internal_reduction.is_some_and(|least| depth >= least as i32));

        let mut picker = std::mem::take(&mut self.pickers[ply]);
        picker.begin(first_tag);
        let mut course = Course::begin(window);
        let cut = self.try_moves(pos, &mut picker, depth, &mut course, ply);
        let found = if self.stopped {
            Found::estimate(Score::DRAW)
        } else if cut {
            Found { score: course.score, settled: course.all_certain }
        } else {
            self.conclude(pos, &picker, &course)
        };
        if !self.stopped && uses_table {
            self.store(key, found, window.bound(found.score), depth, course.tag, ply);
        }
        self.pickers[ply] = picker;
        found
    }

    /// The answer of the table, if it is good enough.
    fn answer(&self, entry: Entry, depth: i32, window: Window) -> Option<Found> {
        let usable = match self.tuning.table {
            TableUse::Off => false,
            TableUse::SameDepth => entry.depth == depth as u32,
            // An open window wants its principal variation, which the table would cut short.
            TableUse::Full => entry.settled || (entry.depth >= depth as u32 && !window.is_open()),
        };
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= window.beta,
            Bound::Upper => entry.score <= window.alpha,
        };
        (usable && decides).then_some(Found { score: entry.score, settled: entry.settled })
    }

    /// The loop over the moves: whether one of them cut off.
    fn try_moves(
        &mut self,
        pos: &P,
        picker: &mut Picker<P::Move>,
        depth: i32,
        course: &mut Course,
        ply: usize,
    ) -> bool {
        loop {
            if self.team.is_some() {
                if depth > 1 && self.is_cut_off() {
                    self.stopped = true;
                    return false;
                }
                if self.shares(depth, picker.left(), course) {
                    let cut = self.share(pos, depth, ply, picker, course);
                    if cut || self.stopped {
                        return cut;
                    }
                }
            }
            let Some(Turn { mv, index }) = self.next_move(picker, pos, ply) else {
                if self.must_look_at_rest(pos, course) && self.list_rest(picker, pos, ply) {
                    continue;
                }
                return false;
            };
            if index >= self.width(depth) && !course.window.is_open() && !course.score.is_loss() {
                course.all_certain = false;
                return false;
            }
            let step = Step { pos, mv, tag: self.guide.tag(mv), index, depth, ply, glance: false };
            let found = self.try_move(&step, course.window);
            if self.stopped {
                return false;
            }
            if self.reckon(&step, found, picker, course) {
                return true;
            }
        }
    }

    /// Takes the result of a move into account; true if it cuts off.
    pub(super) fn reckon(
        &mut self,
        step: &Step<'_, P>,
        found: Found,
        picker: &mut Picker<P::Move>,
        course: &mut Course,
    ) -> bool {
        let &Step { pos, mv, tag, depth, ply, .. } = step;
        course.tried += 1;
        course.all_certain &= found.is_certain(Bound::Upper);
        if found.score > course.score {
            course.score = found.score;
            if found.score > course.window.alpha {
                course.tag = tag;
                if course.window.is_open() {
                    self.note_pv(mv, ply);
                }
                if found.score >= course.window.beta {
                    course.all_certain = found.is_certain(Bound::Lower);
                    if self.guide.is_quiet(pos, mv) {
                        self.learn(picker, pos, tag, depth, ply);
                    }
                    return true;
                }
                course.window.alpha = found.score;
            }
        }
        if self.tuning.history && depth > 1 && picker.failed.len() < 64 && self.guide.is_quiet(pos, mv) {
            picker.failed.push(tag);
        }
        false
    }

    /// Whether an incomplete guide has left the node without a move, or without one that does not lose.
    fn must_look_at_rest(&mut self, pos: &P, course: &Course) -> bool {
        !self.guide.is_complete()
            && (course.tried == 0
                || (self.tuning.verify_losses && course.score.is_loss() && !self.guide.is_complete_at(pos)))
    }

    /// The result of a node in which no move cut off.
    fn conclude(&mut self, pos: &P, picker: &Picker<P::Move>, course: &Course) -> Found {
        // Nothing hangs on the moves left out unless all that were tried are certain.
        if picker.has_listed_rest() || !course.all_certain || self.guide.is_complete_at(pos) {
            return Found { score: course.score, settled: course.all_certain };
        }
        // A move that was not looked at may be better: a loss is only likely.
        let score = match course.score.plies() {
            Some(plies) if course.score.is_loss() => Score::estimate(plies as i32 - Score::MOST.raw()),
            _ => course.score,
        };
        Found::estimate(score)
    }

    /// Plays a move and searches what follows; the result is for the player who moved.
    pub(super) fn try_move(&mut self, step: &Step<'_, P>, window: Window) -> Found {
        let &Step { pos, mv, tag, depth, ply, .. } = step;
        let mut child = pos.clone();
        child.play(mv);
        self.count();
        if self.stopped {
            return Found::estimate(Score::DRAW);
        }
        if window.is_open() {
            self.pvs[ply + 1].clear();
        }
        if let Some(outcome) = child.outcome() {
            return Found::end(outcome, pos.turn(), ply + 1);
        }
        if let Some(verdict) = self.evaluator.verdict(&child) {
            let found = Found { score: verdict.plies_later(ply as i32 + 1), settled: true };
            return if child.turn() == pos.turn() { found } else { -found };
        }
        if P::REPEATS {
            let key = child.key();
            // Once is taken for three times: who can repeat can repeat again. It proves nothing, though.
            if self.path.contains(&key) {
                return Found::estimate(Score::DRAW);
            }
            self.path.push(key);
        }
        self.trail[ply + 1] = tag;
        let extension = if self.tuning.extensions && ply < 2 * self.depth as usize {
            self.guide.extension(pos, mv, &child) as i32
        } else {
            0
        };
        let before = self.nodes;
        let found = self.scout(step, &child, depth - 1 + extension, window);
        if depth > 1 && self.team.is_some() {
            self.weigh(depth, self.nodes - before);
        }
        if P::REPEATS {
            self.path.pop();
        }
        found
    }

    /// Asks late moves with as little work as possible whether they are better, and looks closer if they are.
    fn scout(&mut self, step: &Step<'_, P>, child: &P, depth: i32, window: Window) -> Found {
        let flips = child.turn() != step.pos.turn();
        let ply = step.ply + 1;
        if step.index > 0 {
            let mut reduction = self.reduction(step.depth, step.index);
            if reduction > 0 && self.guide.is_quiet(step.pos, step.mv) {
                reduction -= i32::from(window.is_open());
                let reduced = (depth - reduction).max(self.least_depth());
                if reduced < depth {
                    let found = self.descend(child, flips, reduced, window.lowest(), ply);
                    if self.stopped || found.score <= window.alpha {
                        return found;
                    }
                    if step.glance {
                        self.has_glanced = true;
                        return found;
                    }
                }
            }
            if self.tuning.null_windows && window.is_open() {
                let found = self.descend(child, flips, depth, window.lowest(), ply);
                if self.stopped || found.score <= window.alpha || found.score >= window.beta {
                    return found;
                }
                if step.glance {
                    self.has_glanced = true;
                    return found;
                }
            }
        }
        self.descend(child, flips, depth, window, ply)
    }

    /// Searches the position after a move; window and result belong to the player who made it.
    fn descend(&mut self, child: &P, flips: bool, depth: i32, window: Window, ply: usize) -> Found {
        let inner = if flips { -window } else { window };
        let found = if depth > 0 && ply < MOST_PLIES {
            self.node(child, depth, inner, ply)
        } else {
            self.leaf(child, inner, ply)
        };
        if flips { -found } else { found }
    }

    /// The value of a position that is not searched deeper.
    fn leaf(&mut self, pos: &P, window: Window, ply: usize) -> Found {
        if G::NOISY && self.tuning.quiescence {
            self.quiesce(pos, window, ply)
        } else {
            self.evaluate_within(pos, window)
        }
    }

    /// Follows noisy moves until the evaluation can be trusted. The player to move may also leave things as they are,
    /// so the result is never a proven loss.
    fn quiesce(&mut self, pos: &P, mut window: Window, ply: usize) -> Found {
        let mut best = self.evaluate_within(pos, window);
        if best.score >= window.beta || ply >= MOST_PLIES {
            return best;
        }
        window.alpha = window.alpha.max(best.score);
        let mut picker = std::mem::take(&mut self.pickers[ply]);
        picker.begin_noisy(|moves| self.guide.noisy(pos, moves));
        while let Some(mv) = picker.pick() {
            let found = self.try_noisy(pos, mv, window, ply);
            if self.stopped {
                break;
            }
            if found.score > best.score {
                best = Found::estimate(found.score);
                if found.score >= window.beta {
                    break;
                }
                window.alpha = window.alpha.max(found.score);
            }
        }
        self.pickers[ply] = picker;
        best
    }

    fn try_noisy(&mut self, pos: &P, mv: P::Move, window: Window, ply: usize) -> Found {
        let mut child = pos.clone();
        child.play(mv);
        self.count();
        if self.stopped {
            return Found::estimate(Score::DRAW);
        }
        if let Some(outcome) = child.outcome() {
            return Found::end(outcome, pos.turn(), ply + 1);
        }
        if P::REPEATS {
            let key = child.key();
            if self.path.contains(&key) {
                return Found::estimate(Score::DRAW);
            }
            self.path.push(key);
        }
        let found = if child.turn() == pos.turn() {
            self.quiesce(&child, window, ply + 1)
        } else {
            -self.quiesce(&child, -window, ply + 1)
        };
        if P::REPEATS {
            self.path.pop();
        }
        found
    }
}
