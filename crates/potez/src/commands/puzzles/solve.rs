//! `potez puzzles solve`: puzzles in lines of text.

use std::io;

use clap::Args;
use potez_table::puzzles::{Attempt, Puzzle, Verdict};
use potez_table::{Limits, Stop};
use potez_words::{Arg, Words};

use super::super::board::BoardPrinter;
use super::super::play::lines::{read, say};
use super::super::tui;
use super::{PuzzleSource, theme_name};
use crate::cli::{BoardArgs, LanguageArg};
use crate::exit::UsageError;
use crate::screen;

/// Which puzzles are solved, and in which order.
#[derive(Args)]
#[command(after_help = "Example: potez puzzles solve byte --theme zugzwang\n\
    A move, or hint, show (the solution), skip, board, quit. Standard input may be a file of moves.")]
pub(super) struct SolveArgs {
    #[command(flatten)]
    source: PuzzleSource,
    /// The puzzle with this id alone.
    #[arg(long)]
    id: Option<String>,
    /// The puzzle of the day: the same for everybody until midnight UTC.
    #[arg(long, conflicts_with = "id")]
    daily: bool,
    /// Puzzles in an order of this seed instead of the easiest first.
    #[arg(long)]
    seed: Option<u64>,
    /// Lines of text in and out (default where the output is not a terminal).
    #[arg(long)]
    plain: bool,
    /// The language (default: the locale's).
    #[arg(long)]
    lang: Option<LanguageArg>,
}

/// Nodes of a refutation: what was proven of the puzzle is proven again in a moment.
const REFUTATION_NODES: u64 = 2_000_000;

/// What becomes of the session after a puzzle.
enum Next {
    Solved,
    Failed,
    Skipped,
    Quit,
}

/// `potez puzzles solve`
pub(super) fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let words = Words::new(args.lang.map_or_else(screen::lang, Into::into));
    let puzzles = choose(args)?;
    if !args.plain && tui::is_possible() {
        return tui::puzzles(puzzles, words.lang());
    }
    let (mut tried, mut solved, mut streak) = (0, 0, 0);
    for puzzle in puzzles {
        match solve(puzzle, &words)? {
            Next::Quit => break,
            Next::Skipped => continue,
            Next::Solved => (tried, solved, streak) = (tried + 1, solved + 1, streak + 1),
            Next::Failed => (tried, streak) = (tried + 1, 0),
        }
        let args = [("solved", solved), ("tried", tried), ("streak", streak)];
        say(&words.say("puzzle-score", &args.map(|(name, count)| (name, Arg::Number(count)))))?;
        say("")?;
    }
    Ok(())
}

/// The puzzles in the order in which they are asked.
fn choose(args: &SolveArgs) -> anyhow::Result<Vec<Puzzle>> {
    let mut puzzles = args.source.load()?;
    if let Some(id) = &args.id {
        puzzles.retain(|puzzle| puzzle.id == *id);
    }
    if puzzles.is_empty() {
        return Err(UsageError(match &args.id {
            Some(id) => format!("--id: no puzzle of {} has the id `{id}`", args.source.game),
            None => format!("there is no such puzzle of {}", args.source.game),
        })
        .into());
    }
    if args.daily {
        let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?.as_secs();
        return Ok(potez_table::puzzles::daily(&puzzles, seconds / 86_400).cloned().into_iter().collect());
    }
    match args.seed {
        Some(seed) => fastrand::Rng::with_seed(seed).shuffle(&mut puzzles),
        None => puzzles.sort_by(|a, b| (a.difficulty, &a.id).cmp(&(b.difficulty, &b.id))),
    }
    Ok(puzzles)
}

/// Asks for one puzzle.
fn solve(puzzle: Puzzle, words: &Words) -> anyhow::Result<Next> {
    let mut attempt = Attempt::new(puzzle).map_err(|message| anyhow::anyhow!("{message}"))?;
    let printer = BoardPrinter::new(attempt.table(), &BoardArgs::default())?;
    let show = |attempt: &Attempt| printer.print(&mut io::stdout().lock(), attempt.table(), words);
    say(&heading(attempt.puzzle(), words))?;
    show(&attempt)?;
    let mut has_erred = false;
    loop {
        let player = attempt.table().turn().to_string();
        let left = attempt.puzzle().asked - attempt.found();
        let task =
            [("player", player.into()), ("goal", attempt.puzzle().goal.word().into()), ("count", Arg::Number(left))];
        let Some(line) = read(&(words.say("puzzle-task", &task) + "> "))? else { return Ok(Next::Quit) };
        match line.as_str() {
            "" => {}
            "quit" => return Ok(Next::Quit),
            "skip" => return Ok(Next::Skipped),
            "board" => show(&attempt)?,
            "hint" => {
                has_erred = true;
                let themes: Vec<String> =
                    attempt.puzzle().themes.iter().map(|theme| theme_name(theme, words)).collect();
                say(&words.say("puzzle-hint", &[("themes", themes.join(", ").into())]))?;
            }
            "show" => {
                say(&words.say("puzzle-solution", &[("line", attempt.puzzle().solution.join(" ").into())]))?;
                return Ok(Next::Failed);
            }
            text => {
                let read = attempt.table().read_move(text);
                let verdict = read.and_then(|mv| attempt.play(&mv, Limits::nodes(REFUTATION_NODES), &Stop::new()));
                match verdict {
                    Err(message) => say(&words.message(&message))?,
                    Ok(verdict) => {
                        if !matches!(verdict, Verdict::Wrong { .. }) {
                            show(&attempt)?;
                        }
                        say(&words.remark(&verdict.remark()))?;
                        has_erred |= matches!(verdict, Verdict::Wrong { .. });
                        if attempt.is_solved() {
                            return Ok(if has_erred { Next::Failed } else { Next::Solved });
                        }
                    }
                }
            }
        }
    }
}

fn heading(puzzle: &Puzzle, words: &Words) -> String {
    let args = [
        ("id", puzzle.id.clone().into()),
        ("game", puzzle.game.clone().into()),
        ("difficulty", Arg::Number(puzzle.difficulty.into())),
    ];
    words.say("puzzle-heading", &args)
}
