//! One game, from the opening to the end that the rules, a fault or the referee give it.
//!
//! A view of the session: clocks, forfeits and endings are decided there. The referee asks the
//! players, measures how long they think, and keeps what they did wrong.

use std::time::{Duration, Instant};

use potez_session::{Effect, Event, GameClock, MoveInput, Policy, Seat, Session, SessionState};
use potez_table::{Ending, Limits, Outcome, Player, Proof, Stop, Table};

use crate::Control;
use crate::fault::{Fault, FaultKind, Trouble};
use crate::match_player::{Answer, MatchPlayer, Question};

/// One of the two players of a game.
pub(crate) struct Side<'a> {
    pub(crate) seat: &'a mut dyn MatchPlayer,
    /// Limits in place of the event's, where they are not the default.
    pub(crate) limits: Limits,
    pub(crate) seed: u64,
}

/// How a game went.
pub(crate) struct GameReport {
    pub(crate) ending: Ending,
    /// The moves, those of the opening included.
    pub(crate) moves: Vec<String>,
    pub(crate) fault: Option<Fault>,
    pub(crate) times: [Times; 2],
}

/// What one player thought.
#[derive(Clone, Copy, Default)]
pub(crate) struct Times {
    pub(crate) total: Duration,
    pub(crate) longest: Duration,
    pub(crate) thinks: u32,
}

/// Plays a game to its end; `None` when it is called off.
pub(crate) fn play(table: Box<dyn Table>, sides: [Side; 2], control: &Control, stop: &Stop) -> Option<GameReport> {
    let mut game = Game::new(table, sides, control);
    game.begin();
    loop {
        // Whoever has lent us the clock sees that the game goes on.
        stop.now();
        game.adjudicate(stop);
        // Whatever comes after the flag is up, a move or a fault, was not played in earnest.
        if stop.is_raised() {
            return None;
        }
        if let Some(ending) = game.session.ending() {
            return Some(game.report(ending));
        }
        let player = game.session.turn();
        if let Err(trouble) = game.turn(player) {
            game.lose(player, trouble);
        }
    }
}

struct Game<'a, 'b> {
    session: Session,
    /// What the players have thought so far, together. This is the session's time: what the referee
    /// does between their moves is not charged to anybody.
    now: Duration,
    sides: [Side<'b>; 2],
    control: &'a Control,
    fault: Option<Fault>,
    times: [Times; 2],
}

impl<'a, 'b> Game<'a, 'b> {
    fn new(table: Box<dyn Table>, sides: [Side<'b>; 2], control: &'a Control) -> Self {
        let controls = sides.each_ref().map(|side| control.time_control(side.limits));
        let mut state = SessionState::new(table.as_ref(), [Seat::bot("x"), Seat::bot("o")]);
        state.clock = controls.iter().any(Option::is_some).then(|| GameClock::with_odds(controls));
        let policy = Policy { grace: control.grace, max_plies: control.max_plies, ..Policy::REFEREE };
        let session = Session::new(table, state, policy);
        Self { session, now: Duration::ZERO, sides, control, fault: None, times: [Times::default(); 2] }
    }

    /// Lets both players get ready.
    fn begin(&mut self) {
        for player in Player::BOTH {
            let side = &mut self.sides[player.index()];
            if let Err(trouble) = side.seat.begin(self.session.table(), side.seed, self.control) {
                return self.lose(player, trouble);
            }
        }
        self.session.start(self.now);
    }

    /// Ends a game whose result is proven, where that is wanted.
    fn adjudicate(&mut self, stop: &Stop) {
        let Some(proofs) = self.control.proofs.filter(|_| !self.session.is_over()) else { return };
        let solution = self.session.table().solve(Limits::nodes(proofs.nodes), stop);
        if let Some(proof) = solution.proof {
            self.end(Ending::Proof(proven(self.session.turn(), proof)));
        }
    }

    /// Asks for a move, looks at the clock and plays it.
    fn turn(&mut self, player: Player) -> Result<(), Trouble> {
        let allowed = self.session.clock().and_then(|clock| clock.left(player, self.now));
        let question = self.question(player, allowed);
        let started = Instant::now();
        let answer = self.sides[player.index()].seat.answer(self.session.table(), &question);
        let used = started.elapsed();
        self.now += used;
        let times = &mut self.times[player.index()];
        *times = Times { total: times.total + used, longest: times.longest.max(used), thinks: times.thinks + 1 };
        let answer = answer?;
        self.apply(Event::Tick)?;
        if self.session.is_over() {
            let allowed = allowed.unwrap_or_default();
            return Err(Trouble::new(FaultKind::Time, format!("took {used:.0?}, allowed were {allowed:.0?}")));
        }
        match answer {
            Answer::Resign => self.apply(Event::Resign(player)).map(|_| ()),
            Answer::Move(mv) => self.play(mv, used),
        }
    }

    fn question(&self, player: Player, allowed: Option<Duration>) -> Question {
        let clocks = Player::BOTH.map(|player| {
            let own = self.sides[player.index()].limits;
            // A time per move is told as a limit, not as a clock.
            self.control.clock_of(own)?;
            self.session.clock()?.search_clock(player, self.now, Duration::ZERO)
        });
        let limits = self.control.limits_of(self.sides[player.index()].limits);
        let limits = Limits { clock: clocks[player.index()], ..limits };
        let timeout = allowed.map_or(self.control.timeout, |allowed| allowed + self.control.grace);
        Question { limits, clocks, timeout }
    }

    fn play(&mut self, mv: MoveInput, used: Duration) -> Result<(), Trouble> {
        let text = shown(&mv);
        let effects = self.apply(Event::BotMove { ply: self.session.table().ply(), mv, thought: used })?;
        for effect in effects {
            if let Effect::Over { ending: Ending::IllegalMove(_), message: Some(message) } = effect {
                return Err(Trouble::new(FaultKind::IllegalMove, format!("played `{text}`: {message}")));
            }
        }
        Ok(())
    }

    fn apply(&mut self, event: Event) -> Result<Vec<Effect>, Trouble> {
        self.session.apply(event, self.now).map_err(|refusal| Trouble::crash(refusal.to_string()))
    }

    fn lose(&mut self, culprit: Player, trouble: Trouble) {
        let io = self.sides[culprit.index()].seat.give_up();
        self.end(trouble.kind.ending(culprit));
        self.fault = Some(Fault::of(culprit, trouble, io));
    }

    /// Ends the game, unless the session has already done so.
    fn end(&mut self, ending: Ending) {
        if !self.session.is_over() {
            // The session takes any ending of a running game that is not the board's own.
            let _ = self.session.apply(Event::End(ending), self.now);
        }
    }

    fn report(self, ending: Ending) -> GameReport {
        GameReport { ending, moves: self.session.table().moves(), fault: self.fault, times: self.times }
    }
}

/// The result that a proof for the player to move speaks of.
pub(crate) fn proven(turn: Player, proof: Proof) -> Outcome {
    match proof {
        Proof::Win => Outcome::Win(turn),
        Proof::Loss => Outcome::Win(!turn),
        Proof::Draw => Outcome::Draw,
    }
}

/// A move that may be anything, short enough for a message.
fn shown(mv: &MoveInput) -> String {
    const MOST: usize = 60;
    let text = match mv {
        MoveInput::Text(text) => text.clone(),
        MoveInput::Parts(parts) => format!("{parts:?}"),
    };
    let short: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() { format!("{short}…") } else { short }
}
