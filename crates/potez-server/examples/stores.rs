//! `SQLite` against `PostgreSQL` on this machine, and one server on `PostgreSQL` against two, in one run.
//!
//! `cargo run --release -p potez-server --features testing --example stores [SECONDS [PLAYERS [ROUNDS]]]`: every
//! player adds moves to a game of its own as fast as they are acknowledged. What is printed are moves per
//! second, how long they took, the processor time of this process and of `PostgreSQL` per move, and ratios, the median
//! of several rounds: those hold on other machines, the numbers do not.

use std::sync::Arc;
use std::time::{Duration, Instant};

use potez_fleet::testing::{processor_time, processor_time_with_children};
use potez_server::Database;
use potez_server::storage::{GameChange, MovesChange, Storage, StoredGame};
use potez_server::testing::PostgresServer;
use tokio::task::JoinSet;

type MeasureError = Box<dyn std::error::Error + Send + Sync>;

/// About what the metadata of a game between two people takes.
const METADATA: usize = 600;

/// How fast moves were acknowledged.
struct Pace {
    per_second: f64,
    times: Vec<Duration>,
    /// Processor time per move, in milliseconds.
    busy_ms: f64,
}

impl Pace {
    fn at(&self, share: f64) -> f64 {
        self.times[((self.times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3
    }

    fn print(&self, what: &str) {
        let (half, most) = (self.at(0.5), self.at(0.99));
        let Self { per_second, busy_ms, .. } = self;
        println!("{what:<24} {per_second:>6.0} moves/s  p50 {half:>7.2} ms  p99 {most:>7.2} ms  busy {busy_ms:.2} ms");
    }
}

async fn play(storage: Arc<dyn Storage>, id: String, until: Instant) -> Result<Vec<Duration>, MeasureError> {
    let metadata = format!("{{\"note\":\"{}\"}}", "x".repeat(METADATA));
    let game = StoredGame { id: id.clone(), version: 1, metadata: metadata.clone(), ..StoredGame::default() };
    storage.create(game).await?;
    let mut times = Vec::new();
    for from in 1.. {
        let began = Instant::now();
        if began > until {
            break;
        }
        let moves = MovesChange::Add { ply: from as usize - 1, text: "d4-d6/Bd7".into() };
        storage.change(GameChange { id: id.clone(), from, at: from, metadata: metadata.clone(), moves }).await?;
        times.push(began.elapsed());
    }
    Ok(times)
}

async fn measure(stores: &[Arc<dyn Storage>], round: &str, seconds: u64, players: usize) -> Result<Pace, MeasureError> {
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut playing = JoinSet::new();
    for number in 0..players {
        let storage = stores[number % stores.len()].clone();
        playing.spawn(play(storage, format!("{round}-{number}"), until));
    }
    let mut times = Vec::new();
    while let Some(played) = playing.join_next().await {
        times.extend(played??);
    }
    times.sort_unstable();
    Ok(Pace { per_second: times.len() as f64 / seconds as f64, times, busy_ms: 0.0 })
}

/// How one way of storing did in every round.
#[derive(Default)]
struct Rounds {
    moves: Vec<f64>,
    late: Vec<f64>,
    busy: Vec<f64>,
}

impl Rounds {
    /// One more round, over the same round of another way.
    fn add(&mut self, pace: &Pace, over: &Pace) {
        self.moves.push(pace.per_second / over.per_second);
        self.late.push(pace.at(0.99) / over.at(0.99));
        self.busy.push(pace.busy_ms / over.busy_ms);
    }

    fn print(&self, what: &str) {
        let [moves, late, busy] = [&self.moves, &self.late, &self.busy].map(|values| spread(values));
        println!("{what}: {moves} of the moves, {late} of the p99, {busy} of the processor time per move");
    }
}

/// Median, least and greatest.
fn spread(values: &[f64]) -> String {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (values.first(), values.last()) else { return String::new() };
    format!("{:.2} ({least:.2} to {most:.2})", values[values.len() / 2])
}

async fn run(seconds: u64, players: usize, rounds: usize) -> Result<(), MeasureError> {
    let server = PostgresServer::own("the comparison").ok_or("PostgreSQL is not installed")?;
    let folder = std::env::temp_dir().join(format!("potez-stores-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let sqlite = Database::File(folder.join("games.db")).open(None).await?;
    let database: Database = server.database().parse()?;
    let (one, two) = (database.open(None).await?, database.open(None).await?);
    let ways = [
        ("SQLite, one server", vec![sqlite.clone()]),
        ("PostgreSQL, one server", vec![one.clone()]),
        ("PostgreSQL, two servers", vec![one.clone(), two.clone()]),
    ];
    println!("{players} players, {seconds} s each, every move on disk before it counts");
    let (mut services, mut servers) = (Rounds::default(), Rounds::default());
    for round in 0..rounds {
        let mut paces: [Option<Pace>; 3] = [None, None, None];
        for at in 0..ways.len() {
            let way = (at + round) % ways.len();
            let (what, stores) = &ways[way];
            let before = busy(&server)?;
            let mut pace = measure(stores, &format!("{round}-{way}"), seconds, players).await?;
            pace.busy_ms = busy(&server)?.saturating_sub(before).as_secs_f64() * 1e3 / pace.times.len() as f64;
            pace.print(what);
            paces[way] = Some(pace);
        }
        if let [Some(file), Some(single), Some(double)] = &paces {
            services.add(single, file);
            servers.add(double, single);
        }
    }
    println!("median of {rounds} rounds, least and greatest:");
    services.print("PostgreSQL over SQLite");
    servers.print("two servers over one");
    for storage in [sqlite, one, two] {
        storage.close().await;
    }
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

/// The processor time of this process and of `PostgreSQL`.
fn busy(server: &PostgresServer) -> Result<Duration, MeasureError> {
    Ok(processor_time(std::process::id()) + processor_time_with_children(server.pid()?))
}

fn main() -> Result<(), MeasureError> {
    let mut args = std::env::args().skip(1);
    let seconds = args.next().map_or(Ok(5), |text| text.parse())?;
    let players = args.next().map_or(Ok(64), |text| text.parse::<usize>())?;
    let rounds = args.next().map_or(Ok(5), |text| text.parse::<usize>())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run(seconds, players.clamp(1, 1_000), rounds.max(1)))
}
