//! One game of a league: asks the bots in turn, and sees to it that its end is written down once.

use std::sync::Arc;
use std::time::Duration;

use potez_arena::league::{LeagueEvent, LeagueFault, LeagueGameState};
use potez_table::{Ending, Outcome, Player};
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::bot_line::{AskedMove, GameOver};
use super::{Leagues, LiveLeague, PAUSE};
use crate::clients::Client;
use crate::limits;
use crate::live_game::{LiveGame, Snapshot};

/// How often it is looked whether a player has gone.
const LOOK: Duration = Duration::from_millis(500);

/// A game that a referee follows.
struct Refereed {
    leagues: Arc<Leagues>,
    league: Arc<LiveLeague>,
    number: usize,
    players: [usize; 2],
    live: Arc<LiveGame>,
}

/// Follows a game that an earlier run of the server has left.
pub(super) async fn resume(leagues: Arc<Leagues>, league: Arc<LiveLeague>, number: usize, id: String) {
    let live = loop {
        match leagues.games.find(&id, Client::SERVER).await {
            Ok(live) => break live,
            Err(error) if error.is_passing() && !league.is_stopped() => sleep(PAUSE).await,
            Err(error) => {
                tracing::error!(league = league.id, game = id, code = error.code, "a game is lost and is played again");
                let event = LeagueEvent::CalledOff { game: number, id: id.clone(), bot: None, why: "server".into() };
                let is_done = |league: &potez_arena::league::League| {
                    league.games()[number].state != LeagueGameState::Running(id.clone())
                };
                return league.record_surely(&leagues.games, event, is_done).await;
            }
        }
    };
    follow(leagues, league, number, live).await;
}

/// Follows a game to its end.
pub(super) async fn follow(leagues: Arc<Leagues>, league: Arc<LiveLeague>, number: usize, live: Arc<LiveGame>) {
    let players = league.read(|league| league.games()[number].players);
    Refereed { leagues, league, number, players, live }.run().await;
}

impl Refereed {
    async fn run(&self) {
        let mut changes = self.live.changes();
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        while !self.league.is_stopped() {
            let snapshot = changes.borrow_and_update().clone();
            if !self.league.is_ours(&self.leagues.games.nodes) {
                // Another server has taken it over.
                return;
            }
            if !self.is_wanted() {
                return self.call_off(None, "withdrawn").await;
            }
            if let Some(ending) = &snapshot.ending {
                return self.settle(ending, &snapshot).await;
            }
            let player = snapshot.game.position.turn;
            self.ask(player, &snapshot);
            if self.is_lost(player) {
                if self.has_lost_too_often(player) {
                    self.abandon(player, &snapshot).await;
                } else {
                    return self.lose_connection(player).await;
                }
            }
            tokio::select! {
                changed = changes.changed() => if changed.is_err() { return },
                _ = look.tick() => {}
            }
        }
    }

    fn bot(&self, player: Player) -> usize {
        self.players[player.index()]
    }

    fn ask(&self, player: Player, snapshot: &Snapshot) {
        let asked =
            AskedMove { number: self.number, id: self.live.id.clone(), ply: snapshot.game.position.moves.len() };
        if let Some(line) = self.league.line(self.bot(player)) {
            line.ask(asked);
        }
        // Whoever has moved is asked no more, also where a moment ago it still was.
        if let Some(line) = self.league.line(self.bot(!player)) {
            line.withdraw(&self.live.id);
        }
    }

    /// Whether the league still waits for this game's result.
    fn is_wanted(&self) -> bool {
        self.league.read(|league| {
            let game = &league.games()[self.number];
            game.state == LeagueGameState::Running(self.live.id.clone()) && league.counts(game)
        })
    }

    fn is_lost(&self, player: Player) -> bool {
        let grace = Duration::from_millis(self.league.read(|league| league.terms().grace_ms));
        self.league.line(self.bot(player)).and_then(|line| line.away()).is_some_and(|away| away >= grace)
    }

    /// Whether the player is away and may have lost on time by that alone.
    fn is_away(&self, player: Player) -> bool {
        self.league.line(self.bot(player)).is_some_and(|line| line.away().is_some())
    }

    fn has_lost_too_often(&self, player: Player) -> bool {
        self.league.read(|league| league.games()[self.number].lost[player.index()] >= limits::LEAGUE_LOST)
    }

    /// A player did not come back, and has done so too often.
    async fn abandon(&self, player: Player, snapshot: &Snapshot) {
        let expected = "a connection that stands as long as a game goes on".to_string();
        self.note(player, "abandoned", expected, snapshot).await;
        self.end(Ending::Abandonment(player)).await;
    }

    /// A player is away: the game is played again. It is nobody's fault where the server itself was away.
    async fn lose_connection(&self, player: Player) {
        let bot = self.bot(player);
        let has_come = self.league.line(bot).is_some_and(|line| line.has_come());
        let (bot, why) = if has_come { (Some(bot), "connection") } else { (None, "server") };
        self.call_off(bot, why).await;
    }

    async fn call_off(&self, bot: Option<usize>, why: &str) {
        self.end(Ending::Aborted).await;
        let event = LeagueEvent::CalledOff { game: self.number, id: self.live.id.clone(), bot, why: why.to_string() };
        self.record(event).await;
        self.tell(None, "aborted");
    }

    /// The game is over: the result is written down, and both are told.
    async fn settle(&self, ending: &Ending, snapshot: &Snapshot) {
        match ending {
            Ending::Aborted => return self.call_off(None, "aborted").await,
            Ending::Time(player) if self.is_away(*player) && !self.has_lost_too_often(*player) => {
                return self.lose_connection(*player).await;
            }
            Ending::Time(player) => {
                let time = self.league.read(|league| league.terms().time.to_string());
                self.note(*player, "time", format!("a move within {time}"), snapshot).await;
            }
            _ => {}
        }
        let plies = snapshot.game.position.moves.len();
        let (game, id) = (self.number, self.live.id.clone());
        self.record(LeagueEvent::Ended { game, id, ending: ending.clone(), plies }).await;
        self.tell(ending.outcome(), ending.code());
    }

    async fn record(&self, event: LeagueEvent) {
        let running = LeagueGameState::Running(self.live.id.clone());
        let is_done = |league: &potez_arena::league::League| league.games()[self.number].state != running;
        self.league.record_surely(&self.leagues.games, event, is_done).await;
    }

    /// Ends the game itself, tried until it is written.
    async fn end(&self, ending: Ending) {
        while let Err(error) = self.leagues.games.end(&self.live, ending.clone()).await {
            if !error.is_passing() || self.league.is_stopped() {
                return;
            }
            sleep(PAUSE).await;
        }
    }

    async fn note(&self, player: Player, kind: &str, expected: String, snapshot: &Snapshot) {
        let fault = LeagueFault {
            bot: self.bot(player),
            id: Some(self.live.id.clone()),
            ply: snapshot.game.position.moves.len(),
            kind: kind.into(),
            expected,
            ..LeagueFault::default()
        };
        self.league.note_fault(&self.leagues.games, fault).await;
    }

    fn tell(&self, outcome: Option<Outcome>, reason: &str) {
        for player in Player::BOTH {
            let result = match outcome.map(Outcome::winner) {
                None => "none",
                Some(None) => "draw",
                Some(Some(winner)) if winner == player => "win",
                Some(Some(_)) => "loss",
            };
            if let Some(line) = self.league.line(self.bot(player)) {
                line.tell(GameOver { t: "over", game: self.live.id.clone(), result, reason: reason.into() });
            }
        }
    }
}
