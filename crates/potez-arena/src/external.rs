//! Other programs at the board: started, spoken to, timed, and killed when they do not answer.

mod gtp;
mod lines;
mod process;
mod ugi;

use std::time::{Duration, Instant};

use potez_table::{MovePart, Stop, Table};

use crate::fault::{FaultKind, Trouble};
use crate::match_player::{Answer, MatchPlayer, Question};
use crate::{Control, Program, Protocol};
use process::{Process, Silence};

/// How long a program may take to start and to get ready for a game, unless the timeout is even
/// shorter.
const START: Duration = Duration::from_secs(20);

/// How long a move that is late is waited for, to tell an engine that is slow from one that hangs.
const LAST_WORD: Duration = Duration::from_secs(2);

/// The player of a program.
pub(crate) fn match_player(program: &Program, stop: &Stop) -> Box<dyn MatchPlayer> {
    Box::new(External { program: program.clone(), stop: stop.clone(), running: None })
}

/// Starts a program, sets it up for the game on this table and ends it: whoever cannot even begin is
/// not let into a match. The trouble comes with the last lines between us and the program.
pub(crate) fn check(
    program: &Program,
    table: &dyn Table,
    control: &Control,
    stop: &Stop,
) -> Result<(), (Trouble, Vec<String>)> {
    let mut external = External { program: program.clone(), stop: stop.clone(), running: None };
    let set_up = external.begin(table, 0, control).and_then(|()| external.probe(table, control));
    set_up.map_err(|trouble| (trouble, external.give_up()))
}

struct External {
    program: Program,
    stop: Stop,
    running: Option<Running>,
}

impl External {
    /// Shows the program a position two moves into the game, and the move that is not on the board
    /// if this game has one there: `swap`.
    fn probe(&mut self, table: &dyn Table, control: &Control) -> Result<(), Trouble> {
        let Some(running) = &mut self.running else { return Ok(()) };
        let mut table = table.fork();
        let first = table.step(&[]).choices.first().map(|choice| choice.part);
        if let Some(mv) = table.legal().into_iter().next().filter(|_| first.is_some()) {
            table.play(&mv).map_err(|message| Trouble::crash(message.english))?;
        }
        if table.step(&[]).choices.iter().any(|choice| choice.part == MovePart::Swap) {
            table.play_parts(&[MovePart::Swap]).map_err(|message| Trouble::crash(message.english))?;
        }
        running.language.show(&running.process, table.as_ref(), Instant::now() + START.min(control.timeout))
    }
}

struct Running {
    process: Process,
    language: Box<dyn Language>,
}

/// What a protocol has to be able to say.
trait Language: Send {
    /// Greets a program that has just started.
    fn greet(&mut self, process: &Process, game: &dyn Table, deadline: Instant) -> Result<(), Trouble>;

    /// Gets it ready for a new game.
    fn begin(&mut self, process: &Process, table: &dyn Table, seed: u64, deadline: Instant) -> Result<(), Trouble>;

    /// Shows it a position, and fails if it does not take it.
    fn show(&mut self, process: &Process, table: &dyn Table, deadline: Instant) -> Result<(), Trouble>;

    /// Asks for a move.
    fn ask(&mut self, process: &Process, table: &dyn Table, question: &Question) -> Result<Answer, Trouble>;
}

impl MatchPlayer for External {
    fn begin(&mut self, table: &dyn Table, seed: u64, control: &Control) -> Result<(), Trouble> {
        let timeout = START.min(control.timeout);
        if self.program.restart {
            self.running = None;
        }
        if self.running.is_none() {
            let process = Process::start(&self.program, &self.stop).map_err(|error| {
                Trouble::crash(format!("cannot start `{}`: {error}", self.program.command.join(" ")))
            })?;
            let language: Box<dyn Language> = match self.program.protocol {
                Protocol::Ugi => Box::new(ugi::Ugi::new(&self.program)),
                Protocol::Gtp => Box::new(gtp::Gtp::new(&self.program)),
            };
            let running = self.running.insert(Running { process, language });
            running.language.greet(&running.process, table, Instant::now() + timeout)?;
        }
        let Some(running) = &mut self.running else { return Ok(()) };
        running.language.begin(&running.process, table, seed, Instant::now() + timeout)
    }

    fn answer(&mut self, table: &dyn Table, question: &Question) -> Result<Answer, Trouble> {
        let Some(running) = &mut self.running else { return Err(Trouble::crash("the program is not running")) };
        running.language.ask(&running.process, table, question)
    }

    fn give_up(&mut self) -> Vec<String> {
        self.running.take().map(|running| running.process.end()).unwrap_or_default()
    }
}

/// The trouble behind a silence.
fn trouble(process: &Process, silence: Silence, waiting_for: &str) -> Trouble {
    match silence {
        Silence::Closed => Trouble::crash(format!("{} while {waiting_for} was awaited", process.fate())),
        Silence::Timeout => Trouble::new(FaultKind::Hang, format!("no {waiting_for} in time")),
        Silence::CalledOff => Trouble::crash("the match was called off"),
    }
}

/// The trouble of a program that had not moved by its deadline; `late` is what came of waiting a
/// little longer.
fn too_late(process: &Process, waited: Duration, late: Result<(), Silence>) -> Trouble {
    match late {
        Ok(()) => Trouble::new(FaultKind::Time, format!("the move came late, not within {waited:.0?}")),
        Err(Silence::Timeout) => {
            let most = waited + LAST_WORD;
            Trouble::new(FaultKind::Hang, format!("no move within {waited:.0?}, and none within {most:.0?}"))
        }
        Err(silence) => trouble(process, silence, "a move"),
    }
}
