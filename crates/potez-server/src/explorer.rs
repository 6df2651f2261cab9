//! The explorer: games put where they are found by position, and what is known of a position.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use potez_session::Session;
use potez_table::pattern::Pattern;
use potez_table::{BotSpec, Outcome, Player, Proof, Table, book, position_key, position_keys};
use potez_wire::phrases::GameResult;
use potez_words::Words;
use tokio::time::sleep;

use crate::bots;
use crate::clients::Client;
use crate::error::ApiError;
use crate::games::LiveGames;
use crate::live_game::GameState;
use crate::storage::{ExploredCount, ExploredGame, ExploredResult, GameFilter, StoredGame};
use crate::wire::{
    ArchivedGame, BookMoveView, ExploredGameView, ExploredMoveView, GameFilterRequest, KeyedMove, ResultCounts,
};

/// Games that are asked for at once.
const AT_ONCE: usize = 100;
/// How long to wait for games that end, or for a disk that fails.
const PAUSE: Duration = Duration::from_secs(1);

/// Games that have ended, until they are where they are found.
#[derive(Default)]
pub(crate) struct EndedGames(Mutex<HashSet<String>>);

/// Games that wait at most; more of them are found when the server starts again.
const WAITING: usize = 20_000;

impl EndedGames {
    pub(crate) fn add(&self, id: String) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < WAITING {
            waiting.insert(id);
        }
    }

    fn take(&self) -> HashSet<String> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What of a stored game is found: itself, and the keys of its positions if it has a result.
pub(crate) fn explored(stored: &StoredGame) -> Result<(ExploredGame, Vec<u64>), ApiError> {
    let GameState { session, .. } = GameState::restore(stored)?;
    let (table, ending) = (session.table(), session.ending());
    let result = match ending.as_ref().map(potez_table::Ending::outcome) {
        None => ExploredResult::Unfinished,
        Some(None) => ExploredResult::None,
        Some(Some(Outcome::Draw)) => ExploredResult::Draw,
        Some(Some(Outcome::Win(Player::X))) => ExploredResult::X,
        Some(Some(Outcome::Win(Player::O))) => ExploredResult::O,
    };
    let counts = matches!(result, ExploredResult::X | ExploredResult::O | ExploredResult::Draw);
    let positions = if counts { position_keys(table) } else { Vec::new() };
    let game = ExploredGame {
        id: stored.id.clone(),
        version: stored.version,
        spec: table.game(),
        result,
        reason: ending.map(|ending| ending.code().to_string()).unwrap_or_default(),
        plies: table.ply(),
        ended: stored.updated,
        players: Player::BOTH.map(|player| name(&session, player)),
        levels: Player::BOTH.map(|player| level(&session, player)),
    };
    Ok((game, positions))
}

fn name(session: &Session, player: Player) -> String {
    let seat = session.state().seat(player);
    seat.name.clone().or_else(|| seat.bot.clone()).unwrap_or_default()
}

/// The level of a bot that has one.
fn level(session: &Session, player: Player) -> Option<u32> {
    let spec: BotSpec = session.state().seat(player).bot.as_ref()?.parse().ok()?;
    spec.level()
}

impl LiveGames {
    /// Puts games where they are found: first those that earlier runs have left, then those that end, until the
    /// server does. What room is left for games under way is not used for that.
    pub(crate) async fn explore_games(self: Arc<Self>) {
        let mut after = String::new();
        loop {
            if self.check_room().await.is_err() {
                sleep(PAUSE).await;
                continue;
            }
            match self.storage.unexplored(&after, AT_ONCE).await {
                Ok(ids) => {
                    let Some(last) = ids.last().cloned() else { break };
                    for id in ids {
                        self.explore(id).await;
                    }
                    after = last;
                }
                Err(error) => {
                    tracing::warn!(%error, "games cannot be made findable");
                    sleep(PAUSE).await;
                }
            }
        }
        loop {
            sleep(PAUSE).await;
            for id in self.ended.take() {
                match self.check_room().await {
                    Ok(()) => self.explore(id).await,
                    Err(_) => self.ended.add(id),
                }
            }
        }
    }

    /// Puts one game where it is found.
    async fn explore(&self, id: String) {
        let stored = match self.storage.load(&id).await {
            Ok(Some(stored)) => stored,
            Err(error) if error.is_passing() => return self.ended.add(id),
            // Gone, or damaged, which was named when it was found.
            Ok(None) | Err(_) => return,
        };
        let Ok((game, positions)) = self.calculations.run(Client::SERVER, move || explored(&stored)).await else {
            return;
        };
        if let Err(error) = self.storage.explore(game, positions).await {
            tracing::warn!(%error, "a game cannot be made findable");
            if error.is_passing() {
                self.ended.add(id);
            }
        }
    }
}

/// A filter as a client sent it.
pub(crate) fn filter(sent: &GameFilterRequest) -> Result<GameFilter, ApiError> {
    let result = match sent.result.as_deref() {
        None => None,
        Some("x") => Some(ExploredResult::X),
        Some("o") => Some(ExploredResult::O),
        Some("draw") => Some(ExploredResult::Draw),
        Some(_) => return Err(ApiError::bad_request("a result `x`, `o` or `draw`")),
    };
    let is_long = |text: &Option<String>| text.as_ref().is_some_and(|text| text.len() > MOST_TEXT);
    if is_long(&sent.player) || is_long(&sent.reason) {
        return Err(ApiError::too_large(MOST_TEXT));
    }
    Ok(GameFilter {
        spec: None,
        player: sent.player.clone().filter(|name| !name.trim().is_empty()),
        level: sent.level,
        result,
        reason: sent.reason.clone().filter(|reason| !reason.is_empty()),
        least_plies: sent.least_plies,
        most_plies: sent.most_plies,
        before: None,
    })
}

/// Bytes of a name or a reason.
const MOST_TEXT: usize = 200;

/// A key as it is written.
pub(crate) fn written(key: u64) -> String {
    format!("{key:016x}")
}

/// What the book says of the moves on a table.
pub(crate) fn book_moves(table: &dyn Table) -> Vec<BookMoveView> {
    let player = table.turn();
    let view = |mv: book::BookMove| BookMoveView {
        mv: mv.mv.into(),
        visits: mv.visits,
        win_chance: mv.win_chance,
        games: mv.score.games,
        score: mv.score.share(player),
        interval: mv.score.interval(player).map(|(low, high)| [low, high]),
        proven: mv.proven.map(Proof::word),
    };
    book::moves(table).into_iter().map(view).collect()
}

/// The moves that lead to positions of these keys, the first of each by its text.
pub(crate) fn keyed(table: &dyn Table, keys: &HashSet<u64>) -> HashMap<u64, KeyedMove> {
    if keys.is_empty() || table.ending().is_some() {
        return HashMap::new();
    }
    let moves = table.moves_to(&|key| keys.contains(&position_key(table, key)));
    let groups = book::by_key(moves).into_iter();
    groups
        .filter_map(|(key, same)| {
            let key = position_key(table, key);
            Some((key, KeyedMove { key: written(key), mv: same.into_iter().next()?.into() }))
        })
        .collect()
}

fn all(results: ResultCounts) -> u64 {
    results.x + results.o + results.draws
}

fn add(results: &mut ResultCounts, result: ExploredResult, games: u64) {
    match result {
        ExploredResult::X => results.x += games,
        ExploredResult::O => results.o += games,
        ExploredResult::Draw => results.draws += games,
        ExploredResult::Unfinished | ExploredResult::None => {}
    }
}

/// How games went on from the position on a table, the most frequent first, and all of them together.
pub(crate) fn results(table: &dyn Table, counts: &[ExploredCount]) -> (Vec<ExploredMoveView>, ResultCounts) {
    let mut total = ResultCounts::default();
    let mut by_next: HashMap<u64, ResultCounts> = HashMap::new();
    for count in counts {
        add(&mut total, count.result, count.games);
        add(by_next.entry(count.next).or_default(), count.result, count.games);
    }
    let moves = keyed(table, &by_next.keys().copied().collect());
    let view = |(key, KeyedMove { mv, .. })| ExploredMoveView { mv, results: by_next[&key] };
    let mut moves: Vec<ExploredMoveView> = moves.into_iter().map(view).collect();
    moves.sort_by(|a, b| all(b.results).cmp(&all(a.results)).then_with(|| a.mv.text.cmp(&b.mv.text)));
    (moves, total)
}

/// A game that was found, for readers.
pub(crate) fn found(game: ExploredGame, words: &Words) -> ExploredGameView {
    let winner = match game.result {
        ExploredResult::X => Some(Player::X),
        ExploredResult::O => Some(Player::O),
        _ => None,
    };
    let ending = GameResult { winner, reason: game.reason }.ending(words);
    // A level is called as at the table; who has none is called as it was written down.
    let called = |name: String, level: Option<u32>| if level.is_some() { bots::title(&name, words) } else { name };
    let ([x, o], [x_level, o_level]) = (game.players, game.levels);
    let (x, o) = (called(x, x_level), called(o, o_level));
    ExploredGameView { id: game.id, game: game.spec, x, o, ending, plies: game.plies, ended: game.ended }
}

/// The number of moves after which a game has a pattern for the first time.
pub(crate) fn first_ply(stored: &StoredGame, pattern: &Pattern) -> Option<usize> {
    let GameState { session, .. } = GameState::restore(stored).ok()?;
    let mut table = session.table().fork();
    let mut first = None;
    loop {
        if pattern.is_in(&table.view()) {
            first = Some(table.ply());
        }
        if !table.undo() {
            return first;
        }
    }
}

/// A record of somebody's own with the keys of its positions; `None` if it is not a game with a result.
pub(crate) fn archived(transcript: &potez_table::Transcript) -> Option<ArchivedGame> {
    let replayed = potez_table::records::replay(transcript).ok()?;
    let table = replayed.table.as_ref();
    let result = table.outcome().or(replayed.transcript.result)?;
    let tag = |key: &str| {
        let tags = &replayed.transcript.tags;
        tags.iter().find(|(name, _)| name == key).map(|(_, value)| value.clone()).unwrap_or_default()
    };
    Some(ArchivedGame {
        game: table.game(),
        position: table.start(),
        x: tag("X"),
        o: tag("O"),
        result: match result.winner() {
            Some(player) => player.letter().to_string(),
            None => "draw".into(),
        },
        moves: table.moves(),
        keys: position_keys(table).into_iter().map(written).collect(),
    })
}
