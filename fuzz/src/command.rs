//! The command line of the runner.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use potez_fuzz::runner::{self, Find, FuzzPlan};
use potez_fuzz::{FuzzTarget, TARGETS};

const USAGE: &str = "\
usage: potez-fuzz --list
       potez-fuzz TARGET [--seed N] [--runs N] [--seconds N] [--corpus FOLDER] [--finds FOLDER] [--current FILE]
       potez-fuzz TARGET --replay FILE
       potez-fuzz TARGET --minimise FILE";

/// What is asked for.
struct Options {
    plan: FuzzPlan,
    corpus: PathBuf,
    finds: PathBuf,
    current: Option<PathBuf>,
    replay: Option<PathBuf>,
    minimise: Option<PathBuf>,
}

pub(crate) fn run(args: &[String]) -> ExitCode {
    match attempt(args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("potez-fuzz: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether all promises were kept.
fn attempt(args: &[String]) -> anyhow::Result<bool> {
    let Some((name, rest)) = args.split_first() else { bail!(USAGE) };
    if name == "--list" {
        for target in TARGETS {
            println!("{}\t{}", target.name, target.about);
        }
        return Ok(true);
    }
    let target = potez_fuzz::find(name).with_context(|| format!("`{name}` is not a target: see --list"))?;
    let options = options(name, rest)?;
    if let Some(file) = options.replay.as_ref().or(options.minimise.as_ref()) {
        let input = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
        let find =
            if options.replay.is_some() { runner::replay(target, &input) } else { runner::minimise(target, &input) };
        return told(target, find, &options.finds);
    }
    let saved = runner::corpus(&options.corpus)?;
    let report = runner::run(target, &saved, &options.plan, options.current.as_deref());
    println!(
        "{name}: {} saved inputs replayed, {} mutations of seed {}",
        report.replayed, report.mutated, options.plan.seed
    );
    told(target, report.find, &options.finds)
}

/// Says what was found and keeps it.
fn told(target: &FuzzTarget, find: Option<Find>, finds: &Path) -> anyhow::Result<bool> {
    let Some(find) = find else { return Ok(true) };
    let path = runner::save(&finds.join(target.name), &find)?;
    eprintln!("{}: {} breaks a promise: {}", target.name, find.origin, find.panic);
    eprintln!("  {:?}", String::from_utf8_lossy(&find.input));
    eprintln!("  replay it: cargo xtask fuzz {} {}", target.name, path.display());
    Ok(false)
}

fn options(name: &str, args: &[String]) -> anyhow::Result<Options> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut options = Options {
        plan: FuzzPlan { seed: 1, runs: u64::MAX, time: None },
        corpus: root.join("corpus").join(name),
        finds: root.join("artifacts"),
        current: None,
        replay: None,
        minimise: None,
    };
    let (pairs, rest) = args.as_chunks::<2>();
    if !rest.is_empty() {
        bail!(USAGE);
    }
    let mut bounded = false;
    for [key, value] in pairs {
        let number = || value.parse::<u64>().with_context(|| format!("{key}: `{value}` is not a number"));
        match key.as_str() {
            "--seed" => options.plan.seed = number()?,
            "--runs" => (options.plan.runs, bounded) = (number()?, true),
            "--seconds" => (options.plan.time, bounded) = (Some(Duration::from_secs(number()?)), true),
            "--corpus" => options.corpus = value.into(),
            "--finds" => options.finds = value.into(),
            "--current" => options.current = Some(value.into()),
            "--replay" => options.replay = Some(value.into()),
            "--minimise" => options.minimise = Some(value.into()),
            _ => bail!(USAGE),
        }
    }
    if !bounded {
        options.plan.runs = 10_000;
    }
    Ok(options)
}
