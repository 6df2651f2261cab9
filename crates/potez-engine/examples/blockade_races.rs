//! How fast races of Blockade are proven: `cargo run --release -p potez-engine --example blockade_races -- [GAMES] [SECONDS]`.
//!
//! A race is a position without walls in stock. They come from games of random turns, from games of the engine against
//! itself with few nodes, and from the walls of the random games with pawns put down anywhere. Times are of the CPU.

mod opening;

use std::time::Duration;

use potez_engine::bench::cpu_seconds;
use potez_engine::{BotSpec, Limits, Message, Proof, Stop, open};

/// All walls are placed after so many turns.
const PLIES: usize = 36;
const NODES: u64 = 300;
/// The seconds in which a race should be proven.
const AIM: f64 = 1.0;

/// Makes a race from a number, where one comes about.
type Source = fn(u64) -> Result<Option<String>, Message>;

fn main() -> Result<(), Message> {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let (games, seconds) = (numbers.next().unwrap_or(200), numbers.next().unwrap_or(20));
    let sources: [(&str, Source); 3] = [("random games", random), ("good games", good), ("pawns anywhere", scattered)];
    for (name, source) in sources {
        let mut times = Vec::new();
        let (mut wins, mut losses, mut in_time) = (0, 0, 0);
        for seed in 0..games {
            let Some(position) = source(seed)? else { continue };
            let table = open("blockade", Some(&position))?;
            let started = cpu_seconds();
            let found = table.solve(Limits::time(Duration::from_secs(seconds)), &Stop::new());
            let took = cpu_seconds() - started;
            wins += u64::from(found.proof == Some(Proof::Win));
            losses += u64::from(found.proof == Some(Proof::Loss));
            in_time += u64::from(found.proof.is_some() && took <= AIM);
            times.push((took, found.nodes, found.proof, position));
        }
        times.sort_by(|one, other| one.0.total_cmp(&other.0));
        println!("{name}: {} races, {wins} won, {losses} lost, {in_time} proven in {AIM} s; the slowest:", times.len());
        for (took, nodes, proof, position) in times.iter().rev().take(3) {
            println!("  {took:.3} s, {nodes} nodes, {proof:?}: {position}");
        }
    }
    Ok(())
}

/// The race that a game of random turns comes to, unless it is over before.
fn random(seed: u64) -> Result<Option<String>, Message> {
    let table = opening::random("blockade", seed, PLIES)?;
    Ok(race(table.as_ref()))
}

/// The same for a game of the engine against itself after four random turns.
fn good(seed: u64) -> Result<Option<String>, Message> {
    let mut table = opening::random("blockade", seed, 4)?;
    let mut player = table.bot(&BotSpec::new("potez"))?;
    while table.outcome().is_none() && race(table.as_ref()).is_none() {
        let report = player.think(table.as_ref(), Limits::nodes(NODES), &Stop::new(), &mut |_| {});
        let Some(mv) = report.best() else { break };
        table.play(&mv)?;
    }
    Ok(race(table.as_ref()))
}

/// The walls of a random game, with the pawns anywhere that the rules allow.
fn scattered(seed: u64) -> Result<Option<String>, Message> {
    let Some(race) = random(seed)? else { return Ok(None) };
    let walls: Vec<&str> = race.split(' ').skip(2).collect();
    let mut rng = fastrand::Rng::with_seed(seed);
    loop {
        let mut square = || format!("{}{}", rng.char('a'..='k'), rng.u8(1..=14));
        let pawns = format!("{}+{} {}+{}", square(), square(), square(), square());
        let position = format!("{pawns} {}", walls.join(" "));
        if open("blockade", Some(&position)).is_ok_and(|table| table.outcome().is_none()) {
            return Ok(Some(position));
        }
    }
}

/// The text of a position that is a race and not over.
fn race(table: &dyn potez_engine::Table) -> Option<String> {
    let text = table.position();
    (table.outcome().is_none() && text.contains(" 0.0 0.0 ")).then_some(text)
}
