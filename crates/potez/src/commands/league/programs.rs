//! Programs that participants hand in: handed in, fetched, and let play under limits.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use potez_arena::{BotPackage, Confinement, Entrant, Kind, MOST_PACKED};
use potez_server::league_client::{JoinSettings, join};
use potez_table::Stop;
use serde_json::{Value, json};
use tokio::task::{JoinHandle, JoinSet};

use super::hosting::tell_failures;
use super::ticket::Keeper;
use super::{server_at, token_of};
use crate::exit::UsageError;

/// `potez league upload`
pub(super) async fn upload(server: &str, token: Option<&str>, file: &Path, ca: Option<&Path>) -> anyhow::Result<()> {
    let token = token_of(token)?;
    let server = server_at(server, ca)?;
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let size = std::fs::metadata(file).with_context(|| format!("cannot read {}", file.display()))?.len();
    if size > MOST_PACKED as u64 {
        return Err(UsageError(format!("{} has more than {} kB", file.display(), MOST_PACKED >> 10)).into());
    }
    let bytes = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    BotPackage::read(&name, &bytes).map_err(|error| UsageError(error.to_string()))?;
    let body = json!({ "file": name, "data": STANDARD.encode(bytes) });
    let done = server.ask("POST".parse()?, "/api/league/upload", Some(&token), Some(&body)).await?;
    println!("{name}: {} bytes, sha256 {}", done["bytes"], done["digest"].as_str().unwrap_or_default());
    Ok(())
}

/// The programs of a league that play on this machine.
pub(super) struct HostedPrograms {
    folder: PathBuf,
    confinement: Option<Confinement>,
    /// Which part of the programs plays here.
    share: (u64, u64),
    /// By the number of the bot: the program that plays, and how to end it.
    playing: BTreeMap<u64, (String, Stop, JoinHandle<()>)>,
    /// Those that are at their end.
    ended: JoinSet<()>,
}

impl HostedPrograms {
    /// None yet; they are unpacked beside the file of the league.
    pub(super) fn new(ticket: &Path, confinement: Option<Confinement>, share: Option<(u64, u64)>) -> Self {
        let share = share.unwrap_or((1, 1));
        let mut folder = ticket.as_os_str().to_owned();
        folder.push(".bots");
        Self { folder: folder.into(), confinement, share, playing: BTreeMap::new(), ended: JoinSet::new() }
    }

    /// Lets every program play that was handed in since, in place of the one before.
    pub(super) async fn follow(&mut self, keeper: &Keeper, view: &Value, stop: &Stop) -> anyhow::Result<()> {
        if view["terms"]["uploads"] != true {
            // Whoever runs the league has changed their mind.
            self.playing.keys().copied().collect::<Vec<_>>().into_iter().for_each(|bot| self.retire(bot));
            return Ok(());
        }
        for row in view["standings"].as_array().into_iter().flatten() {
            let (Some(bot), Some(digest)) = (row["bot"].as_u64(), row["upload"]["digest"].as_str()) else { continue };
            let (part, of) = self.share;
            if bot % of != part - 1 || self.playing.get(&bot).is_some_and(|(known, ..)| known == digest) {
                continue;
            }
            let name = row["name"].as_str().unwrap_or_default().to_string();
            self.retire(bot);
            match self.unpacked(keeper, bot, digest).await {
                Ok(entrant) => self.begin(keeper, bot, digest, name, entrant, stop).await?,
                // One program that cannot be played with does not keep the others from playing.
                Err(error) => eprintln!("potez: {name}: {error:#}"),
            }
        }
        Ok(())
    }

    async fn unpacked(&self, keeper: &Keeper, bot: u64, digest: &str) -> anyhow::Result<Entrant> {
        let program = keeper.program(bot).await?;
        let text = |key: &str| program[key].as_str().unwrap_or_default();
        let bytes = STANDARD.decode(text("data")).context("the server has sent something else")?;
        let folder = self.folder.join(format!("{bot}-{}", &digest[..digest.len().min(12)]));
        let package = BotPackage::read(text("file"), &bytes)?;
        let mut entrant = package.unpack(&folder).with_context(|| format!("cannot write into {}", folder.display()))?;
        if let Kind::External(program) = &mut entrant.kind {
            program.confinement = self.confinement;
        }
        Ok(entrant)
    }

    async fn begin(
        &mut self,
        keeper: &Keeper,
        bot: u64,
        digest: &str,
        name: String,
        entrant: Entrant,
        stop: &Stop,
    ) -> anyhow::Result<()> {
        let token = keeper.host_token(bot).await?;
        let settings = JoinSettings { server: keeper.server.clone(), token, entrant, fleet: None };
        let ended = stop.child();
        eprintln!("potez: {name} plays with {}", &digest[..digest.len().min(12)]);
        let raised = ended.clone();
        let task = tokio::spawn(async move {
            // Why it ends is told by the failures.
            let _ = join(settings, &raised, |news| tell_failures(&name, &news)).await;
        });
        self.playing.insert(bot, (digest.to_string(), ended, task));
        Ok(())
    }

    fn retire(&mut self, bot: u64) {
        if let Some((_, stop, task)) = self.playing.remove(&bot) {
            stop.raise();
            self.ended.spawn(async {
                // A player that panicked has ended, too.
                let _ = task.await;
            });
        }
    }

    /// Ends all of them and takes away what was unpacked.
    pub(super) async fn close(mut self) {
        for bot in self.playing.keys().copied().collect::<Vec<_>>() {
            self.retire(bot);
        }
        while self.ended.join_next().await.is_some() {}
        // A folder that was never made is gone already.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
