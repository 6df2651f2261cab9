use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, ValueEnum};
use potez_server::{Bounds, Database, Server, Settings};
use tracing_subscriber::EnvFilter;

use crate::failure::Usage;

/// How the web application is served.
#[derive(Args)]
pub(crate) struct Serve {
    /// The address to listen on; only this machine unless told otherwise.
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "HOST:PORT")]
    addr: SocketAddr,
    /// The file that games are kept in, or `:memory:`; the user's data folder unless told otherwise.
    #[arg(long, value_name = "FILE")]
    db: Option<String>,
    /// Threads for the engine; all cores unless told otherwise. Reviews have one more of their own.
    #[arg(long, value_parser = crate::cli::threads)]
    threads: Option<usize>,
    /// A folder with results and reports of `potez match` and `potez tournament` to browse.
    #[arg(long, value_name = "FOLDER")]
    reports: Option<PathBuf>,
    /// A name by which the server is reached, besides addresses and `localhost`; can be given several times.
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Tell clients apart by the last address of `X-Forwarded-For`: for a server that only a proxy can reach.
    #[arg(long)]
    behind_proxy: bool,
    /// Open games one client may have.
    #[arg(long, default_value_t = Bounds::default().games, value_name = "N")]
    client_games: usize,
    /// Open sockets one client may have.
    #[arg(long, default_value_t = Bounds::default().sockets, value_name = "N")]
    client_sockets: usize,
    /// Requests a second one client may make.
    #[arg(long, default_value_t = Bounds::default().rate, value_name = "N", value_parser = rate)]
    client_rate: f64,
    /// How the log is written.
    #[arg(long, value_enum, default_value_t = Log::Text)]
    log: Log,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Log {
    /// Lines for people.
    Text,
    /// One JSON object a line.
    Json,
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
    let settings = Settings {
        threads: args.threads.unwrap_or(cores),
        reports: args.reports.clone(),
        hosts: args.hosts.clone(),
        behind_proxy: args.behind_proxy,
        bounds: Bounds { games: args.client_games, sockets: args.client_sockets, rate: args.client_rate },
    };
    if let Some(folder) = settings.reports.as_deref().filter(|folder| !folder.is_dir()) {
        return Err(Usage(format!("--reports: `{}` is no folder", folder.display())).into());
    }
    let database = database(args.db.as_deref())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start")?;
    runtime.block_on(async {
        let server = Server::bind(args.addr, &database, settings).await?;
        let url = format!("http://{}", server.addr());
        match &database {
            Database::File(path) => tracing::info!(url, database = %path.display(), "serving"),
            Database::Memory => tracing::info!(url, "serving; nothing is kept"),
        }
        println!("Potez is at {url}  (Ctrl-C ends it)");
        server.run(stop_signal()).await;
        Ok(())
    })
}

fn start_log(log: Log) {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn,potez=info,potez_server=info"));
    let coloured = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(coloured);
    match log {
        Log::Text => lines.init(),
        Log::Json => lines.json().init(),
    }
}

/// The database that was asked for; its folder is made if it has to be.
fn database(asked: Option<&str>) -> anyhow::Result<Database> {
    let path = match asked {
        Some(":memory:") => return Ok(Database::Memory),
        Some(path) => PathBuf::from(path.strip_prefix("sqlite:").unwrap_or(path)),
        None => data_folder()?.join("games.db"),
    };
    if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    Ok(Database::File(path))
}

/// Where programs keep a user's data, by the habits of the system.
fn data_folder() -> anyhow::Result<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || folder("HOME").map(|home| home.join(".local/share"));
    folder("XDG_DATA_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(home)
        .map(|data| data.join("potez"))
        .ok_or_else(|| Usage("no folder for data is known: give one with --db FILE".into()).into())
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
