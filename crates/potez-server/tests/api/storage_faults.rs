//! The storage when its disk is full, its files are taken away, or somebody has damaged them.

use std::path::{Path, PathBuf};
use std::process::Command;

use potez_server::storage::{
    Attendance, GameChange, MovesChange, Retention, Sqlite, SqliteSettings, Storage, StorageError, StoredGame,
};

const DAY: u64 = 86_400_000;

fn game(id: &str) -> StoredGame {
    let (metadata, moves) = ("{}".into(), vec!["a1".into()]);
    StoredGame { id: id.into(), version: 1, created: 10, updated: 10, metadata, moves, ..StoredGame::default() }
}

fn change(id: &str, from: u64) -> GameChange {
    let moves = MovesChange::Add { ply: from as usize, text: format!("m{from}") };
    GameChange { id: id.into(), from, at: 20 + from, metadata: "{}".into(), moves }
}

/// A folder of its own for a test, removed at its end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("potez-faults-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.0.join("games.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A disk of a megabyte, where this user may have one.
pub(crate) struct SmallDisk(PathBuf);

impl SmallDisk {
    pub(crate) fn mount(folder: &Path) -> Option<Self> {
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"]).arg(folder).output();
        mounted.is_ok_and(|output| output.status.success()).then(|| Self(folder.to_path_buf()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).output();
    }
}

/// Keeps large games until there is no room for another one.
async fn fill(storage: &Sqlite) -> Vec<String> {
    let mut kept = Vec::new();
    loop {
        let large = StoredGame { metadata: "x".repeat(20_000), ..game(&format!("large{}", kept.len())) };
        let id = large.id.clone();
        match storage.create(large.clone()).await {
            Ok(()) => kept.push(id),
            Err(error) => {
                assert_eq!((error, storage.create(large).await), (StorageError::Full, Err(StorageError::Full)));
                return kept;
            }
        }
    }
}

#[tokio::test]
async fn a_full_disk_is_said_to_be_full_and_writing_goes_on_when_there_is_room_again() {
    let folder = Folder::new("full");
    let Some(disk) = SmallDisk::mount(&folder.0) else {
        return eprintln!("no disk can be mounted here; the test of the largest size says nearly as much");
    };
    let storage = Sqlite::open(&folder.file()).await.unwrap();
    storage.create(game("g")).await.unwrap();
    let filler = folder.0.join("filler");
    std::fs::write(&filler, vec![0; 1 << 20]).unwrap_err();
    let kept = fill(&storage).await;
    assert!(!storage.room().await.unwrap().has_room_for_games());
    // The last bytes may do for a move or two, and then for none.
    let mut from = 1;
    while storage.change(change("g", from)).await.is_ok() {
        from += 1;
    }
    assert_eq!(storage.check(7).await, Err(StorageError::Full));
    for id in kept.iter().map(String::as_str).chain(["g"]) {
        assert!(storage.load(id).await.unwrap().is_some());
    }
    std::fs::remove_file(filler).unwrap();
    // Nothing is opened again by hand.
    assert_eq!(storage.load("g").await.unwrap().unwrap().version, from);
    storage.change(change("g", from)).await.unwrap();
    storage.check(8).await.unwrap();
    storage.close().await;
    drop(storage);
    drop(disk);
}

#[tokio::test]
async fn a_database_of_its_largest_size_takes_no_more_and_uses_again_what_is_deleted() {
    let folder = Folder::new("largest");
    let settings = SqliteSettings { most_bytes: Some(300_000) };
    let storage = Sqlite::open_with(&folder.file(), settings).await.unwrap();
    assert!(storage.room().await.unwrap().has_room_for_games());
    storage.create(game("g")).await.unwrap();
    let kept = fill(&storage).await;
    assert!(!storage.room().await.unwrap().has_room_for_games());
    for id in kept.iter().map(String::as_str).chain(["g"]) {
        assert!(storage.load(id).await.unwrap().is_some());
    }
    storage.delete(kept, 30).await.unwrap();
    assert!(storage.room().await.unwrap().has_room_for_games());
    assert!(!fill(&storage).await.is_empty());
    storage.change(change("g", 1)).await.unwrap();
    storage.close().await;
}

#[tokio::test]
async fn nothing_is_acknowledged_while_the_file_is_away_and_all_goes_on_when_it_is_back() {
    let folder = Folder::new("away");
    let storage = Sqlite::open(&folder.file()).await.unwrap();
    storage.create(game("g")).await.unwrap();
    let away = folder.0.join("elsewhere.db");
    std::fs::rename(folder.file(), &away).unwrap();
    for _ in 0..2 {
        assert!(matches!(storage.change(change("g", 1)).await, Err(StorageError::Replaced(_))));
        assert!(matches!(storage.check(5).await, Err(StorageError::Replaced(_))));
    }
    // Another file in its place is not the one that the games are in.
    std::fs::copy(&away, folder.file()).unwrap();
    assert!(matches!(storage.change(change("g", 1)).await, Err(StorageError::Replaced(_))));
    std::fs::rename(&away, folder.file()).unwrap();
    let from = storage.load("g").await.unwrap().unwrap().version;
    storage.change(change("g", from)).await.unwrap();
    storage.close().await;
    let storage = Sqlite::open(&folder.file()).await.unwrap();
    assert_eq!(storage.load("g").await.unwrap().unwrap().version, from + 1);
    storage.close().await;
}

#[tokio::test]
async fn readers_take_nothing_from_a_database_that_is_away() {
    let folder = Folder::new("readers");
    let storage = Sqlite::open(&folder.file()).await.unwrap();
    storage.create(game("g")).await.unwrap();
    storage.load("g").await.unwrap();
    let away = folder.0.join("elsewhere.db");
    std::fs::rename(folder.file(), &away).unwrap();
    assert!(storage.change(change("g", 1)).await.is_err());
    // Whether it can be read now or not: nobody makes another database out of the log that is left.
    for id in ["g", "h"] {
        let _ = storage.load(id).await;
        assert!(!folder.file().exists());
    }
    std::fs::rename(&away, folder.file()).unwrap();
    assert_eq!(storage.load("g").await.unwrap().unwrap().version, 1);
    storage.change(change("g", 1)).await.unwrap();
    storage.close().await;
    let storage = Sqlite::open(&folder.file()).await.unwrap();
    assert_eq!(storage.load("g").await.unwrap().unwrap().version, 2);
    storage.close().await;
}

#[tokio::test]
async fn what_was_acknowledged_survives_the_loss_of_the_log() {
    let folder = Folder::new("log");
    let storage = Sqlite::open(&folder.file()).await.unwrap();
    storage.create(game("g")).await.unwrap();
    storage.change(change("g", 1)).await.unwrap();
    std::fs::remove_file(folder.0.join("games.db-wal")).unwrap();
    assert!(matches!(storage.change(change("g", 2)).await, Err(StorageError::Replaced(_))));
    let stored = storage.load("g").await.unwrap().unwrap();
    assert!(stored.version >= 2);
    storage.change(change("g", stored.version)).await.unwrap();
    storage.close().await;
    let storage = Sqlite::open(&folder.file()).await.unwrap();
    assert_eq!(storage.load("g").await.unwrap().unwrap().version, stored.version + 1);
    storage.close().await;
}

#[tokio::test]
async fn a_second_server_on_the_same_file_does_not_start() {
    let folder = Folder::new("twice");
    let first = Sqlite::open(&folder.file()).await.unwrap();
    assert_eq!(Sqlite::open(&folder.file()).await.err(), Some(StorageError::InUse));
    #[cfg(unix)]
    {
        let link = folder.0.join("link.db");
        std::os::unix::fs::symlink(folder.file(), &link).unwrap();
        assert_eq!(Sqlite::open(&link).await.err(), Some(StorageError::InUse));
        // Its lock and its log would be other ones.
        let other_name = folder.0.join("other.db");
        std::fs::hard_link(folder.file(), &other_name).unwrap();
        assert!(matches!(Sqlite::open(&other_name).await.err(), Some(StorageError::ManyNames(_))));
        std::fs::remove_file(other_name).unwrap();
    }
    first.close().await;
    Sqlite::open(&folder.file()).await.unwrap().close().await;
}

#[tokio::test]
async fn a_game_whose_moves_were_changed_is_named_and_the_others_are_read() {
    let folder = Folder::new("moves");
    let storage = Sqlite::open(&folder.file()).await.unwrap();
    for id in ["g", "h", "i"] {
        storage.create(game(id)).await.unwrap();
        storage.change(change(id, 1)).await.unwrap();
    }
    storage.close().await;
    let raw = rusqlite::Connection::open(folder.file()).unwrap();
    raw.execute("UPDATE moves SET text = 'b1' WHERE game = 'g' AND ply = 0", []).unwrap();
    raw.execute("UPDATE games SET head = x'ff' WHERE id = 'i'", []).unwrap();
    drop(raw);
    let storage = Sqlite::open(&folder.file()).await.unwrap();
    assert_eq!(storage.damaged_games(), 2);
    for id in ["g", "i"] {
        let error = storage.load(id).await.unwrap_err();
        assert!(matches!(&error, StorageError::DamagedGame { id: named, .. } if named == id), "{error}");
    }
    assert_eq!(storage.load("h").await.unwrap().unwrap().moves.len(), 2);
    storage.change(change("h", 2)).await.unwrap();
    storage.close().await;
}

#[tokio::test]
async fn a_file_that_is_damaged_itself_is_found_out_at_the_start() {
    let folder = Folder::new("pages");
    let storage = Sqlite::open(&folder.file()).await.unwrap();
    for number in 0..200 {
        storage.create(game(&format!("g{number}"))).await.unwrap();
    }
    storage.close().await;
    let mut bytes = std::fs::read(folder.file()).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 4096].fill(0x5a);
    std::fs::write(folder.file(), bytes).unwrap();
    let error = Sqlite::open(&folder.file()).await.err().unwrap();
    assert!(matches!(error, StorageError::Damaged(_)), "{error}");
}

#[tokio::test]
async fn games_are_old_after_days_on_which_a_server_ran() {
    let storage = Sqlite::in_memory().await.unwrap();
    let today = 20_000 * DAY;
    storage.begin(today).await.unwrap();
    let at = |id: &str, updated: u64| StoredGame { updated, ..game(id) };
    storage.create(at("old", today)).await.unwrap();
    storage.create(StoredGame { moves: Vec::new(), ..at("unplayed", today) }).await.unwrap();
    let retention = Retention { played: 5, unplayed: 2 };
    // A start with a clock that is years ahead makes nothing old, nor does a long rest.
    storage.begin(today + 20_000 * DAY).await.unwrap();
    storage.begin(today + 400 * DAY).await.unwrap();
    assert!(storage.old_games(retention).await.unwrap().is_empty());
    storage.beat(today + 401 * DAY).await.unwrap();
    assert_eq!(storage.old_games(retention).await.unwrap(), ["unplayed"]);
    for day in 402..405 {
        storage.beat(today + day * DAY).await.unwrap();
    }
    storage.create(at("new", today + 404 * DAY)).await.unwrap();
    assert_eq!(storage.old_games(retention).await.unwrap(), ["old", "unplayed"]);
    storage.delete(vec!["old".into(), "unplayed".into()], 30).await.unwrap();
    assert!(storage.load("old").await.unwrap().is_none());
    assert!(storage.load("new").await.unwrap().is_some());
}

#[tokio::test]
async fn what_somebody_stores_is_counted_and_forgotten_with_time() {
    let storage = Sqlite::in_memory().await.unwrap();
    storage.begin(DAY).await.unwrap();
    let made = |id: &str| StoredGame { maker: Some("10.0.0.1".into()), ..game(id) };
    storage.create(made("g")).await.unwrap();
    let one = storage.bytes_of("10.0.0.1").await.unwrap();
    assert!(one > 0);
    storage.change(change("g", 1)).await.unwrap();
    let longer = storage.bytes_of("10.0.0.1").await.unwrap();
    assert!(longer > one);
    let cut = GameChange { moves: MovesChange::Cut(1), ..change("g", 2) };
    storage.change(cut).await.unwrap();
    assert_eq!(storage.bytes_of("10.0.0.1").await.unwrap(), one);
    assert_eq!(storage.bytes_of("10.0.0.2").await.unwrap(), 0);
    for day in 2..40 {
        storage.beat(day * DAY).await.unwrap();
    }
    storage.delete(Vec::new(), 30).await.unwrap();
    assert_eq!(storage.bytes_of("10.0.0.1").await.unwrap(), 0);
    assert!(storage.load("g").await.unwrap().is_some());
}

#[tokio::test]
async fn a_database_of_the_first_version_is_brought_up_to_date() {
    let folder = Folder::new("first");
    let raw = rusqlite::Connection::open(folder.file()).unwrap();
    raw.execute_batch(include_str!("../../migrations/0001_games.sql")).unwrap();
    raw.execute_batch(
        "INSERT INTO lives VALUES (100, 900), (2000, 2500);
         INSERT INTO games VALUES ('g', 3, 110, 500, '{}'), ('h', 1, 2100, 2100, '{\"ž\":1}');
         INSERT INTO moves VALUES ('g', 0, 'a1'), ('g', 1, 'b2');
         CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY);",
    )
    .unwrap();
    drop(raw);
    let storage = Sqlite::open(&folder.file()).await.unwrap();
    assert_eq!(storage.damaged_games(), 0);
    let stored = storage.load("g").await.unwrap().unwrap();
    assert_eq!((stored.version, stored.moves.len()), (3, 2));
    assert_eq!(storage.attendance(stored.run.unwrap()).await.unwrap(), Attendance::Until(900));
    let other = storage.load("h").await.unwrap().unwrap();
    assert_eq!(storage.attendance(other.run.unwrap()).await.unwrap(), Attendance::Until(2500));
    storage.begin(9000).await.unwrap();
    storage.change(GameChange { moves: MovesChange::Keep, ..change("h", 1) }).await.unwrap();
    storage.close().await;
    let storage = Sqlite::open(&folder.file()).await.unwrap();
    assert_eq!((storage.damaged_games(), storage.load("h").await.unwrap().unwrap().version), (0, 2));
    storage.close().await;
    let raw = rusqlite::Connection::open(folder.file()).unwrap();
    raw.pragma_update(None, "user_version", 99).unwrap();
    drop(raw);
    assert!(matches!(Sqlite::open(&folder.file()).await.err(), Some(StorageError::TooNew { found: 99, .. })));
}
