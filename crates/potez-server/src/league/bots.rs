//! What bots of a league may say, and what they are asked.

use std::sync::Arc;

use potez_arena::league::LeagueFault;
use potez_table::{Ending, Player};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bot_line::AskedMove;
use super::wire::TurnView;
use super::{KnownBot, Leagues};
use crate::app::AppState;
use crate::error::ApiError;
use crate::limits;
use crate::live_game::LiveGame;

/// A move that a bot makes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct BotMove {
    /// The game's name.
    pub(crate) game: String,
    /// How many moves were made before it.
    pub(crate) ply: usize,
    /// The move in any notation of the game, or `resign`.
    #[serde(rename = "move")]
    pub(crate) mv: String,
}

/// What an adapter has seen of a program that fails: it costs the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct BotFault {
    /// The game's name.
    pub(crate) game: String,
    /// `crash`, `hang` or `time`.
    pub(crate) kind: String,
    /// What happened.
    pub(crate) message: String,
    /// The last lines to and from the program, with its traceback.
    #[serde(default)]
    pub(crate) io: Vec<String>,
}

/// A message over a WebSocket.
#[derive(Debug, Deserialize)]
#[serde(tag = "t", rename_all = "camelCase")]
pub(crate) enum BotMessage {
    /// Who speaks; the first message where no header has said so.
    Hello {
        token: String,
        #[serde(default)]
        legal: bool,
    },
    Move(BotMove),
    Fault(BotFault),
    Ping,
}

impl KnownBot {
    fn fault(&self, kind: &str, sent: &str, expected: String) -> LeagueFault {
        let (sent, kind) = (sent.to_string(), kind.to_string());
        LeagueFault { bot: self.bot, kind, sent, expected, ..LeagueFault::default() }
    }

    /// Something came that cannot be read; it costs nothing.
    pub(crate) async fn send_nonsense(&self, leagues: &Leagues, sent: &str) {
        let expected = "{\"t\":\"move\",\"game\":…,\"ply\":…,\"move\":…}".to_string();
        self.league.note_fault(&leagues.games, self.fault("bad-message", sent, expected)).await;
    }

    /// Makes a move. One that the rules forbid costs the game, one that nobody has asked for does not.
    pub(crate) async fn play(&self, leagues: &Leagues, sent: &BotMove) -> Result<(), ApiError> {
        let asked = self.line.asked();
        let Some(asked) = asked.clone().filter(|asked| asked.id == sent.game && asked.ply == sent.ply) else {
            return self.play_unasked(leagues, sent, asked).await;
        };
        let (live, player) = self.game(leagues, &asked).await?;
        if sent.mv == "resign" {
            leagues.games.end(&live, Ending::Resignation(player)).await?;
            return Ok(());
        }
        let text: String = sent.mv.chars().take(limits::MOVE_BYTES).collect();
        let wrong = leagues.games.play_refereed(&live, player, asked.ply, text).await?;
        self.line.answered(&asked);
        if let Some(message) = wrong {
            let expected = format!("a legal move: {message}");
            let fault = self.fault("illegal-move", &sent.mv, expected);
            let fault = LeagueFault { id: Some(asked.id), ply: asked.ply, ..fault };
            self.league.note_fault(&leagues.games, fault).await;
        }
        Ok(())
    }

    /// A move that nobody has asked for: one that was made already is only told again, anything else is noted.
    async fn play_unasked(&self, leagues: &Leagues, sent: &BotMove, asked: Option<AskedMove>) -> Result<(), ApiError> {
        if let Some(live) = leagues.games.known(&sent.game) {
            let snapshot = live.snapshot();
            if snapshot.game.position.moves.get(sent.ply).is_some_and(|mv| mv.text == sent.mv) {
                return Ok(());
            }
        }
        let expected = match asked {
            Some(asked) => format!("a move of game {} at ply {}", asked.id, asked.ply),
            None => "no move at the moment".into(),
        };
        let fault = self.fault("out-of-turn", &sent.mv, expected);
        let fault = LeagueFault { id: Some(sent.game.chars().take(40).collect()), ply: sent.ply, ..fault };
        self.league.note_fault(&leagues.games, fault).await;
        Err(ApiError::not_your_turn())
    }

    /// A program has failed: its game is lost.
    pub(crate) async fn fail(&self, leagues: &Leagues, sent: &BotFault) -> Result<(), ApiError> {
        let running = self.league.read(|league| {
            let mine = |number: &usize| league.games()[*number].players.contains(&self.bot);
            let found = league.running().find(|(number, id)| *id == sent.game && mine(number));
            found.map(|(number, id)| AskedMove { number, id: id.to_string(), ply: 0 })
        });
        let running = running.ok_or_else(ApiError::not_your_turn)?;
        let (live, player) = self.game(leagues, &running).await?;
        let (kind, ending): (_, fn(Player) -> Ending) = match sent.kind.as_str() {
            "hang" => ("hang", Ending::Hang),
            "time" => ("time", Ending::Time),
            _ => ("crash", Ending::Crash),
        };
        let ply = live.snapshot().game.position.moves.len();
        let fault = self.fault(kind, &sent.message, String::new());
        let fault = LeagueFault { id: Some(running.id), ply, io: sent.io.clone(), ..fault };
        self.league.note_fault(&leagues.games, fault).await;
        leagues.games.end(&live, ending(player)).await
    }

    async fn game(&self, leagues: &Leagues, asked: &AskedMove) -> Result<(Arc<LiveGame>, Player), ApiError> {
        let live = leagues.games.find(&asked.id, self.client).await?;
        let player = self.league.read(|league| league.games()[asked.number].side(self.bot));
        Ok((live, player.ok_or_else(ApiError::internal)?))
    }

    /// The question for a move, with everything a bot must know. Its clock runs from now on, if it was held back.
    pub(crate) async fn question(
        &self,
        app: &Arc<AppState>,
        asked: &AskedMove,
        with_legal: bool,
    ) -> Result<TurnView, ApiError> {
        let (live, player) = self.game(&app.leagues, asked).await?;
        app.games.try_arrive(&live, Some(player.into())).await?;
        let (league, opponent, seed) = self.league.read(|league| {
            let game = &league.games()[asked.number];
            let opponent = league.bots()[game.players[(!player).index()]].name.clone();
            let seed = potez_arena::league::seed(league.terms().seed, asked.number, player);
            (league.terms().name.clone(), opponent, seed)
        });
        let legal = if with_legal {
            let table = app.table_of(&live).await;
            Some(app.calculate(self.client, move |_| Ok(table.legal())).await?)
        } else {
            None
        };
        let (snapshot, now) = (live.snapshot(), app.games.time.now());
        let left = |side: Player| {
            let left = snapshot.game.session.clock.as_ref().and_then(|clock| clock.left(side, now));
            left.map_or(0, |left| left.as_millis() as u64)
        };
        let control = snapshot.game.session.clock.as_ref().and_then(|clock| clock.control(player));
        Ok(TurnView {
            t: "turn",
            league,
            game: asked.id.clone(),
            spec: snapshot.game.position.game.clone(),
            you: player,
            opponent,
            ply: asked.ply,
            moves: snapshot.game.position.moves.iter().map(|mv| mv.text.clone()).collect(),
            position: snapshot.game.position.position.clone(),
            time_ms: left(player),
            opponent_ms: left(!player),
            increment_ms: control.map_or(0, |control| control.increment().as_millis() as u64),
            per_move: matches!(control, Some(potez_session::TimeControl::PerMove { .. })),
            seed,
            legal,
        })
    }
}
