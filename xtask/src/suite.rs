//! The tests of all crates, as many test binaries at once as there are cores.
//!
//! `cargo test` runs one binary after the other, and at the end of each all cores but one wait for
//! its longest test.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;

use anyhow::{Context, bail};
use serde_json::Value;

use crate::shell::{command, left_out};
use crate::{cluster, debian, postgres};

const BUILD: [&str; 5] =
    ["test", "--workspace", "--all-features", "--no-run", "--message-format=json-render-diagnostics"];
const DOCUMENTATION: [&str; 4] = ["test", "--workspace", "--all-features", "--doc"];

/// Something to run, and what to call it.
pub(crate) struct Job {
    pub(crate) name: String,
    pub(crate) command: Command,
}

/// What else is to be run with the tests.
#[derive(Default)]
pub(crate) struct Beside {
    /// What begins at once, because it takes long.
    pub(crate) first: Vec<Job>,
    /// What needs programs that the build of the tests has made.
    pub(crate) last: Vec<Job>,
}

/// Builds every test and runs them all, and what else is to be done beside them: many tests wait more than they
/// compute. The output of those that failed comes last.
pub(crate) fn run(beside: Beside) -> anyhow::Result<()> {
    if !debian::has("nats-server", &["nats-server"]) {
        left_out("the tests of the fleet", "nats-server");
    }
    if !postgres::has() {
        // The tests say so, too, but what they print is shown only when they fail.
        left_out("every test of games in PostgreSQL", "postgresql");
    }
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let tests = binaries(&build()?)?;
    // It waits for the services that it has killed: others compute meanwhile.
    let mut jobs: Vec<Job> = cluster::short().into_iter().collect();
    jobs.extend(beside.first);
    jobs.extend(tests);
    jobs.extend(beside.last);
    jobs.push(Job { name: "documentation".to_owned(), command: command(&DOCUMENTATION) });
    for job in &mut jobs {
        job.command.env("RUST_TEST_THREADS", cores.to_string()).stdin(Stdio::null());
    }
    let waiting = Mutex::new(jobs.into_iter());
    let failed = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| work(&waiting, &failed));
        }
    });
    let failed = failed.into_inner().unwrap_or_default();
    for (name, output) in &failed {
        eprintln!("\nxtask: {name}\n{output}");
    }
    if !failed.is_empty() {
        let names: Vec<&str> = failed.iter().map(|(name, _)| name.as_str()).collect();
        bail!("tests failed: {}", names.join(", "));
    }
    Ok(())
}

/// Builds the tests; what cargo says about the artefacts, line by line.
fn build() -> anyhow::Result<String> {
    eprintln!("xtask: cargo {}", BUILD.join(" "));
    let built = command(&BUILD).stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    if !built.status.success() {
        bail!("`cargo {}` failed", BUILD.join(" "));
    }
    String::from_utf8(built.stdout).context("cargo printed something that is not UTF-8")
}

/// The test binaries among the artefacts, in the order of their packages: the one that takes longest is the first.
fn binaries(artefacts: &str) -> anyhow::Result<Vec<Job>> {
    let mut found: Vec<(PathBuf, String, PathBuf)> = Vec::new();
    for line in artefacts.lines() {
        let artefact: Value = serde_json::from_str(line).context("cargo printed no JSON")?;
        let (Some(executable), Some(true)) = (artefact["executable"].as_str(), artefact["profile"]["test"].as_bool())
        else {
            continue;
        };
        let manifest = artefact["manifest_path"].as_str().context("an artefact without a manifest")?;
        // Tests run in the folder of their package, as cargo runs them.
        let folder = Path::new(manifest).parent().context("a manifest without a folder")?;
        let package = folder.file_name().unwrap_or_default().to_string_lossy();
        let target = artefact["target"]["name"].as_str().unwrap_or_default();
        let kind = artefact["target"]["kind"][0].as_str().unwrap_or_default();
        found.push((folder.into(), format!("{package}: {kind} {target}"), executable.into()));
    }
    found.sort();
    Ok(found
        .into_iter()
        .map(|(folder, name, executable)| {
            let mut command = Command::new(executable);
            command.current_dir(&folder).env("CARGO_MANIFEST_DIR", &folder);
            Job { name, command }
        })
        .collect())
}

fn work(waiting: &Mutex<impl Iterator<Item = Job>>, failed: &Mutex<Vec<(String, String)>>) {
    while let Some(mut job) = waiting.lock().ok().and_then(|mut jobs| jobs.next()) {
        let (passed, output) = match job.command.output() {
            Ok(output) => (output.status.success(), text(&output)),
            Err(error) => (false, format!("cannot be started: {error}")),
        };
        for line in output.lines().filter(|line| is_result(line)) {
            eprintln!("{}: {line}", job.name);
        }
        if !passed && let Ok(mut failed) = failed.lock() {
            eprintln!("{}: FAILED", job.name);
            failed.push((job.name, output));
        }
    }
}

/// Whether a line counts tests: those of cargo's, pytest's, or ours.
fn is_result(line: &str) -> bool {
    line.starts_with("test result")
        || line.starts_with("xtask: LEFT OUT")
        || (line.contains(" passed") && line.contains(" in "))
        || (line.starts_with("xtask: fuzz") && line.contains("targets"))
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
