//! `potez review`: a game looked at afterwards, in the terminal and as a page.

mod board;
mod graph;
mod html;
mod sentences;
mod terminal;

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use potez_table::records;
use potez_table::review::{self, Settings, Variation};
use potez_table::{Limits, Stop};
use potez_words::{Arg, Words};
use serde_json::{Value, json};

use super::analyze::remark_json;
use super::progress;
use super::records::load;
use crate::cli::{LanguageArg, threads, time};
use crate::exit::UsageError;
use crate::screen;
use sentences::Sentences;

/// What to review, and how it is shown.
#[derive(Args)]
#[command(after_help = "Example: potez review game.txt --time 200ms --html review.html")]
pub(crate) struct ReviewArgs {
    /// The record: text, JSON or SGF; `-` reads standard input.
    file: PathBuf,
    /// Time per search; a game of N moves needs about N of them.
    #[arg(long, default_value = "200ms", value_parser = time)]
    time: Duration,
    /// Nodes per search in place of a time: one thread finds the same on every machine.
    #[arg(long, conflicts_with = "time", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Threads to think with.
    #[arg(long, default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Write the review as one page with boards, to be opened in a browser.
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
    let replayed = records::replay(&records::read(&load(&args.file)?)?)?;
    let table = replayed.table;
    let limits = args.nodes.map_or_else(|| Limits::time(args.time), Limits::nodes);
    let mut settings = Settings::new(limits);
    settings.bot.threads = Some(args.threads);
    let words = Words::new(args.lang.map_or_else(screen::lang, Into::into));
    let bar = progress::bar(0);
    let reviewed = review::review(table.as_ref(), &settings, &Stop::new(), &mut |progress| {
        let args = [("done", Arg::from(progress.done)), ("total", Arg::from(progress.total))];
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        bar.set_message(words.say("review-progress", &args));
    });
    bar.finish_and_clear();
    let review = reviewed.map_err(UsageError::from)?.context("the review was stopped")?;
    let sentences = Sentences::new(&words, &review, &replayed.transcript);
    if let Some(file) = &args.html {
        let effort = args.nodes.map_or_else(|| format!("{:?}", args.time), |nodes| format!("{nodes} nodes"));
        let page = html::page(&sentences, &effort).map_err(UsageError::from)?;
        fs::write(file, page).with_context(|| format!("cannot write {}", file.display()))?;
    }
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", in_words(&words, &review))?;
    } else {
        write!(out, "{}", terminal::text(&sentences, screen::ink()))?;
    }
    Ok(())
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
    }
    object
}
