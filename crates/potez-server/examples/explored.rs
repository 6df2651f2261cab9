//! How long it takes to find a position among a million, and to count how games went on from it.
//!
//! `cargo run --release -p potez-server --example explored [POSITIONS [postgres://…]]`: fills an empty database with
//! games of 64 positions, of which the first few are shared as in real games, and asks for some of them. What is
//! printed are milliseconds per question, for the start of all games and for rarer positions.

use std::time::Instant;

use potez_server::Database;
use potez_server::storage::{ExploredGame, ExploredResult, GameFilter, Storage, StoredGame};

type MeasureError = Box<dyn std::error::Error + Send + Sync>;

/// Positions of a game.
const PLIES: u64 = 64;

/// The key of a position: games with equal low bits of their numbers share their first plies.
fn key(game: u64, ply: u64) -> u64 {
    let shared = if ply < 12 { game % (1 << ply) } else { game + (1 << 20) };
    fastrand::Rng::with_seed((ply << 40) | shared).u64(1..)
}

fn explored(number: u64) -> ExploredGame {
    ExploredGame {
        id: format!("g{number:09}"),
        version: 1,
        spec: "byte".into(),
        result: if number.is_multiple_of(3) { ExploredResult::O } else { ExploredResult::X },
        reason: "majority".into(),
        plies: PLIES as usize,
        ended: number,
        players: [format!("player {}", number % 100), "potez:level=5".into()],
        levels: [None, Some(5)],
    }
}

async fn fill(storage: &dyn Storage, games: u64) -> Result<(), MeasureError> {
    for number in 0..games {
        let id = explored(number).id;
        storage.create(StoredGame { id, version: 1, metadata: "{}".into(), ..StoredGame::default() }).await?;
        storage.explore(explored(number), (0..PLIES).map(|ply| key(number, ply)).collect()).await?;
    }
    Ok(())
}

async fn ask(storage: &dyn Storage, what: &str, keys: &[u64], filter: GameFilter) -> Result<(), MeasureError> {
    let mut times = Vec::new();
    for &key in keys {
        let began = Instant::now();
        let counts = storage.position_counts(key, filter.clone()).await?;
        let games = storage.explored_games(Some(key), filter.clone(), 50).await?;
        times.push(began.elapsed());
        if counts.is_empty() != games.is_empty() {
            return Err(format!("{what}: counts and games disagree").into());
        }
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!("{what:<40} p50 {:>7.2} ms   p99 {:>7.2} ms", at(0.5), at(0.99));
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), MeasureError> {
    let mut args = std::env::args().skip(1);
    let positions: u64 = args.next().map_or(Ok(1_000_000), |text| text.parse())?;
    let file = std::env::temp_dir().join(format!("potez-explored-{}.db", std::process::id()));
    let database: Database = args.next().map_or_else(|| Ok(Database::File(file.clone())), |url| url.parse())?;
    let storage = database.open(None).await?;
    let games = positions / PLIES;
    fill(storage.as_ref(), games).await?;
    let keys = |ply: u64| (0..50).map(|number| key(number * games / 50, ply)).collect::<Vec<_>>();
    let by_player = GameFilter { player: Some("Player 7".into()), ..GameFilter::default() };
    for ply in [0, 4, 8, 40] {
        let what = format!("{positions} positions, after {ply} plies");
        ask(storage.as_ref(), &what, &keys(ply), GameFilter::default()).await?;
        ask(storage.as_ref(), &format!("{what}, of a player"), &keys(ply), by_player.clone()).await?;
    }
    storage.close().await;
    for ending in ["", "-wal", "-shm", "-lock"] {
        let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
    }
    Ok(())
}
