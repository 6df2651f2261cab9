//! The weights of Havannah's net, learnt from games of the player against itself.
//!
//! ```sh
//! cargo run --release -p potez-engine --example havannah_tuner -- games lessons.txt 1000 3000 1 5,6
//! cargo run --release -p potez-engine --example havannah_tuner -- learn weights.bin 4000 lessons.txt
//! ```
//!
//! `games FILE GAMES SIMULATIONS SEED SIZES [WEIGHTS]` adds games to a file, played with the net of a file of weights,
//! or with playouts. `learn WEIGHTS STEPS FILE…` goes on from the weights if the file exists, and begins anew if not.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, thread};

use potez_engine::havannah_tuner::{Course, Played, Weights};

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    match words.as_slice() {
        ["games", file, games, simulations, seed, sizes, net @ ..] => {
            let sizes: Vec<usize> = sizes.split(',').map(str::parse).collect::<Result<_, _>>()?;
            let net = net.first().map(|path| Weights::read(Path::new(path))).transpose()?;
            let out = Mutex::new(OpenOptions::new().create(true).append(true).open(file)?);
            let (games, simulations, seed): (u64, u64, u64) = (games.parse()?, simulations.parse()?, seed.parse()?);
            let next = AtomicU64::new(0);
            let work = || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return Ok::<_, Failure>(());
                    }
                    let size = sizes[number as usize % sizes.len()];
                    let played = Played::play(size, simulations, seed << 32 | number, net.as_ref());
                    // In one piece: whoever is stopped leaves whole games.
                    out.lock().expect("nobody panics while writing").write_all(format!("{played}\n").as_bytes())?;
                }
            };
            thread::scope(|scope| {
                let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
                workers.into_iter().try_for_each(|worker| worker.join().expect("games do not panic"))
            })
        }
        ["learn", weights, steps, files @ ..] if !files.is_empty() => {
            let mut games: Vec<Played> = Vec::new();
            for file in files {
                for (number, line) in fs::read_to_string(file)?.lines().enumerate() {
                    games.push(line.parse().map_err(|()| format!("{file}:{}: not a game", number + 1))?);
                }
            }
            let path = Path::new(weights);
            let (mut net, pace) =
                if path.exists() { (Weights::read(path)?, 0.001) } else { (Weights::random(1), 0.003) };
            let course = Course { steps: steps.parse()?, pace, threads, seed: games.len() as u64 };
            println!("{} games", games.len());
            net.learn(&games, course, |step, [moves, chance], [new_moves, new_chance]| {
                println!("{step:6}  moves {moves:.4} chance {chance:.4}  apart: {new_moves:.4} {new_chance:.4}");
            });
            net.write(path)?;
            Ok(())
        }
        _ => Err("usage: havannah_tuner games FILE GAMES SIMULATIONS SEED SIZES [WEIGHTS] | learn WEIGHTS STEPS FILE…"
            .into()),
    }
}
