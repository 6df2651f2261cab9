//! Two browsers, one game.

use serde_json::json;

use crate::driver::{Browser, DESKTOP, PHONE};
use crate::server::TestServer;
use crate::table::{Hand, moves, open_with, play_any, wait_for_ply};
use crate::watch::assert_clean;

const GAME: &str = "havannah:size=5";

/// Opens a game for a friend on the start page and gives the link to send.
fn invite(server: &TestServer, browser: &Browser) -> String {
    browser.go(&server.page(""));
    browser.find("[data-id='begin']");
    let last = json!({ "game": "havannah", "spec-havannah": GAME, "opponent": "friend", "side": "x" });
    browser
        .js("localStorage.setItem('potez', JSON.stringify({ lang: 'en', name: 'Ana', last: arguments[0] }))", &[last]);
    browser.reload();
    browser.press_button("[data-id='begin']");
    let link = browser.wait(
        "the link for the friend",
        "return document.querySelector('[data-id=friend-link]')?.value ?? null",
        &[],
    );
    link.as_str().expect("a link").to_string()
}

#[test]
fn friends_play_by_a_link_with_a_reload_in_the_middle() {
    let server = TestServer::start();
    let (ana, bora) = (Browser::open(DESKTOP), Browser::open(PHONE));
    bora.go(&invite(&server, &ana));
    bora.find(".stage [data-cell]");
    let mut rng = fastrand::Rng::with_seed(19);
    play_any(&server, &ana, GAME, Hand::Click, &mut rng);
    wait_for_ply(&bora, 1);
    play_any(&server, &bora, GAME, Hand::Touch, &mut rng);
    wait_for_ply(&ana, 2);
    // The friend's address holds no token any more, and yet the seat is kept.
    let address = bora.js("return location.hash", &[]);
    assert_eq!(address.as_str().expect("an address").matches('/').count(), 2);
    bora.reload();
    wait_for_ply(&bora, 2);
    play_any(&server, &ana, GAME, Hand::Click, &mut rng);
    wait_for_ply(&bora, 3);
    play_any(&server, &bora, GAME, Hand::Touch, &mut rng);
    wait_for_ply(&ana, 4);
    assert_eq!(moves(&ana), moves(&bora));
    assert_clean(&server, &ana);
    assert_clean(&server, &bora);
}

#[test]
fn a_spectator_sees_the_moves_and_cannot_make_any() {
    let server = TestServer::start();
    let (ana, guest) = (Browser::open(DESKTOP), Browser::open(DESKTOP));
    invite(&server, &ana);
    let here = ana.js("return location.href", &[]);
    guest.go(here.as_str().expect("an address"));
    guest.find(".stage [data-cell]");
    play_any(&server, &ana, GAME, Hand::Click, &mut fastrand::Rng::with_seed(23));
    wait_for_ply(&guest, 1);
    assert_eq!(guest.js("return document.querySelectorAll('.cell.target').length", &[]), json!(0));
    assert_eq!(guest.js("return document.querySelector('[data-id=resign]')", &[]), json!(null));
    ana.wait("the spectator", "return document.querySelector('.watchers')?.textContent ?? null", &[]);
}

#[test]
fn a_move_is_taken_back_when_the_other_agrees_and_a_rematch_changes_sides() {
    let server = TestServer::start();
    let (ana, bora) = (Browser::open(DESKTOP), Browser::open(DESKTOP));
    bora.go(&invite(&server, &ana));
    bora.find(".stage [data-cell]");
    play_any(&server, &ana, GAME, Hand::Click, &mut fastrand::Rng::with_seed(29));
    wait_for_ply(&bora, 1);
    ana.press_button("[data-id='takeback']");
    bora.click(&bora.saying("Accept"));
    for browser in [&ana, &bora] {
        browser.wait("no moves", "return document.querySelectorAll('.move-list .move').length === 0", &[]);
    }
    bora.press_button("[data-id='resign']");
    bora.press_button("dialog [data-id='yes']");
    ana.find(".banner.result.won");
    ana.press_button("[data-id='rematch']");
    bora.click(&bora.saying("Accept"));
    for browser in [&ana, &bora] {
        let fresh = "return document.querySelector('.banner.result') === null
            && document.querySelector('.stage [data-cell]') !== null";
        browser.wait("the next game", fresh, &[]);
    }
    // Bora has X now.
    bora.find(".cell.target");
    assert_eq!(ana.js("return document.querySelectorAll('.cell.target').length", &[]), json!(0));
    assert_clean(&server, &ana);
}

#[test]
fn who_runs_out_of_time_loses() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let clock = json!({ "kind": "fischer", "initialMs": 1500, "incrementMs": 0 });
    open_with(
        &server,
        &browser,
        &json!({ "game": "byte", "x": { "kind": "me" }, "o": { "kind": "me" }, "clock": clock }),
    );
    let mut rng = fastrand::Rng::with_seed(31);
    play_any(&server, &browser, "byte", Hand::Click, &mut rng);
    play_any(&server, &browser, "byte", Hand::Click, &mut rng);
    browser.find(".banner.result");
    let ending = browser.text(".banner.result");
    assert!(ending.contains("time"), "{ending}");
}

#[test]
fn the_game_goes_on_when_the_connection_comes_back() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    open_with(&server, &browser, &json!({ "game": GAME, "x": { "kind": "me" }, "o": { "kind": "me" } }));
    let mut rng = fastrand::Rng::with_seed(37);
    play_any(&server, &browser, GAME, Hand::Click, &mut rng);
    let offline = |is: bool| {
        browser.devtools(
            "Network.emulateNetworkConditions",
            &json!({ "offline": is, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 }),
        )
    };
    browser.devtools("Network.enable", &json!({}));
    browser.find(".cell.target");
    offline(true);
    let free = browser.wait(
        "a free cell",
        "return document.querySelector('.cell.target:not(.held)')?.getAttribute('data-cell') ?? null",
        &[],
    );
    browser.pointer(&[crate::table::middle(&browser, free.as_str().expect("a cell"))], false);
    browser.find(".note.bad");
    offline(false);
    wait_for_ply(&browser, 2);
}

#[test]
fn the_game_goes_on_after_the_server_has_crashed_and_come_back() {
    let (mut server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    open_with(&server, &browser, &json!({ "game": GAME, "x": { "kind": "me" }, "o": { "kind": "me" } }));
    let mut rng = fastrand::Rng::with_seed(47);
    play_any(&server, &browser, GAME, Hand::Click, &mut rng);
    server.crash_and_return();
    browser.wait("the connection", "return document.querySelector('.connection').hidden", &[]);
    play_any(&server, &browser, GAME, Hand::Click, &mut rng);
    assert_eq!(moves(&browser).len(), 2);
}
