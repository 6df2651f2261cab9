//! Games that are played in this browser: made, shown, changed.

use std::collections::BTreeMap;
use std::time::Duration;

use potez_session::{Effect, Event, Session, Sides};
use potez_table::{MovePart, Player, Table};
use potez_wire::error::ApiError;
use potez_wire::games::{self, GameFacts, SeatPresence, Surroundings};
use potez_wire::{
    Act, Briefs, CreateRequest, Created, GameView, MoveRequest, NameRequest, SentMove, limits, names, records, replays,
    steps, tables,
};
use potez_words::Words;
use serde_json::{Value, json};

use super::stored::StoredGame;
use super::{Moment, Outcome, Reply, read};

/// What a player has left at least when a game goes on after the page was closed.
const LEAST: Duration = Duration::from_secs(5);

/// The secret of whoever plays here; nobody else can come.
const TOKEN: &str = "here";

/// A game with when it is asked for.
pub(super) struct LiveGame {
    stored: StoredGame,
    pub(super) session: Session,
    now: u64,
    /// Games that have changed with it.
    changed: Vec<StoredGame>,
}

/// Makes a game.
pub(super) fn create(request: &CreateRequest, at: &Moment, words: &Words) -> Result<Reply, ApiError> {
    let new = games::make(request)?;
    if new.friend().is_some() {
        // Nobody can come here from another screen.
        return Err(ApiError::unfit("server-seats"));
    }
    let mut session = new.session;
    session.start(Duration::from_millis(at.now));
    let stored = StoredGame::new(&session, at.now);
    let game = LiveGame { changed: vec![stored.clone()], stored, session, now: at.now };
    let state = game.view(words, false);
    let token = new.you.map(|_| TOKEN.to_string());
    let created = Created { id: game.stored.id.clone(), you: new.you, token, friend: None, state };
    Ok(Reply { status: 201, ..game.reply(Reply::ok(&created)?) })
}

/// Several games in a few words.
pub(super) fn briefs(at: &Moment, words: &Words) -> Result<Reply, ApiError> {
    let brief = |stored: &StoredGame| {
        let session = stored.session().ok()?;
        let facts = GameFacts::of(&session);
        Some(facts.brief(&stored.id, sides(&session), stored.updated, words))
    };
    Reply::ok(&Briefs { games: at.games.iter().take(limits::BRIEFS).filter_map(brief).collect() })
}

/// Applies what a thread has thought out, or the time that has passed.
pub(super) fn settle(at: &Moment, outcome: Option<Outcome>, words: &Words) -> Result<Reply, ApiError> {
    let stored = at.games.first().ok_or_else(ApiError::not_found)?;
    let mut game = LiveGame::find(&stored.id, at)?;
    game.apply(outcome.map_or(Event::Tick, Outcome::event))?;
    game.shown(words)
}

/// What people play here: everything that no bot plays.
fn sides(session: &Session) -> Option<Sides> {
    match Player::BOTH.map(|player| session.state().is_bot(player)) {
        [true, true] => None,
        _ => Some(session.people()),
    }
}

impl LiveGame {
    /// A game that came with a request. The time in which no page was open is nobody's.
    pub(super) fn find(id: &str, at: &Moment) -> Result<Self, ApiError> {
        let stored = at.games.iter().find(|game| game.id == id).ok_or_else(ApiError::not_found)?;
        let mut game = Self { session: stored.session()?, stored: stored.clone(), now: at.now, changed: Vec::new() };
        let runs = game.session.clock().is_some_and(|clock| clock.running().is_some());
        if stored.updated < at.since && runs && !game.session.is_over() {
            game.session.resume_clock(Duration::from_millis(stored.updated), LEAST, Duration::from_millis(at.now));
            game.keep();
        }
        Ok(game)
    }

    /// The table of a game whose player to move may ask for a hint.
    pub(super) fn to_hint(&self) -> Result<Box<dyn Table>, ApiError> {
        let table = self.session.table();
        table.check_running().map_err(ApiError::rules)?;
        if self.session.state().is_bot(self.session.turn()) {
            return Err(ApiError::not_your_turn());
        }
        Ok(table.fork())
    }

    /// Answers what is asked of the game.
    pub(super) fn answer(
        &mut self,
        method: &str,
        path: &[&str],
        params: &BTreeMap<String, String>,
        body: Value,
        words: &Words,
    ) -> Result<Reply, ApiError> {
        let table = self.session.table();
        match (method, path) {
            ("GET", []) => self.shown(words),
            ("GET", ["replay"]) => Reply::ok(&replays::replay(table.fork())),
            ("GET", ["step"]) => Reply::ok(&steps::step(table, &parts(params)?, words)),
            ("GET", ["why"]) => {
                let mv = SentMove::Parts { parts: parts(params)? };
                Reply::ok(&tables::explained(table.fork().as_mut(), &mv, words))
            }
            ("GET", ["record"]) => {
                let format = records::format(params.get("format").map_or("text", String::as_str))?;
                let tags = GameFacts::of(&self.session).tags();
                let transcript = potez_table::records::transcript(table, tags);
                Reply::ok(&records::exported(&transcript, &format)?)
            }
            ("POST", ["move"]) => {
                let request: MoveRequest = read(body)?;
                tables::check_move(&request.mv)?;
                if table.ply() >= limits::MOVES {
                    return Err(ApiError::cannot());
                }
                self.apply(games::entered(request, self.session.people()))?;
                self.shown(words)
            }
            ("POST", ["action"]) => {
                let act: Act = read(body)?;
                self.apply(games::asked(&self.session, self.session.people(), act))?;
                self.shown(words)
            }
            ("POST", ["name"]) => {
                let request: NameRequest = read(body)?;
                let name = names::read(Some(&request.name))?;
                let side = sides(&self.session).and_then(Sides::only).or(request.side);
                let side = side.ok_or_else(ApiError::forbidden)?;
                self.session.set_name(side, name);
                self.keep();
                self.shown(words)
            }
            _ => Err(ApiError::not_found()),
        }
    }

    /// Something happens in the game.
    fn apply(&mut self, event: Event) -> Result<(), ApiError> {
        let before = (self.session.state().clone(), self.session.table().ply());
        let effects = self.session.apply(event, Duration::from_millis(self.now))?;
        if effects.contains(&Effect::Rematch) {
            let mut next = self.session.rematch().map_err(ApiError::rules)?;
            next.start(Duration::from_millis(self.now));
            let next = StoredGame::new(&next, self.now);
            self.session.set_next(next.id.clone());
            self.changed.push(next);
        }
        if before != (self.session.state().clone(), self.session.table().ply()) {
            self.keep();
        }
        Ok(())
    }

    /// The game is to be stored as it is now.
    fn keep(&mut self) {
        let stored = self.stored.after(&self.session, self.now);
        // Several changes of one request are one version.
        self.changed.retain(|game| game.id != stored.id);
        self.changed.push(stored);
    }

    /// How the game is stored when this request is over.
    fn newest(&self) -> &StoredGame {
        self.changed.iter().find(|game| game.id == self.stored.id).unwrap_or(&self.stored)
    }

    fn view(&self, words: &Words, is_first: bool) -> GameView {
        let stored = self.newest();
        let here = SeatPresence { online: true, joined: true, ..SeatPresence::default() };
        let around = Surroundings {
            id: &stored.id,
            version: stored.version,
            created: stored.created,
            updated: stored.updated,
            thinking: self.duties().any(|duty| matches!(duty, Effect::Think { .. } | Effect::Judge)),
            you: sides(&self.session),
            presence: [here; 2],
            watchers: 0,
        };
        let mut view = GameFacts::of(&self.session).view(&around, words, self.now);
        if is_first && steps::is_wanted(&view) {
            view.position.step = Some(steps::step(self.session.table(), &[], words));
        }
        view
    }

    fn duties(&self) -> impl Iterator<Item = Effect> {
        self.session.duties(Duration::from_millis(self.now)).into_iter()
    }

    /// The game as it stands, with what can be chosen first.
    fn shown(&self, words: &Words) -> Result<Reply, ApiError> {
        Ok(self.reply(Reply::ok(&self.view(words, true))?))
    }

    /// A reply with what is to be stored and what follows.
    fn reply(&self, reply: Reply) -> Reply {
        let mut duty = json!({ "game": self.stored.id, "version": self.newest().version, "thinks": false });
        for effect in self.duties() {
            match effect {
                Effect::Due { at } => duty["dueAt"] = json!(at.as_millis() as u64),
                Effect::Think { .. } | Effect::Judge => duty["thinks"] = json!(true),
                _ => {}
            }
        }
        Reply { changed: self.changed.clone(), duties: vec![duty], ..reply }
    }
}

/// The parts of a move in the parameters of a request.
fn parts(params: &BTreeMap<String, String>) -> Result<Vec<MovePart>, ApiError> {
    let Some(text) = params.get("parts") else { return Ok(Vec::new()) };
    let parts: Vec<MovePart> = serde_json::from_str(text).map_err(|error| ApiError::bad_request(error.to_string()))?;
    tables::check_parts(&parts)?;
    Ok(parts)
}
