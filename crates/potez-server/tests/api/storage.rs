//! The storage by itself.

use std::path::PathBuf;
use std::sync::Arc;

use potez_server::Database;
use potez_server::storage::{
    Attendance, GameChange, JournalLine, MovesChange, Retention, Sqlite, Storage, StorageError, StoredGame,
};
use potez_server::testing::PostgresServer;

const DAY: u64 = 86_400_000;

fn game(id: &str) -> StoredGame {
    let (metadata, moves) = ("{}".into(), vec!["a1".into()]);
    StoredGame { id: id.into(), version: 1, created: 10, updated: 10, metadata, moves, ..StoredGame::default() }
}

fn change(id: &str, from: u64, moves: MovesChange) -> GameChange {
    GameChange { id: id.into(), from, at: 20 + from, metadata: format!("{{\"v\":{from}}}"), moves }
}

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("potez-storage-{name}-{}.db", std::process::id()))
}

fn remove(file: &std::path::Path) {
    for ending in ["", "-wal", "-shm", "-lock"] {
        let _ = std::fs::remove_file(format!("{}{ending}", file.display()));
    }
}

/// Every database that games can be kept in, empty. `SQLite` comes first and is always there.
fn databases(test: &str) -> Vec<Database> {
    let file = file(test);
    remove(&file);
    let mut all = vec![Database::File(file)];
    if let Some(server) = PostgresServer::shared(&format!("{test} on PostgreSQL")) {
        all.push(server.database().parse().unwrap());
    }
    all
}

/// A test of the storage, on every database.
pub(crate) async fn on_each(test: &str, check: impl AsyncFn(Arc<dyn Storage>)) {
    for database in databases(test) {
        let storage = database.open(None).await.unwrap();
        check(storage.clone()).await;
        storage.close().await;
        if let Database::File(file) = database {
            remove(&file);
        }
    }
}

#[tokio::test]
async fn a_game_is_found_as_it_was_changed_last() {
    on_each("changed-last", found_as_changed_last).await;
}

async fn found_as_changed_last(storage: Arc<dyn Storage>) {
    storage.create(game("g")).await.unwrap();
    storage.change(change("g", 1, MovesChange::Add { ply: 1, text: "b2".into() })).await.unwrap();
    storage.change(change("g", 2, MovesChange::Add { ply: 2, text: "c3".into() })).await.unwrap();
    storage.change(change("g", 3, MovesChange::Cut(1))).await.unwrap();
    storage.change(change("g", 4, MovesChange::Add { ply: 1, text: "d4".into() })).await.unwrap();
    storage.change(change("g", 5, MovesChange::Keep)).await.unwrap();
    let stored = storage.load("g").await.unwrap().unwrap();
    assert_eq!((stored.version, stored.created, stored.updated), (6, 10, 25));
    assert_eq!((stored.metadata.as_str(), stored.moves), ("{\"v\":5}", vec!["a1".to_string(), "d4".to_string()]));
    assert_eq!(storage.load("other").await.unwrap(), None);
}

#[tokio::test]
async fn a_change_of_an_old_version_changes_nothing() {
    on_each("old-version", refused_when_old).await;
}

async fn refused_when_old(storage: Arc<dyn Storage>) {
    storage.create(game("g")).await.unwrap();
    storage.change(change("g", 1, MovesChange::Keep)).await.unwrap();
    let late = storage.change(change("g", 1, MovesChange::Add { ply: 1, text: "b2".into() })).await;
    assert!(matches!(late, Err(StorageError::Conflict { from: 1, .. })));
    assert!(matches!(storage.create(game("g")).await, Err(StorageError::Conflict { .. })));
    assert!(matches!(storage.change(change("none", 1, MovesChange::Keep)).await, Err(StorageError::Conflict { .. })));
    assert_eq!(storage.load("g").await.unwrap().unwrap().moves.len(), 1);
}

#[tokio::test]
async fn many_changes_at_once_are_all_kept_or_refused_one_by_one() {
    for database in databases("many") {
        many_at_once(&database).await;
    }
}

async fn many_at_once(database: &Database) {
    let storage = database.open(None).await.unwrap();
    for number in 0..40 {
        storage.create(game(&number.to_string())).await.unwrap();
    }
    // Two changes race for each game: exactly one of them is kept.
    let changes = (0..80).map(|number| {
        storage.change(change(&(number % 40).to_string(), 1, MovesChange::Add { ply: 1, text: format!("m{number}") }))
    });
    let results = futures_util::future::join_all(changes).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 40);
    storage.close().await;
    let storage = database.open(None).await.unwrap();
    for number in 0..40 {
        let stored = storage.load(&number.to_string()).await.unwrap().unwrap();
        assert_eq!((stored.version, stored.moves.len()), (2, 2));
    }
    storage.close().await;
    assert!(matches!(storage.change(change("0", 2, MovesChange::Keep)).await, Err(StorageError::Broken(_))));
    if let Database::File(file) = database {
        remove(file);
    }
}

#[tokio::test]
async fn runs_of_servers_are_told_apart_however_their_clocks_were_set() {
    let storage = Sqlite::in_memory().await.unwrap();
    storage.begin(5_000_000).await.unwrap();
    storage.create(game("g")).await.unwrap();
    storage.beat(5_000_150).await.unwrap();
    // The next one begins with a clock that was set back, and changes another game.
    storage.begin(100).await.unwrap();
    storage.create(game("h")).await.unwrap();
    storage.beat(120).await.unwrap();
    let run = async |id: &str| storage.load(id).await.unwrap().unwrap().run.unwrap();
    let (first, second) = (run("g").await, run("h").await);
    assert!(first < second);
    assert_eq!(storage.attendance(first).await.unwrap(), Attendance::Until(5_000_150));
    assert_eq!(storage.attendance(second).await.unwrap(), Attendance::Until(120));
    assert_eq!(storage.attendance(99).await.unwrap(), Attendance::Unknown);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let file = file("junk");
    std::fs::write(&file, "this is a shopping list, not a database, and it is long enough to be looked at").unwrap();
    assert!(matches!(Sqlite::open(&file).await, Err(StorageError::Damaged(_))));
    remove(&file);
}

#[tokio::test]
async fn what_is_old_is_found_and_deleted_with_its_moves() {
    on_each("old", old_games_go).await;
}

async fn old_games_go(storage: Arc<dyn Storage>) {
    storage.begin(DAY).await.unwrap();
    storage.create(StoredGame { updated: DAY, ..game("played") }).await.unwrap();
    let unplayed = StoredGame { updated: DAY, metadata: r#"{"given":1}"#.into(), ..game("unplayed") };
    storage.create(unplayed).await.unwrap();
    storage.create(StoredGame { updated: DAY, metadata: "not JSON".into(), ..game("odd") }).await.unwrap();
    for day in 2..=4 {
        storage.beat(day * DAY).await.unwrap();
    }
    assert_eq!(storage.old_games(Retention { played: 10, unplayed: 2 }).await.unwrap(), ["unplayed"]);
    let mut old = storage.old_games(Retention { played: 2, unplayed: 2 }).await.unwrap();
    old.sort();
    assert_eq!(old, ["odd", "played", "unplayed"]);
    storage.delete(old, 10).await.unwrap();
    assert_eq!(storage.load("played").await.unwrap(), None);
    // Another game of the same name has moves of its own only.
    storage.create(game("played")).await.unwrap();
    assert_eq!(storage.load("played").await.unwrap().unwrap().moves, ["a1"]);
}

#[tokio::test]
async fn what_somebody_made_is_counted_until_it_is_forgotten_who_that_was() {
    on_each("makers", makers_are_counted).await;
}

async fn makers_are_counted(storage: Arc<dyn Storage>) {
    storage.begin(DAY).await.unwrap();
    let made = |id: &str, by: &str| StoredGame { updated: DAY, maker: Some(by.into()), ..game(id) };
    storage.create(made("a", "10.0.0.1")).await.unwrap();
    let one = storage.bytes_of("10.0.0.1").await.unwrap();
    storage.create(made("b", "10.0.0.1")).await.unwrap();
    assert_eq!(
        (storage.bytes_of("10.0.0.1").await.unwrap(), storage.bytes_of("10.0.0.2").await.unwrap()),
        (2 * one, 0)
    );
    let text = "a long move that takes more".to_string();
    storage.change(change("a", 1, MovesChange::Add { ply: 1, text })).await.unwrap();
    assert!(storage.bytes_of("10.0.0.1").await.unwrap() > 2 * one);
    storage.change(change("a", 2, MovesChange::Cut(1))).await.unwrap();
    assert_eq!(storage.bytes_of("10.0.0.1").await.unwrap(), 2 * one + "{\"v\":2}".len() as u64 - 2);
    for day in 2..=4 {
        storage.beat(day * DAY).await.unwrap();
    }
    storage.delete(Vec::new(), 2).await.unwrap();
    assert_eq!(storage.bytes_of("10.0.0.1").await.unwrap(), 0);
}

#[tokio::test]
async fn games_that_go_on_without_anybody_are_found_the_latest_first() {
    on_each("unattended", unattended_are_found).await;
}

async fn unattended_are_found(storage: Arc<dyn Storage>) {
    let goes_on =
        |id: &str, updated: u64| StoredGame { updated, metadata: r#"{"unattended":true}"#.into(), ..game(id) };
    storage.create(goes_on("first", 10)).await.unwrap();
    storage.create(goes_on("second", 20)).await.unwrap();
    storage.create(game("attended")).await.unwrap();
    storage.create(StoredGame { metadata: "{ not JSON".into(), ..game("odd") }).await.unwrap();
    assert_eq!(storage.unattended_games().await.unwrap(), ["second", "first"]);
    storage.change(change("second", 1, MovesChange::Keep)).await.unwrap();
    assert_eq!(storage.unattended_games().await.unwrap(), ["first"]);
    storage.check(7).await.unwrap();
    assert!(storage.room().await.unwrap().has_room_for_games());
}

#[tokio::test]
async fn a_line_of_a_journal_is_written_once_and_in_its_place() {
    on_each("journal", written_once).await;
}

async fn written_once(storage: Arc<dyn Storage>) {
    let line = |number: u64, text: &str| JournalLine { name: "league/a".into(), number, text: text.into() };
    storage.add_line(line(0, "first")).await.unwrap();
    storage.add_line(line(1, "second")).await.unwrap();
    for (number, text) in [(0, "first"), (1, "other"), (3, "too early")] {
        let refused = storage.add_line(line(number, text)).await;
        assert!(matches!(refused, Err(StorageError::Conflict { .. })), "{number}: {refused:?}");
    }
    storage.add_line(JournalLine { name: "other".into(), number: 0, text: "x".into() }).await.unwrap();
    assert_eq!(storage.lines("league/a", 0).await.unwrap(), ["first", "second"]);
    assert_eq!(storage.lines("league/a", 1).await.unwrap(), ["second"]);
    assert_eq!(storage.lines("league/none", 0).await.unwrap(), Vec::<String>::new());
    assert_eq!(storage.journals("league/").await.unwrap(), ["league/a"]);
}
