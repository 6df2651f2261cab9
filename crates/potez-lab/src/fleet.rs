//! Where the jobs of a study are done: on threads of this process, or by the workers of a NATS server.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use potez_fleet::nats::{NatsFleet, OwnerSettings, ServerAddress};
use potez_fleet::{Build, Fleet, LeafProvers, LocalFleet};

/// Where jobs are done.
#[derive(Args, Clone, Debug, Default)]
pub struct FleetArgs {
    /// Let the workers of this NATS server do it (`potez worker`).
    #[arg(long, value_name = "URL")]
    pub fleet: Option<String>,
    /// A file with credentials for NATS.
    #[arg(long, value_name = "FILE", requires = "fleet")]
    pub creds: Option<PathBuf>,
    /// The certificate of the authority that has signed the server's (`tls://`), if the system does not know it.
    #[arg(long, value_name = "FILE", requires = "fleet")]
    pub ca: Option<PathBuf>,
}

impl FleetArgs {
    /// The fleet that was asked for: this many threads if none was.
    pub fn open(&self, threads: usize) -> anyhow::Result<Box<dyn Fleet>> {
        let Some(url) = &self.fleet else { return Ok(Box::new(LocalFleet::new(threads))) };
        self.connect(url, OwnerSettings::new(build()?))
    }

    /// The same for a run that is always the same one, by what is worked on, with the solvers of this process.
    pub fn open_named(&self, threads: usize, provers: LeafProvers, thing: &str) -> anyhow::Result<Box<dyn Fleet>> {
        let Some(url) = &self.fleet else { return Ok(Box::new(LocalFleet::with_provers(threads, provers))) };
        self.connect(url, OwnerSettings::named(build()?, thing))
    }

    fn connect(&self, url: &str, settings: OwnerSettings) -> anyhow::Result<Box<dyn Fleet>> {
        let address = ServerAddress { url: url.into(), credentials: self.creds.clone(), authority: self.ca.clone() };
        let tell = |news| eprintln!("potez-lab: {news}");
        Ok(Box::new(NatsFleet::connect(&address, settings, tell).context("there is no fleet")?))
    }
}

fn build() -> anyhow::Result<Build> {
    Build::here().map_err(|message| anyhow::anyhow!(message.english))
}
