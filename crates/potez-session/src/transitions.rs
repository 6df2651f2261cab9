//! How a session changes.

use std::time::Duration;

use potez_core::{Ending, Message, Player};
use potez_table::TableMove;

use crate::{
    BotTime, Effect, Event, Hint, IllegalMoves, Lesson, Mistake, MoveInput, Offers, Refusal, Session, Sides, Swap,
};

impl Session {
    /// Takes in what happened at this time, and says what is to be done about it.
    ///
    /// The only way in which a session changes. What is refused changes nothing.
    pub fn apply(&mut self, event: Event, now: Duration) -> Result<Vec<Effect>, Refusal> {
        match event {
            Event::Move { by, ply, mv } => self.play(by, ply, &mv, None, now),
            Event::BotMove { ply, mv, thought } => self.play_bot(ply, &mv, thought, now),
            Event::Resign(player) => self.end(Ending::Resignation(player), now),
            Event::End(ending) => self.end(ending, now),
            Event::Abort => self.abort(now),
            Event::Offer(player, offer) => self.offer(player, offer, now),
            Event::Accept(player, offer) => self.accept(player, offer, now),
            Event::Decline(player, offer) => self.clear_offer(!player, offer),
            Event::Withdraw(player, offer) => self.clear_offer(player, offer),
            Event::Undo(sides) => self.undo(sides, now),
            Event::Redo(sides) => self.redo(sides, now),
            Event::SwapSides => self.swap_sides(now),
            Event::AskHint => self.ask_hint(),
            Event::HintFound { ply, mv } => self.take_hint(ply, mv),
            Event::Judged { ply, mistake } => self.take_judgement(ply, mistake, now),
            Event::Insist(sides) => self.insist(sides, now),
            Event::Arrive(sides) => Ok(self.arrive(sides, now)),
            Event::Tick => Ok(self.tick(now)),
        }
    }

    /// Fails when the game is over.
    pub(crate) fn check_running(&self) -> Result<(), Refusal> {
        self.table.check_running().map_err(Refusal::Over)
    }

    fn check_ply(&self, seen: usize) -> Result<(), Refusal> {
        let now = self.table.ply();
        if seen == now { Ok(()) } else { Err(Refusal::Stale { seen, now }) }
    }

    fn play_bot(
        &mut self,
        ply: usize,
        mv: &MoveInput,
        thought: Duration,
        now: Duration,
    ) -> Result<Vec<Effect>, Refusal> {
        let turn = self.turn();
        if !self.is_over() && !self.state.is_bot(turn) {
            return Err(Refusal::NotYourTurn(turn));
        }
        self.play(turn.into(), Some(ply), mv, Some(thought), now)
    }

    /// A move; `thought` is what a bot has thought about it.
    fn play(
        &mut self,
        by: Sides,
        seen: Option<usize>,
        mv: &MoveInput,
        thought: Option<Duration>,
        now: Duration,
    ) -> Result<Vec<Effect>, Refusal> {
        self.check_running()?;
        seen.map_or(Ok(()), |seen| self.check_ply(seen))?;
        let mover = self.turn();
        if !by.plays(mover) {
            return Err(Refusal::NotYourTurn(mover));
        }
        if let Some(player) = self.flagged(now) {
            return Err(Refusal::TimeUp(player));
        }
        let ply = self.table.ply();
        let played = mv.play(self.table.as_mut());
        if let (Err(message), IllegalMoves::Refused) = (&played, self.policy.illegal_moves) {
            return Err(Refusal::Rules(message.clone()));
        }
        // From here on nothing is refused any more, so that the session may change.
        if let (Some(clock), Some(thought), BotTime::Thinking) = (&mut self.state.clock, thought, self.policy.bot_time)
        {
            clock.charge(thought, now);
        }
        match played {
            Ok(text) => Ok(self.moved(mover, ply, text, now)),
            Err(message) => Ok(self.finish(Ending::IllegalMove(mover), Some(message), now)),
        }
    }

    fn moved(&mut self, mover: Player, ply: usize, text: String, now: Duration) -> Vec<Effect> {
        self.state.offers.takeback = None;
        // Whoever moves on has declined the draw; whoever offered it may move and let the offer
        // stand.
        self.state.offers.draw.take_if(|by| *by != mover);
        (self.state.lesson, self.hint) = (None, None);
        let next = self.next_to_run();
        if let Some(clock) = &mut self.state.clock {
            clock.press(mover, next, now, self.policy.early_increment);
            let left = clock.both_left(now);
            if self.gives_time_back() {
                self.history.truncate(ply + 1);
                self.history.push(left);
            }
        }
        let mut effects = vec![Effect::Moved { ply, text }];
        effects.extend(self.conclude(now));
        effects
    }

    /// What follows from a new position: the end of the game, or what is to be done next.
    pub(crate) fn conclude(&mut self, now: Duration) -> Vec<Effect> {
        if let Some(ending) = self.ending() {
            self.state.offers = Offers::default();
            return vec![Effect::Over { ending, message: None }];
        }
        if self.policy.max_plies.is_some_and(|most| self.table.ply() >= most) {
            return self.finish(Ending::Length, None, now);
        }
        self.duties(now)
    }

    fn end(&mut self, ending: Ending, now: Duration) -> Result<Vec<Effect>, Refusal> {
        self.check_running()?;
        // The board ends games by the rules, nobody else.
        if ending.is_by_rules() {
            return Err(Refusal::NotAllowed);
        }
        Ok(self.finish(ending, None, now))
    }

    fn abort(&mut self, now: Duration) -> Result<Vec<Effect>, Refusal> {
        self.check_running()?;
        if self.made() >= self.policy.abort_until {
            return Err(Refusal::NotAllowed);
        }
        Ok(self.finish(Ending::Aborted, None, now))
    }

    /// Ends a running game other than on the board.
    pub(crate) fn finish(&mut self, ending: Ending, message: Option<Message>, now: Duration) -> Vec<Effect> {
        self.table.end(ending.clone());
        self.state.ending = Some(ending.clone());
        self.state.offers = Offers::default();
        (self.state.lesson, self.hint) = (None, None);
        if let Some(clock) = &mut self.state.clock {
            clock.stop(now);
        }
        vec![Effect::Over { ending, message }]
    }

    fn swap_sides(&mut self, now: Duration) -> Result<Vec<Effect>, Refusal> {
        if self.policy.swap == Swap::WithBot {
            self.check_running()?;
            let [x, o] = Player::BOTH.map(|player| self.state.is_bot(player));
            if x == o {
                return Err(Refusal::NotAllowed);
            }
        }
        self.state.seats.swap(0, 1);
        (self.state.lesson, self.hint) = (None, None);
        self.state.judged = self.table.ply();
        if let Some(clock) = &mut self.state.clock {
            // Whoever sits down now is charged from now on; a clock that was held back is not any
            // more.
            let running = clock.running();
            clock.run(running, now);
        }
        Ok(self.duties(now))
    }

    fn ask_hint(&mut self) -> Result<Vec<Effect>, Refusal> {
        self.check_running()?;
        if self.state.is_bot(self.turn()) {
            return Err(Refusal::NotYourTurn(self.turn()));
        }
        let Some(hint) = &mut self.hint else { return Ok(vec![Effect::FindHint]) };
        hint.whole = true;
        Ok(Vec::new())
    }

    fn take_hint(&mut self, ply: usize, mv: TableMove) -> Result<Vec<Effect>, Refusal> {
        self.check_running()?;
        self.check_ply(ply)?;
        self.hint = Some(Hint { mv, whole: false });
        Ok(Vec::new())
    }

    fn take_judgement(&mut self, ply: usize, mistake: Option<Mistake>, now: Duration) -> Result<Vec<Effect>, Refusal> {
        self.check_running()?;
        self.check_ply(ply)?;
        let Some(mistake) = mistake else {
            self.state.judged = ply;
            return Ok(self.duties(now));
        };
        let (Some(by), Some(mv)) = (self.last_mover(), self.table.moves().pop()) else {
            return Err(Refusal::NothingToTakeBack);
        };
        let length = self.undo_length(by.into()).ok_or(Refusal::NothingToTakeBack)?;
        let effects = self.cut(length, now);
        self.state.lesson = Some(Lesson { mv, by, mistake });
        Ok(effects)
    }

    fn insist(&mut self, sides: Sides, now: Duration) -> Result<Vec<Effect>, Refusal> {
        self.check_running()?;
        let lesson = self.state.lesson.clone().filter(|lesson| sides.plays(lesson.by)).ok_or(Refusal::NotOffered)?;
        // The move counts as judged before it is made, so that it is not judged again.
        let judged = std::mem::replace(&mut self.state.judged, self.table.ply() + 1);
        let played = self.play(lesson.by.into(), None, &lesson.mv.into(), None, now);
        if played.is_err() {
            self.state.judged = judged;
        }
        played
    }

    fn arrive(&mut self, sides: Sides, now: Duration) -> Vec<Effect> {
        let Some(clock) = &mut self.state.clock else { return Vec::new() };
        if !clock.is_held(now) || !clock.running().is_some_and(|player| sides.plays(player)) {
            return Vec::new();
        }
        clock.release(now);
        self.duties(now)
    }

    /// The player whose flag has fallen.
    pub fn flagged(&self, now: Duration) -> Option<Player> {
        let fallen = self.clock()?.flagged(now, self.policy.grace);
        fallen.filter(|&player| self.can_flag(player))
    }

    fn tick(&mut self, now: Duration) -> Vec<Effect> {
        match self.flagged(now) {
            Some(player) if !self.is_over() => self.finish(Ending::Time(player), None, now),
            _ => Vec::new(),
        }
    }
}
