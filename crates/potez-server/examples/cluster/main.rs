//! Two servers, three workers, `PostgreSQL` and NATS on this machine, killed at random and cut off from each other:
//! games of two over HTTP must keep every acknowledged move, and a match over the workers must be the match of one
//! machine.
//!
//! `cluster PROGRAM [GAMES [WEB_GAMES [KILLS [SEED]]]]`; `cargo xtask cluster` builds the program and runs it.

mod fleet_match;
mod partition;
mod web;

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use potez_fleet::testing::NatsServer;
use potez_server::testing::PostgresServer;

use partition::Ways;
use web::WebPlay;

const WORKERS: usize = 3;
const NODES: usize = 2;
/// Threads that play over HTTP.
const PLAYERS: usize = 4;
/// Something is cut off after this many kills, the first time after half as many.
const CUT_EVERY: u64 = 5;
/// How long something is waited for between two kills.
const PROGRESS: Duration = Duration::from_secs(15);
/// How long the match may take after the last kill.
const END: Duration = Duration::from_mins(10);

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let number = |index: usize, default| args.get(index).and_then(|text| text.parse().ok()).unwrap_or(default);
    let Some(program) = args.get(1) else {
        eprintln!("usage: cluster PROGRAM [GAMES [WEB_GAMES [KILLS [SEED]]]]");
        return ExitCode::from(2);
    };
    match run(program, number(2, 1000), number(3, 200), number(4, 100), number(5, 1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("cluster: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Everything that can be killed.
struct Cluster {
    program: PathBuf,
    folder: PathBuf,
    games: u64,
    rng: fastrand::Rng,
    nats: NatsServer,
    postgres: Arc<PostgresServer>,
    /// The name of the database.
    database: String,
    ways: Ways,
    addresses: Vec<String>,
    nodes: Vec<Child>,
    workers: Vec<Child>,
    /// The match; none when it is over.
    owner: Option<Child>,
    kills: BTreeMap<&'static str, u64>,
}

fn run(program: &str, games: u64, web_games: u64, kills: u64, seed: u64) -> Result<(), String> {
    let (Some(nats), Some(postgres)) = (NatsServer::start(), PostgresServer::own("the cluster")) else {
        return Err("the cluster needs nats-server and PostgreSQL".into());
    };
    let mut cluster = Cluster::new(program, games, seed, nats, postgres)?;
    let local = cluster.folder.join("local");
    let begun = Instant::now();
    let alone = cluster.start_owner(&local, None).wait();
    if !alone.is_ok_and(|status| status.success()) {
        return Err("the match of one machine failed".into());
    }
    println!("the match on one machine: {:.1?}", begun.elapsed());
    let over = cluster.folder.join("over");
    let ended = cluster.play(&over, web_games as usize, kills, seed);
    cluster.end();
    ended.map_err(|why| format!("{why}\n{} has the logs", cluster.folder.display()))?;
    fleet_match::compare(&local, &over)?;
    println!("{games} games of the match: 0 pairs lost, 0 doubled, the same games as on one machine");
    let _ = std::fs::remove_dir_all(&cluster.folder);
    Ok(())
}

impl Cluster {
    fn new(program: &str, games: u64, seed: u64, nats: NatsServer, postgres: PostgresServer) -> Result<Self, String> {
        let ways = Ways::new(NODES, WORKERS, postgres.port(), nats.port()).map_err(|error| error.to_string())?;
        let folder = std::env::temp_dir().join(format!("potez-cluster-{}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let port = || TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
        let addresses: Result<Vec<_>, _> = (0..NODES).map(|_| port().map(|addr| addr.to_string())).collect();
        let addresses = addresses.map_err(|error| error.to_string())?;
        Ok(Self {
            program: program.into(),
            folder,
            games,
            rng: fastrand::Rng::with_seed(seed),
            database: postgres.database_name(),
            ways,
            nats,
            postgres: Arc::new(postgres),
            addresses,
            nodes: Vec::new(),
            workers: Vec::new(),
            owner: None,
            kills: BTreeMap::new(),
        })
    }

    /// The match and the games over HTTP at a time, with kills.
    fn play(&mut self, over: &Path, web_games: usize, kills: u64, seed: u64) -> Result<(), String> {
        self.nodes = (0..NODES).map(|node| self.start_node(node)).collect();
        self.workers = (0..WORKERS).map(|worker| self.start_worker(worker)).collect();
        let url = self.nats.url();
        self.owner = Some(self.start_owner(over, Some(&url)));
        let nodes = self.addresses.iter().map(|addr| format!("http://{addr}")).collect();
        let (postgres, database) = (Arc::clone(&self.postgres), self.database.clone());
        let stored = |id: &str| {
            let asked = format!("SELECT text FROM moves WHERE game = '{id}' ORDER BY ply");
            Some(postgres.query(&database, &asked).ok()?.lines().map(str::to_string).collect())
        };
        let web = WebPlay::new(nodes, &stored);
        let begun = Instant::now();
        let played = std::thread::scope(|scope| {
            let share = |player: usize| web_games / PLAYERS + usize::from(player < web_games % PLAYERS);
            let web = &web;
            let players: Vec<_> = (0..PLAYERS)
                .map(|player| scope.spawn(move || web.play(share(player), seed * 100 + player as u64)))
                .collect();
            let killed =
                self.kill_until(over, kills, web, || players.iter().any(std::thread::ScopedJoinHandle::is_finished));
            web.calm.store(true, Ordering::Relaxed);
            let ended = players.into_iter().map(|player| player.join().unwrap_or_else(|_| Err("a panic".into())));
            ended.collect::<Result<Vec<()>, String>>().and(killed)
        });
        played?;
        let (sure, unsure) = (web.acknowledged.load(Ordering::Relaxed), web.unanswered.load(Ordering::Relaxed));
        println!(
            "{web_games} games over HTTP: {sure} acknowledged moves and {unsure} whose answer was lost, none missing \
             at a server or in the database; {} answers of servers that were behind it",
            web.behind.load(Ordering::Relaxed)
        );
        println!("killed in {:.0?}: {:?}; cut off: {:?}", begun.elapsed(), self.kills, self.ways.cuts);
        self.finish_match(over)
    }

    /// Kills something again and again, until it is enough or a player has ended before its time.
    fn kill_until(
        &mut self,
        over: &Path,
        kills: u64,
        web: &WebPlay<'_>,
        is_over: impl Fn() -> bool,
    ) -> Result<(), String> {
        let mut killed = 0;
        while killed < kills && !is_over() {
            self.see_progress(over, web);
            self.kill_one(over)?;
            killed += 1;
            if killed % CUT_EVERY == CUT_EVERY.div_ceil(2) {
                self.see_progress(over, web);
                self.ways.cut_one(&mut self.rng);
            }
            std::thread::sleep(Duration::from_millis(self.rng.u64(200..1200)));
        }
        println!("pairs of the match that were played between kills: {}", fleet_match::pairs(over));
        Ok(())
    }

    /// Waits until a pair was played and a move was made since the last kill, for a while: killed before it has done
    /// anything, a program would show nothing, and how long it takes to start depends on the machine.
    fn see_progress(&mut self, over: &Path, web: &WebPlay<'_>) {
        let (begun, moves) = (Instant::now(), web.acknowledged.load(Ordering::Relaxed));
        let pairs = fleet_match::pairs(over);
        while begun.elapsed() < PROGRESS
            && ((fleet_match::pairs(over) == pairs && !self.is_match_over())
                || web.acknowledged.load(Ordering::Relaxed) == moves)
        {
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn kill_one(&mut self, over: &Path) -> Result<(), String> {
        let what = match self.rng.u32(..12) {
            0 | 1 => {
                self.nats.restart();
                "NATS"
            }
            2 => {
                self.postgres.kill().and_then(|()| self.postgres.resume()).map_err(|error| error.to_string())?;
                "PostgreSQL"
            }
            3 if self.owner.is_some() && !self.is_match_over() => {
                self.owner.iter_mut().for_each(kill);
                let url = self.nats.url();
                self.owner = Some(self.start_owner(over, Some(&url)));
                "owner"
            }
            3..=7 => {
                let which = self.rng.usize(..NODES);
                kill(&mut self.nodes[which]);
                self.nodes[which] = self.start_node(which);
                "server"
            }
            _ => {
                let which = self.rng.usize(..WORKERS);
                kill(&mut self.workers[which]);
                self.workers[which] = self.start_worker(which);
                "worker"
            }
        };
        *self.kills.entry(what).or_default() += 1;
        Ok(())
    }

    fn is_match_over(&mut self) -> bool {
        self.owner.as_mut().is_none_or(|owner| matches!(owner.try_wait(), Ok(Some(_))))
    }

    /// Waits for the end of the match; an owner that could not go on is started again.
    fn finish_match(&mut self, over: &Path) -> Result<(), String> {
        let (begun, mut starts) = (Instant::now(), 0);
        while begun.elapsed() < END && starts < 3 {
            let Some(owner) = &mut self.owner else { return Ok(()) };
            match owner.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(None) => std::thread::sleep(Duration::from_millis(100)),
                _ => {
                    let url = self.nats.url();
                    self.owner = Some(self.start_owner(over, Some(&url)));
                    starts += 1;
                }
            }
        }
        let (pairs, folder) = (fleet_match::pairs(over), self.folder.display());
        Err(format!("the match did not end: {pairs} pairs after {:.0?}; {folder} has its journal", begun.elapsed()))
    }

    fn start_node(&self, node: usize) -> Child {
        let nats = self.ways.nats_of_node(node);
        let database = self.postgres.url(self.ways.postgres(node), &self.database);
        let mut args = vec!["serve", "--addr", &self.addresses[node], "--db", &database, "--nats", &nats];
        args.extend(["--threads", "1", "--client-rate", "100000", "--client-games", "100000"]);
        args.extend(["--client-connections", "1000", "--client-storage", "10000"]);
        self.start(&format!("server-{node}"), &args)
    }

    fn start_worker(&self, worker: usize) -> Child {
        let nats = self.ways.nats_of_worker(worker);
        self.start(&format!("worker-{worker}"), &["worker", "--nats", &nats, "--slots", "1", "--lease", "3s"])
    }

    fn start_owner(&self, journal: &Path, url: Option<&str>) -> Child {
        let (games, journal) = (self.games.to_string(), journal.display().to_string());
        let mut args = vec!["match", "havannah:size=4", "--a", "potez", "--b", "potez:level=3", "--nodes", "400"];
        args.extend(["--games", &games, "--seed", "1", "--resume", &journal]);
        args.extend(url.iter().flat_map(|url| ["--fleet", url]));
        self.start("owner", &args)
    }

    /// Starts the program; what it says is kept in the folder where something goes wrong.
    fn start(&self, name: &str, args: &[&str]) -> Child {
        let log = std::fs::File::options().create(true).append(true).open(self.folder.join(format!("{name}.log")));
        let mut command = Command::new(&self.program);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(log.map_or_else(|_| Stdio::null(), Stdio::from));
        command.spawn().unwrap_or_else(|error| panic!("{}: {error}", self.program.display()))
    }

    fn end(&mut self) {
        for child in self.nodes.iter_mut().chain(&mut self.workers).chain(&mut self.owner) {
            kill(child);
        }
    }
}

fn kill(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}
