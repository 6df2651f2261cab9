//! The server is killed again and again in the middle of a game: what it acknowledged is there when
//! it comes back.

use std::path::PathBuf;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::served::{Served, ask};

struct ServedGame {
    id: String,
    tokens: [String; 2],
}

impl ServedGame {
    fn make(addr: &str) -> Self {
        let body = json!({
            "game": "havannah:size=15", "x": { "kind": "me" }, "o": { "kind": "friend" },
            "clock": { "kind": "fischer", "initialMs": 3_600_000, "incrementMs": 0 },
        });
        let (status, created) = ask(addr, "POST", "/api/games", "", &body).unwrap();
        assert_eq!(status, 201, "{created}");
        let text = |value: &Value| value.as_str().unwrap().to_string();
        Self { id: text(&created["id"]), tokens: [text(&created["token"]), text(&created["friend"]["token"])] }
    }

    fn state(&self, addr: &str, token: &str) -> Value {
        let (status, state) = ask(addr, "GET", &format!("/api/games/{}", self.id), token, &Value::Null).unwrap();
        assert_eq!(status, 200, "{state}");
        state
    }

    fn play(&self, addr: &str, mv: &str, ply: usize) -> Option<(u16, Value)> {
        let path = format!("/api/games/{}/move", self.id);
        ask(addr, "POST", &path, &self.tokens[ply % 2], &json!({ "move": mv, "ply": ply }))
    }
}

/// Cells of a large board, each as far from the one before as the next, so that nothing is ever
/// connected for long.
fn cells(count: usize) -> Vec<String> {
    let mut table = potez_table::open("havannah:size=15", None).unwrap();
    let all: Vec<String> = table.view().cells.into_iter().map(|cell| cell.name).collect();
    let cells: Vec<String> = (0..count).map(|place| all[place * 97 % all.len()].clone()).collect();
    for cell in &cells {
        table.play(cell).expect("the game goes on");
    }
    cells
}

fn folder() -> PathBuf {
    let folder = std::env::temp_dir().join(format!("potez-kill-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed_at_any_moment() {
    let folder = folder();
    let db = folder.join("games.db");
    let cells = cells(220);
    let first = Served::start(&db);
    let game = ServedGame::make(&first.addr);
    first.kill();
    let mut acknowledged = 0;
    for round in 0..8_u64 {
        let served = Served::start(&db);
        let state = game.state(&served.addr, "");
        let played = state["moves"].as_array().unwrap().iter();
        let moves: Vec<&str> = played.map(|mv| mv["text"].as_str().unwrap()).collect();
        // Besides what was acknowledged, the move under way at the moment of the kill may be there.
        assert!((acknowledged..=acknowledged + 1).contains(&moves.len()), "{acknowledged} and {}", moves.len());
        assert_eq!(moves, cells[..moves.len()]);
        acknowledged = moves.len();
        let (addr, first, game, cells) = (served.addr.clone(), acknowledged, &game, &cells);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                // A fast machine must not play the game to its end.
                for (ply, cell) in cells.iter().enumerate().skip(first).take(24) {
                    match game.play(&addr, cell, ply) {
                        Some((200, _)) => sender.send(ply + 1).unwrap(),
                        Some((status, body)) => panic!("{status}: {body}"),
                        None => break,
                    }
                }
            });
            // At least one move, then the kill at a moment that differs from round to round.
            let mut last = receiver.recv().unwrap();
            std::thread::sleep(Duration::from_millis(7 * round));
            served.kill();
            while let Ok(ply) = receiver.recv() {
                last = ply;
            }
            acknowledged = last;
        });
    }
    let served = Served::start(&db);
    let ply = game.state(&served.addr, "")["ply"].as_u64().unwrap() as usize;
    let (status, state) = game.play(&served.addr, &cells[ply], ply).unwrap();
    assert_eq!((status, state["ply"].as_u64()), (200, Some(ply as u64 + 1)));
    drop(served);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_time_while_the_server_is_dead_is_nobodys() {
    // The server notes every second that it is alive. One that gets no processor for so long notes
    // nothing, and then nobody is charged; on such a machine it is given a longer life.
    let lives = [3, 10, 60].map(Duration::from_secs);
    assert!(lives.into_iter().any(is_charged_for_the_servers_life), "the time in which the server lived counts");
}

/// Lets a server live for a while with X's clock running, kills it, and says whether X was charged
/// afterwards.
fn is_charged_for_the_servers_life(life: Duration) -> bool {
    let folder = folder().with_extension("clock");
    std::fs::create_dir_all(&folder).unwrap();
    let db = folder.join("games.db");
    let cells = cells(3);
    let served = Served::start(&db);
    let game = ServedGame::make(&served.addr);
    game.play(&served.addr, &cells[0], 0).unwrap();
    game.play(&served.addr, &cells[1], 1).unwrap();
    let before = game.state(&served.addr, "");
    let read = Instant::now();
    assert_eq!(before["clock"]["running"], "x");
    std::thread::sleep(life);
    served.kill();
    let alive = read.elapsed().as_millis() as u64;
    std::thread::sleep(Duration::from_millis(1500));
    let served = Served::start(&db);
    let after = game.state(&served.addr, "");
    let left = |state: &Value, side: &str| state["clock"][side].as_u64().unwrap();
    // X is charged for what passed while the server lived, at most; O for nothing.
    assert!(left(&after, "x") + alive >= left(&before, "x"), "{after}");
    assert!(left(&after, "x") <= left(&before, "x"), "{after}");
    assert_eq!(left(&after, "o"), left(&before, "o"));
    // Nobody is charged while the player is away; the clock runs again when the player is back.
    assert_eq!(after["clock"]["running"], Value::Null);
    assert_eq!(game.state(&served.addr, &game.tokens[0])["clock"]["running"], "x");
    drop(served);
    std::fs::remove_dir_all(folder).unwrap();
    left(&after, "x") < left(&before, "x")
}
