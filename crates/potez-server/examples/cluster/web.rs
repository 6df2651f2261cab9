//! Games of two over HTTP at any of the servers, by players who try again when a server is gone.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use potez_table::Table;
use reqwest::blocking::Client;
use serde_json::{Value, json};

/// A board that is not full before the last kill.
const GAME: &str = "havannah:size=8,swap=off";
/// How long a player tries before a game counts as stuck.
const STUCK: Duration = Duration::from_mins(2);
/// How long one request may take.
const REQUEST: Duration = Duration::from_secs(10);

/// What the database itself has of a game; none while it does not answer.
pub(crate) type Stored<'a> = &'a (dyn Fn(&str) -> Option<Vec<String>> + Sync);

/// What all players share.
pub(crate) struct WebPlay<'a> {
    nodes: Vec<String>,
    stored: Stored<'a>,
    /// Raised when nothing is killed any more: every player makes one more move, and then it is over.
    pub(crate) calm: AtomicBool,
    pub(crate) acknowledged: AtomicU64,
    /// Moves whose answer was lost and that were there all the same.
    pub(crate) unanswered: AtomicU64,
    /// Answers without an acknowledged move that was in the database: of a server that is cut off, or late.
    pub(crate) behind: AtomicU64,
}

/// One game and what its players know of it.
struct WebGame {
    id: String,
    tokens: [String; 2],
    /// Moves that were acknowledged, or seen.
    moves: Vec<String>,
    table: Box<dyn Table>,
}

/// Why something did not come about: it may the next time, or something is wrong.
enum Trouble {
    Passing(String),
    Wrong(String),
}

impl<'a> WebPlay<'a> {
    pub(crate) fn new(nodes: Vec<String>, stored: Stored<'a>) -> Self {
        let none = || AtomicU64::new(0);
        Self { nodes, stored, calm: false.into(), acknowledged: none(), unanswered: none(), behind: none() }
    }

    /// Plays this many games in turn until it is calm and both players of each have moved once more, and then
    /// looks at every game at every server.
    pub(crate) fn play(&self, games: usize, seed: u64) -> Result<(), String> {
        let client = Client::builder().timeout(REQUEST).build().map_err(|error| error.to_string())?;
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut open = Vec::new();
        for _ in 0..games {
            open.push(self.insist(&mut rng, "a new game", |node| create(&client, node))?);
        }
        let mut last = 0;
        while last < 2 {
            // Two rounds after the last kill: a move of each player.
            last += u8::from(self.calm.load(Ordering::Relaxed));
            for game in open.iter_mut().filter(|game| game.table.outcome().is_none()) {
                self.make_move(&client, game, &mut rng)?;
                std::thread::sleep(Duration::from_millis(rng.u64(1..8)));
            }
        }
        for game in &open {
            for node in &self.nodes {
                let what = format!("all {} moves of game {} at {node}", game.moves.len(), game.id);
                self.insist(&mut rng, &what, |_| {
                    let moves = state(&client, node, &game.id)?;
                    match moves == game.moves {
                        true => Ok(()),
                        false if game.moves.starts_with(&moves) => Err(self.behind(&game.id, &moves, &game.moves)),
                        false => Err(Trouble::Wrong(format!("other moves: {moves:?}"))),
                    }
                })?;
            }
            match self.ask_database(&game.id) {
                Some(moves) if moves == game.moves => {}
                stored => return Err(format!("game {} has {:?}, and stored is {stored:?}", game.id, game.moves)),
            }
        }
        Ok(())
    }

    /// Tries at one server after the other.
    fn insist<T>(
        &self,
        rng: &mut fastrand::Rng,
        what: &str,
        mut attempt: impl FnMut(&str) -> Result<T, Trouble>,
    ) -> Result<T, String> {
        let begun = Instant::now();
        let mut last = BTreeMap::new();
        loop {
            let node = &self.nodes[rng.usize(..self.nodes.len())];
            match attempt(node) {
                Ok(done) => return Ok(done),
                Err(Trouble::Wrong(why)) => return Err(format!("{what}: {why}")),
                Err(Trouble::Passing(why)) => {
                    let tries = last.get(node).map_or(0, |(tries, _)| *tries);
                    last.insert(node.clone(), (tries + 1, why));
                }
            }
            if begun.elapsed() > STUCK {
                return Err(format!("{what}: no server does it; by server, attempts and the last answer: {last:?}"));
            }
            std::thread::sleep(Duration::from_millis(rng.u64(20..200)));
        }
    }

    /// What the database has, once it answers.
    fn ask_database(&self, id: &str) -> Option<Vec<String>> {
        let begun = Instant::now();
        loop {
            let stored = (self.stored)(id);
            if stored.is_some() || begun.elapsed() > STUCK {
                return stored;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// A server shows less than was acknowledged: it may be cut off, or not have heard yet. What the database has
    /// says whether anything is lost.
    fn behind(&self, id: &str, shown: &[String], known: &[String]) -> Trouble {
        self.behind.fetch_add(1, Ordering::Relaxed);
        match self.ask_database(id) {
            Some(stored) if stored.starts_with(known) => Trouble::Passing("it is behind the database".into()),
            stored => Trouble::Wrong(format!(
                "acknowledged moves are lost: {} of {} at a server, and stored is {stored:?}",
                shown.len(),
                known.len()
            )),
        }
    }

    /// One move of whoever's turn it is, until one is known to be there. Every attempt tries another move: whatever was
    /// under way to a server that was cut off must not come on top of what another one has accepted meanwhile.
    fn make_move(&self, client: &Client, game: &mut WebGame, rng: &mut fastrand::Rng) -> Result<(), String> {
        let (legal, ply) = (game.table.legal(), game.moves.len());
        let (id, token) = (game.id.clone(), game.tokens[ply % 2].clone());
        let (known, mut choice) = (game.moves.clone(), rng.fork());
        let mut tried = Vec::new();
        let (mv, is_answered) = self.insist(rng, &id, |node| {
            let mv = legal[choice.usize(..legal.len())].clone();
            tried.push(mv.clone());
            let body = json!({ "move": mv, "ply": ply });
            let request = client.post(format!("{node}/api/games/{id}/move")).bearer_auth(&token).json(&body);
            let refused = match answer(request) {
                Ok(_) => return Ok((mv, true)),
                Err(Trouble::Wrong(why)) => return Err(Trouble::Wrong(why)),
                Err(Trouble::Passing(why)) => why,
            };
            // It may have arrived: what the server has now decides.
            let moves = state(client, node, &id)?;
            match moves.strip_prefix(&known[..]) {
                Some([]) => Err(Trouble::Passing(refused)),
                Some([mv]) if tried.contains(mv) => Ok((mv.clone(), false)),
                Some(more) => Err(Trouble::Wrong(format!("moves that nobody made: {more:?}"))),
                None if known.starts_with(&moves) => Err(self.behind(&id, &moves, &known)),
                None => Err(Trouble::Wrong(format!("other moves than were acknowledged: {moves:?}"))),
            }
        })?;
        let counter = if is_answered { &self.acknowledged } else { &self.unanswered };
        counter.fetch_add(1, Ordering::Relaxed);
        game.table.play(&mv).map_err(|message| message.english)?;
        game.moves.push(mv);
        Ok(())
    }
}

/// A new game at a server.
fn create(client: &Client, node: &str) -> Result<WebGame, Trouble> {
    let body = json!({ "game": GAME, "x": { "kind": "me" }, "o": { "kind": "friend" } });
    let made = answer(client.post(format!("{node}/api/games")).json(&body))?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let table = potez_table::open(GAME, None).map_err(|message| Trouble::Wrong(message.english))?;
    let tokens = [text(&made["token"]), text(&made["friend"]["token"])];
    Ok(WebGame { id: text(&made["id"]), tokens, moves: Vec::new(), table })
}

/// The moves of a game at a server.
fn state(client: &Client, node: &str, id: &str) -> Result<Vec<String>, Trouble> {
    let state = answer(client.get(format!("{node}/api/games/{id}")))?;
    let moves = state["moves"].as_array().ok_or_else(|| Trouble::Wrong(format!("no moves in {state}")))?;
    Ok(moves.iter().filter_map(|mv| mv["text"].as_str()).map(str::to_string).collect())
}

/// The answer to a request. A server that is gone, cut off or behind may answer the next time.
fn answer(request: reqwest::blocking::RequestBuilder) -> Result<Value, Trouble> {
    let lost = |error: reqwest::Error| Trouble::Passing(format!("{error:?}"));
    let response = request.send().map_err(lost)?;
    let status = response.status().as_u16();
    let body: Value = response.json().map_err(lost)?;
    match status {
        200..=299 => Ok(body),
        409 | 429 | 500..=599 => Err(Trouble::Passing(format!("{status}: {body}"))),
        _ => Err(Trouble::Wrong(format!("{status}: {body}"))),
    }
}
