//! A match over three workers and NATS on this machine, while workers, the server and the owner of
//! the match are killed at random: it must end with the games of the same match on one machine.
//!
//! `cluster PROGRAM [GAMES [KILLS [SEED]]]`; `cargo xtask cluster` builds the program and runs it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use potez_fleet::testing::NatsServer;
use serde_json::Value;

const WORKERS: usize = 3;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let number = |index: usize, default| args.get(index).and_then(|text| text.parse().ok()).unwrap_or(default);
    let Some(program) = args.get(1) else {
        eprintln!("usage: cluster PROGRAM [GAMES [KILLS [SEED]]]");
        return ExitCode::from(2);
    };
    let mut cluster = Cluster::new(program, number(2, 1000), number(4, 1));
    match cluster.run(number(3, 100)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("cluster: {why}");
            ExitCode::FAILURE
        }
    }
}

struct Cluster {
    program: PathBuf,
    games: u64,
    folder: PathBuf,
    rng: fastrand::Rng,
    kills: BTreeMap<&'static str, u64>,
}

impl Cluster {
    fn new(program: &str, games: u64, seed: u64) -> Self {
        let folder = std::env::temp_dir().join(format!("potez-cluster-{}", std::process::id()));
        let rng = fastrand::Rng::with_seed(seed);
        Self { program: program.into(), games, folder, rng, kills: BTreeMap::new() }
    }

    /// Matches, until this number of kills is reached; each must be the match of one machine.
    fn run(&mut self, kills: u64) -> Result<(), String> {
        std::fs::create_dir_all(&self.folder).map_err(|error| error.to_string())?;
        let Some(mut server) = NatsServer::start() else { return Ok(()) };
        let mut round = 0;
        while round == 0 || self.killed() < kills {
            round += 1;
            self.play(&mut server, round, kills)?;
        }
        let _ = std::fs::remove_dir_all(&self.folder);
        println!("{} games in {round} match(es), killed {:?}: 0 pairs lost, 0 doubled", self.games * round, self.kills);
        Ok(())
    }

    fn killed(&self) -> u64 {
        self.kills.values().sum()
    }

    fn play(&mut self, server: &mut NatsServer, round: u64, most: u64) -> Result<(), String> {
        let (local, over) = (self.folder.join(format!("local-{round}")), self.folder.join(format!("over-{round}")));
        let begun = Instant::now();
        let status = self.owner(round, &local, None).wait();
        if !status.is_ok_and(|status| status.success()) {
            return Err("the match of one machine failed".into());
        }
        let alone = begun.elapsed();
        let url = server.url();
        let mut workers: Vec<Child> = (0..WORKERS).map(|_| self.worker(&url)).collect();
        let mut owner = self.owner(round, &over, Some(&url));
        let begun = Instant::now();
        let step = (lines(&local) / (most as usize + 1)).max(1);
        let mut next_kill = step;
        let result = loop {
            if let Ok(Some(status)) = owner.try_wait() {
                break if status.success() { Ok(()) } else { Err("the match over workers failed".to_string()) };
            }
            if begun.elapsed() > alone * 20 + Duration::from_secs(600) {
                break Err("the match does not end".into());
            }
            std::thread::sleep(Duration::from_millis(self.rng.u64(50..300)));
            // A fleet that is killed before it has done anything would show nothing.
            if self.killed() < most && lines(&over) >= next_kill {
                self.kill_one(server, &mut workers, &mut owner, (round, &over));
                next_kill = lines(&over) + step;
            }
        };
        for child in workers.iter_mut().chain([&mut owner]) {
            end(child);
        }
        result?;
        println!("round {round}: alone {alone:.1?}, with kills {:.1?}", begun.elapsed());
        compare(&local, &over)
    }

    fn kill_one(&mut self, server: &mut NatsServer, workers: &mut [Child], owner: &mut Child, run: (u64, &Path)) {
        let url = server.url();
        let what = match self.rng.u32(..10) {
            0 | 1 => {
                server.restart();
                "NATS"
            }
            2 => {
                end(owner);
                *owner = self.owner(run.0, run.1, Some(&url));
                "owner"
            }
            _ => {
                let which = self.rng.usize(..workers.len());
                end(&mut workers[which]);
                workers[which] = self.worker(&url);
                "worker"
            }
        };
        *self.kills.entry(what).or_default() += 1;
    }

    fn worker(&self, url: &str) -> Child {
        self.start(&["worker", "--nats", url, "--slots", "1", "--lease", "2s"])
    }

    fn owner(&self, round: u64, journal: &Path, url: Option<&str>) -> Child {
        let (games, seed, journal) = (self.games.to_string(), round.to_string(), journal.display().to_string());
        let mut args = vec!["match", "havannah:size=4", "--a", "potez", "--b", "potez:level=3", "--nodes", "400"];
        args.extend(["--games", &games, "--seed", &seed, "--resume", &journal]);
        args.extend(url.iter().flat_map(|url| ["--fleet", url]));
        self.start(&args)
    }

    fn start(&self, args: &[&str]) -> Child {
        let mut command = Command::new(&self.program);
        command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap_or_else(|error| panic!("{}: {error}", self.program.display()))
    }
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// How many lines a journal has.
fn lines(journal: &Path) -> usize {
    std::fs::read_to_string(journal).map_or(0, |text| text.lines().count())
}

/// The games by pair without the time they took; a pair that is there twice is an error.
fn games(journal: &Path) -> Result<BTreeMap<u64, Value>, String> {
    let text = std::fs::read_to_string(journal).map_err(|error| error.to_string())?;
    let mut games = BTreeMap::new();
    for line in text.lines().skip(1) {
        let mut pair: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        for game in pair["games"].as_array_mut().into_iter().flatten() {
            (game["timeMs"], game["longestMs"]) = (Value::Null, Value::Null);
        }
        let number = pair["pair"].as_u64().unwrap_or(u64::MAX);
        if games.insert(number, pair).is_some() {
            return Err(format!("pair {} is there twice", number + 1));
        }
    }
    Ok(games)
}

fn compare(local: &Path, over: &Path) -> Result<(), String> {
    let (local, over) = (games(local)?, games(over)?);
    let lost: Vec<u64> = local.keys().filter(|pair| !over.contains_key(pair)).map(|pair| pair + 1).collect();
    if !lost.is_empty() {
        return Err(format!("pairs are lost: {lost:?}"));
    }
    let differs = local.iter().find(|(pair, games)| over.get(pair) != Some(games));
    differs.map_or(Ok(()), |(pair, _)| Err(format!("pair {} is another one than on one machine", pair + 1)))
}
