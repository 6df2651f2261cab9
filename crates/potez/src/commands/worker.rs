//! `potez worker`: takes jobs from a NATS server.

use std::num::NonZero;
use std::thread;
use std::time::Duration;

use clap::Args;
use potez_arena::{Entrant, Kind, Program};
use potez_fleet::PROOF_MEMORY_MIB;
use potez_fleet::nats::worker::{self, LEASE, SHARE, WorkerNews, WorkerSettings};

use super::fleet::{Credentials, build};
use super::matches::employ_guardian;
use crate::cli::time;
use crate::exit::UsageError;
use crate::interrupt;

const EXAMPLE: &str = "\
Examples:
  potez worker --nats nats://127.0.0.1:4222
  potez worker --nats tls://work.example.org:4222 --creds worker.creds --slots 8
  potez worker --nats nats://127.0.0.1:4222 --allow-engine 'cmd:/opt/castro -t 1'

It takes jobs of its own version and bench signature only, so that all games of a match are played by the same program.
Nothing listens: the worker connects to the server. Ctrl-C or SIGTERM returns what is under way to the others; a worker
that is killed loses nothing either, its jobs are given out again when their lease has run out.";

/// How a worker works.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct WorkerArgs {
    /// The NATS server; several members of a cluster are separated by commas.
    #[arg(long, value_name = "URL", env = "POTEZ_NATS", hide_env_values = true)]
    nats: String,
    /// Jobs at a time (default: one per core).
    #[arg(long, value_name = "N", value_parser = crate::cli::threads)]
    slots: Option<usize>,
    /// A program that jobs may start, as in `potez match`: `cmd:"PROGRAM ARGS"`, with `dir=` if it has
    /// one (default: none); can be given several times.
    #[arg(long, value_name = "SPEC", value_parser = engine)]
    allow_engine: Vec<Program>,
    /// How long a job may be silent before another worker gets it; the worker that starts last decides.
    #[arg(long, default_value_t = Lease(LEASE), value_name = "TIME", value_parser = lease)]
    lease: Lease,
    /// Mebibytes of the table that all slots share for the leaves of a proof (`potez-lab prove run … --fleet`).
    #[arg(long, default_value_t = PROOF_MEMORY_MIB, value_name = "MIB", value_parser = memory)]
    proof_memory: usize,
    #[command(flatten)]
    credentials: Credentials,
}

fn memory(text: &str) -> Result<usize, String> {
    let mib = text.parse().ok().filter(|mib| (1..=1 << 20).contains(mib));
    mib.ok_or_else(|| "expected a number of mebibytes from 1 to 1048576".into())
}

#[derive(Clone, Copy)]
struct Lease(Duration);

impl std::fmt::Display for Lease {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}s", self.0.as_secs_f64())
    }
}

fn lease(text: &str) -> Result<Lease, String> {
    let lease = time(text)?;
    let is_sound = (Duration::from_millis(500)..=60 * LEASE).contains(&lease);
    is_sound.then_some(Lease(lease)).ok_or_else(|| "expected a time from 500ms to 60m".into())
}

fn engine(text: &str) -> Result<Program, String> {
    match text.parse::<Entrant>().map_err(|error| error.to_string())?.kind {
        Kind::External(program) => Ok(program),
        Kind::Builtin(_) => Err("expected a program such as `cmd:./bot`: bots of ours need no permission".into()),
    }
}

/// `potez worker`
pub(super) fn run(args: &WorkerArgs) -> anyhow::Result<()> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    if args.nats.trim().is_empty() {
        return Err(UsageError("--nats: an address is missing".into()).into());
    }
    // Before the signature is computed: whoever ends us meanwhile ends us in order.
    let stop = interrupt::listen();
    let settings = WorkerSettings {
        slots: args.slots.unwrap_or(cores),
        lease: args.lease.0,
        share: SHARE,
        engines: args.allow_engine.clone(),
        memory: args.proof_memory,
        build: build()?,
    };
    if !settings.engines.is_empty() {
        employ_guardian();
    }
    Ok(worker::run(&args.credentials.address(&args.nats), settings, &stop, |news| match news {
        WorkerNews::Waiting(why) => eprintln!("potez: {why}; trying again"),
        WorkerNews::Ready { worker, build } => eprintln!("potez: {worker} takes jobs of {build}"),
        WorkerNews::Trouble { what, why } => eprintln!("potez: {what}: {why}"),
    })?)
}
