//! Other programs at the board: started, spoken to, timed, and killed when they do not answer.

mod gtp;
mod lines;
mod process;
mod ugi;

use std::time::{Duration, Instant};

use potez_table::Table;

use crate::fault::{FaultKind, Trouble};
use crate::match_player::{Answer, MatchPlayer, Question};
use crate::{Control, Program, Protocol};
use process::{Process, Silence};

/// How long a program may take to start and to get ready for a game, unless the patience is even
/// shorter.
const START: Duration = Duration::from_secs(20);

/// How long a program that is late may take to answer `stop`.
const LAST_WORD: Duration = Duration::from_millis(500);

/// The player of a program.
pub(crate) fn match_player(program: &Program) -> Box<dyn MatchPlayer> {
    Box::new(External { program: program.clone(), running: None })
}

struct External {
    program: Program,
    running: Option<Running>,
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

    /// Asks for a move.
    fn ask(&mut self, process: &Process, table: &dyn Table, question: &Question) -> Result<Answer, Trouble>;
}

impl MatchPlayer for External {
    fn begin(&mut self, table: &dyn Table, seed: u64, control: &Control) -> Result<(), Trouble> {
        let patience = START.min(control.patience);
        if self.program.restart {
            self.running = None;
        }
        if self.running.is_none() {
            let process = Process::start(&self.program).map_err(|error| {
                Trouble::crash(format!("cannot start `{}`: {error}", self.program.command.join(" ")))
            })?;
            let language: Box<dyn Language> = match self.program.protocol {
                Protocol::Ugi => Box::new(ugi::Ugi::new(&self.program)),
                Protocol::Gtp => Box::new(gtp::Gtp::new(&self.program)),
            };
            let running = self.running.insert(Running { process, language });
            running.language.greet(&running.process, table, Instant::now() + patience)?;
        }
        let Some(running) = &mut self.running else { return Ok(()) };
        running.language.begin(&running.process, table, seed, Instant::now() + patience)
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
    }
}
