//! A review on the screen: the worst moves first, each on the board, and every move in between.

use potez_table::review::{Judged, Review};
use potez_table::{Message, MovePart, Table};
use ratatui::crossterm::event::KeyCode;

use crate::app::{App, AppEffect};
use crate::board::{DrawnBoard, Overlay};

/// A review on the screen.
pub(crate) struct ReviewScreen {
    pub(crate) review: Review,
    /// The board after every number of moves, the start first.
    boards: Vec<DrawnBoard>,
    /// The plies of the moves that deserve a word, the worst first.
    pub(crate) worst: Vec<usize>,
    /// The move that is looked at, by its number from 1.
    pub(crate) at: usize,
    /// Whether the better move is shown on the board before the move, instead of the board after
    /// it.
    pub(crate) shows_better: bool,
}

impl ReviewScreen {
    /// The review of the game on a table, at its worst move.
    pub(crate) fn new(review: Review, table: &dyn Table) -> Result<Self, Message> {
        let mut replay = potez_table::open(&table.game(), table.start().as_deref())?;
        let mut boards = vec![DrawnBoard::new(replay.view())];
        for mv in table.played() {
            replay.play_parts(&mv.parts)?;
            boards.push(DrawnBoard::new(replay.view()));
        }
        let worst: Vec<usize> = review.worst().iter().map(|judged| judged.ply).collect();
        let at = worst.first().copied().unwrap_or(review.moves.len());
        Ok(Self { review, boards, worst, at, shows_better: false })
    }

    /// The move that is looked at.
    pub(crate) fn judged(&self) -> Option<&Judged> {
        self.review.moves.get(self.at.checked_sub(1)?)
    }

    /// Whether there is a better move to show.
    pub(crate) fn has_better(&self) -> bool {
        self.judged().is_some_and(|judged| judged.better.is_some())
    }

    /// The board that is shown.
    pub(crate) fn board(&self) -> &DrawnBoard {
        let ply = if self.shows_better { self.at.saturating_sub(1) } else { self.at };
        &self.boards[ply.min(self.boards.len() - 1)]
    }

    /// The better move on the board, as a hint.
    pub(crate) fn overlay(&self) -> Overlay {
        let mut overlay = Overlay::default();
        if !self.shows_better {
            return overlay;
        }
        let better = self.judged().and_then(|judged| judged.better.as_ref()?.line.first());
        for part in better.iter().flat_map(|mv| mv.parts.iter()) {
            match *part {
                MovePart::Piece(cell) | MovePart::Target(cell) => {
                    overlay.hints.insert(cell);
                }
                MovePart::Wall(wall) => overlay.hint_wall = Some(wall),
                MovePart::Level { .. } | MovePart::Swap | MovePart::Pass => {}
            }
        }
        overlay
    }

    fn look_at(&mut self, ply: usize) {
        self.at = ply.clamp(1, self.review.moves.len().max(1));
        self.shows_better = false;
    }

    /// The next of the worst moves, or the one before, in the order of their badness; from any other
    /// move the worst of all.
    fn look_at_worst(&mut self, forwards: bool) {
        let place = self.worst.iter().position(|&ply| ply == self.at);
        let next = match place {
            Some(place) if forwards => (place + 1).min(self.worst.len() - 1),
            Some(place) => place.saturating_sub(1),
            None => 0,
        };
        if let Some(&ply) = self.worst.get(next) {
            self.look_at(ply);
        }
    }
}

impl App {
    /// A key while a review is looked at.
    pub(crate) fn review_key(&mut self, code: KeyCode) -> Vec<AppEffect> {
        let Some(review) = &mut self.review else { return self.leave_review() };
        match code {
            KeyCode::Down | KeyCode::Tab | KeyCode::Char('n') => review.look_at_worst(true),
            KeyCode::Up | KeyCode::BackTab | KeyCode::Char('p') => review.look_at_worst(false),
            KeyCode::Right => review.look_at(review.at + 1),
            KeyCode::Left => review.look_at(review.at.saturating_sub(1)),
            KeyCode::Home => review.look_at(1),
            KeyCode::End => review.look_at(usize::MAX),
            KeyCode::Char(' ' | 'b') | KeyCode::Enter => {
                review.shows_better = !review.shows_better && review.has_better();
            }
            KeyCode::F(10) => return vec![AppEffect::Stop, AppEffect::Quit],
            KeyCode::Esc | KeyCode::Char('q') | KeyCode::F(12) => return self.leave_review(),
            _ => {}
        }
        Vec::new()
    }
}
