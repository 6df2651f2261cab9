//! The explorer: what the book and the games on this server know of a position.

use std::collections::HashSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use potez_table::pattern::Pattern;
use potez_table::{position_keys, records};

use super::ErrorBody;
use crate::app::AppState;
use crate::clients::Client;
use crate::error::ApiError;
use crate::requests::{Body, RequestLang};
use crate::wire::{
    ArchiveRequest, ArchiveView, ExploreRequest, ExploreView, GameCursor, PatternGameView, PatternRequest, PatternView,
};
use crate::{explorer, limits, tables};

/// Games that are listed.
const LISTED: usize = 50;
/// Games that are looked through for a pattern at once, and how many of them are replayed between two clients' turns.
const SCANNED: usize = 200;
const REPLAYED: usize = 10;
/// Keys of a reader's own games that are looked up at once, and games of a file that are read at once.
const KEYS: usize = 1_000;
const ARCHIVED: usize = 300;

/// What is known of a position: the book, and games on this server up to the symmetries of the board.
#[utoipa::path(post, path = "/api/explore", tag = "positions", request_body = ExploreRequest,
    responses((status = 200, body = ExploreView), (status = 422, body = ErrorBody)))]
pub(crate) async fn explore(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Body(request): Body<ExploreRequest>,
) -> Result<Json<ExploreView>, ApiError> {
    let ExploreRequest { at, filter, everywhere, keys } = request;
    let mut filter = explorer::filter(&filter)?;
    if keys.len() > KEYS {
        return Err(ApiError::too_large(KEYS));
    }
    let keys: HashSet<u64> = keys.iter().filter_map(|key| u64::from_str_radix(key, 16).ok()).collect();
    let (table, key, book) = app
        .calculate(client, move |_| {
            let table = tables::at(&at)?;
            let key = position_keys(table.as_ref()).pop().ok_or_else(ApiError::internal)?;
            let book = explorer::book_moves(table.as_ref());
            Ok((table, key, book))
        })
        .await?;
    let counts = app.storage.position_counts(key, filter.clone()).await?;
    filter.spec = everywhere.then(|| table.game());
    let games = app.storage.explored_games((!everywhere).then_some(key), filter, LISTED).await?;
    app.calculate(client, move |app| {
        let (moves, total) = explorer::results(table.as_ref(), &counts);
        let words = app.words(lang);
        let mut keyed: Vec<_> = explorer::keyed(table.as_ref(), &keys).into_values().collect();
        keyed.sort_by(|a, b| a.mv.text.cmp(&b.mv.text));
        let games = games.into_iter().map(|game| explorer::found(game, words)).collect();
        Ok(Json(ExploreView { key: explorer::written(key), book, moves, total, games, keyed }))
    })
    .await
}

/// The positions of games of the reader's own, by which they can be looked up. Nothing is kept.
#[utoipa::path(post, path = "/api/archive", tag = "records", request_body = ArchiveRequest,
    responses((status = 200, body = ArchiveView), (status = 413, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(crate) async fn archive(
    State(app): State<Arc<AppState>>,
    client: Client,
    Body(request): Body<ArchiveRequest>,
) -> Result<Json<ArchiveView>, ApiError> {
    if request.text.len() > limits::RECORD_BYTES {
        return Err(ApiError::too_large(limits::RECORD_BYTES));
    }
    app.calculate(client, move |_| {
        let read = records::read_all(&request.text)?;
        if read.len() > ARCHIVED {
            return Err(ApiError::too_large(ARCHIVED));
        }
        let is_short = |record: &&potez_table::Transcript| record.moves.len() <= limits::MOVES;
        let games: Vec<_> = read.iter().filter(is_short).filter_map(explorer::archived).collect();
        let skipped = read.len() - games.len();
        Ok(Json(ArchiveView { games, skipped }))
    })
    .await
}

/// Games on this server that looked somewhere as this position does on some of its cells, the newest first. One answer
/// looks through some of the games and says where to go on.
#[utoipa::path(post, path = "/api/pattern", tag = "positions", request_body = PatternRequest,
    responses((status = 200, body = PatternView), (status = 422, body = ErrorBody)))]
pub(crate) async fn pattern(
    State(app): State<Arc<AppState>>,
    client: Client,
    RequestLang(lang): RequestLang,
    Body(request): Body<PatternRequest>,
) -> Result<Json<PatternView>, ApiError> {
    let PatternRequest { at, cells, anywhere, filter, older } = request;
    let mut filter = explorer::filter(&filter)?;
    let (pattern, spec) = app
        .calculate(client, move |_| {
            let table = tables::at(&at)?;
            let pattern =
                Pattern::new(&table.view(), &cells, anywhere).map_err(|error| ApiError::rules(error.into()))?;
            Ok((Arc::new(pattern), table.game()))
        })
        .await?;
    filter.spec = Some(spec);
    filter.before = older.map(|GameCursor { ended, id }| (ended, id));
    let all = app.storage.explored_games(None, filter, SCANNED).await?;
    let last = all.last().filter(|_| all.len() == SCANNED);
    let older = last.map(|game| GameCursor { ended: game.ended, id: game.id.clone() });
    let (scanned, mut games) = (all.len(), Vec::new());
    for some in all.chunks(REPLAYED) {
        let mut stored = Vec::new();
        for game in some {
            // A game that was deleted meanwhile is not found.
            stored.extend(app.storage.load(&game.id).await?.map(|stored| (game.clone(), stored)));
        }
        let pattern = Arc::clone(&pattern);
        let found = app.calculate(client, move |app| {
            let words = app.words(lang);
            let place = |(game, stored)| {
                let ply = explorer::first_ply(&stored, &pattern)?;
                Some(PatternGameView { game: explorer::found(game, words), ply })
            };
            Ok(stored.into_iter().filter_map(place).collect::<Vec<_>>())
        });
        games.extend(found.await?);
    }
    Ok(Json(PatternView { games, scanned, older }))
}
