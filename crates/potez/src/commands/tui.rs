//! The full-screen application: `potez` alone, and `potez play`, in a terminal.

use std::io::{self, IsTerminal};

use potez_engine::{BotSpec, Ink, Table};
use potez_tui::{Begin, Seats, Theme};
use potez_words::Lang;

use super::set_up;
use crate::cli::Play;
use crate::failure::Usage;
use crate::screen;

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
pub(super) fn play(play: &Play) -> anyhow::Result<()> {
    let table = set_up(&play.place)?;
    let mut seats: Seats = [seat(table.as_ref(), play.x.as_deref())?, seat(table.as_ref(), play.o.as_deref())?];
    if play.x.is_none() && play.o.is_none() {
        seats[1] = Some("potez".into());
    }
    show(
        play.lang.map_or_else(screen::lang, Into::into),
        Begin::Game { table, seats, time: play.time, pace: play.clock },
    )
}

fn seat(table: &dyn Table, name: Option<&str>) -> Result<Option<String>, Usage> {
    let Some(name) = name.filter(|name| !name.eq_ignore_ascii_case("human")) else { return Ok(None) };
    let spec: BotSpec = name.parse().map_err(|error| Usage(format!("{error}")))?;
    table.bot(&spec)?;
    Ok(Some(name.to_string()))
}

fn show(lang: Lang, begin: Begin) -> anyhow::Result<()> {
    let theme = if screen::ink() == Ink::Colour { Theme::Colour } else { Theme::Plain };
    Ok(potez_tui::run(lang, theme, potez_tui::state_folder(), begin)?)
}
