//! The storage by itself.

use std::path::PathBuf;

use potez_server::storage::{GameChange, MovesChange, Sqlite, Storage, StorageError, StoredGame};

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

#[tokio::test]
async fn a_game_is_found_as_it_was_changed_last() {
    let storage = Sqlite::in_memory().await.unwrap();
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
    let storage = Sqlite::in_memory().await.unwrap();
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
    let file = file("many");
    let storage = Sqlite::open(&file).await.unwrap();
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
    let storage = Sqlite::open(&file).await.unwrap();
    for number in 0..40 {
        let stored = storage.load(&number.to_string()).await.unwrap().unwrap();
        assert_eq!((stored.version, stored.moves.len()), (2, 2));
    }
    storage.close().await;
    assert!(matches!(storage.change(change("0", 2, MovesChange::Keep)).await, Err(StorageError::Broken(_))));
    remove(&file);
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
    assert_eq!(storage.last_beat(first).await.unwrap(), Some(5_000_150));
    assert_eq!(storage.last_beat(second).await.unwrap(), Some(120));
    assert_eq!(storage.last_beat(99).await.unwrap(), None);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let file = file("junk");
    std::fs::write(&file, "this is a shopping list, not a database, and it is long enough to be looked at").unwrap();
    assert!(matches!(Sqlite::open(&file).await, Err(StorageError::Damaged(_))));
    remove(&file);
}
