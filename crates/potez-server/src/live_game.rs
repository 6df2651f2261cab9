//! One game in memory: its state behind a lock, and what everybody may see of it behind a channel.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use potez_session::{IllegalMoves, Policy, Session, SessionState, Sides};
use potez_table::{Ending, Player};
use potez_wire::games::{GameFacts, SeatPresence, Surroundings};
use potez_words::Words;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::clients::{Client, Permit};
use crate::error::ApiError;
use crate::limits;
use crate::metadata::{self, SeatAccess};
use crate::nodes::{NodeEvent, Nodes};
use crate::storage::StoredGame;
use crate::wire::{GameView, Phrase, Utterance};

pub(crate) use potez_wire::games::POLICY;

/// How games of a league are run: by the clock from the first move on, and whoever makes a forbidden move has lost.
const LEAGUE_POLICY: Policy = Policy {
    clock_from: 0,
    early_increment: true,
    grace: limits::LEAGUE_LATE,
    illegal_moves: IllegalMoves::Forfeit,
    max_plies: Some(limits::MOVES),
    abort_until: 0,
    ..POLICY
};

/// How a game is run.
pub(crate) fn policy(state: &SessionState) -> Policy {
    if state.refereed { LEAGUE_POLICY } else { POLICY }
}

/// A game that people look at.
pub(crate) struct LiveGame {
    pub(crate) id: String,
    pub(crate) created: u64,
    pub(crate) state: tokio::sync::Mutex<GameState>,
    public: watch::Sender<Arc<Snapshot>>,
    /// Apart from the rest: it changes often, and can be told later.
    presence: watch::Sender<Presence>,
    /// Counts against its maker until the game is over.
    pub(crate) permit: Mutex<Option<Permit>>,
    /// On whose account the engine works.
    pub(crate) client: Mutex<Client>,
    nodes: Arc<Nodes>,
    /// Who is here by way of other servers, by their runs.
    far: Mutex<HashMap<u64, [usize; 3]>>,
}

/// What only one task at a time may change.
pub(crate) struct GameState {
    pub(crate) version: u64,
    pub(crate) updated: u64,
    pub(crate) session: Session,
    pub(crate) access: [SeatAccess; 2],
    /// The run of the server that has written this version.
    pub(crate) run: Option<u64>,
    /// The engine at work.
    pub(crate) thinking: Option<AbortHandle>,
    /// Whether another server lets its engine work on this version.
    pub(crate) is_elsewhere: bool,
    /// Whether it began while nobody looked at two bots.
    pub(crate) is_unattended: bool,
    /// Waits for the flag to fall.
    pub(crate) flag: Option<AbortHandle>,
    /// Whether the disk may hold a newer version, because a change failed and nothing could be read
    /// since.
    pub(crate) is_uncertain: bool,
}

/// Who is here: connections of X, of O, and of those who look on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Presence {
    seats: [usize; 2],
    watchers: usize,
    /// The same, by way of other servers.
    far: [usize; 3],
    /// What X and O have said last. It is told like presence, and stored no more than that.
    said: [Option<Utterance>; 2],
}

/// A game at one moment, in no language yet.
#[derive(Clone)]
pub(crate) struct Snapshot {
    pub(crate) version: u64,
    pub(crate) updated: u64,
    pub(crate) access: [SeatAccess; 2],
    pub(crate) game: Arc<GameFacts>,
    pub(crate) thinking: bool,
    /// How it ended, if it is over.
    pub(crate) ending: Option<Ending>,
}

impl GameState {
    /// A game at which nothing is going on.
    pub(crate) fn new(version: u64, updated: u64, session: Session, access: [SeatAccess; 2]) -> Self {
        Self {
            version,
            updated,
            session,
            access,
            run: None,
            thinking: None,
            is_elsewhere: false,
            is_unattended: false,
            flag: None,
            is_uncertain: false,
        }
    }

    /// Whether an engine is at work, here or elsewhere.
    pub(crate) fn is_thinking(&self) -> bool {
        self.thinking.is_some() || self.is_elsewhere
    }

    /// The game as it was stored.
    pub(crate) fn restore(stored: &StoredGame) -> Result<Self, ApiError> {
        let damaged = |what: &dyn std::fmt::Display| {
            tracing::error!(game = stored.id, %what, "a stored game cannot be read");
            ApiError::damaged()
        };
        let (state, access) = metadata::read(&stored.metadata).map_err(|error| damaged(&error))?;
        let policy = policy(&state);
        let session = Session::restore(state, &stored.moves, policy).map_err(|message| damaged(&message))?;
        Ok(Self { run: stored.run, ..Self::new(stored.version, stored.updated, session, access) })
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            version: self.version,
            updated: self.updated,
            game: Arc::new(GameFacts::of(&self.session)),
            thinking: self.is_thinking(),
            ending: self.session.ending(),
            access: self.access.clone(),
        }
    }
}

impl LiveGame {
    pub(crate) fn new(
        (id, created): (String, u64),
        state: GameState,
        permit: Option<Permit>,
        client: Client,
        nodes: &Arc<Nodes>,
    ) -> Arc<Self> {
        let snapshot = state.snapshot();
        Arc::new(Self {
            id,
            created,
            state: tokio::sync::Mutex::new(state),
            public: watch::Sender::new(Arc::new(snapshot)),
            presence: watch::Sender::new(Presence::default()),
            permit: Mutex::new(permit),
            client: Mutex::new(client),
            nodes: nodes.clone(),
            far: Mutex::default(),
        })
    }

    /// The game as everybody may see it now.
    pub(crate) fn snapshot(&self) -> Arc<Snapshot> {
        self.public.borrow().clone()
    }

    /// Shows everybody how the game stands.
    pub(crate) fn publish(&self, state: &GameState) {
        self.public.send_replace(Arc::new(state.snapshot()));
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
        *self.presence.borrow()
    }

    /// The game at every moment from now on, for somebody who is not seen.
    pub(crate) fn changes(&self) -> watch::Receiver<Arc<Snapshot>> {
        self.public.subscribe()
    }

    /// How many look at the game.
    pub(crate) fn subscriptions(&self) -> usize {
        self.public.receiver_count()
    }

    /// Comes to look at the game, as a player or not.
    pub(crate) fn enter(self: &Arc<Self>, you: Option<Sides>) -> Subscription {
        self.change_presence(you, |count| *count += 1);
        Subscription { live: self.clone(), you, changes: self.public.subscribe(), presence: self.presence.subscribe() }
    }

    /// A player says something; false if it is too soon after what was said before.
    pub(crate) fn say(&self, player: Player, phrase: Phrase, at: u64) -> bool {
        let pause = limits::BETWEEN_PHRASES.as_millis() as u64;
        self.presence.send_if_modified(|presence| {
            let said = &mut presence.said[player.index()];
            let is_soon = said.is_some_and(|before| at.abs_diff(before.at) < pause);
            if !is_soon {
                *said = Some(Utterance { phrase, at });
            }
            !is_soon
        }) && {
            self.tell_presence();
            true
        }
    }

    /// Tells other servers who is here by way of this one.
    pub(crate) fn tell_presence(&self) {
        let Presence { seats: [x, o], watchers, said, .. } = self.presence();
        let (game, run) = (self.id.clone(), self.nodes.own());
        self.nodes.tell(NodeEvent::Present { game, run, people: [x, o, watchers], said });
    }

    /// Another server has told who is here by way of it, or is gone.
    pub(crate) fn set_far(&self, run: u64, told: Option<([usize; 3], [Option<Utterance>; 2])>) {
        let sum = {
            let mut far = self.far.lock().unwrap_or_else(PoisonError::into_inner);
            match told {
                Some((people, _)) if people != [0; 3] => far.insert(run, people),
                _ => far.remove(&run),
            };
            far.values().fold([0; 3], |sum, people| std::array::from_fn(|at| sum[at] + people[at]))
        };
        self.presence.send_if_modified(|presence| {
            let before = *presence;
            presence.far = sum;
            for (said, told) in presence.said.iter_mut().zip(told.into_iter().flat_map(|(_, said)| said)) {
                if told.is_some_and(|told| said.is_none_or(|said| said.at < told.at)) {
                    *said = told;
                }
            }
            before != *presence
        });
    }

    /// Whether whoever plays this side is connected.
    pub(crate) fn is_here(&self, player: Player) -> bool {
        self.presence().count(player) > 0
    }

    fn change_presence(&self, you: Option<Sides>, change: impl Fn(&mut usize)) {
        self.presence.send_modify(|presence| match you {
            None => change(&mut presence.watchers),
            Some(you) => {
                for side in Player::BOTH.into_iter().filter(|&side| you.plays(side)) {
                    change(&mut presence.seats[side.index()]);
                }
            }
        });
        self.tell_presence();
    }
}

impl Presence {
    /// Whether anybody is here at all.
    pub(crate) fn is_empty(self) -> bool {
        self.is_empty_here() && self.far == [0; 3]
    }

    /// Whether nobody is here by way of this server.
    pub(crate) fn is_empty_here(self) -> bool {
        self.watchers == 0 && self.seats == [0; 2]
    }

    /// Connections of a player.
    fn count(self, player: Player) -> usize {
        self.seats[player.index()] + self.far[player.index()]
    }
}

/// Somebody who looks at a game, until this is dropped.
pub(crate) struct Subscription {
    pub(crate) live: Arc<LiveGame>,
    pub(crate) you: Option<Sides>,
    pub(crate) changes: watch::Receiver<Arc<Snapshot>>,
    pub(crate) presence: watch::Receiver<Presence>,
}

impl Subscription {
    /// The seats were exchanged: the visitor is now on another side.
    pub(crate) fn sit(&mut self, you: Option<Sides>) {
        if you != self.you {
            self.live.change_presence(self.you, |count| *count = count.saturating_sub(1));
            self.live.change_presence(you, |count| *count += 1);
            self.you = you;
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.live.change_presence(self.you, |count| *count = count.saturating_sub(1));
    }
}

impl Snapshot {
    /// Whether whoever plays this side has ever been here.
    pub(crate) fn has_joined(&self, player: Player) -> bool {
        self.access[player.index()].joined
    }

    /// The seat that anybody may take, if there is one.
    pub(crate) fn open_seat(&self) -> Option<Player> {
        metadata::open_seat(&self.access)
            .filter(|_| self.game.session.ending.is_none() && self.game.position.result.is_none())
    }

    /// The game for one reader.
    pub(crate) fn view(&self, live: &LiveGame, you: Option<Sides>, words: &Words, now: u64) -> GameView {
        let presence = live.presence();
        let seat = |player: Player| SeatPresence {
            online: presence.count(player) > 0,
            joined: self.has_joined(player),
            open: self.open_seat() == Some(player),
            said: presence.said[player.index()],
        };
        let around = Surroundings {
            id: &live.id,
            version: self.version,
            created: live.created,
            updated: self.updated,
            thinking: self.thinking,
            you,
            presence: Player::BOTH.map(seat),
            watchers: presence.watchers + presence.far[2],
        };
        self.game.view(&around, words, now)
    }
}
