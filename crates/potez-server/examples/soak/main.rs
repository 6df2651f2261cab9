//! Mixed load for as long as one likes, with kills and faults, and whether everything stays well.
//!
//! `cargo xtask soak` builds the program and runs this with its path. 300 games are played over HTTP
//! and `WebSocket`s, moves are taken back, others look on, analyse, review and import; some are rude.
//! In the first half the server is killed and started again, and its database is taken away for a
//! moment; in the second half the server lives on, and is measured. At the end it is killed once
//! more, and every game must have exactly the moves that were acknowledged. What the machine takes
//! for a write of its own is measured beside it: times say something where that is quick.

mod acknowledgements;
mod faults;
mod games;
mod machine;
mod samples;
mod server;
mod socket;
mod study;

use std::collections::HashMap;
use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use acknowledgements::Acknowledged;
use machine::Machine;
use reqwest::Method;
use serde_json::Value;
use server::SoakServer;
use tokio::task::JoinSet;
use tokio::time::sleep;

pub(crate) type SoakError = Box<dyn Error + Send + Sync>;

/// Live games at any moment.
const GAMES: usize = 300;
/// An hour by default, a day at most.
const MOST_MINUTES: u64 = 24 * 60;
/// What takes longer is a failure, unless there is a fault meanwhile.
const PATIENCE: Duration = Duration::from_secs(30);

/// What everybody at work shares.
pub(crate) struct Soak {
    pub(crate) addr: String,
    pub(crate) http: reqwest::Client,
    /// Grows when a fault begins and when it ends: odd during one.
    pub(crate) faults: AtomicU64,
    pub(crate) began: Instant,
    pub(crate) length: Duration,
    /// The games that are being played.
    pub(crate) playing: Mutex<Vec<String>>,
    /// Every game that was ever acknowledged, with the moves that were.
    pub(crate) ledger: Mutex<HashMap<String, Vec<String>>>,
    /// How long moves took to be acknowledged, where there was no fault.
    pub(crate) times: Mutex<Vec<Acknowledged>>,
    /// What should not have happened.
    pub(crate) problems: Mutex<Vec<String>>,
    /// What was done, by its name.
    done: Mutex<HashMap<&'static str, u64>>,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Soak {
    fn new(addr: String, length: Duration) -> Result<Arc<Self>, SoakError> {
        Ok(Arc::new(Self {
            addr,
            // The server closes connections that are idle for ten seconds: one that is about to be closed
            // must not be used.
            http: reqwest::Client::builder().pool_idle_timeout(Duration::from_secs(5)).build()?,
            faults: AtomicU64::new(0),
            began: Instant::now(),
            length,
            playing: Mutex::default(),
            ledger: Mutex::default(),
            times: Mutex::default(),
            problems: Mutex::default(),
            done: Mutex::default(),
        }))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.began.elapsed() >= self.length
    }

    pub(crate) fn count(&self, what: &'static str) {
        *lock(&self.done).entry(what).or_default() += 1;
    }

    pub(crate) fn problem(&self, what: impl Into<String>) {
        lock(&self.problems).push(what.into());
    }

    /// Asks something. None when the connection fails; answers that there should not be are noted,
    /// unless there is a fault meanwhile.
    pub(crate) async fn ask(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> Option<(u16, Value)> {
        let before = self.faults.load(Ordering::Acquire);
        let url = format!("http://{}{path}", self.addr);
        let mut request = self.http.request(method.clone(), url).timeout(PATIENCE);
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = async {
            let response = request.send().await?;
            let status = response.status().as_u16();
            Ok::<_, reqwest::Error>((status, response.text().await?))
        };
        let answer = answer.await;
        let is_fault = before % 2 == 1 || before != self.faults.load(Ordering::Acquire);
        match answer {
            Ok((status, text)) => {
                let body: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
                if status >= 500 && !is_fault && body["error"]["code"] != "busy" {
                    self.problem(format!("{method} {path}: {status} {text}"));
                }
                Some((status, body))
            }
            Err(error) => {
                if !is_fault {
                    self.problem(format!("{method} {path}: {error}"));
                }
                None
            }
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Option<(u16, Value)> {
        self.ask(Method::GET, path, None, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Option<(u16, Value)> {
        self.ask(Method::POST, path, None, Some(body)).await
    }

    /// The moves of a game, asked for until the server answers.
    pub(crate) async fn moves(&self, id: &str) -> Result<Vec<String>, SoakError> {
        let began = Instant::now();
        while began.elapsed() < 2 * PATIENCE {
            match self.get(&format!("/api/games/{id}")).await {
                Some((200, state)) => {
                    let moves = state["moves"].as_array().into_iter().flatten();
                    return Ok(moves.filter_map(|mv| Some(mv["text"].as_str()?.to_string())).collect());
                }
                Some((404, _)) => return Err(format!("game {id} is lost").into()),
                _ => sleep(Duration::from_millis(100)).await,
            }
        }
        Err(format!("game {id} cannot be read").into())
    }
}

/// Everybody at work until the time is over.
async fn work(soak: &Arc<Soak>, server: &mut SoakServer) -> Result<Vec<samples::Sample>, SoakError> {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut workers: JoinSet<Result<(), SoakError>> = JoinSet::new();
    for number in 0..GAMES {
        workers.spawn(games::keep_playing(soak.clone(), number, rng.fork()));
    }
    study::spawn(&mut workers, soak, &mut rng);
    let samples = faults::supervise(soak, server, &mut workers, &mut rng).await?;
    while let Some(ended) = workers.join_next().await {
        ended??;
    }
    Ok(samples)
}

/// Every game has exactly the moves that were acknowledged, also after one more kill.
async fn check_ledger(soak: &Soak, server: &mut SoakServer) -> Result<usize, SoakError> {
    server.kill();
    server.start().await?;
    let ledger = lock(&soak.ledger).clone();
    for (id, moves) in &ledger {
        if soak.moves(id).await? != *moves {
            return Err(format!("game {id} has other moves than were acknowledged").into());
        }
    }
    Ok(ledger.len())
}

async fn run(program: &str, minutes: u64) -> Result<(), SoakError> {
    let mut server = SoakServer::new(program)?;
    let addr = server.start().await?;
    let soak = Soak::new(addr, Duration::from_secs(60 * minutes))?;
    let machine = Machine::watch(&server.database().with_extension("probe"), soak.began)?;
    let samples = work(&soak, &mut server).await?;
    let probes = machine.end();
    let games = check_ledger(&soak, &mut server).await?;
    let mut done: Vec<_> = lock(&soak.done).clone().into_iter().collect();
    done.sort_unstable();
    let done: Vec<String> = done.into_iter().map(|(what, count)| format!("{count} {what}")).collect();
    println!("{minutes} minutes: {}", done.join(", "));
    println!("{games} games have exactly the moves that were acknowledged");
    let times = std::mem::take(&mut *lock(&soak.times));
    let (report, is_slow) = acknowledgements::report(&times, &probes);
    println!("{report}");
    let flat = samples::flatness(&samples);
    println!("{}", flat.join("\n"));
    let problems = std::mem::take(&mut *lock(&soak.problems));
    for problem in problems.iter().take(20) {
        println!("unexpected: {problem}");
    }
    let grows = flat.iter().any(|line| line.contains("GROWS"));
    if grows || is_slow || !problems.is_empty() {
        return Err(format!("{} unexpected answers; times, memory, files and disk as above", problems.len()).into());
    }
    Ok(())
}

fn main() -> Result<(), SoakError> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [program, minutes] = &args[..] else { return Err("usage: soak PROGRAM MINUTES".into()) };
    let minutes = minutes.parse::<u64>()?.clamp(1, MOST_MINUTES);
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(run(program, minutes))
}
