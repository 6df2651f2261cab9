//! The module beside the native program: the same behaviour, and how much slower it is.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, bail};
use serde_json::{Value, json};

use crate::shell::{cargo, target};

/// What is searched: two games by alpha-beta, one by Monte-Carlo trees with a net.
const GAMES: [&str; 3] = ["blockade", "byte", "havannah"];
/// Rounds; the two take turns, so that whatever else the machine does counts for both.
const ROUNDS: usize = 3;
/// How long the native program searches once, to find out how many nodes a round has.
const TIME_MS: u64 = 2000;
/// The least share of the native speed that is wanted.
const WANTED: f64 = 0.5;

/// Compares signatures, which must be equal, and speeds, which are printed.
pub(super) fn compare(package: &Path, native: Option<&str>) -> anyhow::Result<()> {
    let native = if let Some(path) = native {
        PathBuf::from(path)
    } else {
        cargo(&["build", "--release"], &[])?;
        target().join("release/potez")
    };
    let mut module = Talker::start(Command::new("node").arg("lines.mjs").current_dir(package))?;
    compare_signatures(&native, &mut module)?;
    let mut program = Talker::start(Command::new(&native).args(["engine", "--protocol", "json", "--threads", "1"]))?;
    for game in GAMES {
        let bot = "potez:seed=1";
        let ask = |query: &str, limits: Value| json!({ "query": query, "game": game, "limits": limits, "bot": bot });
        let nodes = nodes_of(&program.ask(&ask("analyze", json!({ "timeMs": TIME_MS })))?)?;
        let mut speeds = [Vec::new(), Vec::new()];
        for _ in 0..ROUNDS {
            speeds[0].push(program.speed(&ask("analyze", json!({ "nodes": nodes })))?);
            speeds[1].push(module.speed(&ask("analyse", json!({ "nodes": nodes })))?);
        }
        let [native, module] = speeds.map(median);
        let share = module / native;
        let verdict = if share < WANTED { " (less than wanted)" } else { "" };
        println!(
            "{game}: native {native:.0}, module {module:.0} nodes per CPU-second, {:.0} %{verdict}",
            100.0 * share
        );
    }
    Ok(())
}

/// The checksums of behaviour of all games that `potez bench` measures.
fn compare_signatures(native: &Path, module: &mut Talker) -> anyhow::Result<()> {
    let bench = Command::new(native).args(["bench", "--json"]).output().context("cannot start the native program")?;
    for line in String::from_utf8_lossy(&bench.stdout).lines() {
        let measure: Value = serde_json::from_str(line).context("`bench` printed something that is not JSON")?;
        if measure["what"] != "signature" {
            continue;
        }
        let answer = module.ask(&json!({ "query": "signature", "game": measure["game"] }))?;
        let [wanted, found] = [&measure["value"], &answer["signature"]].map(|value| value.as_f64().unwrap_or_default());
        if (wanted - found).abs() > 0.5 {
            bail!("{}: the signature of the module is {found}, the native one {wanted}", measure["game"]);
        }
        println!("{}: signature {found}, native and module", measure["game"].as_str().unwrap_or_default());
    }
    Ok(())
}

fn nodes_of(answer: &Value) -> anyhow::Result<u64> {
    answer["nodes"].as_u64().with_context(|| format!("no analysis: {answer}"))
}

fn median(mut speeds: Vec<f64>) -> f64 {
    speeds.sort_by(f64::total_cmp);
    speeds[speeds.len() / 2]
}

/// A program that answers lines with lines.
struct Talker {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Talker {
    fn start(command: &mut Command) -> anyhow::Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", command.get_program().display()))?;
        let (Some(questions), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("no pipes");
        };
        Ok(Self { child, questions, answers: BufReader::new(answers) })
    }

    /// The nodes per second of an analysis, by the processor's time: whatever else runs here does not count.
    fn speed(&mut self, question: &Value) -> anyhow::Result<f64> {
        let (before, begun) = (self.cpu_seconds(), Instant::now());
        let nodes = nodes_of(&self.ask(question)?)?;
        // The wall clock where the system does not tell.
        let spent = match (before, self.cpu_seconds()) {
            (Some(before), Some(after)) => after - before,
            _ => begun.elapsed().as_secs_f64(),
        };
        Ok(nodes as f64 / spent.max(0.01))
    }

    /// What the program has had of the processor, as Linux tells it: in hundredths of a second.
    fn cpu_seconds(&self) -> Option<f64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name of the program may have spaces in it; the rest has none.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) / 100.0)
    }

    /// Asks, and waits for the answer that is the last.
    fn ask(&mut self, question: &Value) -> anyhow::Result<Value> {
        writeln!(self.questions, "{question}").context("it listens no more")?;
        loop {
            let mut line = String::new();
            if self.answers.read_line(&mut line).context("it cannot be read")? == 0 {
                bail!("it ended without an answer to {question}");
            }
            let answer: Value = serde_json::from_str(&line).context("it answered something that is not JSON")?;
            if answer["partial"] != true {
                return Ok(answer);
            }
        }
    }
}

impl Drop for Talker {
    fn drop(&mut self) {
        // It would end with its input; nobody waits for that.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
