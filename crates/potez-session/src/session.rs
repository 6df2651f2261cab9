//! A game under way: the table with everything around it, and what can be asked of it.

use std::fmt;
use std::time::Duration;

use potez_core::{Ending, Message, Player};
use potez_table::{Limits, Table, open};

use crate::{BotTime, Effect, GameClock, Hint, Policy, SessionState, Sides, TakenTime};

/// A game between two seats.
///
/// A value: clone it, [apply](Session::apply) what happens to the clone, and keep whichever you
/// want. The moves are at the [table](Session::table), everything else in the
/// [state](Session::state), so that the two can be stored apart.
pub struct Session {
    pub(crate) table: Box<dyn Table>,
    pub(crate) state: SessionState,
    pub(crate) policy: Policy,
    pub(crate) hint: Option<Hint>,
    /// What was left when each ply began, where moves that are taken back give their time back.
    pub(crate) history: Vec<[Duration; 2]>,
}

impl Session {
    /// A session at a table. Nothing runs before [`Session::start`], unless the clock of the state
    /// runs already.
    pub fn new(table: Box<dyn Table>, state: SessionState, policy: Policy) -> Self {
        let mut session = Self { table, state, policy, hint: None, history: Vec::new() };
        // Whichever of the two knows how the game ended tells the other.
        if let Some(ending) = session.state.ending.clone() {
            session.table.end(ending);
        }
        session.state.ending = session.table.ending().filter(|ending| !ending.is_by_rules());
        if let Some(clock) = session.state.clock.filter(|_| session.gives_time_back()) {
            // What earlier moves have cost is not known: taking them back gives nothing back.
            session.history = vec![clock.both_left(Duration::ZERO); session.table.ply() + 1];
        }
        session
    }

    /// A session from a stored state and its moves.
    pub fn restore(state: SessionState, moves: &[String], policy: Policy) -> Result<Self, Message> {
        let mut table = open(&state.game, state.start.as_deref())?;
        for mv in moves {
            table.play(mv)?;
        }
        Ok(Self::new(table, state, policy))
    }

    /// Somebody sits down to the game, at its beginning or where it was left: the clock runs if it
    /// may, and whoever is to move begins.
    pub fn start(&mut self, now: Duration) -> Vec<Effect> {
        self.run_clock(now);
        self.conclude(now)
    }

    /// The same game once more with exchanged sides, before its first move.
    pub fn rematch(&self) -> Result<Self, Message> {
        let mut table = open(&self.state.game, self.state.start.as_deref())?;
        for mv in self.table.moves().iter().take(self.state.given) {
            table.play(mv)?;
        }
        let mut state = SessionState::new(table.as_ref(), self.state.seats.clone());
        state.seats.swap(0, 1);
        state.apart = self.state.apart;
        state.clock = self.state.clock.map(GameClock::reset);
        state.bot_time = self.state.bot_time;
        state.takeback = self.state.takeback;
        state.teaching = self.state.teaching;
        Ok(Self::new(table, state, self.policy.clone()))
    }

    /// Names the game that follows this one; there is no other rematch then.
    pub fn set_next(&mut self, name: String) {
        self.state.next = Some(name);
    }

    /// Names a player.
    pub fn set_name(&mut self, player: Player, name: Option<String>) {
        self.state.seats[player.index()].name = name;
    }

    /// The host was away: see [`GameClock::resume`].
    pub fn resume_clock(&mut self, alive: Duration, least: Duration, from: Duration) {
        if let Some(clock) = &mut self.state.clock {
            clock.resume(alive, least, from);
        }
    }

    /// The game with its moves.
    pub fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    /// Everything but the moves.
    pub fn state(&self) -> &SessionState {
        &self.state
    }

    /// The table and everything around it, to begin something else with.
    pub fn into_parts(self) -> (Box<dyn Table>, SessionState) {
        (self.table, self.state)
    }

    /// How this session is run.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// The clock, if it is played by one.
    pub fn clock(&self) -> Option<&GameClock> {
        self.state.clock.as_ref()
    }

    /// The advice on this position, as far as it was asked for.
    pub fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// How the game ended, if it is over.
    pub fn ending(&self) -> Option<Ending> {
        self.table.ending()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.table.ending().is_some()
    }

    /// The player to move.
    pub fn turn(&self) -> Player {
        self.table.turn()
    }

    /// Moves made by the players.
    pub fn made(&self) -> usize {
        self.table.ply().saturating_sub(self.state.given)
    }

    /// Whether the game goes on and a person is to move.
    pub fn awaits_person(&self) -> bool {
        !self.is_over() && !self.state.is_bot(self.turn())
    }

    /// The sides of the people, where they all sit at one screen.
    pub fn people(&self) -> Sides {
        Sides::of_people(&self.state.seats)
    }

    /// Who would give up at one screen: the person to move, or the only person.
    pub fn resigner(&self) -> Option<Player> {
        let turn = self.turn();
        [turn, !turn].into_iter().find(|&player| !self.state.is_bot(player)).filter(|_| !self.is_over())
    }

    /// How long the bot of a player may think about a move, if its spec has no limits of its own.
    pub fn limits(&self, player: Player, now: Duration) -> Limits {
        let clock = self.clock().and_then(|clock| clock.search_clock(player, now, self.policy.bot_least));
        match clock {
            Some(_) => Limits { clock, time: self.policy.bot_most, ..Limits::default() },
            None => Limits::time(self.state.bot_time),
        }
    }

    /// What follows from how the game stands: who thinks, who judges, when to look at the clock.
    ///
    /// [`Session::apply`] names these itself where they change; this is for a host that begins
    /// anew.
    pub fn duties(&self, now: Duration) -> Vec<Effect> {
        if self.is_over() {
            return Vec::new();
        }
        let mut effects = Vec::new();
        if let Some((player, falls)) = self.clock().and_then(|clock| clock.running().zip(clock.falls_at()))
            && self.can_flag(player)
        {
            effects.push(Effect::Due { at: falls.saturating_add(self.policy.grace) });
        }
        let turn = self.turn();
        if self.state.is_bot(turn) {
            let think = Effect::Think { player: turn, limits: self.limits(turn, now) };
            effects.push(if self.is_to_be_judged() { Effect::Judge } else { think });
        }
        effects
    }

    fn is_to_be_judged(&self) -> bool {
        self.state.teaching
            && self.made() > 0
            && self.state.judged < self.table.ply()
            && self.last_mover().is_some_and(|mover| !self.state.is_bot(mover))
    }

    /// Who made the last move. Players do not always alternate, so that the position before it must
    /// be asked.
    pub(crate) fn last_mover(&self) -> Option<Player> {
        let mut before = self.table.fork();
        while before.ply() == self.table.ply() {
            // An ending that is not on the board goes first; the move is then still there.
            if !before.undo() {
                return None;
            }
        }
        Some(before.turn())
    }

    /// Whether this player can lose on time.
    pub(crate) fn can_flag(&self, player: Player) -> bool {
        self.policy.bot_time == BotTime::Wall || !self.state.is_bot(player)
    }

    pub(crate) fn gives_time_back(&self) -> bool {
        self.policy.taken_time == TakenTime::GivenBack
    }

    /// Lets the clock of whoever is to move run, if the game goes on and has gone on long enough.
    pub(crate) fn run_clock(&mut self, now: Duration) {
        let next = self.next_to_run();
        if let Some(clock) = &mut self.state.clock {
            clock.run(next, now);
        }
    }

    pub(crate) fn next_to_run(&self) -> Option<Player> {
        let runs = !self.is_over() && self.made() >= self.policy.clock_from;
        runs.then(|| self.turn())
    }
}

/// The table is forked, so that the two sessions go their own ways.
impl Clone for Session {
    fn clone(&self) -> Self {
        Self {
            table: self.table.fork(),
            state: self.state.clone(),
            policy: self.policy.clone(),
            hint: self.hint.clone(),
            history: self.history.clone(),
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, state, policy, hint, history } = self;
        f.debug_struct("Session")
            .field("moves", &table.moves())
            .field("state", state)
            .field("policy", policy)
            .field("hint", hint)
            .field("history", history)
            .finish()
    }
}
