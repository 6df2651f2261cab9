//! The weights of Blockade's evaluation, fitted to games of the player against itself.
//!
//! ```sh
//! cargo run --release -p potez-engine --example blockade_tuner -- blockade 4000 1500
//! ```
//!
//! The numbers are games and nodes a move; openings are six random plies. Every tenth game is kept apart to see whether
//! what is learnt holds. The same numbers give the same games and the same weights, whatever the number of threads.

use std::sync::atomic::{AtomicU64, Ordering};

use potez_blockade::{Game, SMALL};
use potez_core::{Outcome, Position as _, Record};
use potez_engine::blockade_tuner::{Fit, Sample};
use potez_engine::{BotSpec, Expert, Limits, Message, Stop};

const OPENING: usize = 6;
const MOST_PLIES: usize = 400;
/// One game in so many is for testing.
const KEPT_APART: u64 = 10;

fn main() -> Result<(), Message> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let spec = arguments.first().map_or("blockade", String::as_str);
    let Ok(game) = spec.parse::<Game<SMALL>>() else {
        println!("usage: blockade_tuner [blockade:… [GAMES [NODES]]], boards of at most {SMALL} words");
        return Ok(());
    };
    let number = |at: usize, usual: u64| arguments.get(at).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (games, nodes) = (number(1, 400), number(2, 1500));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicU64::new(0);
    let played: Result<Vec<_>, Message> = std::thread::scope(|scope| {
        let work = || {
            let mut played = Vec::new();
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= games {
                    return Ok::<_, Message>(played);
                }
                played.push((seed, play(&game, seed, nodes)?));
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    let mut played = played?.concat();
    played.sort_by_key(|(seed, _)| *seed);
    let pick = |tests: bool| -> Vec<Sample> {
        let chosen = played.iter().filter(|(seed, _)| (seed % KEPT_APART == 0) == tests);
        chosen.flat_map(|(_, samples)| samples.iter().copied()).collect()
    };
    let (lessons, tests) = (pick(false), pick(true));
    println!("{spec}, {games} games, {nodes} nodes a move: {} positions and {} kept apart", lessons.len(), tests.len());
    let (before, after) = (Fit::present(), Fit::fitted(&lessons));
    println!("bits a position before {:.4}, kept apart {:.4}", before.loss(&lessons), before.loss(&tests));
    println!("bits a position after  {:.4}, kept apart {:.4}", after.loss(&lessons), after.loss(&tests));
    print!("{after}");
    Ok(())
}

/// The positions of a game with its result; none if nobody has won.
fn play(game: &Game<SMALL>, seed: u64, nodes: u64) -> Result<Vec<Sample>, Message> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut record = Record::new(game.clone());
    for _ in 0..OPENING {
        if let Some(mv) = record.position().random_move(&mut rng) {
            record.play(mv).expect("a random move is legal");
        }
    }
    let mut player = game.mind(&BotSpec::new("potez"))?;
    while record.outcome().is_none() && record.ply() < MOST_PLIES {
        let report = player.think(&record, Limits::nodes(nodes), &Stop::new(), &mut |_| {});
        let Some(mv) = report.best() else { break };
        record.play(mv).expect("the player's moves are legal");
    }
    let Some(Outcome::Win(winner)) = record.outcome() else { return Ok(Vec::new()) };
    Ok(record.positions().skip(OPENING).filter_map(|pos| Sample::of(pos, winner)).collect())
}
