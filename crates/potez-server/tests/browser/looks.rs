//! Languages, themes, small screens, aids for access, and pictures of every page.

use serde_json::{Value, json};

use crate::driver::{Browser, DESKTOP, PHONE, Screen, pictures};
use crate::server::Server;
use crate::table::{Hand, moves, open_with, play_any};
use crate::watch::{assert_clean, assert_quiet};

/// Every page, with what must be on it before it is ready.
const PAGES: [(&str, &str, &str); 7] = [
    ("start", "", ".card-picture .cell"),
    ("analysis", "#/analysis?game=havannah&moves=h8_i9_g7_h10&at=m4", ".analysis .cell.target"),
    ("editor", "#/editor?game=blockade", ".editor .verdict:not(:empty)"),
    ("learn-blockade", "#/learn/blockade", ".diagram .cell"),
    ("learn-byte", "#/learn/byte", ".diagram .cell"),
    ("arena", "#/arena", ".report"),
    ("report", "#/arena/byte.jsonl", ".standings"),
];

fn set(browser: &Browser, what: &Value) {
    browser.js("localStorage.setItem('potez', JSON.stringify({ ...JSON.parse(localStorage.getItem('potez') ?? '{}'), ...arguments[0] }))", &[what.clone()]);
}

fn opened(screen: Screen) -> (Server, Browser) {
    let (server, browser) = (Server::start(), Browser::open(screen));
    browser.go(&server.page(""));
    browser.find("[data-id='begin']");
    (server, browser)
}

#[test]
fn the_language_can_be_changed_and_is_remembered() {
    let (server, browser) = opened(DESKTOP);
    for (lang, play) in [("sr", "Igraj"), ("sr-Cyrl", "Играј"), ("en", "Play")] {
        browser.choose("#language", lang);
        browser.wait(
            play,
            "return document.querySelector('header nav a')?.textContent === arguments[0]",
            &[json!(play)],
        );
        browser.reload();
        browser.wait(
            play,
            "return document.querySelector('header nav a')?.textContent === arguments[0]",
            &[json!(play)],
        );
    }
    let missing = browser.js("return document.body.innerText.match(/\\bweb-[a-z-]+/)?.[0] ?? null", &[]);
    assert_eq!(missing, json!(null), "a sentence is missing");
    assert_clean(&server, &browser);
}

#[test]
fn the_theme_can_be_changed_and_is_remembered() {
    let (server, browser) = opened(DESKTOP);
    let mut colours = Vec::new();
    for theme in ["light", "dark", "contrast"] {
        browser.choose("#theme", theme);
        browser.reload();
        browser.find("[data-id='begin']");
        assert_eq!(browser.js("return document.documentElement.dataset.theme", &[]), json!(theme));
        colours.push(browser.js("return getComputedStyle(document.body).backgroundColor", &[]).to_string());
    }
    colours.dedup();
    assert_eq!(colours.len(), 3, "{colours:?}");
    assert_clean(&server, &browser);
}

#[test]
fn nothing_sticks_out_on_a_phone_in_any_language() {
    let (server, browser) = opened(PHONE);
    for lang in ["en", "sr", "sr-Cyrl"] {
        set(&browser, &json!({ "lang": lang }));
        for (name, route, ready) in PAGES {
            browser.go("about:blank");
            browser.go(&server.page(route));
            browser.find(ready);
            let wide = browser.js("return document.documentElement.scrollWidth", &[]);
            assert_eq!(wide, json!(360), "{name} in {lang}");
            let missing = browser.js("return document.body.innerText.match(/\\bweb-[a-z-]+/)?.[0] ?? null", &[]);
            assert_eq!(missing, json!(null), "{name} in {lang}");
        }
    }
    assert_clean(&server, &browser);
}

/// Serious findings of axe-core on the page, in a word each.
fn findings(browser: &Browser, axe: &str) -> Vec<String> {
    browser.js(axe, &[]);
    let script = "const { violations } = await axe.run(document, { resultTypes: ['violations'] });
        return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')}`)";
    let found = browser.js(&format!("return (async () => {{ {script} }})()"), &[]);
    found.as_array().into_iter().flatten().map(ToString::to_string).collect()
}

#[test]
fn axe_finds_nothing_serious_on_any_page_in_any_theme() {
    let Some(axe) = std::env::var_os("POTEZ_AXE") else {
        // `cargo xtask browser` sets it, or says that npm is missing and this part is left out.
        eprintln!("left out: axe-core is not here");
        return;
    };
    let axe = std::fs::read_to_string(axe).expect("axe-core");
    let (server, browser) = opened(DESKTOP);
    let mut found = Vec::new();
    for theme in ["light", "dark", "contrast"] {
        set(&browser, &json!({ "theme": theme }));
        for (name, route, ready) in PAGES {
            browser.go("about:blank");
            browser.go(&server.page(route));
            browser.find(ready);
            found.extend(findings(&browser, &axe).into_iter().map(|what| format!("{name}, {theme}: {what}")));
        }
        for game in ["blockade", "havannah:size=5", "byte"] {
            open_with(
                &server,
                &browser,
                &json!({ "game": game, "x": { "kind": "me" }, "o": { "kind": "engine", "bot": "random" } }),
            );
            browser.find(".cell.target");
            found.extend(findings(&browser, &axe).into_iter().map(|what| format!("{game}, {theme}: {what}")));
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// Games that look like games, with the number of moves to make in them.
const GAMES: [(&str, &str, usize); 3] =
    [("blockade", "blockade", 7), ("havannah", "havannah", 16), ("byte", "byte", 14)];

#[test]
fn pictures_of_every_page_are_made() {
    for (screen, kind) in [(DESKTOP, "desktop"), (PHONE, "phone")] {
        let (server, browser) = opened(screen);
        for theme in ["light", "dark", "contrast"] {
            set(&browser, &json!({ "theme": theme }));
            let file = |name: &str| pictures().join(format!("{kind}-{theme}-{name}.png"));
            for (name, route, ready) in PAGES {
                browser.go("about:blank");
                browser.go(&server.page(route));
                browser.find(ready);
                if name == "analysis" {
                    browser.press_button("[data-id='engine']");
                    browser.find(".candidate");
                    std::thread::sleep(std::time::Duration::from_millis(1500));
                }
                browser.picture(&file(name));
            }
            for (name, game, count) in GAMES {
                open_with(
                    &server,
                    &browser,
                    &json!({ "game": game, "moves": sample(&server, game, count), "x": { "kind": "me", "name": "Ana" }, "o": { "kind": "engine", "bot": "potez:level=3" } }),
                );
                browser.find(".cell.target");
                browser.picture(&file(&format!("game-{name}")));
            }
        }
        play_any(&server, &browser, "byte", Hand::Click, &mut fastrand::Rng::with_seed(43));
        assert!(!moves(&browser).is_empty());
        assert_quiet(&browser);
    }
}

/// A game of good moves, so that the pictures show positions that happen.
fn sample(server: &Server, game: &str, count: usize) -> Vec<String> {
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < count {
        let answer = server.ask("/api/analyse", &json!({ "game": game, "moves": moves, "multipv": 1, "timeMs": 60 }));
        let Some(best) = answer["lines"][0]["move"].as_str() else { break };
        moves.push(best.to_string());
    }
    moves
}
