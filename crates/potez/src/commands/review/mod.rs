//! `potez review`: a game looked at afterwards, in the terminal and as a page.

mod board;
mod graph;
mod html;
mod sentences;
mod terminal;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use potez_table::records::Replayed;
use potez_table::review::{self, PartialReview, Settings, Variation};
use potez_table::{Limits, Stop, write_whole};
use potez_words::{Arg, Words};
use serde_json::{Value, json};

use super::analyze::remark_json;
use super::progress;
use super::records::{games, play_through};
use crate::cli::{LanguageArg, threads, time};
use crate::exit::UsageError;
use crate::interrupt;
use crate::screen;
use sentences::Sentences;

/// What to review, and how it is shown.
#[derive(Args)]
#[command(after_help = "Example: potez review game.txt --time 200ms --html review.html")]
pub(crate) struct ReviewArgs {
    /// The record: text, JSON or SGF; `-` reads standard input.
    file: PathBuf,
    /// Only this game of a file that holds several, from 1 (default: all of them).
    #[arg(long, value_name = "N", value_parser = game_number)]
    game: Option<usize>,
    /// Time per search; a game of N moves needs about N of them.
    #[arg(long, default_value = "200ms", value_parser = time)]
    time: Duration,
    /// Nodes per search in place of a time: one thread finds the same on every machine.
    #[arg(long, conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Threads to think with.
    #[arg(long, default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Write the review as one page with boards, to be opened in a browser; of several games one
    /// page each, OUT-1.html, OUT-2.html, ….
    #[arg(long, value_name = "OUT.html")]
    html: Option<PathBuf>,
    /// The language (default: the locale's).
    #[arg(long)]
    lang: Option<LanguageArg>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// `potez review`
pub(super) fn run(args: &ReviewArgs) -> anyhow::Result<()> {
    let games = games(&args.file)?;
    let count = games.len();
    if let Some(wanted) = args.game.filter(|&wanted| wanted > count) {
        return Err(UsageError(format!("there is no game {wanted}: the file holds {count}")).into());
    }
    let chosen = (1..).zip(&games).filter(|(number, _)| args.game.is_none_or(|wanted| wanted == *number));
    let stop = interrupt::listen();
    let mut not_written = Ok(());
    for (number, game) in chosen {
        let replayed = play_through(game, number, count)?;
        if count > 1 && args.game.is_none() && !args.json {
            println!("{}# {number} / {count}", if number > 1 { "\n" } else { "" });
        }
        let page = args.html.as_ref().map(|file| numbered(file, number, count == 1 || args.game.is_some()));
        let written = review_game(args, &replayed, page.as_deref(), &stop)?;
        not_written = not_written.and(written);
        if stop.is_raised() {
            break;
        }
    }
    if let (Err(error), true) = (&not_written, stop.is_raised()) {
        eprintln!("potez: {error:#}");
    }
    interrupt::check(&stop)?;
    not_written
}

/// `out.html` where there is one game, else `out-1.html`, `out-2.html`, …
fn numbered(file: &Path, number: usize, alone: bool) -> PathBuf {
    if alone {
        return file.to_path_buf();
    }
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let extension = file.extension().map(|extension| format!(".{}", extension.to_string_lossy()));
    file.with_file_name(format!("{name}-{number}{}", extension.unwrap_or_default()))
}

/// Reviews one game, says what there is to say, and then writes the page: the inner result is how
/// that went.
fn review_game(
    args: &ReviewArgs,
    replayed: &Replayed,
    page: Option<&Path>,
    stop: &Stop,
) -> anyhow::Result<anyhow::Result<()>> {
    let limits = args.nodes.map_or_else(|| Limits::time(args.time), Limits::nodes);
    let mut settings = Settings::new(limits);
    settings.bot.threads = Some(args.threads);
    let words = Words::new(args.lang.map_or_else(screen::lang, Into::into));
    let bar = progress::bar(0);
    let reviewed = review::review_so_far(replayed.table.as_ref(), &settings, stop, &mut |progress| {
        let args = [("done", Arg::from(progress.done)), ("total", Arg::from(progress.total))];
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(words.say("review-progress", &args));
    });
    bar.finish_and_clear();
    let PartialReview { review, is_whole } = reviewed.map_err(UsageError::from)?;
    let sentences = Sentences::new(&words, &review, &replayed.transcript);
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", in_words(&words, &review))?;
    } else {
        write!(out, "{}", terminal::text(&sentences, screen::ink()))?;
    }
    out.flush()?;
    let Some(file) = page else { return Ok(Ok(())) };
    if !is_whole {
        return Ok(Err(anyhow::anyhow!("{} was not written: the review is not whole", file.display())));
    }
    let effort = args.nodes.map_or_else(|| format!("{:?}", args.time), |nodes| format!("{nodes} nodes"));
    let page = html::page(&sentences, &effort).map_err(UsageError::from)?;
    Ok(write_whole(file, page.as_bytes()).with_context(|| format!("cannot write {}", file.display())))
}

fn game_number(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "expected a number from 1".into())
}

/// The review as JSON, with its remarks in the user's language.
fn in_words(words: &Words, review: &review::Review) -> Value {
    let mut object = json!(review);
    for (index, judged) in review.moves.iter().enumerate() {
        let remarks = |remarks: &[_]| remarks.iter().map(|remark| remark_json(words, remark)).collect::<Value>();
        let place = &mut object["moves"][index];
        place["remarks"] = remarks(&judged.remarks);
        let lines: [(&str, &Option<Variation>); 2] = [("better", &judged.better), ("reply", &judged.reply)];
        for (name, line) in lines {
            if let Some(line) = line {
                place[name]["remarks"] = remarks(&line.remarks);
            }
        }
        if let Some(why) = &judged.why {
            place["why"] = json!({ "punished": remarks(&why.punished), "gained": remarks(&why.gained) });
        }
    }
    object
}
