//! `potez league`: a league of bots from the command line.

mod hosting;
mod programs;
mod status;
mod ticket;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::{Args, Subcommand, ValueEnum};
use potez_arena::{Entrant, Kind};
use potez_server::league_client::{JoinNews, JoinSettings, LeagueServer, join};
use potez_session::TimeControl;
use potez_table::write_whole;
use serde_json::{Value, json};

use self::ticket::{Keeper, Ticket};
use super::matches::{employ_guardian, entrant};
use crate::exit::UsageError;
use crate::{cli, interrupt};

const EXAMPLE: &str = "\
Examples:
  a league on a server, to which bots connect from anywhere:
  potez serve --addr 0.0.0.0:8080 --db school.db
  potez league new class.league --server http://127.0.0.1:8080 --game byte --time 2s
  potez league add class.league Ana Bora Ceca            prints a token for each, once
  potez league start class.league
  potez league join http://127.0.0.1:8080 --token TOKEN --bot 'cmd:\"./bot.py\"'     wherever the bot is
  potez league upload http://127.0.0.1:8080 --token TOKEN bot.zip    or handed in, where the teacher allows it
  potez league status class.league
  potez league export class.league --out table.html

  a league on this machine alone, in a file:
  potez league new lab.league --game havannah:size=5 --format swiss --rounds 5
  potez league play lab.league --bot one=random --bot two=potez:level=3 --folder bots/

FILE is what `new` writes: where the league is, and the key to it. Keep it to yourself.
docs/league.md describes what a bot reads and writes.";

/// What is done with a league.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct LeagueArgs {
    #[command(subcommand)]
    command: LeagueCommand,
    /// Certificates (PEM) to trust besides the system's, where the server has one of its own for https.
    #[arg(long, global = true, value_name = "FILE")]
    ca: Option<PathBuf>,
}

#[derive(Subcommand)]
enum LeagueCommand {
    /// Make a league, and a file with the key to it.
    #[command(after_help = "Example: potez league new class.league --game byte --time 2s --format swiss --rounds 7")]
    New {
        /// The file to write.
        file: PathBuf,
        /// The server (default: none, the league is kept in FILE.db and played by `potez league play`).
        #[arg(long, value_name = "URL")]
        server: Option<String>,
        /// The name of the league (default: that of the file).
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        terms: TermsArgs,
    },
    /// Let bots take part; prints a token for each, once.
    #[command(after_help = "Example: potez league add class.league Ana Bora")]
    Add {
        /// The file of the league.
        file: PathBuf,
        /// The names.
        #[arg(required = true)]
        names: Vec<String>,
    },
    /// Print a new token of a bot; the old one is good for nothing from then on.
    #[command(after_help = "Example: potez league token class.league Ana")]
    Token {
        /// The file of the league.
        file: PathBuf,
        /// The name.
        name: String,
    },
    /// Begin, or go on after a pause.
    #[command(after_help = "Example: potez league start class.league")]
    Start {
        /// The file of the league.
        file: PathBuf,
    },
    /// Begin no more games; those under way go on.
    #[command(after_help = "Example: potez league pause class.league")]
    Pause {
        /// The file of the league.
        file: PathBuf,
    },
    /// Exclude a bot: its games no longer count, for nobody.
    #[command(after_help = "Example: potez league exclude class.league Ana")]
    Exclude {
        /// The file of the league.
        file: PathBuf,
        /// The name.
        name: String,
    },
    /// Let a bot that was excluded take part again.
    #[command(after_help = "Example: potez league readmit class.league Ana")]
    Readmit {
        /// The file of the league.
        file: PathBuf,
        /// The name.
        name: String,
    },
    /// Play a round again; its games no longer count.
    #[command(after_help = "Example: potez league repeat class.league 3")]
    Repeat {
        /// The file of the league.
        file: PathBuf,
        /// The round, from 1.
        round: usize,
    },
    /// Change the game, the time or other terms of rounds that are not planned yet.
    #[command(after_help = "Example: potez league set class.league --game havannah:size=6 --seed 7")]
    Set {
        /// The file of the league.
        file: PathBuf,
        #[command(flatten)]
        terms: TermsArgs,
    },
    /// Print the table: points, Elo with error bars, who is there.
    #[command(after_help = "Example: potez league status class.league --json")]
    Status {
        /// The file of the league.
        file: PathBuf,
        /// One JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Write standings and games into a file.
    #[command(after_help = "Example: potez league export class.league --out table.html\n\
        The ending says what is written: .html everything on one page, .json everything, .csv the standings,\n\
        .games.csv the games.")]
    Export {
        /// The file of the league.
        file: PathBuf,
        /// The file to write.
        #[arg(long)]
        out: PathBuf,
    },
    /// Connect a bot of ours, or any program that speaks UGI or GTP, to a league.
    #[command(after_help = "Example: potez league join http://127.0.0.1:8080 --token TOKEN --bot 'cmd:\"./bot.py\"'\n\
        The connection goes outward and is made again when it is lost. Ctrl-C ends it.\n\
        The token can also be given by the variable POTEZ_TOKEN, so that it is not in the list of processes.")]
    Join {
        /// The server.
        server: String,
        /// The token of the participant.
        #[arg(long)]
        token: Option<String>,
        /// The bot, as in `potez match --help`.
        #[arg(long)]
        bot: String,
    },
    /// Hand in a program, which whoever runs the league may let play on a machine of theirs.
    #[command(after_help = "Example: potez league upload http://127.0.0.1:8080 --token TOKEN bot.zip\n\
        FILE is one program (.py, .js, .jar, a binary, or anything that begins with #!) or a zip archive with one\n\
        called `run` (run.py, run.sh, …) at its top. It speaks UGI, and has no network where it plays.\n\
        It takes the place of the one before. The token can also be given by the variable POTEZ_TOKEN.")]
    Upload {
        /// The server.
        server: String,
        /// The file.
        file: PathBuf,
        /// The token of the participant.
        #[arg(long)]
        token: Option<String>,
    },
    /// Play a league with bots on this machine, and print the table when it is over.
    Play(hosting::PlayLeagueArgs),
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// Everybody meets everybody.
    RoundRobin,
    /// Those with equal points meet.
    Swiss,
    /// The first bot meets everybody else.
    Gauntlet,
    /// Those of about equal strength meet, without end.
    Ladder,
}

/// What a league is about.
#[derive(Args)]
struct TermsArgs {
    /// The game, such as `byte` or `havannah:size=5`.
    #[arg(long)]
    game: Option<String>,
    /// Time per move (default: 1s).
    #[arg(long, value_parser = cli::time, conflicts_with = "clock")]
    time: Option<Duration>,
    /// A clock for the whole game in place of a time per move, such as 60s+1s.
    #[arg(long, value_parser = super::matches::clock)]
    clock: Option<TimeControl>,
    /// Who meets whom (default: round-robin).
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// How often everybody meets everybody, or the rounds of a Swiss league (default: 1).
    #[arg(long)]
    rounds: Option<u32>,
    /// Games of two who meet: the same opening with colours swapped (default: 2).
    #[arg(long)]
    games: Option<u32>,
    /// Random moves that every game begins with (default: 0).
    #[arg(long, value_name = "PLIES")]
    openings: Option<u32>,
    /// The seed of openings and bots (default: 0).
    #[arg(long)]
    seed: Option<u64>,
    /// Games at the same time at most (default: 64).
    #[arg(long, value_name = "N")]
    at_once: Option<u32>,
    /// How long a bot whose connection is lost may stay away before its game is played again (default: 30s).
    #[arg(long, value_parser = cli::time)]
    grace: Option<Duration>,
    /// How long a bot that is not there is waited for before it forfeits its games (default: 600s).
    #[arg(long, value_parser = cli::time)]
    forfeit: Option<Duration>,
    /// Whether participants may hand in programs (default: off); `play --uploads` lets them play.
    #[arg(long, value_parser = ["on", "off"])]
    uploads: Option<String>,
}

impl TermsArgs {
    /// Sets what was given.
    fn set(&self, terms: &mut Value) {
        let milliseconds = |time: Duration| time.as_millis() as u64;
        let time = self.time.map(|time| TimeControl::PerMove { time }).or(self.clock);
        let format = self.format.and_then(|format| Some(format.to_possible_value()?.get_name().to_string()));
        let given = [
            ("game", self.game.clone().map(Value::from)),
            ("time", time.map(|time| json!(time))),
            ("format", format.map(Value::from)),
            ("rounds", self.rounds.map(Value::from)),
            ("games", self.games.map(Value::from)),
            ("openings", self.openings.map(Value::from)),
            ("seed", self.seed.map(Value::from)),
            ("atOnce", self.at_once.map(Value::from)),
            ("graceMs", self.grace.map(|grace| milliseconds(grace).into())),
            ("forfeitMs", self.forfeit.map(|forfeit| milliseconds(forfeit).into())),
            ("uploads", self.uploads.as_ref().map(|uploads| Value::from(uploads == "on"))),
        ];
        for (key, value) in given {
            if let Some(value) = value {
                terms[key] = value;
            }
        }
    }
}

/// `potez league`
pub(super) fn run(args: &LeagueArgs) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start")?;
    let ca = args.ca.as_deref();
    match &args.command {
        LeagueCommand::Join { server, token, bot } => runtime.block_on(connect(server, token.as_deref(), bot, ca)),
        LeagueCommand::Upload { server, file, token } => {
            runtime.block_on(programs::upload(server, token.as_deref(), file, ca))
        }
        LeagueCommand::Play(args) => runtime.block_on(hosting::play(args, ca)),
        other => runtime.block_on(manage(other, ca)),
    }
}

/// The server at an address.
fn server_at(address: &str, ca: Option<&Path>) -> Result<LeagueServer, UsageError> {
    LeagueServer::trusting(address, ca).map_err(|error| UsageError(error.to_string()))
}

/// The token that was given, or that of the environment.
fn token_of(given: Option<&str>) -> Result<String, UsageError> {
    let token = given.map(str::to_string).or_else(|| std::env::var("POTEZ_TOKEN").ok());
    token.ok_or_else(|| UsageError("--token is missing".into()))
}

async fn manage(command: &LeagueCommand, ca: Option<&Path>) -> anyhow::Result<()> {
    match command {
        LeagueCommand::New { file, server, name, terms } => {
            make(file, server.as_deref(), name.as_deref(), terms, ca).await
        }
        LeagueCommand::Add { file, names } => {
            let keeper = Keeper::open(file, ca).await?;
            for name in names {
                let done = keeper.act(&json!({ "action": "add", "name": name })).await?;
                println!("{name} {}", done["token"].as_str().unwrap_or_default());
            }
            keeper.close().await;
            Ok(())
        }
        LeagueCommand::Token { file, name } => {
            let keeper = Keeper::open(file, ca).await?;
            println!("{}", keeper.renew_token(name).await?);
            keeper.close().await;
            Ok(())
        }
        LeagueCommand::Start { file } => once(file, ca, &json!({ "action": "start" })).await,
        LeagueCommand::Pause { file } => once(file, ca, &json!({ "action": "pause" })).await,
        LeagueCommand::Exclude { file, name } => named(file, ca, "exclude", name).await,
        LeagueCommand::Readmit { file, name } => named(file, ca, "readmit", name).await,
        LeagueCommand::Repeat { file, round } => once(file, ca, &json!({ "action": "repeat", "round": round })).await,
        LeagueCommand::Set { file, terms } => {
            let keeper = Keeper::open(file, ca).await?;
            let mut now = keeper.view().await?["terms"].take();
            terms.set(&mut now);
            keeper.act(&json!({ "action": "terms", "terms": now })).await?;
            keeper.close().await;
            Ok(())
        }
        LeagueCommand::Status { file, json } => {
            let keeper = Keeper::open(file, ca).await?;
            let view = keeper.view().await?;
            keeper.close().await;
            status::print(&view, *json)
        }
        LeagueCommand::Export { file, out } => export(file, ca, out).await,
        LeagueCommand::Join { .. } | LeagueCommand::Upload { .. } | LeagueCommand::Play(_) => Ok(()),
    }
}

async fn make(
    file: &Path,
    server: Option<&str>,
    name: Option<&str>,
    args: &TermsArgs,
    ca: Option<&Path>,
) -> anyhow::Result<()> {
    if file.exists() {
        return Err(UsageError(format!("`{}` is there already", file.display())).into());
    }
    let Some(game) = &args.game else {
        return Err(UsageError("--game is missing: `potez games` lists the games".into()).into());
    };
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut terms = json!({
        "name": name.unwrap_or(&stem), "game": game, "format": "round-robin",
        "time": TimeControl::PerMove { time: Duration::from_secs(1) },
    });
    args.set(&mut terms);
    let ticket = Ticket::make(file, server, &terms, ca).await?;
    println!("{}", ticket.said());
    Ok(())
}

/// Does one thing with a league.
async fn once(file: &Path, ca: Option<&Path>, act: &Value) -> anyhow::Result<()> {
    let keeper = Keeper::open(file, ca).await?;
    let done = keeper.act(act).await;
    keeper.close().await;
    done.map(|_| ())
}

/// Does something with a bot that is known by its name.
async fn named(file: &Path, ca: Option<&Path>, action: &str, name: &str) -> anyhow::Result<()> {
    let keeper = Keeper::open(file, ca).await?;
    let bot = keeper.number_of(name).await;
    let done = match bot {
        Ok(bot) => keeper.act(&json!({ "action": action, "bot": bot })).await.map(|_| ()),
        Err(error) => Err(error),
    };
    keeper.close().await;
    done
}

async fn export(file: &Path, ca: Option<&Path>, out: &Path) -> anyhow::Result<()> {
    let name = out.to_string_lossy();
    let format = match name.rsplit('.').next() {
        Some("html") => "html",
        Some("json") => "json",
        Some("csv") if name.ends_with(".games.csv") => "games",
        Some("csv") => "csv",
        _ => return Err(UsageError(format!("--out: `{name}` ends with none of .html, .json, .csv, .games.csv")).into()),
    };
    let keeper = Keeper::open(file, ca).await?;
    let text = keeper.export(format).await;
    keeper.close().await;
    write_whole(out, text?.as_bytes()).with_context(|| format!("cannot write {}", out.display()))
}

async fn connect(server: &str, token: Option<&str>, bot: &str, ca: Option<&Path>) -> anyhow::Result<()> {
    let token = token_of(token)?;
    let server = server_at(server, ca)?;
    let entrant: Entrant = entrant(bot)?;
    check_known(&entrant)?;
    employ_guardian();
    let stop = interrupt::listen();
    join(JoinSettings { server, token, entrant, fleet: None }, &stop, |news| tell("", &news)).await?;
    Ok(())
}

/// Fails where no game has such a bot: which one is played is not known before the server asks.
fn check_known(entrant: &Entrant) -> Result<(), UsageError> {
    let Kind::Builtin(spec) = &entrant.kind else { return Ok(()) };
    let mut why = None;
    for game in potez_table::games() {
        let checked = potez_table::open(game.description.id, None).and_then(|table| table.check_bot(spec));
        match checked {
            Ok(()) => return Ok(()),
            Err(message) => why = why.or(Some(message)),
        }
    }
    why.map_or(Ok(()), |message| Err(UsageError(format!("--bot: {message}"))))
}

/// Tells on standard error what happens to a bot; `name` is put before it.
fn tell(name: &str, news: &JoinNews) {
    let before = if name.is_empty() { String::new() } else { format!("{name}: ") };
    match news {
        JoinNews::Connected { name } => eprintln!("potez: {before}connected as {name}"),
        JoinNews::Lost(why) => eprintln!("potez: {before}the connection is lost ({why}); trying again"),
        JoinNews::Over { result, reason } => eprintln!("potez: {before}{result} ({reason})"),
        JoinNews::Refused(why) => eprintln!("potez: {before}{why}"),
        JoinNews::Failed(failure) => {
            eprintln!("potez: {before}{}: {}", failure.kind.word(), failure.message);
            for line in &failure.io {
                eprintln!("    {line}");
            }
        }
    }
}
