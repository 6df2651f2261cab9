//! What each command does, one file per command.

mod analyze;
mod bench;
mod board;
mod book;
mod complete;
mod db;
mod engine;
mod explain;
mod fleet;
mod games;
mod league;
mod match_progress;
mod matches;
mod openings_choice;
mod perft;
mod play;
mod progress;
mod puzzles;
mod records;
mod review;
mod serve;
mod shell;
mod show;
mod solve;
mod states;
mod tournament;
mod tui;
mod worker;

use potez_table::Table;
use potez_words::Words;

use crate::cli::{Cli, CliCommand, PositionArgs};
use crate::exit::UsageError;
use crate::screen;

pub(crate) use book::BookArgs;
pub(crate) use db::DbArgs;
pub(crate) use explain::ExplainArgs;
pub(crate) use fleet::FleetCommand;
pub(crate) use league::LeagueArgs;
pub(crate) use matches::MatchArgs;
pub(crate) use puzzles::PuzzlesArgs;
pub(crate) use review::ReviewArgs;
pub(crate) use serve::Serve;
pub(crate) use tournament::TournamentArgs;
pub(crate) use tui::is_possible as has_screen;
pub(crate) use worker::WorkerArgs;

/// Carries out a command.
pub(crate) fn run(cli: Cli) -> anyhow::Result<()> {
    let Some(command) = cli.command else { return tui::menu() };
    match command {
        CliCommand::Games { json } => games::run(json),
        CliCommand::Play(play) if !play.is_plain() && tui::is_possible() => tui::play(&play),
        CliCommand::Play(play) => play::run(&play),
        CliCommand::Show { place, board, lang } => {
            let words = Words::new(lang.map_or_else(screen::lang, Into::into));
            show::board(&place, &board, &words)
        }
        CliCommand::States { place, boards, json } => states::run(&place, boards, json),
        CliCommand::Moves { place } => show::moves(&place),
        CliCommand::Perft { place, depth, divide, threads, json } => perft::run(&place, depth, divide, threads, json),
        CliCommand::Analyze { place, time, multipv, threads, bot, lang, json } => {
            let words = Words::new(lang.map_or_else(screen::lang, Into::into));
            let spec = analyze::spec(&bot, threads, multipv.map(usize::from))?;
            analyze::run(&place, time, &spec, &words, json)
        }
        CliCommand::Solve { place, time, json } => solve::run(&place, time, json),
        CliCommand::Puzzles(args) => puzzles::run(&args),
        CliCommand::Book(args) => book::run(&args),
        CliCommand::ExplainSearch(args) => explain::run(&args),
        CliCommand::Replay { file, json } => records::replay(&file, json),
        CliCommand::Convert { file, to } => records::convert(&file, &to),
        CliCommand::Review(args) => review::run(&args),
        CliCommand::Match(args) => matches::run(&args),
        CliCommand::Tournament(args) => tournament::run(&args),
        CliCommand::Engine { protocol, game, movetime, threads } => {
            engine::run(protocol, game.as_deref(), movetime, threads)
        }
        CliCommand::Serve(args) => serve::run(&args),
        CliCommand::Worker(args) => worker::run(&args),
        CliCommand::Fleet { command } => fleet::run(&command),
        CliCommand::League(args) => league::run(&args),
        CliCommand::Db(args) => db::run(&args),
        CliCommand::Completions { shell } => shell::completions(shell),
        CliCommand::Complete { words } => complete::run(&words),
        CliCommand::Man { command, out } => shell::manual(command.as_deref(), out.as_deref()),
        CliCommand::Bench { game, json } => bench::run(game.as_deref(), json),
    }
}

/// The table that the arguments describe.
fn set_up(place: &PositionArgs) -> Result<Box<dyn Table>, UsageError> {
    let mut table = potez_table::open(&place.game, place.position.as_deref())?;
    potez_table::play_list(table.as_mut(), &place.moves).map_err(|error| UsageError(error.to_string()))?;
    Ok(table)
}
