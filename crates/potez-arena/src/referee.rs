//! One game, from the opening to the end that the rules or a fault give it.

use std::time::{Duration, Instant};

use potez_engine::{Clock, Limits, Outcome, Player, Proof, Stop, Table};

use crate::Control;
use crate::fault::{Fault, FaultKind, Trouble};
use crate::seat::{Answer, Question, Seat};

/// One of the two players of a game.
pub(crate) struct Side<'a> {
    pub(crate) seat: &'a mut dyn Seat,
    /// Limits in place of the event's, where they are not the default.
    pub(crate) limits: Limits,
    pub(crate) seed: u64,
}

/// How a game went.
pub(crate) struct Ending {
    pub(crate) outcome: Outcome,
    pub(crate) reason: String,
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
pub(crate) fn play(
    table: &mut dyn Table,
    sides: [Side; 2],
    control: &Control,
    is_off: &dyn Fn() -> bool,
) -> Option<Ending> {
    let clocks = [0, 1].map(|side: usize| effective(control, sides[side].limits).clock);
    let mut game = Game { table, sides, control, clocks, times: [Times::default(); 2] };
    for player in Player::BOTH {
        let side = &mut game.sides[player.index()];
        if let Err(trouble) = side.seat.begin(game.table, side.seed, control) {
            return Some(game.lost(player, trouble));
        }
    }
    loop {
        if is_off() {
            return None;
        }
        if let Some(ending) = game.over() {
            return Some(ending);
        }
        let player = game.table.turn();
        match game.turn(player) {
            Ok(Answer::Move(_)) => {}
            Ok(Answer::Resign) => return Some(game.won(!player, "resign")),
            Err(trouble) => return Some(game.lost(player, trouble)),
        }
    }
}

fn effective(control: &Control, own: Limits) -> Limits {
    if own == Limits::default() { control.limits } else { own }
}

struct Game<'a, 'b> {
    table: &'a mut dyn Table,
    sides: [Side<'b>; 2],
    control: &'a Control,
    clocks: [Option<Clock>; 2],
    times: [Times; 2],
}

impl Game<'_, '_> {
    /// The end by the rules, by length or by proof.
    fn over(&mut self) -> Option<Ending> {
        if let Some(outcome) = self.table.outcome() {
            let reason = self.table.reason().unwrap_or_default();
            return Some(self.ending(outcome, reason, None));
        }
        if self.control.max_plies.is_some_and(|most| self.table.ply() >= most) {
            return Some(self.ending(Outcome::Draw, "length".into(), None));
        }
        let proofs = self.control.proofs?;
        let solution = self.table.solve(Limits::nodes(proofs.nodes), &Stop::new());
        let turn = self.table.turn();
        let outcome = match solution.proof? {
            Proof::Win => Outcome::Win(turn),
            Proof::Loss => Outcome::Win(!turn),
            Proof::Draw => Outcome::Draw,
        };
        Some(self.ending(outcome, "proof".into(), None))
    }

    /// Asks for a move, looks at the clock and plays it.
    fn turn(&mut self, player: Player) -> Result<Answer, Trouble> {
        let side = &mut self.sides[player.index()];
        let limits = Limits { clock: self.clocks[player.index()], ..effective(self.control, side.limits) };
        let allowed = allowed(&limits);
        let patience = allowed.map_or(self.control.patience, |allowed| allowed + self.control.grace);
        let question = Question { limits, clocks: self.clocks, patience };
        let started = Instant::now();
        let answer = side.seat.answer(self.table, &question);
        let used = started.elapsed();
        let times = &mut self.times[player.index()];
        *times = Times { total: times.total + used, longest: times.longest.max(used), thinks: times.thinks + 1 };
        let answer = answer?;
        if let Some(allowed) = allowed.filter(|&allowed| used > allowed + self.control.grace) {
            return Err(Trouble::new(FaultKind::Time, format!("took {used:.0?}, allowed were {allowed:.0?}")));
        }
        if let Some(clock) = &mut self.clocks[player.index()] {
            clock.left = clock.left.saturating_sub(used) + clock.increment;
        }
        if let Answer::Move(mv) = &answer {
            self.table.play(mv).map_err(|message| {
                Trouble::new(FaultKind::IllegalMove, format!("played `{}`: {message}", shown(mv)))
            })?;
        }
        Ok(answer)
    }

    fn won(&self, winner: Player, reason: &str) -> Ending {
        self.ending(Outcome::Win(winner), reason.into(), None)
    }

    fn lost(&mut self, culprit: Player, trouble: Trouble) -> Ending {
        let reason = trouble.kind.word().to_string();
        let io = self.sides[culprit.index()].seat.give_up();
        self.ending(Outcome::Win(!culprit), reason, Some(Fault::of(culprit, trouble, io)))
    }

    fn ending(&self, outcome: Outcome, reason: String, fault: Option<Fault>) -> Ending {
        Ending { outcome, reason, fault, times: self.times }
    }
}

/// The time for a move; `None` where time plays no part.
fn allowed(limits: &Limits) -> Option<Duration> {
    let left = limits.clock.map(|clock| clock.left);
    match (limits.time, left) {
        (Some(time), Some(left)) => Some(time.min(left)),
        (time, left) => time.or(left),
    }
}

/// A text that may be anything, short enough for a message.
fn shown(text: &str) -> String {
    const MOST: usize = 60;
    let short: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() { format!("{short}…") } else { short }
}
