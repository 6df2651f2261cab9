//! Quiescence search: what happens below the last ply where moves are still forced.

use potez_core::Position;

use super::knowledge::{Evaluator, MoveOrdering};
use super::thread::{MAX_PLY, SearchThread};
use super::window::{ScoreWindow, SearchResult};
use crate::Score;
use crate::trace::{MoveSource, Pass, VisitEnd};

impl<P: Position, E: Evaluator<P>, G: MoveOrdering<P>> SearchThread<P, E, G> {
    /// Searches noisy moves until the evaluation can be trusted. The player to move may also stand
    /// pat, so the result is never a proven loss.
    pub(super) fn quiesce(&mut self, pos: &P, mut window: ScoreWindow, ply: usize) -> SearchResult {
        let mut best = self.evaluate_in_window(pos, window);
        // Stand pat: who is content without a noisy move need not make one.
        if best.score >= window.beta || ply >= MAX_PLY {
            self.record(|trace| trace.end(VisitEnd::StandPat));
            return best;
        }
        window.alpha = window.alpha.max(best.score);
        let mut picker = std::mem::take(&mut self.pickers[ply]);
        picker.begin_noisy(|moves| self.ordering.noisy_moves(pos, moves));
        let mut searched = 0;
        while let Some(mv) = picker.pick() {
            let result = self.search_noisy_move(pos, (mv, searched), window, ply);
            searched += 1;
            if self.stopped {
                break;
            }
            if result.score > best.score {
                // Never proven, whatever the move was: quiet moves were not searched.
                best = SearchResult::estimate(result.score);
                if result.score >= window.beta {
                    break;
                }
                window.alpha = window.alpha.max(result.score);
            }
        }
        if searched > 0 {
            self.record_end(best.score >= window.beta, searched);
        }
        self.pickers[ply] = picker;
        best
    }

    fn search_noisy_move(
        &mut self,
        pos: &P,
        (mv, index): (P::Move, u32),
        window: ScoreWindow,
        ply: usize,
    ) -> SearchResult {
        let mut child = pos.clone();
        child.play(mv);
        self.count_node();
        self.record(|trace| trace.play(mv, index, MoveSource::Order(0)));
        if self.stopped {
            return self.record_leaf(window, SearchResult::STOPPED, VisitEnd::Stopped);
        }
        if let Some(outcome) = child.outcome() {
            let result = SearchResult::game_over(outcome, pos.turn(), ply + 1);
            return self.record_leaf(window, result, VisitEnd::GameOver);
        }
        if P::REPEATS {
            let key = child.key();
            // As in the main search: one repetition is a draw, and proves nothing.
            if self.path.contains(&key) {
                return self.record_leaf(window, SearchResult::estimate(Score::DRAW), VisitEnd::Repetition);
            }
            self.path.push(key);
        }
        self.record_enter(Pass::Quiescence, 0, window);
        let result = if child.turn() == pos.turn() {
            self.quiesce(&child, window, ply + 1)
        } else {
            -self.quiesce(&child, -window, ply + 1)
        };
        self.record_leave(result);
        if P::REPEATS {
            self.path.pop();
        }
        result
    }
}
