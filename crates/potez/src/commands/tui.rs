//! The full-screen application: `potez` alone, and `potez play`, in a terminal.

use std::io::{self, IsTerminal};

use potez_session::{GameClock, Policy, Seat, Session, SessionState};
use potez_table::puzzles::Puzzle;
use potez_table::{BotSpec, Ink, Table};
use potez_tui::{Begin, Theme};
use potez_words::Lang;

use super::set_up;
use crate::cli::PlayArgs;
use crate::exit::UsageError;
use crate::{folders, screen};

/// Whether there is a terminal to fill.
pub(crate) fn is_possible() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// `potez`
pub(super) fn menu() -> anyhow::Result<()> {
    show(screen::lang(), Begin::Menu)
}

/// `potez play`
pub(super) fn play(play: &PlayArgs) -> anyhow::Result<()> {
    let table = set_up(&play.place)?;
    let seats = [seat(table.as_ref(), play.x.as_deref())?, seat(table.as_ref(), play.o.as_deref())?];
    // Moves from the command line can be taken back like any other.
    let mut state = SessionState { given: 0, ..SessionState::new(table.as_ref(), seats) };
    (state.bot_time, state.clock) = (play.time, play.clock.map(GameClock::new));
    let session = Session::new(table, state, Policy::TERMINAL);
    // Who has named nobody is asked which side to take.
    let begin = if play.x.is_none() && play.o.is_none() { Begin::AskSides } else { Begin::Game };
    show(play.lang.map_or_else(screen::lang, Into::into), begin(Box::new(session)))
}

/// `potez puzzles solve`
pub(super) fn puzzles(puzzles: Vec<Puzzle>, lang: Lang) -> anyhow::Result<()> {
    show(lang, Begin::Puzzles(puzzles))
}

fn seat(table: &dyn Table, name: Option<&str>) -> Result<Seat, UsageError> {
    let Some(name) = name.filter(|name| !name.eq_ignore_ascii_case("human")) else { return Ok(Seat::PERSON) };
    let spec: BotSpec = name.parse().map_err(|error| UsageError(format!("{error}")))?;
    table.check_bot(&spec)?;
    Ok(Seat::bot(name))
}

fn show(lang: Lang, begin: Begin) -> anyhow::Result<()> {
    let theme = if screen::ink() == Ink::Colour { Theme::Colour } else { Theme::Plain };
    Ok(potez_tui::run(lang, theme, folders::state(), begin)?)
}
