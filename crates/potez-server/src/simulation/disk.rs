//! A disk that fails as disks do: it refuses, it is slow, and it writes and says that it did not.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use tokio::time::sleep;

use crate::storage::{
    Attendance, GameChange, Heartbeat, JournalLine, MovesChange, Retention, Storage, StorageError, StorageRoom,
    StoredGame,
};

/// What survives a kill.
#[derive(Default)]
struct DiskContent {
    games: HashMap<String, StoredGame>,
    journals: BTreeMap<String, Vec<String>>,
    /// The last sign of life of every run.
    runs: Vec<u64>,
    /// Whether a move was ever written where it does not belong.
    is_torn: bool,
}

/// A disk with its faults.
pub(super) struct SimulatedDisk {
    content: Mutex<DiskContent>,
    faults: Mutex<DiskFaults>,
}

struct DiskFaults {
    rng: fastrand::Rng,
    /// In thousandths, how often something goes wrong.
    rate: u32,
}

/// What becomes of one write.
enum WriteFate {
    Done,
    Refused,
    /// It is there, and whoever asked for it hears of a failure.
    Torn,
}

impl SimulatedDisk {
    pub(super) fn new(seed: u64) -> Self {
        let mut rng = fastrand::Rng::with_seed(seed);
        let rate = [0, 20, 100, 400][rng.usize(..4)];
        Self { content: Mutex::default(), faults: Mutex::new(DiskFaults { rng, rate }) }
    }

    /// From now on nothing goes wrong.
    pub(super) fn mend(&self) {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).rate = 0;
    }

    fn content(&self) -> MutexGuard<'_, DiskContent> {
        self.content.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game as it would be found after a kill.
    pub(super) fn game(&self, id: &str) -> Option<StoredGame> {
        self.content().games.get(id).cloned()
    }

    /// Whether every move was written after the one before it.
    pub(super) fn is_whole(&self) -> bool {
        !self.content().is_torn
    }

    fn draw(&self) -> (Duration, WriteFate, Duration) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        let rate = faults.rate;
        let mut delay = || {
            let most = if faults.rng.u32(..1000) < rate { 5_000 } else { 20 };
            Duration::from_millis(faults.rng.u64(..most))
        };
        let (before, after) = (delay(), delay());
        let fate = match faults.rng.u32(..2000) {
            drawn if drawn < rate => WriteFate::Refused,
            drawn if drawn < 2 * rate => WriteFate::Torn,
            _ => WriteFate::Done,
        };
        (before, fate, after)
    }

    /// Writes at one moment, somewhere in the time that it takes: a kill finds it before or after.
    async fn write(
        &self,
        write: impl FnOnce(&mut DiskContent) -> Result<(), StorageError>,
    ) -> Result<(), StorageError> {
        let broken = |what: &str| Err(StorageError::Broken(what.into()));
        let (before, fate, after) = self.draw();
        sleep(before).await;
        let result = match fate {
            WriteFate::Refused => broken("refused"),
            WriteFate::Done => write(&mut self.content()),
            WriteFate::Torn => write(&mut self.content()).and_then(|()| broken("torn")),
        };
        sleep(after).await;
        result
    }

    async fn read<T>(&self, read: impl FnOnce(&DiskContent) -> T) -> Result<T, StorageError> {
        let (before, fate, _) = self.draw();
        sleep(before).await;
        match fate {
            WriteFate::Refused => Err(StorageError::Broken("unreadable".into())),
            WriteFate::Done | WriteFate::Torn => Ok(read(&self.content())),
        }
    }
}

fn changed(content: &mut DiskContent, change: GameChange) -> Result<(), StorageError> {
    let run = content.runs.len() as u64 - 1;
    let conflict = StorageError::Conflict { id: change.id.clone(), from: change.from };
    let game = content.games.get_mut(&change.id).filter(|game| game.version == change.from).ok_or(conflict)?;
    match change.moves {
        MovesChange::Keep => {}
        MovesChange::Add { ply, text } => {
            content.is_torn |= ply != game.moves.len();
            game.moves.push(text);
        }
        MovesChange::Cut(length) => game.moves.truncate(length),
    }
    (game.version, game.updated, game.metadata, game.run) = (change.from + 1, change.at, change.metadata, Some(run));
    Ok(())
}

#[async_trait]
impl Storage for SimulatedDisk {
    async fn create(&self, mut game: StoredGame) -> Result<(), StorageError> {
        self.write(|content| {
            game.run = Some(content.runs.len() as u64 - 1);
            content.games.insert(game.id.clone(), game);
            Ok(())
        })
        .await
    }

    async fn change(&self, change: GameChange) -> Result<(), StorageError> {
        self.write(|content| changed(content, change)).await
    }

    async fn load(&self, id: &str) -> Result<Option<StoredGame>, StorageError> {
        self.read(|content| content.games.get(id).cloned()).await
    }

    async fn begin(&self, at: u64) -> Result<Heartbeat, StorageError> {
        self.content().runs.push(at);
        Ok(Heartbeat::default())
    }

    async fn beat(&self, at: u64) -> Result<Heartbeat, StorageError> {
        self.write(|content| {
            if let Some(beat) = content.runs.last_mut() {
                *beat = at;
            }
            Ok(())
        })
        .await?;
        Ok(Heartbeat::default())
    }

    async fn attendance(&self, run: u64) -> Result<Attendance, StorageError> {
        let beat = self.read(|content| content.runs.get(run as usize).copied()).await?;
        Ok(beat.map_or(Attendance::Unknown, Attendance::Until))
    }

    async fn bytes_of(&self, _: &str) -> Result<u64, StorageError> {
        Ok(0)
    }

    async fn old_games(&self, _: Retention) -> Result<Vec<String>, StorageError> {
        Ok(Vec::new())
    }

    async fn unattended_games(&self) -> Result<Vec<String>, StorageError> {
        let goes_on = |game: &&StoredGame| game.metadata.contains(r#""unattended":true"#);
        self.read(|content| {
            let mut games: Vec<&StoredGame> = content.games.values().filter(goes_on).collect();
            // Names are random in every world.
            games.sort_by_key(|game| game.created);
            games.into_iter().map(|game| game.id.clone()).collect()
        })
        .await
    }

    async fn delete(&self, _: Vec<String>, _: u32) -> Result<(), StorageError> {
        Ok(())
    }

    async fn add_line(&self, line: JournalLine) -> Result<(), StorageError> {
        self.write(|content| {
            let lines = content.journals.entry(line.name.clone()).or_default();
            if lines.len() as u64 != line.number {
                return Err(StorageError::Conflict { id: line.name, from: line.number });
            }
            lines.push(line.text);
            Ok(())
        })
        .await
    }

    async fn lines(&self, name: &str, from: u64) -> Result<Vec<String>, StorageError> {
        self.read(|content| content.journals.get(name).map_or(Vec::new(), |all| all[from as usize..].to_vec())).await
    }

    async fn journals(&self, prefix: &str) -> Result<Vec<String>, StorageError> {
        self.read(|content| content.journals.keys().filter(|name| name.starts_with(prefix)).cloned().collect()).await
    }

    async fn room(&self) -> Result<StorageRoom, StorageError> {
        Ok(StorageRoom::default())
    }

    fn damaged_games(&self) -> u64 {
        0
    }

    async fn check(&self, _: u64) -> Result<(), StorageError> {
        self.write(|_| Ok(())).await
    }

    async fn close(&self) {}
}
