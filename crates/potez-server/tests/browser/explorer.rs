//! The explorer beside the analysis board: book, games on the server, games of one's own; by mouse and by keyboard.

use serde_json::json;

use crate::driver::{Browser, DESKTOP};
use crate::server::TestServer;
use crate::table::{ENTER, walk_to};
use crate::watch::assert_clean;

/// Chooses where answers come from.
fn choose(browser: &Browser, source: &str) {
    let script = "document.querySelector(`.explorer input[value='${arguments[0]}']`).click()";
    browser.js(script, &[json!(source)]);
}

fn wait_for_moves(browser: &Browser, least: usize) {
    let script = "return document.querySelectorAll('.explored [data-move]').length >= arguments[0]";
    browser.wait("moves in the explorer", script, &[json!(least)]);
}

#[test]
fn the_book_games_here_and_games_of_ones_own_are_explored() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let players = json!({ "game": "byte", "x": { "kind": "me" }, "o": { "kind": "friend" } });
    let game = server.ask("/api/games", &players);
    let (id, token) = (game["id"].as_str().expect("a game"), game["token"].as_str().expect("a token"));
    let first = potez_first_move(&server);
    server.ask_as(token, &format!("/api/games/{id}/move"), &json!({ "move": first, "ply": 0 }));
    server.ask_as(token, &format!("/api/games/{id}/action"), &json!({ "action": "resign" }));
    browser.go(&server.page("#/analysis?game=byte"));
    browser.press_button("[data-id='explorer'] summary");
    wait_for_moves(&browser, 3);
    // A move of the book is played by the keyboard, and the book goes on from there.
    browser.js("document.querySelector('.explored [data-move]').focus()", &[]);
    let best = browser.text(".explored [data-move]");
    browser.keys(&ENTER.to_string());
    let there = "return document.querySelector('.tree [aria-current]')?.textContent === arguments[0]";
    browser.wait("the move on the board", there, &[json!(best)]);
    wait_for_moves(&browser, 1);
    browser.js("document.activeElement.blur()", &[]);
    browser.keys("[");
    browser.wait("the start", there, &[json!("Start")]);
    choose(&browser, "server");
    browser.find("[name='player']");
    // The game is found a moment after its end; another question comes with another filter.
    let found = "document.querySelector('[name=everywhere]').click();
        return document.querySelector(`.explored-games a[href='#/game/${arguments[0]}']`) !== null";
    browser.wait("the game", found, &[json!(id)]);
    browser.picture(&crate::driver::pictures().join("explorer.png"));
    let asked = "const field = document.querySelector('[name=player]');
        field.value = 'nobody'; field.dispatchEvent(new Event('input'))";
    browser.js(asked, &[]);
    browser.wait("no game", "return document.querySelectorAll('.explored-games a').length === 0", &[]);
    fill(&browser, "player", "input", "");
    search_by_pattern(&browser, &first, id);
    choose(&browser, "own");
    browser.find("[name='archive']");
    let add = "const text = JSON.stringify({ game: 'byte', moves: [arguments[0]], result: 'o', tags: { X: 'Ana' } });
        const files = new DataTransfer();
        files.items.add(new File([text], 'mine.json'));
        const field = document.querySelector('[name=archive]');
        field.files = files.files;
        field.dispatchEvent(new Event('change'))";
    browser.js(add, &[json!(first)]);
    wait_for_moves(&browser, 1);
    browser.find(".explored-games button");
    // One's own games are narrowed down, too.
    for (name, left) in [("boro", 0), ("ana", 1)] {
        fill(&browser, "player", "input", name);
        let count = "return document.querySelectorAll('.explored-games button').length === arguments[0]";
        browser.wait("games of a player", count, &[json!(left)]);
    }
    // What is kept in the browser is there again.
    browser.go("about:blank");
    browser.go(&server.page("#/analysis?game=byte"));
    browser.press_button("[data-id='explorer'] summary");
    wait_for_moves(&browser, 3);
    choose(&browser, "own");
    browser.find(".explored-games button");
    assert_clean(&server, &browser);
}

/// Fills in a field, with the event by which it says so.
fn fill(browser: &Browser, name: &str, event: &str, text: &str) {
    let script = "const field = document.querySelector(`.explorer [name=${arguments[0]}]`);
        field.value = arguments[2]; field.dispatchEvent(new Event(arguments[1]))";
    browser.js(script, &[json!(name), json!(event), json!(text)]);
}

/// Finds the game with this first move by the cell that it went to, which is marked by the keyboard.
fn search_by_pattern(browser: &Browser, first: &str, id: &str) {
    let target = first.rsplit(['-', ':']).next().expect("a target");
    browser.js("document.activeElement.blur()", &[]);
    browser.keys("]");
    let there = "return document.querySelector('.tree [aria-current]')?.textContent === arguments[0]";
    browser.wait("the move on the board", there, &[json!(first)]);
    walk_to(browser, target);
    browser.keys("m");
    browser.press_button("[data-id='pattern-marked']");
    let found = "return document.querySelector('.explorer-body')?.textContent.includes('looked through')
        && document.querySelector(`.explored-games a[href='#/game/${arguments[0]}']`) !== null";
    browser.wait("the game by its pattern", found, &[json!(id)]);
    browser.picture(&crate::driver::pictures().join("pattern.png"));
    fill(browser, "cells", "change", "");
    browser.js("document.activeElement.blur()", &[]);
    browser.keys("[");
    browser.wait("the start", there, &[json!("Start")]);
}

/// A legal first move.
fn potez_first_move(server: &TestServer) -> String {
    let known = server.ask("/api/explore", &json!({ "game": "byte" }));
    known["book"][0]["move"]["text"].as_str().expect("a move of the book").to_string()
}
