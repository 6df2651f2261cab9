//! Speed with fixed work and fixed seeds: what `potez bench` prints.
//!
//! Rates are per CPU-second of one thread, so that other work on the machine counts as little as it
//! can. The `signature` is not a rate but a checksum of behaviour: it changes exactly when rules,
//! search or knowledge do.

use std::sync::Arc;
use std::time::Duration;

use potez_core::{Position, Record, perft};
use potez_search::{Limits, Stop, TimeSource};

use crate::{BotSpec, GameEngine};

/// One number.
#[derive(Clone, PartialEq, Debug)]
pub struct Measure {
    /// The game spec.
    pub game: String,
    /// `signature`, `perft`, `lists`, `playouts`, `simulations` or `search`.
    pub what: &'static str,
    /// The number.
    pub value: f64,
    /// What it counts.
    pub unit: &'static str,
}

/// The CPU time of this thread in seconds; the wall clock where the system has no such clock.
#[cfg(unix)]
pub fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The time since it was first asked for; this system has no clock for threads.
#[cfg(not(unix))]
pub fn cpu_seconds() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

/// Repeats work until half a second has gone into it; returns how much is done per second.
pub(crate) fn rate(mut work: impl FnMut() -> u64) -> f64 {
    const ENOUGH: f64 = 0.5;
    // The first round fills caches and lazy tables.
    work();
    let started = cpu_seconds();
    let mut done = 0;
    loop {
        done += work();
        let spent = cpu_seconds() - started;
        if spent >= ENOUGH {
            return done as f64 / spent;
        }
    }
}

/// All measures of one game.
pub fn measure<G: GameEngine>(game: &G, depth: u32, each: &mut dyn FnMut(Measure)) {
    let mut say = |what, value, unit| each(Measure { game: game.to_string(), what, value, unit });
    let start = game.start();
    say("signature", f64::from(signature(game)), "checksum");
    say("perft", rate(|| perft::perft(&start, depth)), "leaves/s");
    let mut moves = Vec::new();
    let list = || {
        moves.clear();
        start.legal_moves(&mut moves);
        1
    };
    say("lists", rate(list), "lists/s");
    let mut rng = fastrand::Rng::with_seed(1);
    let playout = || {
        game.playout(&start, &mut rng);
        1
    };
    say("playouts", rate(playout), "games/s");
    if let Some(rate) = game.simulations() {
        say("simulations", rate, "simulations/s");
    }
    let record = Record::new(game.clone());
    let search = || think(game, &record, Limits::time(SEARCH_TIME), &Stop::new()).map_or(1, |(_, nodes)| nodes);
    say("search", rate(search), "nodes/s");
}

/// Long enough for the cost of a fresh table to fade.
const SEARCH_TIME: Duration = Duration::from_millis(500);

/// The move and the nodes of a fresh full-strength bot of one thread.
fn think<G: GameEngine>(game: &G, record: &Record<G>, limits: Limits, stop: &Stop) -> Option<(String, u64)> {
    let mut bot = game.bot(&BotSpec { seed: Some(1), ..BotSpec::new("potez") }).ok()?;
    let report = bot.think(record, limits, stop, &mut |_| {});
    Some((report.best()?.to_string(), report.nodes))
}

/// A clock that stands still: what is limited by nodes needs no other, and a browser has none to give.
struct StillClock;

impl TimeSource for StillClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// A checksum over legal moves, random play and the choices of the engine at fixed nodes.
pub fn signature<G: GameEngine>(game: &G) -> u32 {
    const POSITIONS: usize = 6;
    const NODES: u64 = 2_000;
    let stop = Stop::with_clock(Arc::new(StillClock));
    let mut hash = Fnv::default();
    let mut rng = fastrand::Rng::with_seed(7);
    // Positions of several stages: a change that only shows late in the game must show here as
    // well.
    for index in 0..POSITIONS {
        let mut record = Record::new(game.clone());
        for _ in 0..index * 3 {
            let Some(mv) = record.position().random_move(&mut rng) else { break };
            if record.play(mv).is_err() {
                break;
            }
        }
        hash.add(&record.position().to_string());
        // The number of moves catches a generator that lost one without changing the engine's
        // choice.
        hash.add(&record.position().count_moves().to_string());
        let choice = || think(game, &record, Limits::nodes(NODES), &stop);
        let thought = record.outcome().is_none().then(choice).flatten();
        if let Some((mv, nodes)) = thought {
            hash.add(&format!("{mv} {nodes}"));
        }
    }
    hash.value()
}

/// The hash of Fowler, Noll and Vo over texts.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn value(&self) -> u32 {
        (self.0 ^ self.0 >> 32) as u32
    }
}
