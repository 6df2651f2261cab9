//! The fuzz targets: for seconds in every check, for hours at night.
//!
//! Every check replays the saved inputs of `fuzz/corpus` and a fixed number of mutations of a fixed
//! seed, so that it says the same each time. At night libFuzzer looks for new inputs by coverage,
//! on the stable toolchain; where it cannot be built, mutation with new seeds has to do.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail};

use crate::shell::{cargo, root, target};

const USAGE: &str = "\
usage: cargo xtask fuzz [TARGET] [--seed N] [--runs N] [--hours N]
       cargo xtask fuzz TARGET FILE";
/// Mutations of each target in every check.
const RUNS: &str = "2000";
/// A check spends no more seconds than this on one target, however slow the machine is.
const SECONDS: &str = "5";
/// At night each target is run for this long before it is the next one's turn.
const SLICE: Duration = Duration::from_secs(300);
/// Coverage counters and nothing that needs another toolchain: no sanitizers, which a workspace
/// without `unsafe` needs less.
const COVERAGE: &str = "--cfg fuzzing --cap-lints allow -C passes=sancov-module \
    -C llvm-args=-sanitizer-coverage-level=4 -C llvm-args=-sanitizer-coverage-inline-8bit-counters \
    -C llvm-args=-sanitizer-coverage-pc-table -C llvm-args=-sanitizer-coverage-trace-compares \
    -C debug-assertions -C overflow-checks -C codegen-units=1";

/// What is asked for.
#[derive(Debug, Default, PartialEq)]
struct FuzzOptions {
    target: Option<String>,
    file: Option<PathBuf>,
    seed: Option<u64>,
    runs: Option<u64>,
    hours: Option<f64>,
}

/// `cargo xtask fuzz`
pub(crate) fn run(args: &[String]) -> anyhow::Result<()> {
    let options = read(args)?;
    // The program as its own tests have it: a plain build leaves out the features that only tests ask
    // for, and would compile half of the workspace a second time.
    cargo(&["test", "--workspace", "--all-features", "--no-run", "--test", "corpus"], &[])?;
    let program = target().join("debug").join(format!("potez-fuzz{}", std::env::consts::EXE_SUFFIX));
    if let (Some(name), Some(file)) = (&options.target, &options.file) {
        let status = Command::new(&program).arg(name).arg("--replay").arg(file).status().context("cannot start it")?;
        if !status.success() {
            bail!("{name} breaks a promise on {}", file.display());
        }
        eprintln!("xtask: {name} keeps its promises on {}", file.display());
        return Ok(());
    }
    let targets = targets(&program, options.target.as_deref())?;
    match options.hours {
        Some(hours) => night(&program, &targets, Duration::from_secs_f64(hours * 3600.0), options.seed),
        None => check(&program, &targets, &options),
    }
}

fn read(args: &[String]) -> anyhow::Result<FuzzOptions> {
    let mut options = FuzzOptions::default();
    let mut args = args.iter().map(String::as_str);
    while let Some(arg) = args.next() {
        let mut value = || args.next().with_context(|| format!("{arg} needs a number\n{USAGE}"));
        match arg {
            "--seed" => options.seed = Some(value()?.parse().context("--seed")?),
            "--runs" => options.runs = Some(value()?.parse().context("--runs")?),
            "--hours" => {
                let hours: f64 = value()?.parse().context("--hours")?;
                if !(0.0..=1_000.0).contains(&hours) {
                    bail!("--hours is a number up to 1000");
                }
                options.hours = Some(hours);
            }
            _ if arg.starts_with('-') => bail!(USAGE),
            _ if options.target.is_none() => options.target = Some(arg.into()),
            _ if options.file.is_none() => options.file = Some(arg.into()),
            _ => bail!(USAGE),
        }
    }
    Ok(options)
}

/// The names of the targets.
fn targets(program: &Path, only: Option<&str>) -> anyhow::Result<Vec<String>> {
    let output = Command::new(program).arg("--list").output().context("cannot start potez-fuzz")?;
    let text = String::from_utf8(output.stdout).context("the list of targets")?;
    let names: Vec<String> = text.lines().filter_map(|line| line.split('\t').next()).map(str::to_string).collect();
    match only {
        Some(only) if !names.iter().any(|name| name == only) => {
            bail!("`{only}` is not a target: there are {}", names.join(", "))
        }
        Some(only) => Ok(vec![only.to_string()]),
        None => Ok(names),
    }
}

/// Saved inputs and a fixed number of mutations, a process for each target: what kills one does not
/// hide what the others find.
fn check(program: &Path, targets: &[String], options: &FuzzOptions) -> anyhow::Result<()> {
    let seed = options.seed.unwrap_or(1).to_string();
    let bounds = match options.runs {
        Some(runs) => vec!["--runs".to_string(), runs.to_string()],
        None => ["--runs", RUNS, "--seconds", SECONDS].map(str::to_string).to_vec(),
    };
    eprintln!("xtask: fuzz: {} targets, seed {seed}", targets.len());
    let queue = std::sync::Mutex::new(targets.iter());
    let failed = std::sync::Mutex::new(Vec::new());
    let next = || queue.lock().ok()?.next();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(name) = next() {
                    let kept = mutate(program, name, &[&["--seed".to_string(), seed.clone()], &bounds[..]].concat());
                    if let (Err(error), Ok(mut failed)) = (kept, failed.lock()) {
                        failed.push(format!("{error:#}"));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_default();
    if !failed.is_empty() {
        bail!("{}", failed.join("\n"));
    }
    Ok(())
}

/// Runs our own mutations of one target.
fn mutate(program: &Path, name: &str, args: &[String]) -> anyhow::Result<()> {
    let folder = target().join("fuzz");
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let current = folder.join(format!("current-{name}"));
    let status = Command::new(program).arg(name).args(args).arg("--current").arg(&current).status();
    let status = status.context("cannot start potez-fuzz")?;
    match status.code() {
        Some(0) => Ok(()),
        // It has said what it found, and saved it.
        Some(1) => bail!("{name} broke a promise"),
        _ => {
            let saved = artifacts(name).join("fatal");
            std::fs::create_dir_all(artifacts(name)).and_then(|()| std::fs::copy(&current, &saved).map(drop))?;
            bail!("{name} ended with {status}: its last input is {}", saved.display())
        }
    }
}

fn artifacts(name: &str) -> PathBuf {
    root().join("fuzz/artifacts").join(name)
}

/// Runs the targets in turn until the time is over.
fn night(program: &Path, targets: &[String], time: Duration, seed: Option<u64>) -> anyhow::Result<()> {
    let end = Instant::now() + time;
    let guided = guided();
    match &guided {
        Some(_) => eprintln!("xtask: fuzz: by coverage (libFuzzer, without sanitizers), {time:?}"),
        None => eprintln!("xtask: fuzz: libFuzzer cannot be built here; by mutation alone, {time:?}"),
    }
    let mut seed = seed.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_secs()));
    let mut failed = Vec::new();
    while Instant::now() < end {
        for name in targets {
            let left = end.saturating_duration_since(Instant::now());
            let slice =
                SLICE.min(left).min(time / u32::try_from(targets.len()).unwrap_or(1)).as_secs().max(1).to_string();
            if left.is_zero() {
                break;
            }
            seed += 1;
            eprintln!("xtask: fuzz: {name}, seed {seed}, {slice} s");
            let kept = if let Some(fuzzer) = &guided {
                by_coverage(fuzzer, program, name, seed, &slice)
            } else {
                let args = ["--seed", &seed.to_string(), "--seconds", &slice].map(str::to_string);
                mutate(program, name, &args)
            };
            failed.extend(kept.err().map(|error| format!("{error:#}")));
        }
    }
    if !failed.is_empty() {
        bail!("{}", failed.join("\n"));
    }
    Ok(())
}

/// The program with libFuzzer inside, if it can be built.
fn guided() -> Option<PathBuf> {
    let folder = target().join("fuzz/guided");
    // For a target of its own, so that macros and build scripts are not counted.
    let host = host()?;
    let cpu = if host.starts_with("x86_64") { "-C target-cpu=x86-64-v3" } else { "" };
    let flags = format!("{COVERAGE} {cpu}");
    let folder_text = folder.to_string_lossy();
    let args = ["build", "--release", "--package", "potez-fuzz", "--target", &host, "--target-dir", &folder_text];
    cargo(&args, &[("RUSTFLAGS", &flags)]).ok()?;
    Some(folder.join(host).join("release/potez-fuzz"))
}

/// The name of this machine's kind.
pub(crate) fn host() -> Option<String> {
    let output = Command::new("rustc").arg("-vV").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.lines().find_map(|line| line.strip_prefix("host: ")).map(str::to_string)
}

/// Runs libFuzzer. What is new to it is kept in the target folder, what breaks a promise is made
/// shorter and saved.
fn by_coverage(fuzzer: &Path, program: &Path, name: &str, seed: u64, seconds: &str) -> anyhow::Result<()> {
    let grown = target().join("fuzz/corpus").join(name);
    let finds = artifacts(name);
    for folder in [&grown, &finds] {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let before = files(&finds);
    let status: ExitStatus = Command::new(fuzzer)
        .env("POTEZ_FUZZ_TARGET", name)
        .args(["-max_len=4096", "-timeout=60", "-rss_limit_mb=4096", "-print_final_stats=1", "-verbosity=0"])
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-seed={}", seed as u32))
        .arg(format!("-artifact_prefix={}/", finds.display()))
        .arg(&grown)
        .arg(root().join("fuzz/corpus").join(name))
        .status()
        .context("cannot start libFuzzer")?;
    if status.success() {
        return Ok(());
    }
    for file in files(&finds).into_iter().filter(|file| !before.contains(file)) {
        // Shorter, and said in words; what is no panic stays as it is.
        let _ = Command::new(program).arg(name).arg("--minimise").arg(&file).status();
    }
    bail!("{name} broke a promise: see {}", finds.display())
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(Result::ok).map(|entry| entry.path()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(args: &[&str]) -> anyhow::Result<FuzzOptions> {
        read(&args.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn a_target_a_seed_and_hours_are_read() {
        let read = options(&["specs", "--seed", "7", "--hours", "0.5"]).unwrap();
        assert_eq!((read.target.as_deref(), read.seed, read.hours), (Some("specs"), Some(7), Some(0.5)));
        assert_eq!(options(&["specs", "a"]).unwrap().file, Some(PathBuf::from("a")));
        assert_eq!(options(&[]).unwrap(), FuzzOptions::default());
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for args in [&["--hours"][..], &["--hours", "-1"], &["--seed", "x"], &["--fast"], &["a", "b", "c"]] {
            assert!(options(args).is_err(), "{args:?}");
        }
    }
}
