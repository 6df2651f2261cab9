//! One file a command.

mod analyze;
mod bench;
mod engine;
mod games;
mod matches;
mod perft;
mod play;
mod records;
mod review;
mod serve;
mod shell;
mod show;
mod solve;
mod tournament;
mod tui;

use potez_engine::Table;
use potez_words::Words;

use crate::cli::{Cli, Command, Place};
use crate::failure::Usage;
use crate::screen;

pub(crate) use matches::Match;
pub(crate) use review::Review;
pub(crate) use serve::Serve;
pub(crate) use tournament::Tournament;
pub(crate) use tui::is_possible as has_screen;

/// Carries out a command.
pub(crate) fn run(cli: Cli) -> anyhow::Result<()> {
    let Some(command) = cli.command else { return tui::menu() };
    match command {
        Command::Games { json } => games::run(json),
        Command::Play(play) if !play.plain && !play.classic && tui::is_possible() => tui::play(&play),
        Command::Play(play) => play::run(&play),
        Command::Show { place, classic, paths } => show::board(&place, classic, paths),
        Command::Moves { place } => show::moves(&place),
        Command::Perft { place, depth, divide, threads, json } => perft::run(&place, depth, divide, threads, json),
        Command::Analyze { place, time, multipv, threads, bot, lang, json } => {
            let words = Words::new(lang.map_or_else(screen::lang, Into::into));
            analyze::run(&place, time, multipv.into(), threads, &bot, &words, json)
        }
        Command::Solve { place, time, json } => solve::run(&place, time, json),
        Command::Replay { file, json } => records::replay(&file, json),
        Command::Convert { file, to } => records::convert(&file, to.into()),
        Command::Review(args) => review::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Engine { protocol, game, movetime, threads } => {
            engine::run(protocol, game.as_deref(), movetime, threads)
        }
        Command::Serve(args) => serve::run(&args),
        Command::Completions { shell } => shell::completions(shell),
        Command::Man { command, out } => shell::manual(command.as_deref(), out.as_deref()),
        Command::Bench { game, json } => bench::run(game.as_deref(), json),
    }
}

/// The table that the arguments describe.
fn set_up(place: &Place) -> Result<Box<dyn Table>, Usage> {
    let mut table = potez_engine::open(&place.game, place.position.as_deref())?;
    // Semicolons allow notations with blanks inside a move; without one, blanks separate.
    let by: &[char] = if place.moves.contains(';') { &[';'] } else { &[' ', '\n', '\t', '\r'] };
    let moves = place.moves.split(by).map(str::trim).filter(|mv| !mv.is_empty());
    for (ply, mv) in moves.enumerate() {
        table.play(mv).map_err(|message| Usage(format!("move {}, `{mv}`: {message}", ply + 1)))?;
    }
    Ok(table)
}
