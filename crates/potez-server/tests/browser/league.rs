//! A league as whoever looks on sees it: the live table, a game, and a bot that does not know the rules.

use std::time::Duration;

use serde_json::{Value, json};

use crate::driver::{Browser, DESKTOP, pictures};
use crate::server::TestServer;
use crate::watch::assert_clean;

/// A bot that asks by requests until the league is over; `cheats` plays what no rules allow.
fn bot(server: &str, token: &str, cheats: bool) {
    let client = reqwest::blocking::Client::new();
    let post = |path: &str, body: &Value| {
        let request = client.post(format!("{server}{path}")).bearer_auth(token).json(body);
        request.timeout(Duration::from_mins(1)).send()
    };
    loop {
        // A server that is gone ends the bot.
        let Ok(asked) = post("/api/league/next", &json!({ "legal": true })).and_then(reqwest::blocking::Response::json)
        else {
            return;
        };
        let asked: Value = asked;
        if asked["t"] == "turn" {
            let mv = if cheats { json!("z99") } else { asked["legal"][0].clone() };
            let _ = post("/api/league/move", &json!({ "game": asked["game"], "ply": asked["ply"], "move": mv }));
        }
    }
}

#[test]
fn the_table_of_a_league_is_live_and_a_loser_sees_why() {
    let server = TestServer::start();
    let terms = json!({ "name": "Class of 1", "game": "havannah:size=3", "format": "round-robin",
        "time": { "kind": "move", "moveMs": 60_000 }, "uploads": true });
    let made = server.ask("/api/leagues", &terms);
    let (id, key) = (made["id"].as_str().expect("a league"), made["key"].as_str().expect("a key"));
    let act = |act: Value| server.ask_as(key, &format!("/api/leagues/{id}/act"), &act);
    let mut tokens = Vec::new();
    for (name, cheats) in [("Ana", false), ("Bora", false), ("Cheat", true)] {
        let token = act(json!({ "action": "add", "name": name }))["token"].as_str().expect("a token").to_string();
        let address = server.address.clone();
        tokens.push(token.clone());
        std::thread::spawn(move || bot(&address, &token, cheats));
    }
    let browser = Browser::open(DESKTOP);
    browser.go(&server.page("#/league"));
    browser.find(".reports a");
    browser.go(&server.page(&format!("#/league/{id}")));
    browser.wait("three bots", "return document.querySelectorAll('.standings tbody tr').length === 3", &[]);
    // It goes on under the eyes of whoever looks on, without a reload.
    act(json!({ "action": "start" }));
    browser.wait(
        "the end",
        "return document.querySelector('[data-id=league-state]').textContent.includes('6')
        && document.querySelector('[data-id=league-state]').textContent.includes('over')",
        &[],
    );
    let table = browser.text(".standings");
    assert!(table.contains("±") && table.contains("Cheat"), "{table}");
    browser.picture(&pictures().join("league.png"));
    // By keyboard to the page of the one who knows no rules.
    browser.js("document.querySelector('[data-id=bot-2]').focus()", &[]);
    browser.keys("\u{e007}");
    browser.find(".faults");
    assert!(browser.text(".faults").contains("z99"), "{}", browser.text(".faults"));
    // It hands in something better.
    let choose = "const files = new DataTransfer();
        files.items.add(new File(['print()'], arguments[1]));
        document.querySelector('[data-id=upload-file]').files = files.files;
        document.querySelector('[data-id=upload-token]').value = arguments[0];
        document.querySelector('[data-id=upload-send]').click()";
    let said = "return document.querySelector('.upload [role=status]').textContent.includes(arguments[0])";
    browser.js(choose, &[json!(tokens[2]), json!("notes.txt")]);
    browser.wait("why not", said, &[json!("not a program")]);
    browser.js(choose, &[json!(tokens[2]), json!("better.py")]);
    browser.wait("it is taken", said, &[json!("better.py")]);
    browser.picture(&pictures().join("league-upload.png"));
    // And to one of the others, who is told why a game was lost.
    browser.go(&server.page(&format!("#/league/{id}/0")));
    browser.find("h1");
    let lost = browser.js("return document.querySelectorAll('.lost-games button').length", &[]);
    let loser = usize::from(lost.as_u64() == Some(0));
    browser.go(&server.page(&format!("#/league/{id}/{loser}")));
    browser.press_button(".lost-games button");
    browser.find(".lost-games a[href^='#/review/']");
    browser.picture(&pictures().join("league-bot.png"));
    // Its games are games like any other.
    browser.go(&server.page(&format!("#/league/{id}")));
    browser.press_button("a[href^='#/game/']");
    browser.find(".stage [data-cell]");
    assert_clean(&server, &browser);
}
