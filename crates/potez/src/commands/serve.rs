//! `potez serve`: the web application.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use potez_server::{ClientLimits, Database, FleetSettings, LeagueMakers, Server, ServerSettings};
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::fleet::Credentials;
use crate::exit::UsageError;
use crate::folders;

/// How the web application is served.
#[derive(Args)]
pub(crate) struct Serve {
    /// The address to listen on (default: this machine only).
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "HOST:PORT")]
    addr: SocketAddr,
    /// Where games are kept: a file, sqlite:FILE, `postgres://USER@HOST/NAME`, or `:memory:` (default: a file
    /// in the user's data folder).
    #[arg(long, value_name = "FILE|URL")]
    db: Option<String>,
    /// Threads for the engine (default: all cores). Reviews have one more of their own.
    #[arg(long, value_parser = crate::cli::threads)]
    threads: Option<usize>,
    /// A folder with results and reports of `potez match` and `potez tournament` to browse.
    #[arg(long, value_name = "FOLDER")]
    reports: Option<PathBuf>,
    /// A name by which the server is reached, besides addresses and `localhost`; can be given
    /// several times.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Tell clients apart by the last address of `X-Forwarded-For`: for a server that only a proxy
    /// can reach.
    #[arg(long)]
    behind_proxy: bool,
    /// Open games one client may have.
    #[arg(long, default_value_t = ClientLimits::default().games, value_name = "N")]
    client_games: usize,
    /// Open sockets one client may have.
    #[arg(long, default_value_t = ClientLimits::default().sockets, value_name = "N")]
    client_sockets: usize,
    /// Requests a second one client may make.
    #[arg(long, default_value_t = ClientLimits::default().rate, value_name = "N", value_parser = rate)]
    client_rate: f64,
    /// Connections one client may have.
    #[arg(long, default_value_t = ClientLimits::default().connections, value_name = "N")]
    client_connections: usize,
    /// Megabytes of games one client may make within thirty days.
    #[arg(long, default_value_t = ClientLimits::default().bytes >> 20, value_name = "MB")]
    client_storage: u64,
    /// How many days on which the server ran a game is kept that nobody touches, or `forever`; one in
    /// which nobody ever moved is kept for thirty at most.
    #[arg(long, default_value = "1000", value_name = "DAYS", value_parser = keep)]
    keep: Keep,
    /// The largest size of the database in megabytes (default: what the disk has). New games are
    /// refused when little is left.
    #[arg(long, value_name = "MB")]
    db_most: Option<u64>,
    /// The address at which numbers are read (default: at `/metrics` of the server's own address, if
    /// only this machine reaches it).
    #[arg(long, value_name = "HOST:PORT")]
    metrics_addr: Option<SocketAddr>,
    /// A NATS server: workers there (`potez worker`) do reviews and analyses as long as there are any, and
    /// servers on one database tell each other over it what has changed.
    #[arg(long, value_name = "URL", env = "POTEZ_NATS", hide_env_values = true)]
    nats: Option<String>,
    #[command(flatten)]
    credentials: Credentials,
    /// Who may make leagues of bots.
    #[arg(long, value_enum, default_value_t = LeagueMakersArg::Local, value_name = "WHO")]
    leagues: LeagueMakersArg,
    /// How the log is written.
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    log: LogFormat,
}

/// Who may make leagues.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LeagueMakersArg {
    /// Nobody.
    Nobody,
    /// Whoever asks from this machine.
    Local,
    /// Everybody who reaches the server.
    Everybody,
}

impl From<LeagueMakersArg> for LeagueMakers {
    fn from(who: LeagueMakersArg) -> Self {
        match who {
            LeagueMakersArg::Nobody => Self::Nobody,
            LeagueMakersArg::Local => Self::Local,
            LeagueMakersArg::Everybody => Self::Everybody,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LogFormat {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
}

/// How long games are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Keep(Option<u32>);

fn keep(text: &str) -> Result<Keep, String> {
    if text == "forever" {
        return Ok(Keep(None));
    }
    let days = text.parse().ok().filter(|days: &u32| *days > 0);
    days.map(|days| Keep(Some(days))).ok_or_else(|| "expected a number of days or `forever`".into())
}

fn rate(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|rate: &f64| rate.is_finite() && *rate >= 1.0)
        .ok_or_else(|| "expected a number of at least 1".into())
}

/// `potez serve`
pub(super) fn run(args: &Serve) -> anyhow::Result<()> {
    start_log(args.log);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = ServerSettings {
        threads: args.threads.unwrap_or(cores),
        reports: args.reports.clone(),
        hosts: args.hosts.clone(),
        behind_proxy: args.behind_proxy,
        limits: ClientLimits {
            games: args.client_games,
            sockets: args.client_sockets,
            rate: args.client_rate,
            connections: args.client_connections,
            bytes: args.client_storage.saturating_mul(1 << 20),
        },
        league_makers: args.leagues.into(),
        keep: args.keep.0,
        metrics: args.metrics_addr,
        fleet: args.nats.as_deref().map(|url| FleetSettings::new(args.credentials.address(url))),
        most_bytes: args.db_most.map(|megabytes| megabytes.saturating_mul(1 << 20)),
        ..ServerSettings::default()
    };
    if args.nats.as_ref().is_some_and(|url| url.trim().is_empty()) {
        return Err(UsageError("--nats: an address is missing".into()).into());
    }
    if let Some(folder) = settings.reports.as_deref().filter(|folder| !folder.is_dir()) {
        return Err(UsageError(format!("--reports: `{}` is not a folder", folder.display())).into());
    }
    let database = database(args.db.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start")?;
    runtime.block_on(async {
        let server = Server::bind(args.addr, &database, settings).await?;
        let url = format!("http://{}", server.addr());
        match &database {
            Database::Memory => tracing::info!(url, "serving; nothing is kept"),
            kept => tracing::info!(url, database = %kept, "serving"),
        }
        if let Some(addr) = server.metrics_addr() {
            tracing::info!(url = %format!("http://{addr}/metrics"), "numbers");
        }
        println!("Potez is at {url}  (Ctrl-C ends it)");
        server.run(stop_signal()).await;
        Ok(())
    })
}

fn start_log(log: LogFormat) {
    let asked = std::env::var("RUST_LOG").ok().and_then(|asked| asked.parse().ok());
    let levels = asked.unwrap_or_else(|| {
        Targets::new()
            .with_default(LevelFilter::WARN)
            .with_targets([("potez", LevelFilter::INFO), ("potez_server", LevelFilter::INFO)])
    });
    let coloured = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(coloured);
    let log = match log {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    tracing_subscriber::registry().with(log.with_filter(levels)).init();
}

/// The database that was asked for; its folder is made if it has to be.
fn database(asked: Option<&str>) -> anyhow::Result<Database> {
    let database = match asked {
        Some(name) => super::db::database(name).map_err(|error| UsageError(format!("--db: {error}")))?,
        None => Database::File(
            folders::data()
                .ok_or_else(|| UsageError("no folder for data is known: give one with --db FILE".into()))?
                .join("games.db"),
        ),
    };
    let Database::File(path) = &database else { return Ok(database) };
    if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    Ok(database)
}

/// Waits for Ctrl-C or the system's wish to end.
async fn stop_signal() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without signals only a kill ends the server, and that costs nothing either.
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        };
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        () = interrupted => {}
        () = terminated => {}
    }
}
