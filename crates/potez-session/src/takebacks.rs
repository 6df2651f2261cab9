//! Moves that are taken back, and played again.

use std::time::Duration;

use crate::{Effect, Offers, Refusal, Session, Sides, Takeback};

impl Session {
    /// How many moves are left when one of these sides takes back the last one of theirs; `None`
    /// where they have made none.
    pub fn undo_length(&self, sides: Sides) -> Option<usize> {
        let mut copy = self.table.fork();
        if self.state.ending.is_some() {
            // The ending alone, not a move.
            copy.undo();
        }
        while copy.ply() > self.state.given && copy.undo() {
            if sides.plays(copy.turn()) {
                return Some(copy.ply());
            }
        }
        None
    }

    /// How many moves are left when one of these sides takes back as this session allows it: an
    /// ending counts as something to take back, and so does a bot's first move, where the policy
    /// says so.
    fn length_after_undo(&self, sides: Sides) -> Option<usize> {
        let (ply, ended) = (self.table.ply(), self.state.ending.is_some());
        if ended && sides.plays(self.turn()) {
            return Some(ply);
        }
        let is_anything = ended || ply > self.state.given;
        self.undo_length(sides).or((self.policy.undo_to_start && is_anything).then_some(self.state.given))
    }

    pub(crate) fn undo(&mut self, sides: Sides, now: Duration) -> Result<Vec<Effect>, Refusal> {
        if self.state.ending.is_some() && !self.policy.undo_endings {
            self.check_running()?;
        }
        if self.state.takeback != Takeback::Free {
            return Err(Refusal::NotAllowed);
        }
        let length = self.length_after_undo(sides).ok_or(Refusal::NothingToTakeBack)?;
        Ok(self.cut(length, now))
    }

    /// Takes back an ending that is not on the board, and all but this many moves.
    pub(crate) fn cut(&mut self, length: usize, now: Duration) -> Vec<Effect> {
        if self.state.ending.take().is_some() {
            self.table.undo();
        }
        while self.table.ply() > length && self.table.undo() {}
        self.state.judged = self.state.judged.min(length);
        self.went_to_another_ply(now);
        let mut effects = vec![Effect::TakenBack { length }];
        effects.extend(self.duties(now));
        effects
    }

    pub(crate) fn redo(&mut self, sides: Sides, now: Duration) -> Result<Vec<Effect>, Refusal> {
        if self.state.takeback != Takeback::Free {
            return Err(Refusal::NotAllowed);
        }
        let before = self.table.ply();
        if !self.table.redo() {
            return Err(Refusal::NothingToReplay);
        }
        while !sides.plays(self.turn()) && self.table.redo() {}
        self.state.judged = self.table.ply();
        self.went_to_another_ply(now);
        let moves = self.table.moves().into_iter().enumerate().skip(before);
        let mut effects: Vec<Effect> = moves.map(|(ply, text)| Effect::Moved { ply, text }).collect();
        effects.extend(self.conclude(now));
        Ok(effects)
    }

    /// What was offered and advised at another ply is void, and the clocks stand as they did when
    /// this one began, where time is given back.
    fn went_to_another_ply(&mut self, now: Duration) {
        self.state.offers = Offers::default();
        (self.state.lesson, self.hint) = (None, None);
        if let (Some(clock), Some(&left)) = (&mut self.state.clock, self.history.get(self.table.ply())) {
            clock.set_left(left);
        }
        self.run_clock(now);
    }
}
