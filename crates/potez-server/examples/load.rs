//! Many live games at once against a server of its own on this machine, and how long moves take to
//! be acknowledged.
//!
//! `cargo xtask load` builds the program and runs this with its path. Two `WebSocket`s per game;
//! the players move in turn, each move at a random moment of its second, and the time from sending
//! a move to its acknowledgement is measured.

#[path = "soak/socket.rs"]
mod socket;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use socket::JsonSocket;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

type LoadError = Box<dyn std::error::Error + Send + Sync>;

/// The most games and moves, so that a slip of the finger starts no flood.
const MOST_GAMES: usize = 1000;
const MOST_MOVES: usize = 200;
/// A move that takes longer is a failure.
const PATIENCE: Duration = Duration::from_secs(10);
/// Between two moves of a game.
const PACE: Duration = Duration::from_secs(1);
const SPECS: [&str; 3] = ["havannah", "byte", "blockade"];

struct LoadServer {
    child: Child,
    folder: std::path::PathBuf,
}

impl Drop for LoadServer {
    fn drop(&mut self) {
        // Whatever happened, nothing stays behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn serve(program: &str) -> Result<(LoadServer, String), LoadError> {
    let folder = std::env::temp_dir().join(format!("potez-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let mut child = Command::new(program)
        .args(["serve", "--addr", "127.0.0.1:0", "--threads", "1", "--db"])
        .arg(folder.join("games.db"))
        .args(["--client-games", "2000", "--client-sockets", "4000", "--client-rate", "100000"])
        .args(["--client-connections", "4000", "--client-storage", "1000"])
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    let served = LoadServer { child, folder };
    let addr = line.split("http://").nth(1).and_then(|rest| rest.split_whitespace().next()).ok_or("no address")?;
    Ok((served, addr.to_string()))
}

/// Moves of a random game that goes on for at least this number of them.
fn moves(spec: &str, count: usize, rng: &mut fastrand::Rng) -> Result<Vec<String>, LoadError> {
    for _ in 0..100 {
        let mut table = potez_table::open(spec, None)?;
        while table.ply() < count && table.outcome().is_none() {
            let legal = table.legal();
            table.play(&legal[rng.usize(..legal.len())])?;
        }
        if table.ply() == count {
            return Ok(table.moves());
        }
    }
    Err(format!("no game of {spec} is that long").into())
}

/// Plays one game; returns how long each move took.
async fn play(addr: String, spec: &str, moves: Vec<String>, seed: u64) -> Result<Vec<Duration>, LoadError> {
    let body = json!({ "game": spec, "x": { "kind": "me" }, "o": { "kind": "friend" } });
    let created: Value =
        reqwest::Client::new().post(format!("http://{addr}/api/games")).json(&body).send().await?.json().await?;
    let game = created["id"].as_str().ok_or_else(|| created.to_string())?;
    let mut players = [
        JsonSocket::sit(&addr, game, &created["token"]).await?,
        JsonSocket::sit(&addr, game, &created["friend"]["token"]).await?,
    ];
    let mut table = potez_table::open(spec, None)?;
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut times = Vec::new();
    for (ply, mv) in moves.iter().enumerate() {
        sleep(PACE.mul_f64(rng.f64() * 2.0)).await;
        let player = &mut players[table.turn().index()];
        let began = Instant::now();
        timeout(PATIENCE, player.ask(json!({ "t": "move", "game": game, "move": mv, "ply": ply }))).await??;
        times.push(began.elapsed());
        table.play(mv)?;
    }
    let state: Value = reqwest::get(format!("http://{addr}/api/games/{game}")).await?.json().await?;
    let played = state["moves"].as_array().into_iter().flatten().map(|mv| &mv["text"]);
    if !played.eq(&moves) {
        return Err(format!("game {game} has other moves than were acknowledged").into());
    }
    Ok(times)
}

async fn run(program: &str, games: usize, count: usize) -> Result<(), LoadError> {
    let (served, addr) = serve(program)?;
    let mut rng = fastrand::Rng::with_seed(1);
    let mut playing = JoinSet::new();
    for number in 0..games {
        let spec = SPECS[number % SPECS.len()];
        // Byte is over soon; the other games go on as long as one likes.
        let count = if spec == "byte" { count.min(16) } else { count };
        playing.spawn(play(addr.clone(), spec, moves(spec, count, &mut rng)?, number as u64));
        // They come one after the other, not all in the same instant.
        sleep(Duration::from_millis(5)).await;
    }
    let mut times: Vec<Duration> = Vec::new();
    while let Some(played) = playing.join_next().await {
        times.extend(played??);
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    println!(
        "{games} games, {} moves acknowledged: p50 {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, max {:.1} ms",
        times.len(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0)
    );
    drop(served);
    Ok(())
}

fn main() -> Result<(), LoadError> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [program, games, moves] = &args[..] else { return Err("usage: load PROGRAM GAMES MOVES".into()) };
    let games = games.parse::<usize>()?.clamp(1, MOST_GAMES);
    let moves = moves.parse::<usize>()?.clamp(2, MOST_MOVES);
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(run(program, games, moves))
}
