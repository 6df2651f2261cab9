//! What a server does from time to time: signs of life, games that nobody needs in memory any more or on disk.

use std::sync::Arc;
use std::time::Duration;

use crate::games::{LiveGames, is_waiting};
use crate::limits;
use crate::live_game::LiveGame;
use crate::storage::{Retention, StorageError};

/// How often what is idle is forgotten.
const FORGET: Duration = Duration::from_secs(30);
/// How often old games are deleted.
const DELETE: Duration = Duration::from_mins(10);

impl LiveGames {
    /// Forgets games that nobody looks at and in which nothing runs; they stay on disk.
    pub(crate) fn forget_idle(&self) {
        let idle = limits::IDLE_GAME.as_millis() as u64;
        let now = self.time.now_ms();
        self.lock().retain(|_, live| {
            let snapshot = live.snapshot();
            // Tasks of the game hold it, too: a clock or an engine at work keeps it here.
            let is_idle = Arc::strong_count(live) == 1
                && live.presence().is_empty_here()
                // Either way: the clock of an earlier run may have been wrong.
                && now.abs_diff(snapshot.updated) > idle
                // An invitation to a game by correspondence waits without its maker.
                && !is_waiting(&snapshot)
                && !snapshot.thinking;
            !is_idle
        });
    }

    /// Says now and then that the server is alive, as long as a clock runs or others want to know.
    pub(crate) async fn beat(self: &Arc<Self>) -> Result<(), StorageError> {
        if self.nodes.is_shared() {
            return self.beat_shared().await;
        }
        let runs =
            |live: &Arc<LiveGame>| live.snapshot().game.session.clock.is_some_and(|clock| clock.running().is_some());
        if self.all().iter().any(runs) {
            self.storage.beat(self.time.now_ms()).await?;
        }
        Ok(())
    }

    /// Deletes games that nobody has touched for very long; those in memory are somebody's.
    pub(crate) async fn delete_old(&self, keep: Option<u32>) -> Result<(), StorageError> {
        // Today counts as a day on which the server ran. Where there are other servers, this one has said so.
        if !self.nodes.is_shared() {
            self.storage.beat(self.time.now_ms()).await?;
        }
        let old = match keep {
            Some(days) => {
                let retention = Retention { played: days, unplayed: days.min(limits::KEEP_UNPLAYED) };
                self.storage.old_games(retention).await?
            }
            None => Vec::new(),
        };
        let old: Vec<String> = {
            let lives = self.lock();
            old.into_iter().filter(|id| !lives.contains_key(id)).collect()
        };
        if !old.is_empty() {
            tracing::info!(games = old.len(), "old games are deleted");
            self.metrics.games_deleted.add(old.len() as u64);
        }
        self.storage.delete(old, limits::KEEP_MAKERS).await
    }

    /// The chores of a server, until it ends.
    pub(crate) async fn chores(self: Arc<Self>, keep: Option<u32>) {
        let mut every = tokio::time::interval(Duration::from_secs(1));
        every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let (mut forget_at, mut delete_at) = (Duration::ZERO, Duration::ZERO);
        loop {
            every.tick().await;
            if let Err(error) = self.beat().await {
                tracing::warn!(%error, "no sign of life could be written");
            }
            let now = self.time.now();
            if now >= forget_at {
                forget_at = now + FORGET;
                self.forget_idle();
                self.clients.forget_idle();
            }
            if now >= delete_at {
                delete_at = now + DELETE;
                if let Err(error) = self.delete_old(keep).await {
                    tracing::warn!(%error, "old games could not be deleted");
                }
            }
        }
    }
}
