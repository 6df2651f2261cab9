//! Games between two seats: people at this screen, bots in this module.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use potez_session::{Effect, Event, GameClock, MoveInput, Policy, Seat, Session, SessionState, TimeControl};
use potez_table::{DynBot, Message, MoveParts, Player, records};
use potez_words::Words;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::Host;
use crate::host::HostStop;
use crate::request::{Fault, MoveFields, Place, Terms};
use crate::rules;
use crate::thinking::bot_spec;

/// Sessions that are kept; the one that was used longest ago goes first.
const MOST_SESSIONS: usize = 8;

/// Bots are large: those of the session that is played have memory, others begin anew.
struct Seated {
    name: String,
    player: Player,
    bot: Box<dyn DynBot>,
}

/// The games that are played here.
#[derive(Default)]
pub(crate) struct Sessions {
    games: VecDeque<(String, Session)>,
    bots: Vec<Seated>,
}

/// Begins a game under a name.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Open {
    session: String,
    #[serde(flatten)]
    at: Option<Place>,
    /// A record instead of a place: who plays is in its tags.
    record: Option<String>,
    x: Option<String>,
    o: Option<String>,
    clock: Option<String>,
    bot_time_ms: Option<u64>,
}

/// What somebody does in a game.
#[derive(Deserialize)]
pub(crate) struct Act {
    session: String,
    #[serde(rename = "act")]
    name: ActName,
    #[serde(flatten)]
    mv: MoveFields,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum ActName {
    Move,
    Undo,
    Redo,
    Resign,
    SwapSides,
    Tick,
}

/// Names a game.
#[derive(Deserialize)]
pub(crate) struct Named {
    session: String,
    /// What a bot may spend on its move instead of what its spec or the clock gives it.
    #[serde(default)]
    limits: Terms,
    /// The format of a record.
    to: Option<String>,
}

/// What a person is called in specs of seats.
const PERSON: &str = "human";

impl Sessions {
    /// Begins a game; another one of the same name is over with it.
    pub(crate) fn open(&mut self, request: Open, now: Duration, words: &Words) -> Result<Value, Fault> {
        let mut session = match (&request.record, &request.at) {
            (Some(text), _) => Session::from_transcript(&records::read(text)?, Policy::TERMINAL)?,
            (None, Some(at)) => seated(at, &request)?,
            (None, None) => return Err(Fault::bad_request("a game or a record is missing")),
        };
        session.start(now);
        self.forget(&request.session);
        if self.games.len() >= MOST_SESSIONS
            && let Some((oldest, _)) = self.games.pop_front()
        {
            self.bots.retain(|seated| seated.name != oldest);
        }
        let shown = shown(&session, now, words);
        self.games.push_back((request.session, session));
        Ok(shown)
    }

    /// Carries out what a person does.
    pub(crate) fn act(&mut self, request: &Act, now: Duration, words: &Words) -> Result<Value, Fault> {
        let session = self.find(&request.session)?;
        let people = session.people();
        let event = match request.name {
            ActName::Move => Event::Move { by: people, ply: None, mv: input(&request.mv)? },
            ActName::Undo => Event::Undo(people),
            ActName::Redo => Event::Redo(people),
            ActName::Resign => Event::Resign(session.resigner().unwrap_or_else(|| session.turn())),
            ActName::SwapSides => Event::SwapSides,
            ActName::Tick => Event::Tick,
        };
        let swaps = matches!(event, Event::SwapSides);
        session.apply(event, now)?;
        let shown = shown(session, now, words);
        if swaps {
            // A bot keeps what it knows of its own side only.
            self.bots.retain(|seated| seated.name != request.session);
        }
        Ok(shown)
    }

    /// Lets the bot to move think and play.
    pub(crate) fn reply(&mut self, request: &Named, host: &Arc<dyn Host>, words: &Words) -> Result<Value, Fault> {
        let began = host.now();
        let session = self.find(&request.session)?.clone();
        let think = session.duties(began).into_iter().find_map(|effect| match effect {
            Effect::Think { player, limits } => Some((player, limits)),
            _ => None,
        });
        let Some((player, limits)) = think else { return Err(Fault::bad_request("no bot is to move")) };
        let limits = if request.limits.is_given() { request.limits.limits() } else { limits };
        let stop = HostStop::new(host);
        let bot = self.bot(&session, &request.session, player)?;
        let report = bot.think(session.table(), limits, stop.flag(), &mut |_| {})?;
        let now = host.now();
        let best = report.best().ok_or_else(|| Fault::bad_request("the bot found no move"))?;
        let event = Event::BotMove { ply: session.table().ply(), mv: best.into(), thought: now.saturating_sub(began) };
        let session = self.find(&request.session)?;
        session.apply(event, now)?;
        Ok(shown(session, now, words))
    }

    /// How a game stands.
    pub(crate) fn look(&mut self, request: &Named, now: Duration, words: &Words) -> Result<Value, Fault> {
        Ok(shown(self.find(&request.session)?, now, words))
    }

    /// The record of a game, to be kept and gone on with.
    pub(crate) fn record(&mut self, request: &Named, now: Duration) -> Result<Value, Fault> {
        let format = request.to.as_deref().unwrap_or("text");
        let Some(format) = records::format(format) else {
            return Err(Fault::bad_request(format!("unknown format `{format}`")));
        };
        let transcript = self.find(&request.session)?.transcript(now);
        Ok(json!({ "format": format.id, "text": records::write(&transcript, &format)? }))
    }

    /// Ends a session and gives its memory back.
    pub(crate) fn close(&mut self, request: &Named) -> Value {
        self.forget(&request.session);
        json!({})
    }

    fn forget(&mut self, name: &str) {
        self.games.retain(|(known, _)| known != name);
        self.bots.retain(|seated| seated.name != name);
    }

    /// A session by its name; it is now the one that was used last.
    fn find(&mut self, name: &str) -> Result<&mut Session, Fault> {
        let at = self.games.iter().position(|(known, _)| known == name);
        let Some(game) = at.and_then(|at| self.games.remove(at)) else {
            return Err(Fault::bad_request(format!("no session `{name}`")));
        };
        self.games.push_back(game);
        let found = self.games.back_mut().map(|(_, session)| session);
        found.ok_or_else(|| Fault::bad_request(format!("no session `{name}`")))
    }

    /// The bot of a player, kept as long as its session is the one that is played.
    fn bot(&mut self, session: &Session, name: &str, player: Player) -> Result<&mut dyn DynBot, Fault> {
        self.bots.retain(|seated| seated.name == name);
        let known = self.bots.iter().position(|seated| seated.player == player);
        let at = if let Some(at) = known {
            at
        } else {
            let text = session.state().seat(player).bot.clone().unwrap_or_default();
            let bot = session.table().bot(&bot_spec(session.table(), &text)?)?;
            self.bots.push(Seated { name: name.into(), player, bot });
            self.bots.len() - 1
        };
        Ok(self.bots[at].bot.as_mut())
    }
}

/// A session as the request describes it.
fn seated(at: &Place, request: &Open) -> Result<Session, Fault> {
    let table = at.table()?;
    let seat = |text: &Option<String>| match text.as_deref() {
        None | Some(PERSON) => Ok(Seat::PERSON),
        Some(spec) => bot_spec(table.as_ref(), spec).map(|_| Seat::bot(spec)),
    };
    let mut state = SessionState::new(table.as_ref(), [seat(&request.x)?, seat(&request.o)?]);
    if let Some(clock) = &request.clock {
        let control: TimeControl = clock
            .parse()
            .map_err(|error| Message::new(potez_table::Kind::BadRequest, &error as &potez_session::TimeControlError))?;
        state.clock = Some(GameClock::new(control));
    }
    if let Some(time) = request.bot_time_ms {
        state.bot_time = Duration::from_millis(time);
    }
    Ok(Session::new(table, state, Policy::TERMINAL))
}

fn input(mv: &MoveFields) -> Result<MoveInput, Fault> {
    match (&mv.parts, &mv.text) {
        (Some(parts), _) if parts.len() <= MoveParts::MOST => Ok(MoveParts::new(parts).into()),
        (None, Some(text)) => Ok(text.as_str().into()),
        _ => Err(Fault::bad_request("a move is a text under `move`, or its parts under `parts`")),
    }
}

/// A session as its page shows it.
fn shown(session: &Session, now: Duration, words: &Words) -> Value {
    let mut shown = rules::state(session.table(), words);
    let state = session.state();
    let seat = |player: Player| state.seat(player).bot.clone().unwrap_or_else(|| PERSON.into());
    shown["x"] = json!(seat(Player::X));
    shown["o"] = json!(seat(Player::O));
    shown["awaits"] = json!(match (session.is_over(), session.awaits_person()) {
        (true, _) => None,
        (false, true) => Some("person"),
        (false, false) => Some("bot"),
    });
    shown["clock"] = session.clock().map_or(Value::Null, |clock| {
        let left = |player| clock.left(player, now).map(|left| left.as_millis() as u64);
        json!({ "xMs": left(Player::X), "oMs": left(Player::O), "running": clock.running() })
    });
    shown
}
