//! The way to one bot: whether it is there, and what waits for it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::limits;

/// Ends of games that wait to be told.
const NEWS: usize = 8;

/// A move that a bot is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AskedMove {
    /// The number of the game in the league.
    pub(crate) number: usize,
    /// Its name on the server.
    pub(crate) id: String,
    /// Moves made so far.
    pub(crate) ply: usize,
}

/// The end of a game, as a bot is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct GameOver {
    pub(crate) t: &'static str,
    pub(crate) game: String,
    /// `win`, `loss`, `draw` or `none`.
    pub(crate) result: &'static str,
    /// Why it is over.
    pub(crate) reason: String,
}

/// What waits for a bot.
pub(crate) enum Delivery {
    Asked(AskedMove),
    Over(GameOver),
}

struct LineState {
    /// Connections that stand.
    sockets: usize,
    /// Questions that wait for an answer.
    polls: usize,
    /// When it was last seen to be there.
    seen: Instant,
    /// Whether it was ever there in this run of the server.
    has_come: bool,
    asked: Option<AskedMove>,
    /// What it was asked for by an answer to a question: it need not be connected while it thinks.
    taken: Option<AskedMove>,
    news: VecDeque<GameOver>,
}

/// The way to one bot.
pub(crate) struct BotLine {
    state: Mutex<LineState>,
    changed: watch::Sender<u64>,
}

/// How a bot is connected.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contact {
    Socket,
    Poll,
}

/// A bot is there until this is dropped.
pub(crate) struct Presence {
    line: Arc<BotLine>,
    contact: Contact,
}

impl Drop for Presence {
    fn drop(&mut self) {
        let mut state = self.line.lock();
        *state.count(self.contact) -= 1;
        state.seen = Instant::now();
    }
}

impl LineState {
    fn count(&mut self, contact: Contact) -> &mut usize {
        match contact {
            Contact::Socket => &mut self.sockets,
            Contact::Poll => &mut self.polls,
        }
    }

    fn is_connected(&self) -> bool {
        self.sockets + self.polls > 0
    }
}

impl BotLine {
    pub(crate) fn new() -> Arc<Self> {
        let state = LineState {
            sockets: 0,
            polls: 0,
            seen: Instant::now(),
            has_come: false,
            asked: None,
            taken: None,
            news: VecDeque::new(),
        };
        Arc::new(Self { state: Mutex::new(state), changed: watch::Sender::new(0) })
    }

    fn lock(&self) -> MutexGuard<'_, LineState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn stir(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    /// A bot comes.
    pub(crate) fn enter(self: &Arc<Self>, contact: Contact) -> Presence {
        let mut state = self.lock();
        *state.count(contact) += 1;
        state.has_come = true;
        Presence { line: self.clone(), contact }
    }

    /// Whether it can begin a game now.
    pub(crate) fn is_ready(&self) -> bool {
        let state = self.lock();
        state.is_connected() || (state.has_come && state.seen.elapsed() < limits::LEAGUE_SILENCE / 2)
    }

    /// Whether it is connected or was a moment ago.
    pub(crate) fn is_here(&self) -> bool {
        let state = self.lock();
        let thinks = state.taken.is_some() && state.taken == state.asked;
        state.is_connected() || thinks || (state.has_come && state.seen.elapsed() < limits::LEAGUE_SILENCE)
    }

    /// For how long it has been away.
    pub(crate) fn away(&self) -> Option<Duration> {
        let state = self.lock();
        // Whoever has taken a question along thinks about it, for all that can be seen.
        let thinks = state.taken.is_some() && state.taken == state.asked;
        (!state.is_connected() && !thinks).then(|| state.seen.elapsed())
    }

    /// Whether it was ever there since the server runs.
    pub(crate) fn has_come(&self) -> bool {
        self.lock().has_come
    }

    /// Asks for a move.
    pub(crate) fn ask(&self, asked: AskedMove) {
        let mut state = self.lock();
        if state.asked.as_ref() != Some(&asked) {
            state.asked = Some(asked);
            drop(state);
            self.stir();
        }
    }

    /// The move that it is asked for.
    pub(crate) fn asked(&self) -> Option<AskedMove> {
        self.lock().asked.clone()
    }

    /// It is not asked for a move of this game.
    pub(crate) fn withdraw(&self, id: &str) {
        self.lock().asked.take_if(|asked| asked.id == id);
    }

    /// It has moved.
    pub(crate) fn answered(&self, answered: &AskedMove) {
        self.lock().asked.take_if(|asked| asked == answered);
    }

    /// Tells it that a game is over.
    pub(crate) fn tell(&self, over: GameOver) {
        let mut state = self.lock();
        state.asked.take_if(|asked| asked.id == over.game);
        state.news.push_back(over);
        if state.news.len() > NEWS {
            state.news.pop_front();
        }
        drop(state);
        self.stir();
    }

    /// What waits for it beyond what it has been told already, the earliest first; waits until there is something.
    pub(crate) async fn next(&self, told: Option<&AskedMove>, contact: Contact) -> Delivery {
        let mut changed = self.changed.subscribe();
        loop {
            {
                let mut state = self.lock();
                if let Some(over) = state.news.pop_front() {
                    return Delivery::Over(over);
                }
                if let Some(asked) = state.asked.clone().filter(|asked| Some(asked) != told) {
                    if contact == Contact::Poll {
                        state.taken = Some(asked.clone());
                    }
                    return Delivery::Asked(asked);
                }
            }
            // The sender is a part of this line.
            let _ = changed.changed().await;
        }
    }
}
