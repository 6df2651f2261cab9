//! What a visit costs: requests and bytes, counted on the wire; and what opens without a server.

use serde_json::json;

use crate::driver::{Browser, DESKTOP};
use crate::network::{Network, Travelled};
use crate::server::TestServer;
use crate::table::{open_at, open_with};
use crate::watch::assert_clean;

/// What the first visit may cost.
const REQUESTS: usize = 12;
const BYTES: usize = 120_000;

/// What it may cost until a game can be played on that somebody opens by a link: the page, its script
/// and its styles, the game itself, and nothing else that the first move has to wait for.
const LINK_REQUESTS: usize = 4;
const LINK_BYTES: usize = 100_000;

fn wait_for_start(browser: &Browser) {
    browser.wait("the cards", "return document.querySelectorAll('.card-picture .board').length === 3", &[]);
    browser.wait("the worker", "return navigator.serviceWorker.ready.then(() => true)", &[]);
}

/// What the page asked for. The worker's own errands, the rules for later, begin with the catalogue.
fn of_page(travelled: Vec<Travelled>) -> Vec<Travelled> {
    travelled.into_iter().take_while(|each| !each.what.contains("/api/catalogue")).collect()
}

/// Opens a game by its link for the first time, by a network that is called Fast 3G: says how long
/// that takes, and holds what it costs against what it may.
fn slow_visits(server: &TestServer, network: &Network) {
    let people = json!({ "game": "havannah", "x": { "kind": "me" }, "o": { "kind": "friend" } });
    let game = server.ask("/api/games", &people);
    let link = format!("#/game/{}/{}", game["id"].as_str().expect("a game"), game["token"].as_str().expect("a token"));
    let browser = Browser::open(DESKTOP);
    browser.devtools("Network.enable", &json!({}));
    let fast_3g =
        json!({ "offline": false, "latency": 562.5, "downloadThroughput": 180_000, "uploadThroughput": 84_375 });
    browser.devtools("Network.emulateNetworkConditions", &fast_3g);
    browser.go(&network.page(""));
    let shown = "return performance.getEntriesByName('shown')[0]?.startTime ?? null";
    let ms = browser.wait("the page", shown, &[]);
    eprintln!("by Fast 3G the page can be played on after {ms} ms");
    drop(browser);
    let browser = Browser::open(DESKTOP);
    browser.devtools("Network.enable", &json!({}));
    browser.devtools("Network.emulateNetworkConditions", &fast_3g);
    network.travelled();
    browser.go(&network.page(&link));
    browser.find(".cell.target");
    let ms = browser.wait("the page", shown, &[]);
    eprintln!("by Fast 3G a game can be played on after {ms} ms");
    // The page, its sign and what it is called are not waited for; the connection comes after the board.
    let awaited =
        |each: &Travelled| !["/icon-", "/manifest-", "/api/ws", "/sw.js"].iter().any(|so| each.what.contains(so));
    let cost: Vec<Travelled> =
        network.travelled().into_iter().take_while(|each| !each.what.contains("/api/ws")).filter(awaited).collect();
    let bytes: usize = cost.iter().map(|each| each.bytes).sum();
    eprintln!("a game by its link: {} requests, {bytes} bytes", cost.len());
    assert!(cost.len() <= LINK_REQUESTS && bytes <= LINK_BYTES, "{bytes} bytes: {cost:#?}");
    // Nothing is asked for one after the other: the game is on its way before the script is there.
    let order = "const all = performance.getEntriesByType('resource');
        const [state, script] = [/api.games/, /app-.*js$/].map((part) => all.find(({ name }) => part.test(name)));
        return state.initiatorType === 'fetch' && state.startTime < script.responseEnd";
    assert_eq!(browser.js(order, &[]), json!(true));
}

#[test]
fn the_first_visit_is_small_and_the_next_asks_for_no_file_again() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let network = Network::to(&server);
    browser.go(&network.page(""));
    wait_for_start(&browser);
    let first = of_page(network.travelled());
    let bytes: usize = first.iter().map(|each| each.bytes).sum();
    eprintln!("the first visit: {} requests, {bytes} bytes", first.len());
    assert!(first.len() <= REQUESTS && bytes <= BYTES, "{} requests, {bytes} bytes: {first:#?}", first.len());
    browser.go("about:blank");
    slow_visits(&server, &network);
    network.travelled();
    browser.go(&network.page(""));
    wait_for_start(&browser);
    let is_errand = |each: &Travelled| each.what.contains("/api/");
    let again: Vec<Travelled> = of_page(network.travelled()).into_iter().filter(|each| !is_errand(each)).collect();
    // Only whether there is another version is asked, and the answer is that there is none.
    assert!(again.iter().all(|each| ["GET /", "GET /sw.js"].contains(&each.what.as_str())), "{again:#?}");
    assert!(again.iter().all(|each| each.bytes < 1500), "{again:#?}");
}

#[test]
fn the_page_the_rules_and_finished_games_open_without_the_server() {
    let (mut server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let moves = ["d4", "c3", "e5"];
    let (ana, me) = (json!({ "kind": "me", "name": "Ana" }), json!({ "kind": "me" }));
    let people = json!({ "game": "havannah:size=4", "moves": moves, "x": ana, "o": me });
    open_with(&server, &browser, &people);
    let game = browser.js("return location.hash", &[]);
    browser.press_button("[data-id='resign']");
    browser.press_button("dialog [data-id='yes']");
    browser.find(".banner.result");
    let kept = "const seen = await caches.open('potez-seen');
        const [rules, games] = [await seen.keys(), await (await caches.open('potez-games')).keys()];
        return rules.filter(({ url }) => url.includes('/api/rules/')).length >= 3 && games.length === 2";
    browser.wait("everything that is kept", &format!("return (async () => {{ {kept} }})()"), &[]);
    assert_clean(&server, &browser);
    server.stop();
    for (route, ready) in [
        ("#/learn/blockade", ".diagram .board .cell"),
        (game.as_str().expect("a game"), ".banner.result"),
        ("#/", ".recent-game"),
    ] {
        browser.go("about:blank");
        open_at(&browser, &server.page(route), ready);
    }
    assert!(browser.text(".recent-game").contains("Ana"), "{}", browser.text(".recent-game"));
    // The game is also stepped through, back and forth.
    browser.js("location.hash = arguments[0]", &[game]);
    browser.find(".banner.result");
    for (key, stones) in [("[", 2), ("[", 1), ("[", 0), ("]", 1), ("]", 2), ("]", 3)] {
        browser.keys(key);
        let there = "return document.querySelectorAll('.stage .board .piece').length === arguments[0]";
        browser.wait("the position", there, &[json!(stones)]);
    }
}
