//! What a league does by itself: plans rounds, and begins games when both players are there.

use std::sync::{Arc, Weak};
use std::time::Duration;

use potez_arena::Openings;
use potez_arena::league::{League, LeagueEvent, LeagueGameState, RoundPlan};
use potez_session::{GameClock, Seat, Session, SessionState, Takeback};
use tokio::time::sleep;

use super::{Leagues, LiveLeague, referee};
use crate::clients::Client;
use crate::error::ApiError;
use crate::live_game;
use crate::metadata::SeatAccess;

/// How often it is looked whether something can be begun, whether anybody says so or not.
const LOOK: Duration = Duration::from_secs(1);

/// The openings in use, with what they were made from.
type KnownOpenings = Option<((String, u32, u64), Arc<Openings>)>;

/// Drives a league as long as its server runs. Games that an earlier run has left are followed again.
pub(super) async fn drive(leagues: Weak<Leagues>, live: Arc<LiveLeague>) {
    let running: Vec<(usize, String)> =
        live.read(|league| league.running().map(|(number, id)| (number, id.to_string())).collect());
    for (number, id) in running {
        let Some(leagues) = leagues.upgrade() else { return };
        tokio::spawn(referee::resume(leagues, live.clone(), number, id));
    }
    let mut openings = None;
    loop {
        tokio::select! {
            () = live.wake.notified() => {}
            () = sleep(LOOK) => {}
        }
        let Some(leagues) = leagues.upgrade().filter(|_| !live.is_stopped()) else { return };
        if live.read(League::is_started) {
            plan(&leagues, &live).await;
            begin_what_can_be(&leagues, &live, &mut openings).await;
        }
    }
}

fn is_ready(live: &LiveLeague, bot: usize) -> bool {
    live.line(bot).is_some_and(|line| line.is_ready())
}

/// Plans the rounds that are due.
async fn plan(leagues: &Leagues, live: &LiveLeague) {
    let ready: Vec<usize> = live.read(League::active).into_iter().filter(|&bot| is_ready(live, bot)).collect();
    for RoundPlan { meetings, byes } in live.read(|league| league.due_rounds(&ready)) {
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
