//! Bots of games that are being played: what one has learnt serves its next move.
//!
//! A bot's memory is large, so only the most recently used ones are kept. A bot that is thinking is
//! with its thread and not here: the number of bots in memory is at most that of the shelf and of
//! the engine threads together.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use potez_table::{DynBot, Player};

/// Whose bot it is. The spec belongs to it: sides may be exchanged while a game goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BotKey {
    pub(crate) game: String,
    pub(crate) player: Player,
    pub(crate) spec: String,
}

/// The bots, the least recently used first.
pub(crate) struct KeptBots {
    bots: Mutex<VecDeque<(BotKey, Box<dyn DynBot>)>>,
    most: usize,
}

impl KeptBots {
    /// Room for at most this many bots.
    pub(crate) fn new(most: usize) -> Self {
        Self { bots: Mutex::default(), most }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(BotKey, Box<dyn DynBot>)>> {
        // Every change is a single step, so a panic elsewhere leaves the list as it should be.
        self.bots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bot of a game, to think with.
    pub(crate) fn take(&self, key: &BotKey) -> Option<Box<dyn DynBot>> {
        let mut bots = self.lock();
        let at = bots.iter().position(|(known, _)| known == key)?;
        bots.remove(at).map(|(_, bot)| bot)
    }

    /// Keeps a bot for the next move of its game.
    pub(crate) fn keep(&self, key: BotKey, bot: Box<dyn DynBot>) {
        let mut bots = self.lock();
        bots.push_back((key, bot));
        let surplus = bots.len().saturating_sub(self.most);
        let dropped: Vec<_> = bots.drain(..surplus).collect();
        // Freeing their memory takes a moment: not under the lock.
        drop(bots);
        drop(dropped);
    }

    /// A game is over: its bots are not needed any more.
    pub(crate) fn forget(&self, game: &str) {
        let mut dropped = Vec::new();
        let mut bots = self.lock();
        for (key, bot) in std::mem::take(&mut *bots) {
            if key.game == game {
                dropped.push(bot);
            } else {
                bots.push_back((key, bot));
            }
        }
        drop(bots);
    }

    /// How many bots are kept.
    pub(crate) fn count(&self) -> usize {
        self.lock().len()
    }
}

#[cfg(test)]
mod tests {
    use potez_table::BotSpec;

    use super::*;

    fn key(game: &str) -> BotKey {
        BotKey { game: game.into(), player: Player::X, spec: "random".into() }
    }

    fn bot() -> Box<dyn DynBot> {
        potez_table::open("byte", None).unwrap().bot(&BotSpec::new("random")).unwrap()
    }

    #[test]
    fn the_least_recently_used_bot_makes_room() {
        let kept = KeptBots::new(2);
        kept.keep(key("a"), bot());
        kept.keep(key("b"), bot());
        let first = kept.take(&key("a")).unwrap();
        kept.keep(key("a"), first);
        kept.keep(key("c"), bot());
        assert_eq!(kept.count(), 2);
        assert!(kept.take(&key("b")).is_none());
        assert!(kept.take(&key("a")).is_some() && kept.take(&key("c")).is_some());
    }

    #[test]
    fn a_bot_plays_for_its_own_game_and_side_with_its_own_spec() {
        let kept = KeptBots::new(4);
        kept.keep(key("a"), bot());
        assert!(kept.take(&BotKey { player: Player::O, ..key("a") }).is_none());
        assert!(kept.take(&BotKey { spec: "greedy".into(), ..key("a") }).is_none());
        kept.keep(key("b"), bot());
        kept.forget("a");
        assert_eq!(kept.count(), 1);
        assert!(kept.take(&key("b")).is_some());
    }
}
