//! `potez book`: what is known of the first moves of a game, looked up, made and drawn.

mod make;
mod map;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};
use potez_table::book::{self, Book, BookMove};
use potez_table::{Proof, Table};
use potez_words::Words;
use serde_json::json;

use super::set_up;
use crate::cli::{LanguageArg, PositionArgs};
use crate::exit::UsageError;
use crate::screen;

/// Which position, and what is done with it.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    override_usage = "potez book [OPTIONS] <GAME> | potez book <COMMAND> …",
    after_help = "Examples:\n\
    \x20 potez book havannah                          the first moves, the best first\n\
    \x20 potez book byte --moves \"d2-c3\" --json       one object per move\n\
    \x20 potez book map havannah:size=5               which first stones should be swapped\n\
    \x20 potez book make byte --work byte.jsonl --out byte.bin"
)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    command: Option<BookCommand>,
    #[command(flatten)]
    place: Option<PositionArgs>,
    /// Look it up in this book instead of the one that comes with the game.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// One JSON object per move.
    #[arg(long)]
    json: bool,
    /// The language (default: the locale's).
    #[arg(long)]
    lang: Option<LanguageArg>,
}

#[derive(Subcommand)]
enum BookCommand {
    /// Make a book by searches and games; a file that was begun is gone on with.
    Make(make::MakeArgs),
    /// Judge every first move of a board: which are worth a swap.
    Map(map::MapArgs),
}

/// `potez book`
pub(super) fn run(args: &BookArgs) -> anyhow::Result<()> {
    match &args.command {
        Some(BookCommand::Make(args)) => return make::run(args),
        Some(BookCommand::Map(args)) => return map::run(args),
        None => {}
    }
    let Some(place) = &args.place else {
        return Err(UsageError("which game? `potez book havannah` shows its first moves".into()).into());
    };
    let table = set_up(place)?;
    let moves = match &args.file {
        Some(file) => {
            let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
            let book = Book::read(&bytes).and_then(|book| book.check().map(|()| book));
            let book = book.with_context(|| file.display().to_string())?;
            if book.game() != table.game() {
                let (game, asked) = (book.game(), table.game());
                return Err(UsageError(format!("{} is a book of {game}, not of {asked}", file.display())).into());
            }
            book::moves_of(&book, table.as_ref())
        }
        None => book::moves(table.as_ref()),
    };
    let mut out = io::stdout().lock();
    if args.json {
        return moves.iter().try_for_each(|mv| Ok(writeln!(out, "{}", object(table.as_ref(), mv))?));
    }
    let words = Words::new(args.lang.map_or_else(screen::lang, Into::into));
    if moves.is_empty() {
        writeln!(out, "{}", words.say("book-nothing", &[]))?;
        return Ok(());
    }
    writeln!(out, "{}", head(&words))?;
    moves.iter().try_for_each(|mv| Ok(writeln!(out, "{}", row(table.as_ref(), mv, &words))?))
}

/// A move as the contract has it, and what the page shows besides.
fn object(table: &dyn Table, mv: &BookMove) -> serde_json::Value {
    let player = table.turn();
    let interval = mv.score.interval(player);
    json!({
        "move": mv.mv,
        "visits": mv.visits,
        "winChance": mv.win_chance,
        "games": mv.score.games,
        "proven": mv.proven.map(Proof::word),
        "score": mv.score.share(player),
        "scoreLow": interval.map(|(low, _)| low),
        "scoreHigh": interval.map(|(_, high)| high),
        "searched": mv.is_searched,
        "images": mv.images,
    })
}

/// The columns of the table.
fn columns(texts: [&str; 6]) -> String {
    let [mv, chance, visits, games, score, proven] = texts;
    format!("{mv:<14} {chance:>8} {visits:>10} {games:>6} {score:>16}  {proven}").trim_end().to_string()
}

fn head(words: &Words) -> String {
    let said =
        ["move", "chance", "visits", "games", "score", "proven"].map(|key| words.say(&format!("book-{key}"), &[]));
    columns([&said[0], &said[1], &said[2], &said[3], &said[4], &said[5]])
}

fn row(table: &dyn Table, mv: &BookMove, words: &Words) -> String {
    let player = table.turn();
    let percent = |share: f64| format!("{:.0}", 100.0 * share);
    let score = match (mv.score.share(player), mv.score.interval(player)) {
        (Some(share), Some((low, high))) => format!("{} % ({}–{})", percent(share), percent(low), percent(high)),
        _ => String::new(),
    };
    let proven = mv.proven.map(|proof| words.say(&format!("book-proven-{}", proof.word()), &[])).unwrap_or_default();
    let (chance, visits) = (format!("{:.1} %", 100.0 * mv.win_chance), mv.visits.to_string());
    columns([&mv.mv.text, &chance, &visits, &mv.score.games.to_string(), &score, &proven])
}
