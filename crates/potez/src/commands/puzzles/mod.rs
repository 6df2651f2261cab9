//! `potez puzzles`: positions with exactly one good move, listed, checked, made, rated and solved.

mod check;
mod make;
mod rate;
mod solve;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use potez_table::puzzles::{self, Puzzle};
use potez_words::{Arg, Words};

use crate::cli::LanguageArg;
use crate::exit::UsageError;
use crate::screen;

/// Which puzzles, and what is done with them.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    override_usage = "potez puzzles [OPTIONS] <GAME> | potez puzzles <COMMAND> …",
    after_help = "Examples:\n\
    \x20 potez puzzles havannah                       lists the puzzles of a game\n\
    \x20 potez puzzles byte --theme zugzwang --json   one object per line\n\
    \x20 potez puzzles byte --check 10                proves ten of them again; exits with 1 if one fails\n\
    \x20 potez puzzles solve havannah                 solve them here"
)]
pub(crate) struct PuzzlesArgs {
    #[command(subcommand)]
    command: Option<PuzzlesCommand>,
    #[command(flatten)]
    source: Option<PuzzleSource>,
    /// One JSON object per puzzle.
    #[arg(long)]
    json: bool,
    /// Prove this many of them again, or `all`.
    #[arg(long, value_name = "N|all", value_parser = sample_size, conflicts_with = "json")]
    check: Option<usize>,
    /// The most nodes of each proof.
    #[arg(long, default_value_t = 20_000_000, requires = "check")]
    nodes: u64,
    /// Chooses which puzzles are checked.
    #[arg(long, default_value_t = 1, requires = "check")]
    seed: u64,
    /// Threads to check with.
    #[arg(long, default_value_t = 1, requires = "check", value_parser = crate::cli::threads)]
    threads: usize,
    /// The language (default: the locale's).
    #[arg(long)]
    lang: Option<LanguageArg>,
}

/// Where puzzles come from.
#[derive(Args, Clone)]
pub(crate) struct PuzzleSource {
    /// The game, such as `byte`; with options only puzzles of these, such as `havannah:size=5`.
    #[arg(required = true)]
    game: String,
    /// Only puzzles about this.
    #[arg(long)]
    theme: Option<String>,
    /// Only this difficulty, 1 to 10.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10))]
    difficulty: Option<u8>,
    /// Puzzles of this file, one per line, instead of those that come with the game.
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

#[derive(Subcommand)]
enum PuzzlesCommand {
    /// Solve puzzles in the terminal: the opponent answers, wrong moves are refuted.
    Solve(solve::SolveArgs),
    /// Look for new puzzles in games of the engine or in records.
    Make(make::MakeArgs),
    /// Choose puzzles from files that `make` has written: none twice, and of every kind.
    Select(make::SelectArgs),
    /// Measure which of them the levels of the ladder solve.
    Rate(rate::RateArgs),
}

/// `potez puzzles`
pub(super) fn run(args: &PuzzlesArgs) -> anyhow::Result<()> {
    match &args.command {
        Some(PuzzlesCommand::Solve(args)) => return solve::run(args),
        Some(PuzzlesCommand::Make(args)) => return make::run(args),
        Some(PuzzlesCommand::Select(args)) => return make::select(args),
        Some(PuzzlesCommand::Rate(args)) => return rate::run(args),
        None => {}
    }
    let Some(source) = &args.source else {
        return Err(UsageError("which game? `potez puzzles havannah` lists its puzzles".into()).into());
    };
    let puzzles = source.load()?;
    if let Some(count) = args.check {
        return check::run(puzzles, count, args.nodes, args.seed, args.threads);
    }
    let words = Words::new(args.lang.map_or_else(screen::lang, Into::into));
    let mut out = io::stdout().lock();
    for puzzle in &puzzles {
        if args.json {
            writeln!(out, "{}", serde_json::to_string(puzzle)?)?;
        } else {
            writeln!(out, "{}", line(puzzle, &words))?;
        }
    }
    Ok(())
}

/// A puzzle in a list.
fn line(puzzle: &Puzzle, words: &Words) -> String {
    let themes: Vec<String> = puzzle.themes.iter().map(|theme| theme_name(theme, words)).collect();
    let count = words.say("puzzle-moves", &[("count", Arg::Number(puzzle.asked))]);
    let goal = words.say("puzzle-goal", &[("goal", puzzle.goal.word().into())]);
    format!("{}  {:2}  {goal}, {count}  {}  {}", puzzle.id, puzzle.difficulty, puzzle.game, themes.join(", "))
}

/// A theme in the user's language.
pub(super) fn theme_name(theme: &str, words: &Words) -> String {
    words.say_or(&format!("puzzle-theme-{theme}"), theme)
}

impl PuzzleSource {
    /// The puzzles that were asked for.
    fn load(&self) -> anyhow::Result<Vec<Puzzle>> {
        let wanted = potez_table::open(&self.game, None).map_err(UsageError::from)?.game();
        let name = wanted.split(':').next().unwrap_or_default();
        let all = match &self.file {
            Some(file) => puzzles::read(&super::records::load(file)?)
                .map_err(|error| anyhow::anyhow!("{}: {error}", file.display()))?,
            None => puzzles::of(name).map_err(UsageError::from)?.to_vec(),
        };
        let is_of = |puzzle: &Puzzle| puzzle.game.split(':').next() == Some(name);
        // A bare name is every board of the game; the default one has to be named by an option.
        let any_board = !self.game.contains(':');
        let mut chosen: Vec<Puzzle> =
            all.into_iter().filter(is_of).filter(|puzzle| any_board || puzzle.game == wanted).collect();
        if let Some(theme) = &self.theme {
            self.check_theme(theme, &chosen)?;
            chosen.retain(|puzzle| puzzle.themes.contains(theme));
        }
        chosen.retain(|puzzle| self.difficulty.is_none_or(|difficulty| puzzle.difficulty == difficulty));
        Ok(chosen)
    }

    /// Fails for a theme that no puzzle has, and names those that exist.
    fn check_theme(&self, theme: &str, puzzles: &[Puzzle]) -> Result<(), UsageError> {
        let mut known: Vec<&str> = puzzles.iter().flat_map(|puzzle| &puzzle.themes).map(String::as_str).collect();
        known.sort_unstable();
        known.dedup();
        if known.contains(&theme) {
            return Ok(());
        }
        let themes = known.join(", ");
        Err(UsageError(format!("--theme: no puzzle of {} is about `{theme}`; there are {themes}", self.game)))
    }
}

fn sample_size(text: &str) -> Result<usize, String> {
    if text == "all" {
        return Ok(usize::MAX);
    }
    text.parse().ok().filter(|&count| count > 0).ok_or_else(|| "expected a number from 1, or `all`".into())
}
