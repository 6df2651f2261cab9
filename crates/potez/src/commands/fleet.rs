//! `potez fleet`, and how `potez match` and `potez tournament` reach a fleet.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use indicatif::ProgressBar;
use potez_fleet::nats::{FleetStatus, NatsFleet, OwnerSettings, ServerAddress, fleet_status, forget_dead_letters};
use potez_fleet::{Build, Fleet, FleetError, LocalFleet};

/// Who is let in, and by whom.
#[derive(Args)]
pub(crate) struct Credentials {
    /// A file with credentials for NATS (`nsc generate creds`); a user and a password can be in the
    /// URL, and then it is better given as `POTEZ_NATS`: every user of a machine sees command lines.
    #[arg(long, value_name = "FILE")]
    creds: Option<PathBuf>,
    /// The certificate of the authority that has signed the server's (`tls://`), if the system does
    /// not know it.
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
}

impl Credentials {
    pub(super) fn address(&self, url: &str) -> ServerAddress {
        ServerAddress { url: url.into(), credentials: self.creds.clone(), authority: self.ca.clone() }
    }
}

/// Where games are played, if not here.
#[derive(Args)]
pub(crate) struct FleetOptions {
    /// Let the workers of this NATS server play (`potez worker`); fixed nodes give the same games as
    /// on one machine.
    #[arg(long, value_name = "URL")]
    fleet: Option<String>,
    #[command(flatten)]
    credentials: Credentials,
}

impl FleetOptions {
    pub(super) fn is_used(&self) -> bool {
        self.fleet.is_some()
    }

    /// A name for a new run.
    pub(super) fn new_run() -> String {
        OwnerSettings::new(Build::default()).run
    }

    /// The fleet that was asked for: threads of this process, or workers elsewhere.
    pub(super) fn open(
        &self,
        threads: usize,
        run: Option<String>,
        bar: &ProgressBar,
    ) -> Result<Box<dyn Fleet>, FleetError> {
        let Some(url) = &self.fleet else { return Ok(Box::new(LocalFleet::new(threads))) };
        let mut settings = OwnerSettings::new(build()?);
        settings.run = run.unwrap_or(settings.run);
        let bar = bar.clone();
        let fleet = NatsFleet::connect(&self.credentials.address(url), settings, move |news| {
            // What is written for good must not stand in the middle of what is drawn over again.
            bar.suspend(|| eprintln!("potez: {news}"));
        })?;
        Ok(Box::new(fleet))
    }
}

/// The build that runs here.
pub(super) fn build() -> Result<Build, FleetError> {
    Build::here().map_err(|message| FleetError::Signature(message.english))
}

/// What can be asked of a fleet.
#[derive(Subcommand)]
pub(crate) enum FleetCommand {
    /// Show workers, their speed, runs, queues, leases and dead letters.
    #[command(after_help = "Example: potez fleet status --nats nats://127.0.0.1:4222 --json")]
    Status {
        /// The NATS server.
        #[arg(long, value_name = "URL", env = "POTEZ_NATS", hide_env_values = true)]
        nats: String,
        #[command(flatten)]
        credentials: Credentials,
        /// One JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Forget the dead letters, when they have been read.
    #[command(after_help = "Example: potez fleet forget --nats nats://127.0.0.1:4222")]
    Forget {
        /// The NATS server.
        #[arg(long, value_name = "URL", env = "POTEZ_NATS", hide_env_values = true)]
        nats: String,
        #[command(flatten)]
        credentials: Credentials,
    },
}

/// `potez fleet`
pub(super) fn run(command: &FleetCommand) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match command {
        FleetCommand::Status { nats, credentials, json } => {
            let status = fleet_status(&credentials.address(nats))?;
            if *json {
                writeln!(out, "{}", serde_json::to_string(&status)?)?;
            } else {
                let mut text = Vec::new();
                write_status(&mut text, &status)?;
                out.write_all(printable(&String::from_utf8_lossy(&text)).as_bytes())?;
            }
        }
        FleetCommand::Forget { nats, credentials } => {
            let forgotten = forget_dead_letters(&credentials.address(nats))?;
            writeln!(out, "{forgotten} dead letter(s) forgotten")?;
        }
    }
    Ok(out.flush()?)
}

/// What others say of themselves does not command this terminal.
fn printable(text: &str) -> String {
    text.replace(|letter: char| letter.is_control() && letter != '\n', " ")
}

fn write_status(out: &mut dyn Write, status: &FleetStatus) -> io::Result<()> {
    writeln!(out, "{} worker(s)", status.workers.len())?;
    for worker in &status.workers {
        writeln!(
            out,
            "  {:<36} {:>3} slot(s) {:>3} busy {:>8} units {:>8.2} units/s  {}",
            worker.worker,
            worker.slots,
            worker.jobs.len(),
            worker.units,
            worker.speed,
            worker.build
        )?;
        for job in &worker.jobs {
            writeln!(out, "    {} for {} s, delivery {}", job.what, job.held_s, job.deliveries)?;
        }
    }
    writeln!(out, "{} run(s)", status.runs.len())?;
    for run in &status.runs {
        let (done, all) = (run.done, run.done + run.remaining);
        writeln!(out, "  {:<18} {done}/{all} done, {} job(s) out  {}", run.run, run.jobs, run.what)?;
        for outlier in &run.outliers {
            writeln!(out, "    {outlier}")?;
        }
    }
    let waiting: u64 = status.queues.iter().map(|queue| queue.jobs).sum();
    writeln!(out, "{waiting} job(s) in the queue, {} leased, {} redelivered", status.leases, status.redelivered)?;
    for queue in &status.queues {
        writeln!(out, "  {:<18} {:>6}  {} {}", queue.run, queue.jobs, queue.lane, queue.build)?;
    }
    writeln!(out, "{} dead letter(s)", status.dead)?;
    for letter in &status.dead_letters {
        writeln!(out, "  {:<18} {}: {}", letter.run, letter.what, letter.reason)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_worker_cannot_clear_the_screen() {
        assert_eq!(printable("1 worker(s)\n  \u{1b}[2Jmine\u{9b}\r\n"), "1 worker(s)\n   [2Jmine  \n");
    }
}
