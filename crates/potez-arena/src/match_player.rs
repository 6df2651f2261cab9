//! A player in a match: the same questions whether it is a bot of ours or another program.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use potez_session::MoveInput;
use potez_table::{BotSpec, Clock, DynBot, Limits, Message, Stop, Table};

use crate::fault::Trouble;
use crate::{Control, Entrant, Kind, external};

/// What a player is asked.
#[derive(Clone, Copy)]
pub(crate) struct Question {
    /// The limits for this move.
    pub(crate) limits: Limits,
    /// The clocks of X and O, where they play by clocks.
    pub(crate) clocks: [Option<Clock>; 2],
    /// How long an answer is waited for.
    pub(crate) timeout: Duration,
}

/// What a player answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    Move(MoveInput),
    Resign,
}

/// A player at work. After a fault it is begun again with a fresh engine.
pub(crate) trait MatchPlayer: Send {
    /// A new game begins at this table.
    fn begin(&mut self, table: &dyn Table, seed: u64, control: &Control) -> Result<(), Trouble>;

    /// Chooses a move for the player on turn.
    fn answer(&mut self, table: &dyn Table, question: &Question) -> Result<Answer, Trouble>;

    /// The last lines between us and the program, and the end of this program after a fault.
    fn give_up(&mut self) -> Vec<String>;
}

/// What makes bots of ours: the table, or something whose bots think elsewhere.
pub type BotSource = Arc<dyn Fn(&dyn Table, &BotSpec) -> Result<Box<dyn DynBot>, Message> + Send + Sync>;

/// The player of an entrant. Once the flag is raised it answers at once, with whatever it has.
pub(crate) fn match_player(entrant: &Entrant, stop: &Stop, bots: Option<BotSource>) -> Box<dyn MatchPlayer> {
    match &entrant.kind {
        Kind::Builtin(spec) => Box::new(Builtin { spec: spec.clone(), stop: stop.clone(), bots, bot: None }),
        Kind::External(program) => external::match_player(program, stop),
    }
}

/// A bot of ours, made anew for every game so that games do not depend on each other.
struct Builtin {
    spec: BotSpec,
    stop: Stop,
    /// Where its bots come from, if not from the table.
    bots: Option<BotSource>,
    bot: Option<Box<dyn DynBot>>,
}

impl MatchPlayer for Builtin {
    fn begin(&mut self, table: &dyn Table, seed: u64, _control: &Control) -> Result<(), Trouble> {
        let spec = BotSpec { seed: Some(seed), ..self.spec.clone() };
        let made = || self.bots.as_ref().map_or_else(|| table.bot(&spec), |bots| bots(table, &spec));
        let bot = catch_unwind(AssertUnwindSafe(made));
        let bot = bot.map_err(|_| Trouble::crash("the bot panicked while it was made"))?;
        self.bot = Some(bot.map_err(|message| Trouble::crash(message.english))?);
        Ok(())
    }

    fn answer(&mut self, table: &dyn Table, question: &Question) -> Result<Answer, Trouble> {
        let Some(bot) = &mut self.bot else { return Err(Trouble::crash("the bot has not begun")) };
        let stop = self.stop.child();
        let think = || bot.think(table, question.limits, &stop, &mut |_| {});
        let report = catch_unwind(AssertUnwindSafe(think)).map_err(|_| Trouble::crash("the bot panicked"))?;
        let report = report.map_err(|message| Trouble::crash(message.english))?;
        report.best().map(|mv| Answer::Move(mv.into())).ok_or_else(|| Trouble::crash("the bot found no move"))
    }

    fn give_up(&mut self) -> Vec<String> {
        self.bot = None;
        Vec::new()
    }
}
