//! `potez league play`: bots on this machine play a league to its end.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use potez_arena::{Confinement, Enforcement, Entrant, Folder, Kind};
use potez_server::league_client::{JoinNews, JoinSettings, join};
use potez_table::Stop;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::ticket::Keeper;
use super::{status, tell};
use crate::commands::matches::{employ_guardian, entrant};
use crate::exit::UsageError;
use crate::interrupt;

/// Which bots play.
#[derive(Args)]
#[command(
    after_help = "Example: potez league play lab.league --bot one=random --bot two=potez:level=3 --folder bots/\n\
    A folder of bots is as in `potez tournament --help`; they run under limits, in namespaces of their own where the\n\
    system has them, and what is not enforced is said. Bots that are not in the league yet take part from now on.\n\
    Ctrl-C or a kill at any moment loses nothing: the same command goes on where it was."
)]
pub(super) struct PlayLeagueArgs {
    /// The file of the league.
    file: PathBuf,
    /// A bot with its name; can be given several times. A BOT is as in `potez match --help`.
    #[arg(long = "bot", value_name = "NAME=BOT")]
    bots: Vec<String>,
    /// A folder of bots, in any language.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Memory of each process of a bot of the folder, in megabytes.
    #[arg(long, default_value_t = 1024, value_name = "MB", value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: u64,
    /// Processes and threads of a bot of the folder.
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    processes: u64,
    /// Processor time of each process of a bot of the folder, in all its games.
    #[arg(long, default_value = "3600s", value_parser = crate::cli::time)]
    cpu: Duration,
    /// Let the bots of the folder do whatever you may do: no limits, network and files open to them.
    #[arg(long)]
    unconfined: bool,
    /// One JSON object at the end.
    #[arg(long)]
    json: bool,
}

/// Plays until the league is over, or until it is interrupted.
pub(super) async fn play(args: &PlayLeagueArgs) -> anyhow::Result<()> {
    let entrants = entrants(args)?;
    let stop = interrupt::listen();
    let keeper = Keeper::open(&args.file).await?;
    employ_guardian();
    let played = play_with(&keeper, entrants, &stop).await;
    keeper.close().await;
    status::print(&played?, args.json)?;
    Ok(interrupt::check(&stop)?)
}

fn entrants(args: &PlayLeagueArgs) -> anyhow::Result<Vec<(String, Entrant)>> {
    let mut all = Vec::new();
    for text in &args.bots {
        let (name, spec) =
            text.split_once('=').ok_or_else(|| UsageError(format!("--bot: `{text}` is not NAME=BOT")))?;
        all.push((name.to_string(), entrant(spec)?));
    }
    if let Some(folder) = &args.folder {
        let folder = Folder::read(folder).map_err(|error| UsageError(error.to_string()))?;
        let limits = Confinement { memory: args.memory << 20, processes: args.processes, cpu: args.cpu };
        for mut entrant in folder.entrants {
            if let Kind::External(program) = &mut entrant.kind {
                program.confinement = (!args.unconfined).then_some(limits);
            }
            all.push((entrant.name.clone(), entrant));
        }
        if !args.unconfined {
            eprintln!("potez: {}", Enforcement::here());
        }
    }
    if all.is_empty() {
        return Err(UsageError("no bot is named: give --bot NAME=BOT or --folder DIR".into()).into());
    }
    Ok(all)
}

async fn play_with(keeper: &Keeper, entrants: Vec<(String, Entrant)>, stop: &Stop) -> anyhow::Result<Value> {
    let mut tasks = JoinSet::new();
    // Bots end with us, whoever ends us.
    let ended = stop.child();
    for (name, entrant) in entrants {
        let token = if keeper.find(&name).await?.is_some() {
            keeper.renew_token(&name).await?
        } else {
            let done = keeper.act(&json!({ "action": "add", "name": name })).await?;
            done["token"].as_str().unwrap_or_default().to_string()
        };
        let settings = JoinSettings { server: keeper.server.clone(), token, entrant };
        let ended = ended.clone();
        tasks.spawn(async move {
            let told = |news: JoinNews| {
                if matches!(news, JoinNews::Failed(_) | JoinNews::Refused(_)) {
                    tell(&name, &news);
                }
            };
            join(settings, &ended, told).await
        });
    }
    keeper.act(&json!({ "action": "start" })).await?;
    eprintln!("potez: the league is at {}", keeper.page);
    let mut view = keeper.view().await?;
    while view["state"] != "over" && !stop.is_raised() {
        tokio::select! {
            next = keeper.next_view(&view["version"]) => view = next?,
            () = raised(stop) => {}
        }
    }
    view = keeper.view().await?;
    ended.raise();
    while tasks.join_next().await.is_some() {}
    Ok(view)
}

async fn raised(stop: &Stop) {
    while !stop.is_raised() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
