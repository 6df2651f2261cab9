//! What a league does by itself: plans rounds, and begins games when both players are there.

use std::sync::{Arc, Weak};
use std::time::Duration;

use potez_arena::Openings;
use potez_arena::league::{League, LeagueEvent, LeagueFault, LeagueGameState, RoundPlan};
use potez_session::{GameClock, Seat, Session, SessionState, Takeback};
use tokio::time::{Instant, sleep};

use super::{Leagues, LiveLeague, referee};
use crate::clients::Client;
use crate::error::ApiError;
use crate::limits;
use crate::live_game;
use crate::metadata::SeatAccess;

/// How often it is looked whether something can be begun, whether anybody says so or not.
const LOOK: Duration = Duration::from_secs(1);

/// The openings in use, with what they were made from.
type KnownOpenings = Option<((String, u32, u64), Arc<Openings>)>;

/// Drives a league as long as its server runs, and as long as no other server does.
pub(super) async fn drive(leagues: Weak<Leagues>, live: Arc<LiveLeague>) {
    let mut driver = Driver::default();
    loop {
        match leagues.upgrade().filter(|_| !live.is_stopped()) {
            Some(leagues) => driver.look(&leagues, &live).await,
            None => return,
        }
        tokio::select! {
            () = live.wake.notified() => {}
            () = sleep(LOOK) => {}
        }
    }
}

/// What is remembered from look to look.
#[derive(Default)]
struct Driver {
    openings: KnownOpenings,
    /// Since when games are begun.
    started: Option<Instant>,
    /// Whether this server played the league when it last looked.
    was_ours: bool,
    /// When it was last looked what other servers have written.
    caught_up: Option<Instant>,
}

impl Driver {
    async fn look(&mut self, leagues: &Arc<Leagues>, live: &Arc<LiveLeague>) {
        let nodes = &leagues.games.nodes;
        if nodes.is_shared() {
            self.share(leagues, live).await;
        }
        let is_ours = live.is_ours(nodes);
        if is_ours && !self.was_ours {
            resume_games(leagues, live);
        }
        self.was_ours = is_ours;
        if !is_ours || !live.read(League::is_started) {
            self.started = None;
            return;
        }
        let waited = self.started.get_or_insert_with(Instant::now).elapsed();
        plan(leagues, live, waited).await;
        begin_what_can_be(leagues, live, &mut self.openings).await;
        forfeit_what_nobody_comes_for(leagues, live, waited).await;
    }

    /// Takes in what other servers have written, and takes over a league that none of them plays when its bots come
    /// here.
    async fn share(&mut self, leagues: &Arc<Leagues>, live: &Arc<LiveLeague>) {
        if self.caught_up.is_none_or(|at| at.elapsed() >= LOOK) {
            self.caught_up = Some(Instant::now());
            if let Err(error) = leagues.catch_up(live).await {
                tracing::warn!(league = live.id, %error, "the journal of a league could not be read");
                return;
            }
        }
        let nodes = &leagues.games.nodes;
        let is_wanted = live.read(League::active).into_iter().any(|bot| is_ready(live, bot));
        if is_wanted && !live.is_ours(nodes) && !live.is_elsewhere(nodes) {
            // Another server may be faster, and then it plays.
            let _ = live.record(&leagues.games, LeagueEvent::Claimed { run: nodes.own() }).await;
        }
    }
}

/// Games that an earlier run, or another server, has left are followed again.
fn resume_games(leagues: &Arc<Leagues>, live: &Arc<LiveLeague>) {
    let running: Vec<(usize, String)> =
        live.read(|league| league.running().map(|(number, id)| (number, id.to_string())).collect());
    for (number, id) in running {
        tokio::spawn(referee::resume(leagues.clone(), live.clone(), number, id));
    }
}

fn is_ready(live: &LiveLeague, bot: usize) -> bool {
    live.line(bot).is_some_and(|line| line.is_ready())
}

/// Whether a participant has been away for longer than it is waited for. `waited` is how long games have been begun:
/// before that, and while the server was down, nobody was expected.
fn is_gone(live: &LiveLeague, league: &League, bot: usize, waited: Duration) -> bool {
    let most = Duration::from_millis(league.terms().forfeit_ms);
    live.line(bot).and_then(|line| line.away()).is_some_and(|away| away.min(waited) >= most)
}

/// Plans the rounds that are due.
async fn plan(leagues: &Leagues, live: &LiveLeague, waited: Duration) {
    let due = live.read(|league| {
        let chosen = |keep: &dyn Fn(usize) -> bool| league.active().into_iter().filter(|&bot| keep(bot)).collect();
        let ready: Vec<usize> = chosen(&|bot| is_ready(live, bot));
        let gone: Vec<usize> = chosen(&|bot| is_gone(live, league, bot, waited));
        league.due_rounds(&ready, &gone)
    });
    for RoundPlan { meetings, byes } in due {
        // A ladder has no end but this.
        if live.read(|league| league.games().len()) >= limits::LEAGUE_GAMES {
            return;
        }
        let before = live.read(League::rounds);
        let event = LeagueEvent::Round { meetings, byes };
        live.record_surely(&leagues.games, event, |league| league.rounds() > before).await;
    }
}

/// Begins games whose players are there and have nothing else to do.
async fn begin_what_can_be(leagues: &Arc<Leagues>, live: &Arc<LiveLeague>, openings: &mut KnownOpenings) {
    while let Some(number) = live.read(|league| next_game(league, live)) {
        if live.is_stopped() {
            return;
        }
        if let Err(error) = begin(leagues, live, number, openings).await {
            tracing::warn!(league = live.id, code = error.code, "a game of a league could not be begun");
            return;
        }
    }
}

fn next_game(league: &League, live: &LiveLeague) -> Option<usize> {
    let running: Vec<usize> = league.running().map(|(number, _)| number).collect();
    if running.len() >= league.terms().at_once as usize {
        return None;
    }
    let busy: Vec<usize> = running.iter().flat_map(|&number| league.games()[number].players).collect();
    let is_free = |bot: &usize| !busy.contains(bot) && is_ready(live, *bot);
    league.waiting().find(|&number| league.games()[number].players.iter().all(is_free))
}

async fn begin(
    leagues: &Arc<Leagues>,
    live: &Arc<LiveLeague>,
    number: usize,
    openings: &mut KnownOpenings,
) -> Result<(), ApiError> {
    let (game, names, terms) = live.read(|league| {
        let game = league.games()[number].clone();
        let names = game.players.map(|bot| league.bots()[bot].name.clone());
        (game, names, league.terms().clone())
    });
    let key = (game.spec.clone(), terms.openings, terms.seed);
    let known = match openings.take().filter(|(of, _)| *of == key) {
        Some((_, known)) => known,
        None => Arc::new(Openings::random(&game.spec, terms.openings as usize, terms.seed)),
    };
    *openings = Some((key, known.clone()));
    let games = &leagues.games;
    let now = games.time.now();
    let session = games.calculations.run(Client::SERVER, move || {
        let mut table = potez_table::open(&game.spec, None).map_err(ApiError::rules)?;
        for mv in known.nth(game.opening) {
            table.play(&mv).map_err(ApiError::rules)?;
        }
        let seats = names.map(|name| Seat { name: Some(name), bot: None });
        let mut state = SessionState::new(table.as_ref(), seats);
        state.clock = Some(GameClock::new(terms.time));
        (state.takeback, state.refereed) = (Takeback::Off, true);
        let policy = live_game::policy(&state);
        let mut session = Session::new(table, state, policy);
        session.start(now);
        Ok(session)
    });
    let access = [(); 2].map(|()| SeatAccess { lock: None, joined: true, open: false });
    let made = games.add_for_nobody(session.await?, access).await?;
    let event = LeagueEvent::Began { game: number, id: made.id.clone() };
    live.record_surely(games, event, |league| league.games()[number].state != LeagueGameState::Waiting).await;
    if live.read(|league| league.games()[number].state == LeagueGameState::Running(made.id.clone())) {
        tokio::spawn(referee::follow(leagues.clone(), live.clone(), number, made));
    }
    Ok(())
}

/// Gives up games whose players have been away for too long, when those who are there have nothing else to play.
async fn forfeit_what_nobody_comes_for(leagues: &Leagues, live: &LiveLeague, waited: Duration) {
    while let Some((number, absent)) = live.read(|league| next_forfeit(league, live, waited)) {
        if live.is_stopped() {
            return;
        }
        let (players, most) = live.read(|league| (league.games()[number].players, league.terms().forfeit_ms));
        let event = LeagueEvent::Forfeited { game: number, absent };
        let is_done = |league: &League| league.games()[number].state != LeagueGameState::Waiting;
        live.record_surely(&leagues.games, event, is_done).await;
        for (bot, _) in players.into_iter().zip(absent).filter(|(_, absent)| *absent) {
            let expected = format!("a connection within {} s", most.div_ceil(1000));
            let fault = LeagueFault { bot, kind: "absent".into(), expected, ..LeagueFault::default() };
            live.note_fault(&leagues.games, fault).await;
        }
    }
}

fn next_forfeit(league: &League, live: &LiveLeague, waited: Duration) -> Option<(usize, [bool; 2])> {
    let waiting: Vec<usize> = league.waiting().collect();
    let busy: Vec<usize> = league.running().flat_map(|(number, _)| league.games()[number].players).collect();
    let gone = |bot: usize| is_gone(live, league, bot, waited);
    let may_play = |bot: usize| {
        let games = waiting.iter().map(|&number| league.games()[number].players);
        games.filter(|players| players.contains(&bot)).any(|players| !players.into_iter().any(gone))
    };
    let is_idle = |bot: usize| is_ready(live, bot) && !busy.contains(&bot) && !may_play(bot);
    let absences = waiting.iter().map(|&number| (number, league.games()[number].players.map(gone)));
    absences.into_iter().find(|&(number, absent)| {
        let players = league.games()[number].players;
        absent.contains(&true) && players.into_iter().zip(absent).all(|(bot, absent)| absent || is_idle(bot))
    })
}
