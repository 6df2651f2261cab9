//! `SQLite` against `PostgreSQL` on this machine, and one server on `PostgreSQL` against two, in one run.
//!
//! `cargo run --release -p potez-server --features testing --example stores [SECONDS [PLAYERS]]`: every
//! player adds moves to a game of its own as fast as they are acknowledged. What is printed are moves per
//! second, how long they took, and ratios: those hold on other machines, the numbers do not.

use std::sync::Arc;
use std::time::{Duration, Instant};

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
}

impl Pace {
    fn at(&self, share: f64) -> f64 {
        self.times[((self.times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3
    }

    fn print(&self, what: &str) {
        let (half, most) = (self.at(0.5), self.at(0.99));
        println!("{what:<28} {:>8.0} moves/s   p50 {half:>7.2} ms   p99 {most:>7.2} ms", self.per_second);
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
    Ok(Pace { per_second: times.len() as f64 / seconds as f64, times })
}

async fn run(seconds: u64, players: usize) -> Result<(), MeasureError> {
    let server = PostgresServer::own("the comparison").ok_or("PostgreSQL is not installed")?;
    let folder = std::env::temp_dir().join(format!("potez-stores-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let sqlite = Database::File(folder.join("games.db")).open(None).await?;
    let database: Database = server.database().parse()?;
    let (one, two) = (database.open(None).await?, database.open(None).await?);
    println!("{players} players, {seconds} s each, every move on disk before it counts");
    let file = measure(std::slice::from_ref(&sqlite), "file", seconds, players).await?;
    file.print("SQLite, one server");
    let single = measure(std::slice::from_ref(&one), "one", seconds, players).await?;
    single.print("PostgreSQL, one server");
    let double = measure(&[one.clone(), two.clone()], "two", seconds, players).await?;
    double.print("PostgreSQL, two servers");
    let ratio = |a: &Pace, b: &Pace| (a.per_second / b.per_second, a.at(0.99) / b.at(0.99));
    let ((moves, late), (more, later)) = (ratio(&single, &file), ratio(&double, &single));
    println!("PostgreSQL over SQLite: {moves:.2} of the moves, {late:.2} of the p99");
    println!("two servers over one:   {more:.2} of the moves, {later:.2} of the p99");
    for storage in [sqlite, one, two] {
        storage.close().await;
    }
    std::fs::remove_dir_all(folder)?;
    Ok(())
}

fn main() -> Result<(), MeasureError> {
    let mut args = std::env::args().skip(1);
    let seconds = args.next().map_or(Ok(5), |text| text.parse())?;
    let players = args.next().map_or(Ok(64), |text| text.parse::<usize>())?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(run(seconds, players.clamp(1, 1_000)))
}
