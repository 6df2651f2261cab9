//! `potez tournament`: round robin, gauntlet, or a folder of bots.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use potez_arena::{Entrant, Folder, Pairing, Summary, report};

use super::matches::{Conditions, Defaults, entrant};
use crate::exit::UsageError;

const EXAMPLE: &str = "\
Examples:
  potez tournament byte --bots random classic potez:level=5 --games 20 --time 100ms --report table.html
  potez tournament havannah:size=5 --bots potez classic random --gauntlet --games 50
  potez tournament blockade --folder bots/ --time 30s --report table.html --resume class.jsonl

A BOT is written as in `potez match --help`.

A folder of bots holds an executable file for each bot, in any language, or a subfolder with an executable called
`run` (or `run.sh`, `run.py`, …), which is then run in that subfolder. A bot reads lines and writes lines (UGI):
  it reads                                   it writes
  ugi                                        ugiok
  setoption name Game value byte
  uginewgame
  isready                                    readyok
  position startpos moves d2-c3 a3-b2
  go movetime 30000                          bestmove f2-g3
  quit
An illegal move, a crash or a move that comes too late loses the game; the report shows what was said. A bot that
cannot be started, or does not take the set-up of the game, is an error before the first game.";

/// Which bots play, and who meets whom.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct TournamentArgs {
    /// The game, such as `byte` or `havannah:size=5`.
    game: String,
    /// The bots.
    #[arg(long, num_args = 1.., value_name = "BOT", required_unless_present = "folder")]
    bots: Vec<String>,
    /// A folder of bots, in any language (default for it: 30 s per move and no random opening).
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The first bot plays all others, who do not play each other.
    #[arg(long)]
    gauntlet: bool,
    /// Games per pairing, two per opening.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    #[command(flatten)]
    conditions: Conditions,
}

/// `potez tournament`
pub(super) fn run(args: &TournamentArgs) -> anyhow::Result<()> {
    let mut entrants = args.bots.iter().map(|spec| entrant(spec)).collect::<Result<Vec<_>, _>>()?;
    let mut defaults = Defaults::default();
    if let Some(folder) = &args.folder {
        entrants.extend(bots_of(folder)?);
        defaults = Defaults { openings: 0, time: Duration::from_secs(30) };
    }
    if entrants.len() < 2 {
        return Err(UsageError(format!("a tournament needs two bots or more, and there are {}", entrants.len())).into());
    }
    // Tables and journals name the bots, so that two of the same name would be one.
    tell_apart(&mut entrants);
    let pairing = if args.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin };
    let event = args.conditions.event(&args.game, entrants, pairing, args.games as usize, defaults)?;
    args.conditions.play(&event, &|results, out| {
        let summary = Summary::of(&event, &results.pairs);
        if args.conditions.json {
            writeln!(out, "{}", report::text::tournament_json(&event, &summary))
        } else {
            write!(out, "{}", report::text::tournament_text(&event, &summary))
        }
    })
}

fn bots_of(folder: &Path) -> anyhow::Result<Vec<Entrant>> {
    let folder = Folder::read(folder).map_err(|error| UsageError(error.to_string()))?;
    for path in &folder.passed_over {
        eprintln!(
            "potez: warning: {} is not a bot: neither an executable file nor a folder with one called `run`",
            path.display()
        );
    }
    Ok(folder.entrants)
}

/// Gives bots of the same name numbers.
fn tell_apart(entrants: &mut [Entrant]) {
    for index in 0..entrants.len() {
        let name = entrants[index].name.clone();
        let same =
            entrants[..index].iter().filter(|other| other.spec == entrants[index].spec || other.name == name).count();
        if same > 0 {
            entrants[index].name = format!("{name} ({})", same + 1);
        }
    }
}
