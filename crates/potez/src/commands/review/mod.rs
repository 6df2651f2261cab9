//! `potez review`: a game looked at afterwards, in the terminal and as a page.

mod board;
mod graph;
mod html;
mod sentences;
mod terminal;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use potez_engine::records;
use potez_engine::review::{self, Progress, Settings, Variation};
use potez_engine::{Limits, Stop};
use potez_words::{Arg, Words};
use serde_json::{Value, json};

use super::analyze::remark_json;
use super::records::load;
use crate::cli::{Language, threads, time};
use crate::failure::Usage;
use crate::screen;
use sentences::Sentences;

/// What to review, and how it is shown.
#[derive(Args)]
#[command(after_help = "Example: potez review game.txt --time 200ms --html review.html")]
pub(crate) struct Review {
    /// The record: text, JSON or SGF; `-` reads standard input.
    file: PathBuf,
    /// Time for each search; a game of N moves needs about N of them.
    #[arg(long, default_value = "200ms", value_parser = time)]
    time: Duration,
    /// Threads to think with.
    #[arg(long, default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Write the review as one page with boards, to be opened in a browser.
    #[arg(long, value_name = "OUT.html")]
    html: Option<PathBuf>,
    /// The language; the locale's unless told otherwise.
    #[arg(long)]
    lang: Option<Language>,
    /// One JSON object.
    #[arg(long)]
    json: bool,
}

/// `potez review`
pub(super) fn run(args: &Review) -> anyhow::Result<()> {
    let replayed = records::replay(&records::read(&load(&args.file)?)?)?;
    let table = replayed.table;
    let mut settings = Settings::new(Limits::time(args.time));
    settings.bot.threads = args.threads;
    let words = Words::new(args.lang.map_or_else(screen::lang, Into::into));
    let mut shown = Shown { on: io::stderr().is_terminal(), words: &words };
    let reviewed = review::review(table.as_ref(), &settings, &Stop::new(), &mut |progress| shown.show(progress));
    shown.clear();
    let review = reviewed.map_err(Usage::from)?.context("the review was stopped")?;
    let sentences = Sentences::new(&words, &review, &replayed.transcript);
    if let Some(file) = &args.html {
        let page = html::page(&sentences, args.time).map_err(Usage::from)?;
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

/// A line that is written over again while the engine thinks; nothing where the error output is no terminal.
struct Shown<'a> {
    on: bool,
    words: &'a Words,
}

impl Shown<'_> {
    fn show(&mut self, Progress { done, total }: Progress) {
        if self.on {
            let text = self.words.say("review-progress", &[("done", Arg::from(done)), ("total", Arg::from(total))]);
            eprint!("\r\x1b[K{text}");
        }
    }

    fn clear(&mut self) {
        if self.on {
            eprint!("\r\x1b[K");
        }
    }
}
