//! Games of two over HTTP at any of the servers, by players who try again when a server is gone.

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

/// What all players share.
pub(crate) struct WebPlay {
    pub(crate) nodes: Vec<String>,
    /// Raised when nothing is killed any more: every player makes one more move, and then it is over.
    pub(crate) calm: AtomicBool,
    pub(crate) acknowledged: AtomicU64,
    /// Moves whose answer was lost and that were there all the same.
    pub(crate) unanswered: AtomicU64,
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
    Passing,
    Wrong(String),
}

impl WebPlay {
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
                        // It may be behind for a moment.
                        false if game.moves.starts_with(&moves) => Err(Trouble::Passing),
                        false => Err(Trouble::Wrong(format!("other moves: {moves:?}"))),
                    }
                })?;
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
        loop {
            match attempt(&self.nodes[rng.usize(..self.nodes.len())]) {
                Ok(done) => return Ok(done),
                Err(Trouble::Wrong(why)) => return Err(format!("{what}: {why}")),
                Err(Trouble::Passing) if begun.elapsed() > STUCK => return Err(format!("{what}: no server does it")),
                Err(Trouble::Passing) => std::thread::sleep(Duration::from_millis(rng.u64(20..200))),
            }
        }
    }

    /// One move of whoever's turn it is, until it is known to be there.
    fn make_move(&self, client: &Client, game: &mut WebGame, rng: &mut fastrand::Rng) -> Result<(), String> {
        let legal = game.table.legal();
        let (mv, ply) = (legal[rng.usize(..legal.len())].clone(), game.moves.len());
        let body = json!({ "move": mv, "ply": ply });
        let (id, token) = (game.id.clone(), game.tokens[ply % 2].clone());
        let known = game.moves.clone();
        let is_answered = self.insist(rng, &id, |node| {
            let request = client.post(format!("{node}/api/games/{id}/move")).bearer_auth(&token).json(&body);
            match answer(request) {
                Ok(_) => Ok(true),
                Err(Trouble::Wrong(why)) => Err(Trouble::Wrong(why)),
                // It may have arrived: what the server has now decides.
                Err(Trouble::Passing) => {
                    let moves = state(client, node, &id)?;
                    // A server that is cut off shows what it knew. What is lost for good is never there again, and
                    // then the next move fits nowhere.
                    if known.starts_with(&moves) {
                        return Err(Trouble::Passing);
                    }
                    if !moves.starts_with(&known) {
                        return Err(Trouble::Wrong(format!("other moves than were acknowledged: {moves:?}")));
                    }
                    if moves.len() == known.len() + 1 && moves.last() == Some(&mv) {
                        return Ok(false);
                    }
                    Err(Trouble::Wrong("a move that nobody made".into()))
                }
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
    let response = request.send().map_err(|_| Trouble::Passing)?;
    let status = response.status().as_u16();
    let body: Value = response.json().map_err(|_| Trouble::Passing)?;
    match status {
        200..=299 => Ok(body),
        409 | 429 | 500..=599 => Err(Trouble::Passing),
        _ => Err(Trouble::Wrong(format!("{status}: {body}"))),
    }
}
