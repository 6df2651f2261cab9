//! Games that need nobody: two bots go on by themselves, and an invitation to a game of days waits
//! in the lobby, also when nobody looks on and after a restart.
//!
//! What nobody looks at has to leave the engine to those who wait for it: of all such games of a
//! client one thinks at a time, and of those that an earlier run has left some are in memory.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use potez_session::{Session, SessionState, TimeControl};
use potez_table::Player;
use tokio::time::sleep;

use crate::clients::Client;
use crate::games::LiveGames;
use crate::limits;
use crate::metadata::{self, SeatAccess};

/// How long to wait for room, or for a disk that fails.
const PAUSE: Duration = Duration::from_secs(1);

/// How often it is looked whether other servers have left some behind.
const LOOK: Duration = Duration::from_secs(3);

/// Whether bots play both sides.
pub(crate) fn is_between_bots(state: &SessionState) -> bool {
    Player::BOTH.into_iter().all(|player| state.is_bot(player))
}

/// Whether a game needs nobody to go on.
pub(crate) fn goes_on(session: &Session) -> bool {
    is_between_bots(session.state()) && !session.is_over() && session.table().ply() < limits::MOVES
}

/// Whether a game is in memory though nobody asks for it, also in the next run of the server.
pub(crate) fn needs_nobody(session: &Session, access: &[SeatAccess; 2]) -> bool {
    goes_on(session) || (!session.is_over() && is_waiting(session.state(), access))
}

/// Whether a game that is not over is an invitation that whoever made it need not wait for.
pub(crate) fn is_waiting(state: &SessionState, access: &[SeatAccess; 2]) -> bool {
    let control = state.clock.and_then(|clock| clock.control(Player::X));
    metadata::open_seat(access).is_some() && control.is_some_and(TimeControl::is_correspondence)
}

impl LiveGames {
    /// Games between bots that are in memory and not over.
    fn count_unattended(&self) -> usize {
        let lives = self.all();
        let snapshots = lives.iter().map(|live| live.snapshot());
        snapshots.filter(|game| game.game.position.result.is_none() && is_between_bots(&game.game.session)).count()
    }

    /// Lets games go on that an earlier run has left, a few at a time.
    pub(crate) async fn revive_unattended(self: Arc<Self>) {
        loop {
            self.revive_some().await;
            if !self.nodes.is_shared() {
                return;
            }
            // Another server may end, and leave games behind.
            sleep(LOOK).await;
        }
    }

    async fn revive_some(self: &Arc<Self>) {
        let mut left = loop {
            match self.storage.unattended_games().await {
                Ok(ids) => break VecDeque::from(ids),
                Err(error) => tracing::warn!(%error, "games that need nobody cannot be found"),
            }
            sleep(PAUSE).await;
        };
        while let Some(id) = left.front() {
            let has_room = self.count_unattended() < limits::UNATTENDED;
            if has_room && self.find(id, Client::SERVER).await.map_or_else(|error| !error.is_passing(), |_| true) {
                // It goes on, or it never will: what is damaged has been named already.
                left.pop_front();
            } else {
                sleep(PAUSE).await;
            }
        }
    }
}
