//! Runs a target on a stable toolchain: over the saved inputs, then over mutations of them.

use std::fs::{self, File};
use std::io::{Seek, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::FuzzTarget;
use crate::mutation::Mutator;

/// How far to go.
#[derive(Clone, Debug)]
pub struct FuzzPlan {
    /// The seed of the mutations.
    pub seed: u64,
    /// Mutations at most.
    pub runs: u64,
    /// No mutation begins after this time.
    pub time: Option<Duration>,
}

/// An input on which a target panics.
#[derive(Clone, Debug, PartialEq)]
pub struct Find {
    /// The input, as short as it could be made.
    pub input: Vec<u8>,
    /// What the panic says, and where.
    pub panic: String,
    /// The saved input, or the run.
    pub origin: String,
}

/// What a run of a target has come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FuzzReport {
    /// Saved inputs that were replayed.
    pub replayed: usize,
    /// Mutations that were tried.
    pub mutated: u64,
    /// The first input that broke a promise.
    pub find: Option<Find>,
}

/// An input that takes longer than this hangs.
const HANG: Duration = Duration::from_mins(1);
/// Tries to make an input shorter.
const SHORTENINGS: usize = 3_000;

/// The saved inputs of a target, in the order of their names.
pub fn corpus(folder: &Path) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let read = || {
        let mut inputs = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            inputs.push((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?));
        }
        inputs.sort();
        std::io::Result::Ok(inputs)
    };
    read().with_context(|| format!("cannot read the saved inputs in {}", folder.display()))
}

/// Runs a target; ends with the first input that breaks a promise.
///
/// The input that is being run is in the file `current`, so that it is not lost if the process
/// dies of it.
pub fn run(target: &FuzzTarget, saved: &[(String, Vec<u8>)], plan: &FuzzPlan, current: Option<&Path>) -> FuzzReport {
    let mut report = FuzzReport::default();
    let watch = Watch::start(target.name, current);
    let found = |input: &[u8], panic: Panic, origin: String| {
        let input = shorten(target, input, &panic);
        Some(Find { panic: panic.words, input, origin })
    };
    for (name, input) in saved {
        report.replayed += 1;
        if let Some(panic) = watch.attempt(target, input) {
            report.find = found(input, panic, format!("the saved input {name}"));
            return report;
        }
    }
    let inputs: Vec<Vec<u8>> = saved.iter().map(|(_, input)| input.clone()).collect();
    let mutator = Mutator::new(&inputs);
    let start = Instant::now();
    for run in 0..plan.runs {
        if plan.time.is_some_and(|time| start.elapsed() >= time) {
            break;
        }
        report.mutated += 1;
        let input = mutator.input(plan.seed, run);
        if let Some(panic) = watch.attempt(target, &input) {
            report.find = found(&input, panic, format!("run {run} of seed {}", plan.seed));
            return report;
        }
    }
    report
}

/// Runs one input.
pub fn replay(target: &FuzzTarget, input: &[u8]) -> Option<Find> {
    let panic = attempt(target, input)?;
    Some(Find { input: input.to_vec(), panic: panic.words, origin: "this input".into() })
}

/// A shorter input that panics in the same place.
pub fn minimise(target: &FuzzTarget, input: &[u8]) -> Option<Find> {
    let panic = attempt(target, input)?;
    Some(Find { input: shorten(target, input, &panic), panic: panic.words, origin: "this input".into() })
}

/// A panic of a target.
#[derive(Clone, Debug)]
struct Panic {
    words: String,
    place: String,
}

static LAST: Mutex<Option<Panic>> = Mutex::new(None);

/// Panics are remembered instead of printed: an input is run many times while it is made shorter.
fn remember_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        panic::set_hook(Box::new(|info| {
            let place = info.location().map_or_else(String::new, ToString::to_string);
            let payload = info.payload();
            let words = payload.downcast_ref::<&str>().copied();
            let words = words.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
            let words = words.unwrap_or("a panic without words");
            let panic = Panic { words: format!("{words}\n  at {place}"), place };
            *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
        }));
    });
}

fn attempt(target: &FuzzTarget, input: &[u8]) -> Option<Panic> {
    remember_panics();
    // Targets keep nothing from one input to the next but a server, which panics by itself or not
    // at all.
    panic::catch_unwind(AssertUnwindSafe(|| (target.run)(input))).err()?;
    let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).take();
    Some(last.unwrap_or_else(|| Panic { words: "a panic".into(), place: String::new() }))
}

/// Leaves out pieces, ever smaller ones, for as long as the panic stays in its place.
fn shorten(target: &FuzzTarget, input: &[u8], panic: &Panic) -> Vec<u8> {
    let is_same = |input: &[u8]| attempt(target, input).is_some_and(|other| other.place == panic.place);
    let mut input = input.to_vec();
    let mut tries = 0;
    let mut piece = input.len().next_power_of_two() / 2;
    while piece > 0 {
        let mut at = 0;
        while at < input.len() && tries < SHORTENINGS {
            tries += 1;
            let shorter = [&input[..at], &input[(at + piece).min(input.len())..]].concat();
            if is_same(&shorter) {
                input = shorter;
            } else {
                at += piece;
            }
        }
        piece /= 2;
    }
    input
}

/// Watches over the inputs: each is written down before it is run, and one that takes for ever ends
/// the process.
struct Watch {
    file: Mutex<Option<File>>,
    count: Arc<AtomicU64>,
}

impl Watch {
    fn start(name: &'static str, current: Option<&Path>) -> Self {
        let file = current.and_then(|path| File::create(path).ok());
        let count = Arc::new(AtomicU64::new(0));
        if file.is_some() {
            let counted = count.clone();
            std::thread::spawn(move || {
                let (mut seen, mut since) = (0, Instant::now());
                // Until nobody counts any more: the run is over.
                while Arc::strong_count(&counted) > 1 {
                    std::thread::sleep(Duration::from_secs(1));
                    let now = counted.load(Ordering::Relaxed);
                    if now != seen {
                        (seen, since) = (now, Instant::now());
                    } else if since.elapsed() > HANG {
                        eprintln!("{name}: an input takes more than {HANG:?}");
                        std::process::exit(3);
                    }
                }
            });
        }
        Self { file: Mutex::new(file), count }
    }

    fn attempt(&self, target: &FuzzTarget, input: &[u8]) -> Option<Panic> {
        self.count.fetch_add(1, Ordering::Relaxed);
        if let Some(file) = &mut *self.file.lock().unwrap_or_else(PoisonError::into_inner) {
            // What cannot be written down is run all the same.
            let _ = file.rewind().and_then(|()| file.set_len(0)).and_then(|()| file.write_all(input));
        }
        attempt(target, input)
    }
}

/// Saves a find in a folder, under a name made of what it is.
pub fn save(folder: &Path, find: &Find) -> anyhow::Result<PathBuf> {
    let sum = find
        .input
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let path = folder.join(format!("panic-{sum:016x}"));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&path, &find.input))
        .with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAGILE: FuzzTarget = FuzzTarget {
        name: "fragile",
        about: "fears a word",
        run: |data| assert!(!data.windows(4).any(|window| window == b"Boo!"), "frightened"),
    };

    fn plan(runs: u64) -> FuzzPlan {
        FuzzPlan { seed: 1, runs, time: None }
    }

    #[test]
    fn a_saved_input_that_panics_is_found_and_made_as_short_as_it_can_be() {
        let saved = [("good".to_string(), b"hello".to_vec()), ("bad".into(), b"say Boo! to a goose".to_vec())];
        let report = run(&FRAGILE, &saved, &plan(0), None);
        let find = report.find.expect("a find");
        assert_eq!((report.replayed, find.input.as_slice()), (2, b"Boo!".as_slice()));
        assert!(find.panic.starts_with("frightened") && find.panic.contains("runner.rs"), "{}", find.panic);
        assert_eq!(find.origin, "the saved input bad");
        assert!(replay(&FRAGILE, &find.input).is_some());
        assert_eq!(replay(&FRAGILE, b"Boo"), None);
    }

    #[test]
    fn a_mutation_that_panics_is_found_and_its_seed_finds_it_again() {
        let saved = [("one".to_string(), b"Boo".to_vec()), ("other".into(), b"!Boo !Boo".to_vec())];
        let report = run(&FRAGILE, &saved, &plan(100_000), None);
        let find = report.find.clone().expect("a find");
        assert_eq!(find.input, b"Boo!");
        assert_eq!(run(&FRAGILE, &saved, &plan(100_000), None), report);
    }

    #[test]
    fn runs_and_time_are_bounded() {
        const CALM: FuzzTarget = FuzzTarget { name: "calm", about: "fears nothing", run: |_| {} };
        assert_eq!(run(&CALM, &[], &plan(17), None).mutated, 17);
        let none = FuzzPlan { time: Some(Duration::ZERO), ..plan(17) };
        assert_eq!(run(&CALM, &[], &none, None).mutated, 0);
    }
}
