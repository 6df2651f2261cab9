//! What a fleet costs: the same match on one thread of this process and over one, two and four workers, in processor
//! time, which other work on the machine changes little.
//!
//! `cargo run --release -p potez-fleet --features testing --example cost [GAMES [NODES [ROUNDS]]]`: every round plays
//! the match in all four ways, in another order each time; what is printed are ratios to the local runner, the median
//! of the rounds and the least and the greatest.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitCode, Stdio};

use potez_arena::runner::{self, Options};
use potez_arena::{Control, Event, Journal, Openings, Pairing};
use potez_fleet::nats::worker::{self, LEASE, SHARE, WorkerNews, WorkerSettings};
use potez_fleet::nats::{NatsFleet, OwnerSettings, ServerAddress};
use potez_fleet::testing::{NatsServer, processor_time};
use potez_fleet::{Build, Fleet, FleetRunner, LocalFleet};
use potez_table::{Limits, Stop};

type CostError = Box<dyn std::error::Error + Send + Sync>;

/// Workers beside each other.
const WORKERS: [usize; 3] = [1, 2, 4];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match &args[..] {
        [role, url] if role == "worker" => be_worker(url),
        _ => measure(&args),
    };
    done.map_or_else(
        |error| {
            eprintln!("cost: {error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

/// A build that no other program has.
fn build() -> Build {
    Build { version: "cost".into(), signature: 1 }
}

/// Works until it is killed.
fn be_worker(url: &str) -> Result<(), CostError> {
    let settings =
        WorkerSettings { slots: 1, lease: LEASE, share: SHARE, engines: Vec::new(), memory: 1, build: build() };
    Ok(worker::run(&ServerAddress::new(url), settings, &Stop::new(), |news| {
        if matches!(news, WorkerNews::Ready { .. }) {
            println!("ready");
        }
    })?)
}

/// Seconds of processor time that a process has used.
fn used(process: u32) -> f64 {
    processor_time(process).as_secs_f64()
}

struct Worker(Child);

impl Worker {
    fn start(url: &str) -> Result<Self, CostError> {
        let mut command = Command::new(std::env::current_exe()?);
        let mut child = command.args(["worker", url]).stdout(Stdio::piped()).spawn()?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no pipe")?).read_line(&mut line)?;
        Ok(Self(child))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn event(games: usize, nodes: u64) -> Result<Event, CostError> {
    let game = "havannah:size=4";
    Ok(Event {
        game: game.into(),
        entrants: vec!["potez".parse()?, "potez:level=3".parse()?],
        pairing: Pairing::RoundRobin,
        games,
        openings: Openings::random(game, 2, 1),
        control: Control::new(Limits::nodes(nodes)),
        seed: 1,
        sprt: None,
    })
}

/// Plays a match with a journal, as `potez match --resume` does.
fn play(event: &Event, fleet: &mut dyn Fleet) -> Result<(), CostError> {
    let file = std::env::temp_dir().join(format!("potez-cost-{}", std::process::id()));
    let (mut journal, done) = Journal::open(&file, event)?;
    let options = Options { concurrency: 1, journal: Some(&mut journal), done, keep_moves: false, stop: Stop::new() };
    let played = runner::run_by(&mut FleetRunner::new(fleet, 1), event, options, &mut |_| {});
    std::fs::remove_file(file)?;
    played.map(|_| ()).map_err(|failure| failure.to_string().into())
}

/// Processor time of the parts of a match over workers.
#[derive(Clone, Copy, Default)]
struct Cost {
    workers: f64,
    owner: f64,
    nats: f64,
}

impl Cost {
    fn all(self) -> f64 {
        self.workers + self.owner + self.nats
    }
}

fn play_over(event: &Event, server: &NatsServer, count: usize) -> Result<Cost, CostError> {
    let workers = (0..count).map(|_| Worker::start(&server.url())).collect::<Result<Vec<_>, _>>()?;
    let nats = server.pid().ok_or("NATS is gone")?;
    let now = || Cost {
        workers: workers.iter().map(|worker| used(worker.0.id())).sum(),
        owner: used(std::process::id()),
        nats: used(nats),
    };
    let mut fleet = NatsFleet::connect(&ServerAddress::new(&server.url()), OwnerSettings::new(build()), |_| {})?;
    let before = now();
    play(event, &mut fleet)?;
    let after = now();
    Ok(Cost {
        workers: after.workers - before.workers,
        owner: after.owner - before.owner,
        nats: after.nats - before.nats,
    })
}

fn measure(args: &[String]) -> Result<(), CostError> {
    let number = |at: usize, usual| args.get(at).map_or(Ok(usual), |text| text.parse());
    let (games, nodes, rounds) = (number(0, 400)?, number(1, 400)?, number(2, 5)?);
    let event = event(games as usize, nodes)?;
    let server = NatsServer::start().ok_or("the comparison needs nats-server")?;
    let mut costs = WORKERS.map(|_| Vec::new());
    for round in 0..rounds {
        let mut local = 0.0;
        let mut over = WORKERS.map(|_| Cost::default());
        for at in 0..=WORKERS.len() {
            let way = (at + round as usize) % (WORKERS.len() + 1);
            let begun = used(std::process::id());
            if let Some(&count) = WORKERS.get(way) {
                over[way] = play_over(&event, &server, count)?;
            } else {
                play(&event, &mut LocalFleet::new(1))?;
                local = used(std::process::id()) - begun;
            }
        }
        println!("round {}: {:.1} ms of computing per game here", round + 1, local * 1e3 / games as f64);
        for (kept, cost) in costs.iter_mut().zip(over) {
            let Cost { workers, owner, nats } = cost;
            kept.push(Cost { workers: workers / local, owner: owner / local, nats: nats / local });
        }
    }
    println!("{games} games of {nodes} nodes per move, {rounds} rounds; processor time over that of the local runner");
    for (count, costs) in WORKERS.iter().zip(&costs) {
        let of = |part: fn(Cost) -> f64| spread(costs.iter().map(|&cost| part(cost)).collect());
        let (workers, owner, nats) = (of(|cost| cost.workers), of(|cost| cost.owner), of(|cost| cost.nats));
        println!("{count} worker(s): workers {workers}, owner {owner}, NATS {nats}, all {}", of(Cost::all));
    }
    Ok(())
}

/// Median, least and greatest.
fn spread(mut values: Vec<f64>) -> String {
    values.sort_by(f64::total_cmp);
    let (Some(least), Some(most)) = (values.first(), values.last()) else { return String::new() };
    format!("{:.3} ({least:.3} to {most:.3})", values[values.len() / 2])
}
