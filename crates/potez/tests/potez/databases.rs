//! `potez db`: what was played on `SQLite` goes on in `PostgreSQL`, and comes back.

use std::path::{Path, PathBuf};

use potez_server::testing::PostgresServer;
use serde_json::{Value, json};

use crate::run::{fail, succeed};
use crate::served::{Served, ask};

/// A folder of its own, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("potez-databases-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Games that are played on a server: their names, their tokens, and how they stand.
struct PlayedGames(Vec<(String, String)>);

impl PlayedGames {
    fn play(served: &Served) -> Self {
        let wanted = json!({ "game": "havannah:size=4", "x": { "kind": "me" }, "o": { "kind": "me" } });
        let games = (0..5).map(|number| {
            let (status, made) = ask(&served.addr, "POST", "/api/games", "", &wanted).unwrap();
            assert_eq!(status, 201, "{made}");
            let text = |name: &str| made[name].as_str().unwrap().to_string();
            let (id, token) = (text("id"), text("token"));
            for (ply, mv) in ["a1", "b2", "c3", "d4"].iter().take(number).enumerate() {
                assert_eq!(move_in(served, &id, &token, mv, ply), 200);
            }
            (id, token)
        });
        Self(games.collect())
    }

    /// How they stand, without what changes with every look.
    fn states(&self, served: &Served) -> Vec<Value> {
        let state = |(id, token): &(String, String)| {
            let (status, state) = ask(&served.addr, "GET", &format!("/api/games/{id}"), token, &Value::Null).unwrap();
            assert_eq!(status, 200, "{state}");
            json!([state["id"], state["version"], state["moves"], state["created"], state["players"]["x"]["joined"]])
        };
        self.0.iter().map(state).collect()
    }
}

fn move_in(served: &Served, id: &str, token: &str, mv: &str, ply: usize) -> u16 {
    ask(&served.addr, "POST", &format!("/api/games/{id}/move"), token, &json!({ "move": mv, "ply": ply })).unwrap().0
}

#[test]
fn games_go_from_sqlite_to_postgres_and_back_and_are_played_on_all_the_way() {
    let Some(server) = PostgresServer::shared("`potez db copy` to PostgreSQL and back") else { return };
    let folder = Folder::new("copy");
    let (first, back, saved) = (folder.file("first.db"), folder.file("back.db"), folder.file("saved.db"));
    let served = Served::start(Path::new(&first));
    let games = PlayedGames::play(&served);
    let played = games.states(&served);
    // A server is at work on it.
    let url = server.database();
    assert!(fail(&["db", "copy", &first, &url], "", 1).contains("another server uses it"));
    served.end();
    let told = succeed(&["db", "copy", &first, &url], "");
    assert!(told.starts_with("5 games with 10 moves copied to postgres://"), "{told}");
    assert!(fail(&["db", "copy", &first, &url], "", 1).contains("not empty: it has 5 games"));
    assert!(succeed(&["db", "check", &url], "").contains("5 games with 10 moves"));

    let served = Served::start(Path::new(&url));
    assert_eq!(games.states(&served), played);
    let (id, token) = &games.0[0];
    assert_eq!(move_in(&served, id, token, "a1", 0), 200);
    let played = games.states(&served);
    // Saved under the hands of the server, and never over another file.
    let told = succeed(&["db", "backup", &url, &saved], "");
    assert!(told.starts_with("5 games with 11 moves saved"), "{told}");
    assert!(fail(&["db", "backup", &url, &saved], "", 2).contains("is there already"));
    assert!(fail(&["db", "copy", &url, &back], "", 1).contains("another server uses it"));
    served.end();
    succeed(&["db", "copy", &url, &back], "");
    for file in [&back, &saved] {
        let report: Value = serde_json::from_str(&succeed(&["db", "check", file, "--json"], "")).unwrap();
        assert_eq!(report, json!({ "games": 5, "moves": 11, "problems": [] }));
        let served = Served::start(Path::new(file));
        assert_eq!(games.states(&served), played);
        served.end();
    }
}

#[test]
fn a_backup_of_a_file_is_made_under_the_hands_of_its_server() {
    let folder = Folder::new("backup");
    let (file, saved) = (folder.file("games.db"), folder.file("saved.db"));
    let served = Served::start(Path::new(&file));
    let games = PlayedGames::play(&served);
    let played = games.states(&served);
    assert!(succeed(&["db", "check", &file], "").contains("5 games with 10 moves"));
    succeed(&["db", "backup", &file, &saved], "");
    served.end();
    let left: Vec<_> = std::fs::read_dir(&folder.0).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().starts_with("saved.db.part")), "{left:?}");
    let served = Served::start(Path::new(&saved));
    assert_eq!(games.states(&served), played);
}

#[test]
fn a_check_names_the_game_that_is_damaged() {
    let folder = Folder::new("check");
    let file = folder.file("games.db");
    let served = Served::start(Path::new(&file));
    let games = PlayedGames::play(&served);
    served.end();
    let bytes = std::fs::read(&file).unwrap();
    // The row of the only fourth move: its game, its number, its text.
    let row = [games.0[4].0.as_bytes(), &[3], b"d4"].concat();
    let at = bytes.windows(row.len()).position(|some| some == row).unwrap() + row.len() - 2;
    std::fs::write(&file, [&bytes[..at], b"e5", &bytes[at + 2..]].concat()).unwrap();
    let run = crate::run::potez(&["db", "check", &file], "");
    assert_eq!(run.code, 1, "{} {}", run.out, run.err);
    assert!(run.out.contains(&format!("game {}: its moves do not fit", games.0[4].0)), "{}", run.out);
    assert!(run.err.contains("1 problems in"), "{}", run.err);
}

#[test]
fn a_database_of_an_unknown_kind_is_refused_and_makes_no_file() {
    let folder = Folder::new("scheme");
    for args in [&["serve", "--db", "mysql://root:hunter2@localhost/games"][..], &["db", "check", "oracle:hunter2"]] {
        let told = fail(args, "", 2);
        assert!(told.contains("not a database that is known") && !told.contains("hunter2"), "{told}");
    }
    assert!(!Path::new("mysql:").exists());
    let none = folder.file("none.db");
    assert!(fail(&["db", "check", &none], "", 2).contains("there is no file"));
    assert!(fail(&["db", "copy", &none, "postgres://potez@127.0.0.1:1/x"], "", 2).contains("there is no file"));
    assert!(!Path::new(&none).exists());
    let told = fail(&["serve", "--db", "postgres://potez:hunter2@127.0.0.1:1/x"], "", 1);
    assert!(told.contains("cannot use the database") && !told.contains("hunter2"), "{told}");
}

/// Waits until something is so.
fn until(is_so: impl Fn() -> bool) {
    let began = std::time::Instant::now();
    while !is_so() {
        assert!(began.elapsed().as_secs() < 180, "it never comes to be so");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn a_game_goes_on_at_the_other_server_when_one_is_killed() {
    let Some(server) = PostgresServer::shared("a kill of one of two servers on one PostgreSQL") else { return };
    let url = server.database();
    let (first, second) = (Served::start(Path::new(&url)), Served::start(Path::new(&url)));
    let games = PlayedGames::play(&first);
    let (id, token) = &games.0[4];
    assert_eq!(move_in(&second, id, token, "a2", 4), 200);
    // A server hears of the other's moves a moment later.
    until(|| move_in(&first, id, token, "a3", 5) == 200);
    let played = games.states(&first);
    first.kill();
    until(|| games.states(&second) == played);
    assert_eq!(move_in(&second, id, token, "a4", 6), 200);
    // Another one takes its place, and knows it all.
    let third = Served::start(Path::new(&url));
    assert_eq!(games.states(&third), games.states(&second));
    assert_eq!(move_in(&third, id, token, "b1", 7), 200);
}
