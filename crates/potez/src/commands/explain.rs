//! `potez explain-search`: a search recorded step by step, as one page.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use potez_server::explain_page;
use potez_table::explain::{ExplainSettings, Explanation, Run};
use potez_table::{BotSpec, write_whole};
use potez_words::{Arg, Words};

use super::set_up;
use crate::cli::{LanguageArg, PositionArgs};
use crate::exit::UsageError;
use crate::interrupt;
use crate::screen;

/// Which search is recorded, and where it goes.
#[derive(Args)]
#[command(after_help = "Examples:\n\
    \x20 potez explain-search byte --html search.html                      alpha-beta\n\
    \x20 potez explain-search havannah:size=4 --bot potez:without=net --html tree.html   a Monte-Carlo tree\n\
    \x20 potez explain-search havannah:size=3 --moves \"a1 c3\" --bot pns --html proof.html   proof-number search\n\
    \x20 potez explain-search blockade --bot classic:depth=2 --without cutoffs --html minimax.html\n\
    docs/explain-search.md says how to read the page.")]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    place: PositionArgs,
    /// The bot whose search is recorded.
    #[arg(long, default_value = "potez")]
    bot: String,
    /// Nodes to search: positions, or simulations of a tree (default: 8000 of alpha-beta, 5000 of proof-number search,
    /// 1000 simulations).
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=ExplainSettings::MOST_NODES))]
    nodes: Option<u64>,
    /// Depth to search to, in plies (default: as deep as the nodes allow).
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=200))]
    depth: Option<u32>,
    /// Steps to keep; the counts go on behind them.
    #[arg(long, default_value_t = 20_000, value_parser = steps)]
    steps: usize,
    /// Techniques to go without, separated by commas, one search each (default: all that the bot has;
    /// `none` for no such search).
    #[arg(long, value_name = "TECHNIQUES")]
    without: Option<String>,
    /// Write the page here.
    #[arg(long, value_name = "OUT.html")]
    html: Option<PathBuf>,
    /// Print the recorded search as one JSON object.
    #[arg(long)]
    json: bool,
    /// The language (default: the locale's).
    #[arg(long)]
    lang: Option<LanguageArg>,
}

fn steps(text: &str) -> Result<usize, String> {
    let most = ExplainSettings::MOST_STEPS;
    text.parse()
        .ok()
        .filter(|steps| (1..=most).contains(steps))
        .ok_or_else(|| format!("expected a number from 1 to {most}"))
}

/// The techniques that are named.
fn named(list: &str) -> Vec<String> {
    let words = list.split(',').map(|word| word.trim().to_ascii_lowercase());
    words.filter(|word| !word.is_empty() && word != "none").collect()
}

/// `potez explain-search`
pub(super) fn run(args: &ExplainArgs) -> anyhow::Result<()> {
    if args.html.is_none() && !args.json {
        return Err(UsageError("give --html OUT.html for a page, or --json".into()).into());
    }
    let table = set_up(&args.place)?;
    let spec: BotSpec = args.bot.parse().map_err(|error| UsageError(format!("{error}")))?;
    let mut settings = ExplainSettings::of(args.nodes);
    settings.limits.depth = args.depth;
    settings.steps = args.steps;
    settings.without = args.without.as_deref().map(named);
    let stop = interrupt::listen();
    let explanation = table.explain_search(&spec, &settings, &stop).map_err(UsageError::from)?;
    interrupt::check(&stop)?;
    let words = Words::new(args.lang.map_or_else(screen::lang, Into::into));
    let mut out = std::io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&explanation)?)?;
    } else {
        write!(out, "{}", summary(&explanation, &words))?;
    }
    out.flush()?;
    let Some(file) = &args.html else { return Ok(()) };
    let page = explain_page(&explanation, words.lang())?;
    write_whole(file, page.as_bytes()).with_context(|| format!("cannot write {}", file.display()))
}

/// One line per search: what it found, what it took, and whether all of it was kept.
fn summary(explanation: &Explanation, words: &Words) -> String {
    let first = &explanation.runs[0];
    let line = |run: &Run| {
        let name = match run.without {
            None if run.stage.is_some() => words.say(&format!("explain-stage-{}", run.stage.unwrap_or_default()), &[]),
            None => explanation.bot.clone(),
            Some(technique) => {
                let technique = words.say(&format!("explain-technique-{technique}"), &[]);
                words.say("explain-without", &[("technique", technique.into())])
            }
        };
        let best = run.found.as_ref().and_then(|found| found.pv.first()).cloned().unwrap_or_default();
        let factor = run.nodes as f64 / first.nodes.max(1) as f64;
        let factor = if run.without.is_some() { format!("×{factor:.2}") } else { String::new() };
        let more = if run.given_up { "> " } else { "" };
        let kept = if run.truncated {
            let args = [("kept", Arg::from(run.kept)), ("made", Arg::from(run.made as usize))];
            words.say("explain-truncated", &args)
        } else {
            String::new()
        };
        let line = format!("{name:<34} {best:<16} {more}{:>8} {factor:<8} {kept}", run.nodes);
        format!("{}\n", line.trim_end())
    };
    explanation.runs.iter().map(line).collect()
}
