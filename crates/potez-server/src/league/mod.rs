//! Leagues of bots: kept as journals, played as ordinary games of this server.
//!
//! What a league is follows from its journal (`potez_arena::league`), and an event is on disk before anybody hears of
//! it. `driver.rs` plans rounds and begins games, `referee.rs` follows one game, `bot_line.rs` is the way to one bot,
//! `bots.rs` is what bots may say, `socket.rs` lets them say it over a WebSocket.

mod bot_line;
mod bots;
mod driver;
mod export;
mod referee;
mod socket;
mod uploads;
mod views;
pub(crate) mod wire;

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::time::Duration;

use potez_arena::league::{League, LeagueEvent, LeagueFault, LeagueStanding, LeagueTerms, Participant};
use potez_words::Arg;
use tokio::sync::{Notify, watch};

use crate::clients::Client;
use crate::error::ApiError;
use crate::games::LiveGames;
use crate::limits;
use crate::nodes::Nodes;
use crate::seats::{self, TokenHash};
use crate::storage::{JournalLine, StorageError};

pub(crate) use bot_line::{BotLine, Contact, Delivery};
pub(crate) use bots::{BotFault, BotMessage, BotMove};
pub(crate) use export::{ExportFormat, export};
pub(crate) use socket::connect;
pub(crate) use uploads::{UploadedProgram, check as check_program};
pub(crate) use views::upload_view;

/// What the names of journals of leagues begin with.
const JOURNALS: &str = "league/";
/// How long to wait before something is written again that could not be.
const PAUSE: Duration = Duration::from_secs(1);
/// How often it is looked for leagues of other servers.
const LOOK_AROUND: Duration = Duration::from_secs(2);

/// The leagues of a server.
pub(crate) struct Leagues {
    pub(crate) games: Arc<LiveGames>,
    all: Mutex<BTreeMap<String, Arc<LiveLeague>>>,
    /// Whose token has this hash.
    tokens: Mutex<HashMap<String, (String, usize)>>,
}

/// A table, and the state of the league that it belongs to.
type KnownStandings = (Weak<League>, Arc<[LeagueStanding]>);

/// One league.
pub(crate) struct LiveLeague {
    pub(crate) id: String,
    league: RwLock<Arc<League>>,
    /// The table as it was computed last, and of which state of the league.
    standings: Mutex<KnownStandings>,
    /// The number of the next line of its journal; who holds it writes.
    next: tokio::sync::Mutex<u64>,
    /// Grows with everything that can be seen of it.
    pub(crate) version: watch::Sender<u64>,
    /// The way to every participant.
    lines: Mutex<Vec<Arc<BotLine>>>,
    /// Whether the server ends: nothing is begun and nothing tried again.
    is_stopped: AtomicBool,
    /// Something has happened that the driver should look at.
    pub(crate) wake: Notify,
}

/// A participant, known by its token.
#[derive(Clone)]
pub(crate) struct KnownBot {
    pub(crate) league: Arc<LiveLeague>,
    pub(crate) bot: usize,
    pub(crate) line: Arc<BotLine>,
    pub(crate) client: Client,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LiveLeague {
    fn new(id: String, league: League, next: u64) -> Arc<Self> {
        let lines = league.bots().iter().map(|_| BotLine::new()).collect();
        Arc::new(Self {
            id,
            league: RwLock::new(Arc::new(league)),
            standings: Mutex::new((Weak::new(), Arc::new([]))),
            next: tokio::sync::Mutex::new(next),
            version: watch::Sender::new(next),
            lines: Mutex::new(lines),
            is_stopped: AtomicBool::new(false),
            wake: Notify::new(),
        })
    }

    /// Looks at how it stands. However long that takes, nobody who writes waits for it.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&League) -> T) -> T {
        look(&self.now())
    }

    fn now(&self) -> Arc<League> {
        Arc::clone(&self.league.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// How it stands, with the table: computed once for all who ask until something happens.
    pub(crate) fn ranked(&self) -> (Arc<League>, Arc<[LeagueStanding]>) {
        let mut known = lock(&self.standings);
        let league = self.now();
        if !known.0.upgrade().is_some_and(|of| Arc::ptr_eq(&of, &league)) {
            *known = (Arc::downgrade(&league), league.standings().into());
        }
        (league, known.1.clone())
    }

    /// The way to a participant.
    pub(crate) fn line(&self, bot: usize) -> Option<Arc<BotLine>> {
        lock(&self.lines).get(bot).cloned()
    }

    /// Whether the server ends.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Somebody has come or gone.
    pub(crate) fn stir(&self) {
        self.version.send_modify(|version| *version += 1);
        self.wake.notify_one();
    }

    fn apply(&self, event: &LeagueEvent) {
        let bots = {
            let mut league = self.league.write().unwrap_or_else(PoisonError::into_inner);
            Arc::make_mut(&mut league).apply(event);
            league.bots().len()
        };
        lock(&self.lines).resize_with(bots, BotLine::new);
    }

    fn journal(&self) -> String {
        format!("{JOURNALS}{}", self.id)
    }

    /// Writes an event down and lets it happen. After a failure what lies on disk is the truth.
    async fn record(&self, games: &LiveGames, event: LeagueEvent) -> Result<(), StorageError> {
        let mut next = self.next.lock().await;
        let text = serde_json::to_string(&event).map_err(|error| StorageError::Broken(error.to_string()))?;
        let written = games.storage.add_line(JournalLine { name: self.journal(), number: *next, text }).await;
        if written.is_ok() {
            *next += 1;
            self.apply(&event);
        } else {
            self.read_on(games, &mut next).await?;
        }
        drop(next);
        self.stir();
        written
    }

    /// Takes in the lines that others have written; whether there were some.
    async fn read_on(&self, games: &LiveGames, next: &mut u64) -> Result<bool, StorageError> {
        let lines = games.storage.lines(&self.journal(), *next).await?;
        for line in &lines {
            *next += 1;
            match serde_json::from_str(line) {
                Ok(event) => self.apply(&event),
                Err(error) => tracing::error!(league = self.id, %error, "a line of a journal cannot be read"),
            }
        }
        Ok(!lines.is_empty())
    }

    /// Whether this server plays the league. Where several share a database one of them does, that to which its bots
    /// came first, for as long as it is alive.
    pub(crate) fn is_ours(&self, nodes: &Nodes) -> bool {
        !nodes.is_shared() || self.read(League::owner) == Some(nodes.own())
    }

    /// Whether another server plays it.
    pub(crate) fn is_elsewhere(&self, nodes: &Nodes) -> bool {
        self.read(League::owner).is_some_and(|run| nodes.is_elsewhere(run))
    }

    /// The same, tried until it has happened; `has_happened` says whether it has, or need not any more.
    pub(crate) async fn record_surely(
        &self,
        games: &LiveGames,
        event: LeagueEvent,
        has_happened: impl Fn(&League) -> bool,
    ) {
        loop {
            if self.read(&has_happened) || self.is_stopped() {
                return;
            }
            if let Err(error) = self.record(games, event.clone()).await {
                tracing::warn!(league = self.id, %error, "an event of a league could not be written");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// The same, for whoever waits for an answer: once, and if it is not clear what came of it, looked after.
    pub(crate) async fn record_now(
        &self,
        games: &LiveGames,
        event: LeagueEvent,
        has_happened: impl Fn(&League) -> bool,
    ) -> Result<(), ApiError> {
        let mut tries = if games.nodes.is_shared() { 3 } else { 1 };
        loop {
            tries -= 1;
            match self.record(games, event.clone()).await {
                // Another server may have written the same line of the journal: the next one is free.
                Err(_) if tries > 0 && !self.read(&has_happened) => {}
                Err(error) if !self.read(&has_happened) => return Err(error.into()),
                _ => return Ok(()),
            }
        }
    }

    /// Writes down what a participant did wrong, unless it has done so too often or there is little room left.
    pub(crate) async fn note_fault(&self, games: &LiveGames, mut fault: LeagueFault) {
        if self.read(|league| league.bots().get(fault.bot).is_none_or(|bot| bot.fault_count >= limits::LEAGUE_FAULTS)) {
            return;
        }
        if games.check_room().await.is_err() {
            return;
        }
        fault.at = games.time.now_ms();
        for line in [&mut fault.sent, &mut fault.expected].into_iter().chain(&mut fault.io) {
            *line = shortened(line);
        }
        let skipped = fault.io.len().saturating_sub(limits::LEAGUE_LINES);
        fault.io.drain(..skipped);
        // What cannot be written is no reason to keep anybody waiting.
        if let Err(error) = self.record(games, LeagueEvent::Fault(fault)).await {
            tracing::warn!(league = self.id, %error, "a fault could not be written");
        }
    }
}

/// Fails where a league with this number of participants would have more games than a league may have.
pub(crate) fn check_size(league: &League, terms: &LeagueTerms, bots: usize) -> Result<(), ApiError> {
    check_games(league.games().len().max(terms.games_of(bots)))
}

/// Fails where these are more games than a league may have.
pub(crate) fn check_games(games: usize) -> Result<(), ApiError> {
    if games <= limits::LEAGUE_GAMES {
        return Ok(());
    }
    let numbers = [("games", games), ("limit", limits::LEAGUE_GAMES)];
    Err(ApiError::unfit_with(
        "server-league-large",
        numbers.map(|(name, number)| (name, Arg::from(number.to_string()))).to_vec(),
    ))
}

/// The beginning of a line, without what would spoil a page or a terminal.
fn shortened(line: &str) -> String {
    line.chars().take(limits::LEAGUE_LINE).map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// Leagues that other servers make are known here a moment later.
async fn look_for_new(leagues: Weak<Leagues>) {
    loop {
        tokio::time::sleep(LOOK_AROUND).await;
        let Some(leagues) = leagues.upgrade() else { return };
        if let Err(error) = leagues.look_around().await {
            tracing::warn!(%error, "leagues of other servers could not be read");
        }
    }
}

impl Leagues {
    /// The leagues that the storage holds. Those under way go on.
    pub(crate) async fn load(games: Arc<LiveGames>) -> Result<Arc<Self>, StorageError> {
        let leagues = Arc::new(Self { games, all: Mutex::default(), tokens: Mutex::default() });
        leagues.look_around().await?;
        if leagues.games.nodes.is_shared() {
            tokio::spawn(look_for_new(Arc::downgrade(&leagues)));
        }
        Ok(leagues)
    }

    /// Takes in the leagues that are not known yet.
    async fn look_around(self: &Arc<Self>) -> Result<(), StorageError> {
        let leagues = self;
        for name in leagues.games.storage.journals(JOURNALS).await? {
            if lock(&leagues.all).contains_key(&name[JOURNALS.len()..]) {
                continue;
            }
            let lines = leagues.games.storage.lines(&name, 0).await?;
            let events: Result<Vec<LeagueEvent>, _> = lines.iter().map(|line| serde_json::from_str(line)).collect();
            let league = events.map(|events| League::of(&events));
            let Ok(Some(league)) = league else {
                tracing::error!(name, "the journal of a league cannot be read; the league is left out");
                continue;
            };
            let id = name[JOURNALS.len()..].to_string();
            leagues.take_in(&LiveLeague::new(id, league, lines.len() as u64));
        }
        Ok(())
    }

    /// Takes in what other servers have written about a league.
    pub(crate) async fn catch_up(&self, live: &LiveLeague) -> Result<(), StorageError> {
        let mut next = live.next.lock().await;
        let is_news = live.read_on(&self.games, &mut next).await?;
        drop(next);
        if is_news {
            self.know_tokens(live);
            live.version.send_modify(|version| *version += 1);
        }
        Ok(())
    }

    fn know_tokens(&self, live: &LiveLeague) {
        let mut tokens = lock(&self.tokens);
        live.read(|league| {
            for (bot, known) in league.bots().iter().enumerate() {
                for hash in [Some(&known.lock), known.host_lock.as_ref()].into_iter().flatten() {
                    tokens.insert(hash.clone(), (live.id.clone(), bot));
                }
            }
        });
    }

    fn take_in(self: &Arc<Self>, live: &Arc<LiveLeague>) {
        self.know_tokens(live);
        // Another look around may have been faster.
        if lock(&self.all).contains_key(&live.id) {
            return;
        }
        lock(&self.all).insert(live.id.clone(), live.clone());
        tokio::spawn(driver::drive(Arc::downgrade(self), live.clone()));
    }

    /// The server ends.
    pub(crate) fn stop(&self) {
        for live in self.all() {
            live.is_stopped.store(true, Ordering::Relaxed);
            live.stir();
        }
    }

    /// All leagues, the newest first.
    pub(crate) fn all(&self) -> Vec<Arc<LiveLeague>> {
        let mut all: Vec<_> = lock(&self.all).values().cloned().collect();
        all.sort_by_key(|live| std::cmp::Reverse(live.read(League::created)));
        all
    }

    /// A league by its name.
    pub(crate) fn find(&self, id: &str) -> Result<Arc<LiveLeague>, ApiError> {
        lock(&self.all).get(id).cloned().ok_or_else(ApiError::not_found)
    }

    /// The participant that a token belongs to.
    pub(crate) fn bot(&self, token: &str) -> Option<KnownBot> {
        let hash = TokenHash::of(token);
        let (id, bot) = lock(&self.tokens).get(hash.as_text()).cloned()?;
        let league = lock(&self.all).get(&id).cloned()?;
        // Another server may have given out a new token since.
        let is_good =
            |known: &Participant| known.lock == hash.as_text() || known.host_lock.as_deref() == Some(hash.as_text());
        league.read(|league| league.bots().get(bot).is_some_and(is_good)).then_some(())?;
        let line = league.line(bot)?;
        let number = u64::from_str_radix(hash.as_text().get(..16)?, 16).ok()?;
        Some(KnownBot { league, bot, line, client: Client::known_by(number) })
    }

    /// On whose account a participant's requests go.
    pub(crate) fn client(&self, token: &str) -> Option<Client> {
        self.bot(token).map(|bot| bot.client)
    }

    /// A league by its name, for whoever has its key.
    pub(crate) fn for_keeper(&self, id: &str, key: Option<&str>) -> Result<Arc<LiveLeague>, ApiError> {
        let live = self.find(id)?;
        let opens = key.is_some_and(|key| live.read(|league| TokenHash::of(key).opens(league.lock())));
        if opens { Ok(live) } else { Err(ApiError::league_key()) }
    }

    /// Makes a league; returns it with its key.
    pub(crate) async fn make(self: &Arc<Self>, terms: LeagueTerms) -> Result<(Arc<LiveLeague>, String), ApiError> {
        if lock(&self.all).len() >= limits::LEAGUES {
            return Err(ApiError::unfit_with(
                "server-leagues-many",
                vec![("limit", Arg::from(limits::LEAGUES.to_string()))],
            ));
        }
        self.games.check_room().await?;
        let (id, key) = (seats::new_id(), seats::new_token());
        let lock = Some(TokenHash::of(&key).as_text().to_string());
        let event = LeagueEvent::Terms { terms, lock, at: self.games.time.now_ms() };
        let live = LiveLeague::new(id, League::default(), 0);
        live.record_now(&self.games, event, |league| !league.lock().is_empty()).await?;
        self.take_in(&live);
        Ok((live, key))
    }

    /// Lets somebody take part; returns the number and the token.
    pub(crate) async fn add_bot(&self, live: &LiveLeague, name: String) -> Result<(usize, String), ApiError> {
        let taken = live.read(|league| league.bots().iter().any(|bot| bot.name == name));
        if taken {
            return Err(ApiError::unfit_with("server-league-name", vec![("name", Arg::from(name))]));
        }
        if live.read(|league| league.bots().len()) >= limits::LEAGUE_BOTS {
            let limit = limits::LEAGUE_BOTS.to_string();
            return Err(ApiError::unfit_with("server-league-full", vec![("limit", Arg::from(limit))]));
        }
        live.read(|league| check_size(league, league.terms(), league.bots().len() + 1))?;
        self.games.check_room().await?;
        let token = seats::new_token();
        let hash = TokenHash::of(&token).as_text().to_string();
        let place = |league: &League| league.bots().iter().position(|bot| bot.lock == hash);
        let event = LeagueEvent::Joined { name, lock: hash.clone(), at: self.games.time.now_ms() };
        live.record_now(&self.games, event, |league| place(league).is_some()).await?;
        let bot = live.read(place).ok_or_else(ApiError::internal)?;
        lock(&self.tokens).insert(hash.clone(), (live.id.clone(), bot));
        Ok((bot, token))
    }

    /// Gives a participant, or whoever lets its program play (`hosted`), a new token.
    pub(crate) async fn renew_token(&self, live: &LiveLeague, bot: usize, hosted: bool) -> Result<String, ApiError> {
        let lock_of = |league: &League| {
            let known = &league.bots()[bot];
            if hosted { known.host_lock.clone() } else { Some(known.lock.clone()) }
        };
        if live.read(|league| league.bots().len()) <= bot {
            return Err(ApiError::not_found());
        }
        let old = live.read(lock_of);
        let token = seats::new_token();
        let hash = TokenHash::of(&token).as_text().to_string();
        let event = LeagueEvent::Locked { bot, lock: hash.clone(), hosted };
        live.record_now(&self.games, event, |league| lock_of(league).as_ref() == Some(&hash)).await?;
        let mut tokens = lock(&self.tokens);
        if let Some(old) = old {
            tokens.remove(&old);
        }
        tokens.insert(hash, (live.id.clone(), bot));
        Ok(token)
    }
}
