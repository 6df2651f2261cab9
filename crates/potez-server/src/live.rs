//! One game in memory: its state behind a lock, and what everybody may see of it behind a channel.

use std::sync::{Arc, Mutex, PoisonError};

use potez_engine::Table;
use potez_words::Words;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::clients::{Client, Permit};
use crate::failure::Failure;
use crate::heads::Head;
use crate::positions::Facts;
use crate::sayings;
use crate::storage::Stored;
use crate::wire::{ClockView, Lesson, PlayerKind, PlayerView, Players, Side, State, Takeback, You};
use crate::{remarks, tables};

/// A game that people look at.
pub(crate) struct Live {
    pub(crate) id: String,
    pub(crate) created: u64,
    pub(crate) inner: tokio::sync::Mutex<Inner>,
    public: watch::Sender<Arc<Snapshot>>,
    presence: Mutex<Presence>,
    /// Counts against its maker until the game is over.
    pub(crate) permit: Mutex<Option<Permit>>,
    /// On whose account the engine works.
    pub(crate) client: Mutex<Client>,
}

/// What only one task at a time may change.
pub(crate) struct Inner {
    pub(crate) version: u64,
    pub(crate) updated: u64,
    pub(crate) head: Head,
    pub(crate) table: Box<dyn Table>,
    /// The engine at work.
    pub(crate) thinking: Option<AbortHandle>,
    /// Waits for the flag to fall.
    pub(crate) flag: Option<AbortHandle>,
}

/// Who is here: connections of X, of O, and of those who look on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Presence {
    seats: [usize; 2],
    watchers: usize,
}

/// A game at one moment, in no language yet.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) version: u64,
    pub(crate) updated: u64,
    pub(crate) head: Head,
    pub(crate) facts: Arc<Facts>,
    pub(crate) presence: Presence,
    pub(crate) thinking: bool,
    /// How many moves are left when X, O or both take one back.
    undo: [Option<usize>; 3],
    /// A table before the bad move, for the teacher's words.
    lesson_at: Option<Arc<Mutex<Box<dyn Table>>>>,
}

impl Inner {
    /// The game as it was stored.
    pub(crate) fn restore(stored: &Stored) -> Result<Self, Failure> {
        let damaged = |what: &dyn std::fmt::Display| {
            tracing::error!(game = stored.id, %what, "a stored game cannot be read");
            Failure::internal()
        };
        let head: Head = serde_json::from_str(&stored.head).map_err(|error| damaged(&error))?;
        let mut table = tables::open(&head.game, head.start.as_deref())?;
        for mv in &stored.moves {
            table.play(mv).map_err(|message| damaged(&message))?;
        }
        Ok(Self { version: stored.version, updated: stored.updated, head, table, thinking: None, flag: None })
    }

    /// How the game ended, by the rules or otherwise.
    pub(crate) fn result(&self) -> Option<sayings::Result> {
        result(self.table.as_ref(), &self.head)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.result().is_some()
    }

    /// Who is to move.
    pub(crate) fn turn(&self) -> Side {
        self.table.turn().into()
    }

    /// Moves made by the players.
    pub(crate) fn made(&self) -> usize {
        self.table.ply().saturating_sub(self.head.given)
    }

    /// How many moves are left when somebody takes back the last one of theirs.
    pub(crate) fn undo_length(&self, you: You) -> Option<usize> {
        let mut copy = self.table.fork();
        while copy.ply() > self.head.given && copy.undo() {
            if you.plays(copy.turn().into()) {
                return Some(copy.ply());
            }
        }
        None
    }

    /// The table with only so many moves.
    pub(crate) fn cut(&self, length: usize) -> Box<dyn Table> {
        let mut copy = self.table.fork();
        while copy.ply() > length && copy.undo() {}
        copy
    }

    fn snapshot(&self, presence: Presence) -> Snapshot {
        let mut facts = Facts::of(self.table.as_ref());
        facts.result = self.result();
        if facts.result.is_some() {
            facts.legal = 0;
        }
        Snapshot {
            version: self.version,
            updated: self.updated,
            facts: Arc::new(facts),
            presence,
            thinking: self.thinking.is_some(),
            undo: [You::X, You::O, You::Both].map(|you| self.undo_length(you)),
            lesson_at: self.head.lesson.is_some().then(|| Arc::new(Mutex::new(self.table.fork()))),
            head: self.head.clone(),
        }
    }
}

fn result(table: &dyn Table, head: &Head) -> Option<sayings::Result> {
    sayings::Result::of(table).or_else(|| {
        let verdict = head.ending.as_ref()?;
        Some(sayings::Result { winner: verdict.winner, reason: verdict.reason.clone() })
    })
}

impl Live {
    pub(crate) fn new(id: String, created: u64, inner: Inner, permit: Option<Permit>, client: Client) -> Arc<Self> {
        let snapshot = inner.snapshot(Presence::default());
        Arc::new(Self {
            id,
            created,
            inner: tokio::sync::Mutex::new(inner),
            public: watch::Sender::new(Arc::new(snapshot)),
            presence: Mutex::default(),
            permit: Mutex::new(permit),
            client: Mutex::new(client),
        })
    }

    /// The game as everybody may see it now.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.public.borrow().clone()
    }

    /// Shows everybody how the game stands.
    pub(crate) fn publish(&self, inner: &Inner) {
        // The presence is read inside, so that a change of it between here and there is not lost.
        let mut snapshot = inner.snapshot(Presence::default());
        self.public.send_modify(|public| {
            snapshot.presence = self.presence();
            *public = Arc::new(snapshot);
        });
    }

    /// Shows everybody whether the engine is at work.
    pub(crate) fn publish_thinking(&self, thinking: bool) {
        self.public.send_if_modified(|public| {
            let changed = public.thinking != thinking;
            if changed {
                *public = Arc::new(Snapshot { thinking, ..(**public).clone() });
            }
            changed
        });
    }

    pub(crate) fn presence(&self) -> Presence {
        *self.presence.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Comes to look at the game, as a player or not.
    pub(crate) fn enter(self: &Arc<Self>, you: Option<You>) -> Visit {
        self.change_presence(you, |count| *count += 1);
        Visit { live: self.clone(), you, changes: self.public.subscribe() }
    }

    fn change_presence(&self, you: Option<You>, change: impl Fn(&mut usize)) {
        self.public.send_modify(|public| {
            let mut presence = self.presence.lock().unwrap_or_else(PoisonError::into_inner);
            match you {
                None => change(&mut presence.watchers),
                Some(you) => {
                    for side in Side::BOTH.into_iter().filter(|&side| you.plays(side)) {
                        change(&mut presence.seats[side.index()]);
                    }
                }
            }
            *public = Arc::new(Snapshot { presence: *presence, ..(**public).clone() });
        });
    }
}

impl Presence {
    /// Whether anybody is here at all.
    pub(crate) fn is_empty(self) -> bool {
        self == Self::default()
    }
}

/// Somebody who looks at a game, until this is dropped.
pub(crate) struct Visit {
    pub(crate) live: Arc<Live>,
    pub(crate) you: Option<You>,
    pub(crate) changes: watch::Receiver<Arc<Snapshot>>,
}

impl Visit {
    /// The seats were exchanged: the visitor is now on another side.
    pub(crate) fn sit(&mut self, you: Option<You>) {
        if you != self.you {
            self.live.change_presence(self.you, |count| *count = count.saturating_sub(1));
            self.live.change_presence(you, |count| *count += 1);
            self.you = you;
        }
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.live.change_presence(self.you, |count| *count = count.saturating_sub(1));
    }
}

impl Snapshot {
    /// The game for one reader.
    pub(crate) fn state(&self, live: &Live, you: Option<You>, words: &Words, now: u64) -> State {
        let head = &self.head;
        let clock = head.clock.as_ref().map(|clock| ClockView {
            control: clock.control,
            x: clock.left(Side::X, now),
            o: clock.left(Side::O, now),
            running: clock.running().filter(|_| !clock.is_held(now)),
        });
        let undo = match you {
            None => None,
            Some(You::X) => self.undo[0],
            Some(You::O) => self.undo[1],
            Some(You::Both) => self.undo[2],
        };
        State {
            id: live.id.clone(),
            version: self.version,
            now,
            you,
            position: self.facts.say(words),
            players: Players { x: self.player(Side::X), o: self.player(Side::O) },
            clock,
            takeback: head.takeback,
            teaching: head.teaching,
            offers: head.offers,
            next: head.next.clone(),
            thinking: self.thinking,
            watchers: self.presence.watchers,
            lesson: self.lesson(words),
            can_undo: undo.is_some() && head.ending.is_none() && head.takeback != Takeback::Off,
            created: live.created,
            updated: self.updated,
        }
    }

    fn player(&self, side: Side) -> PlayerView {
        let seat = self.head.seat(side);
        let is_engine = seat.bot.is_some();
        PlayerView {
            name: seat.name.clone(),
            kind: if is_engine { PlayerKind::Engine } else { PlayerKind::Human },
            bot: seat.bot.clone(),
            online: is_engine || self.presence.seats[side.index()] > 0,
            joined: is_engine || seat.joined,
        }
    }

    fn lesson(&self, words: &Words) -> Option<Lesson> {
        let taught = self.head.lesson.as_ref()?;
        let table = self.lesson_at.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        let said = remarks::on(table.as_ref(), &taught.mv, words).into_iter().map(|remark| remark.words);
        Some(Lesson {
            mv: taught.mv.clone(),
            by: taught.by,
            chance_before: crate::analyses::round(taught.before),
            chance_after: crate::analyses::round(taught.after),
            words: said.collect(),
        })
    }
}
