//! What players have seen and been told, and what must therefore be true for ever.

use std::collections::BTreeMap;
use std::time::Duration;

use potez_session::{GameClock, TimeControl};
use potez_table::Player;

use crate::live_game::Snapshot;
use crate::storage::StoredGame;

/// Everything that is known of one game from outside.
#[derive(Default)]
pub(super) struct Witness {
    /// Moves that were acknowledged, by their number.
    acknowledged: BTreeMap<usize, String>,
    /// The result that somebody has seen.
    result: Option<(Option<Player>, String)>,
    version: u64,
    /// For how long servers were alive since the game was made.
    alive: Duration,
}

impl Witness {
    /// A server has acknowledged a move.
    pub(super) fn acknowledge(&mut self, ply: usize, text: String) {
        let before = self.acknowledged.insert(ply, text);
        assert_eq!(before, None, "one move a ply");
    }

    /// Servers were alive for this long more.
    pub(super) fn lived(&mut self, time: Duration) {
        self.alive += time;
    }

    fn check_moves(&self, moves: &[String]) {
        for (ply, text) in &self.acknowledged {
            assert_eq!(moves.get(*ply), Some(text), "acknowledged and lost: move {ply}");
        }
    }

    /// Somebody sees the game; `running` is for how long this server has been alive.
    pub(super) fn see(&mut self, seen: &Snapshot, now: Duration, running: Duration) {
        let moves: Vec<String> = seen.game.position.moves.iter().map(|mv| mv.text.clone()).collect();
        self.check_moves(&moves);
        assert!(seen.version >= self.version, "what was seen is taken back");
        self.version = seen.version;
        let result = seen.game.position.result.as_ref().map(|result| (result.winner, result.reason.clone()));
        if self.result.is_some() {
            assert_eq!(result, self.result, "one result a game");
        }
        self.result = result;
        if let Some(clock) = &seen.game.session.clock {
            self.check_clock(clock, moves.len(), now, running);
        }
    }

    /// Both players together are charged for no more than the time that servers were alive.
    fn check_clock(&self, clock: &GameClock, moves: usize, now: Duration, running: Duration) {
        let Some(TimeControl::Fischer { initial, increment }) = clock.control(Player::X) else { return };
        let left: Duration = Player::BOTH.iter().filter_map(|player| clock.left(*player, now)).sum();
        let given = initial * 2 + increment * moves.saturating_sub(2) as u32;
        let charged = given.saturating_sub(left);
        // Times are stored in whole milliseconds.
        let most = self.alive + running + Duration::from_millis(10 + moves as u64);
        assert!(charged <= most, "charged for {charged:?} in {most:?}");
    }

    /// What lies on disk at the very end.
    pub(super) fn check_disk(&self, stored: &StoredGame) {
        self.check_moves(&stored.moves);
        assert!(stored.version >= self.version, "what was seen is not on disk");
    }
}
