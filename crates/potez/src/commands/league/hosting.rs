//! `potez league play`: bots on this machine play a league to its end.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use potez_arena::{Confinement, Enforcement, Entrant, Folder, Kind};
use potez_fleet::nats::ServerAddress;
use potez_server::league_client::{JoinNews, JoinSettings, join};
use potez_server::{FleetLink, FleetSettings};
use potez_table::Stop;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::programs::HostedPrograms;
use super::ticket::Keeper;
use super::{status, tell};
use crate::commands::matches::{employ_guardian, entrant};
use crate::exit::UsageError;
use crate::interrupt;

/// How long a bot waits until a worker has taken its search up; one that is silent for twice as long is given up.
const FLEET_PATIENCE: Duration = Duration::from_secs(1);
/// How long the workers of a fleet are waited for before the first game.
const FLEET_MEETING: Duration = Duration::from_secs(8);

/// Which bots play.
#[derive(Args)]
#[command(
    after_help = "Example: potez league play lab.league --bot one=random --bot two=potez:level=3 --folder bots/\n\
    A folder of bots is as in `potez tournament --help`; they run under limits, in namespaces of their own where the\n\
    system has them, and what is not enforced is said. Bots that are not in the league yet take part from now on.\n\
    --uploads lets the programs play that participants have handed in (`set --uploads on`), under the same limits,\n\
    each in its newest version. Several machines may do this for one league, each with its --share.\n\
    --fleet lets the workers of a fleet (`potez worker`) think for bots of ours; programs are never sent to them.\n\
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
    /// Let the programs play that participants have handed in.
    #[arg(long)]
    uploads: bool,
    /// Which part of the bots named here plays on this machine, such as 1/3 where two others have 2/3 and 3/3.
    #[arg(long, value_name = "K/N", value_parser = share)]
    share: Option<(u64, u64)>,
    /// Let the workers of this NATS server think for bots of ours; `--ca` holds for it, too.
    #[arg(long, value_name = "URL")]
    fleet: Option<String>,
    /// A file with credentials for NATS.
    #[arg(long, value_name = "FILE", requires = "fleet")]
    creds: Option<PathBuf>,
    /// Memory of each process of such a bot, in megabytes.
    #[arg(long, default_value_t = 1024, value_name = "MB", value_parser = clap::value_parser!(u64).range(16..=1 << 20))]
    memory: u64,
    /// Processes and threads of such a bot.
    #[arg(long, default_value_t = 64, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    processes: u64,
    /// Processor time of each process of such a bot, in all its games.
    #[arg(long, default_value = "3600s", value_parser = crate::cli::time)]
    cpu: Duration,
    /// Let such bots do whatever you may do: no limits, network and files open to them.
    #[arg(long)]
    unconfined: bool,
    /// One JSON object at the end.
    #[arg(long)]
    json: bool,
}

/// Plays until the league is over, or until it is interrupted.
pub(super) async fn play(args: &PlayLeagueArgs, ca: Option<&Path>) -> anyhow::Result<()> {
    let entrants = entrants(args)?;
    let stop = interrupt::listen();
    let keeper = Keeper::open(&args.file, ca).await?;
    employ_guardian();
    let mut programs = args.uploads.then(|| HostedPrograms::new(&args.file, args.confinement(), args.share));
    let fleet = args.fleet(ca);
    if let Some(fleet) = &fleet {
        meet(fleet, &stop).await;
    }
    let played = play_with(&keeper, entrants, programs.as_mut(), fleet.as_ref(), &stop).await;
    if let Some(programs) = programs {
        programs.close().await;
    }
    keeper.close().await;
    if let Some(fleet) = fleet {
        eprintln!("potez: workers thought {} times", fleet.queue().done());
        fleet.close();
    }
    status::print(&played?, args.json)?;
    Ok(interrupt::check(&stop)?)
}

fn share(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
    parts.filter(|(part, of)| (1..=*of).contains(part)).ok_or_else(|| "expected K/N, such as 1/3".into())
}

impl PlayLeagueArgs {
    fn confinement(&self) -> Option<Confinement> {
        let limits = Confinement { memory: self.memory << 20, processes: self.processes, cpu: self.cpu };
        (!self.unconfined).then_some(limits)
    }

    fn fleet(&self, ca: Option<&Path>) -> Option<Arc<FleetLink>> {
        let url = self.fleet.clone()?;
        let (credentials, authority) = (self.creds.clone(), ca.map(Path::to_path_buf));
        let mut settings = FleetSettings::new(ServerAddress { url, credentials, authority });
        settings.patience = FLEET_PATIENCE;
        Some(FleetLink::start(settings))
    }
}

/// Waits a little for the workers of a fleet, and says how many there are. Those that come later think, too.
async fn meet(fleet: &FleetLink, stop: &Stop) {
    let began = Instant::now();
    while fleet.queue().slots() == 0 && began.elapsed() < FLEET_MEETING && !stop.is_raised() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    match fleet.queue().slots() {
        0 => eprintln!("potez: no worker of this build answers yet: bots think here until one does"),
        slots => eprintln!("potez: {slots} slots of workers think for bots of ours"),
    }
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
        for mut entrant in folder.entrants {
            if let Kind::External(program) = &mut entrant.kind {
                program.confinement = args.confinement();
            }
            all.push((entrant.name.clone(), entrant));
        }
    }
    if (args.uploads || args.folder.is_some()) && !args.unconfined {
        eprintln!("potez: {}", Enforcement::here());
    }
    if all.is_empty() && !args.uploads {
        return Err(UsageError("no bot is named: give --bot NAME=BOT, --folder DIR or --uploads".into()).into());
    }
    let (part, of) = args.share.unwrap_or((1, 1));
    let own = (0..).zip(all).filter(|(at, _)| at % of == part - 1);
    Ok(own.map(|(_, named)| named).collect())
}

async fn play_with(
    keeper: &Keeper,
    entrants: Vec<(String, Entrant)>,
    mut programs: Option<&mut HostedPrograms>,
    fleet: Option<&Arc<FleetLink>>,
    stop: &Stop,
) -> anyhow::Result<Value> {
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
        let settings = JoinSettings { server: keeper.server.clone(), token, entrant, fleet: fleet.cloned() };
        let ended = ended.clone();
        tasks.spawn(async move { join(settings, &ended, |news| tell_failures(&name, &news)).await });
    }
    keeper.act(&json!({ "action": "start" })).await?;
    eprintln!("potez: the league is at {}", keeper.page);
    let mut view = keeper.view().await?;
    while view["state"] != "over" && !stop.is_raised() {
        if let Some(programs) = &mut programs {
            programs.follow(keeper, &view, &ended).await?;
        }
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

/// Tells what goes wrong with a bot, and nothing else.
pub(super) fn tell_failures(name: &str, news: &JoinNews) {
    if matches!(news, JoinNews::Failed(_) | JoinNews::Refused(_)) {
        tell(name, news);
    }
}

async fn raised(stop: &Stop) {
    while !stop.is_raised() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
