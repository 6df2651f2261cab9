//! Languages, themes, small screens, aids for access, and pictures of every page.

use serde_json::{Value, json};

use crate::driver::{Browser, DESKTOP, PHONE, ScreenSize, pictures};
use crate::server::TestServer;
use crate::table::{Hand, moves, open_with, play_any};
use crate::watch::{assert_clean, assert_quiet};

/// Every page, with what must be on it before it is ready.
const PAGES: [(&str, &str, &str); 12] = [
    ("start", "", ".card-picture .cell"),
    ("analysis", "#/analysis?game=havannah&moves=h8_i9_g7_h10&at=m4", ".analysis .cell.target"),
    ("editor", "#/editor?game=blockade", ".editor .verdict:not(:empty)"),
    ("learn-blockade", "#/learn/blockade", ".diagram .cell"),
    ("learn-byte", "#/learn/byte", ".diagram .cell"),
    ("guide-byte", "#/guide/byte", ".lessons li"),
    ("guide-lesson", "#/guide/byte/zugzwang", ".diagram .cell"),
    ("arena", "#/arena", ".report"),
    ("report", "#/arena/byte.jsonl", ".standings"),
    ("puzzles", "#/puzzles/blockade", ".stage .cell.target"),
    ("leagues", "#/league", "main h1"),
    ("explain", "explain?game=byte&nodes=100", ".explain .outline .node"),
];

fn set(browser: &Browser, what: &Value) {
    let script = "const kept = JSON.parse(localStorage.getItem('potez') ?? '{}');
        localStorage.setItem('potez', JSON.stringify({ ...kept, ...arguments[0] }))";
    browser.js(script, std::slice::from_ref(what));
}

/// Has a short game reviewed and gives the route to it.
fn reviewed(server: &TestServer) -> String {
    let moves = ["a1", "g4", "a2", "g5", "a3", "g6", "d4", "g7"];
    let record = json!({ "game": "havannah:size=4", "position": null, "moves": moves });
    let review = server.ask("/api/reviews", &json!({ "record": record, "timeMs": 50 }));
    format!("#/review/{}", review["id"].as_str().unwrap_or_else(|| panic!("no review: {review}")))
}

fn opened(screen: ScreenSize) -> (TestServer, Browser) {
    let (server, browser) = (TestServer::start(), Browser::open(screen));
    browser.go(&server.page(""));
    browser.find("[data-id='begin']");
    (server, browser)
}

/// Chooses something in the window of settings, on whatever page.
pub(crate) fn prefer(browser: &Browser, selector: &str, value: &str) {
    browser.press_button("#settings");
    browser.choose(selector, value);
    browser.js("document.querySelector('dialog .dialog-head button')?.click()", &[]);
}

#[test]
fn the_language_can_be_changed_and_is_remembered() {
    let (server, browser) = opened(DESKTOP);
    for (lang, play) in [("sr", "Igraj"), ("sr-Cyrl", "Играј"), ("en", "Play")] {
        prefer(&browser, "#language", lang);
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
fn theme_and_style_of_boards_can_be_changed_on_every_page_and_are_remembered() {
    let (server, browser) = opened(DESKTOP);
    let mut colours = Vec::new();
    for theme in ["light", "dark", "contrast"] {
        prefer(&browser, "#theme", theme);
        browser.reload();
        browser.find("[data-id='begin']");
        assert_eq!(browser.js("return document.documentElement.dataset.theme", &[]), json!(theme));
        colours.push(browser.js("return getComputedStyle(document.body).backgroundColor", &[]).to_string());
    }
    colours.dedup();
    assert_eq!(colours.len(), 3, "{colours:?}");
    prefer(&browser, "#theme", "light");
    let mut boards = Vec::new();
    for (route, style) in [("#/analysis?game=byte", "slate"), ("#/editor?game=byte", "plain"), ("#/learn/byte", "wood")]
    {
        browser.go(&server.page(route));
        browser.find(".board .cell");
        prefer(&browser, "#board-style", style);
        assert_eq!(browser.js("return document.documentElement.dataset.board", &[]), json!(style));
        boards
            .push(browser.js("return getComputedStyle(document.querySelector('.board .frame')).fill", &[]).to_string());
    }
    boards.dedup();
    assert_eq!(boards.len(), 3, "{boards:?}");
    assert_clean(&server, &browser);
}

#[test]
fn nothing_sticks_out_on_a_phone_in_any_language() {
    let (server, browser) = opened(PHONE);
    let review = reviewed(&server);
    for lang in ["en", "sr", "sr-Cyrl"] {
        set(&browser, &json!({ "lang": lang }));
        for (name, route, ready) in PAGES.into_iter().chain([("review", review.as_str(), ".graph")]) {
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

#[test]
fn no_word_is_cut_or_broken_on_the_smallest_phone_in_the_longest_language() {
    let (server, browser) = opened(ScreenSize { width: 320, height: 640, touch: true });
    set(&browser, &json!({ "lang": "sr-Cyrl" }));
    // A text with more lines than words, or one that ends outside of what it stands on. What scrolls is not cut.
    let script = "const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT); const cut = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const [parent, words] = [node.parentElement, node.textContent.trim().split(/\\s+/)];
            const isLeftOut = parent.closest('script, .unseen, .skip, .board, .scroll, [hidden]');
            if (!node.textContent.trim() || isLeftOut) continue;
            const range = document.createRange(); range.selectNodeContents(node);
            const rects = [...range.getClientRects()].filter(({ width }) => width > 1);
            const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
            const ground = parent.closest('.card, .seat, header, main').getBoundingClientRect();
            if (lines > words.length || rects.some(({ right }) => right > ground.right + 1)) cut.push(words.join(' '));
        }
        return cut";
    let clock = json!({ "kind": "fischer", "initialMs": 600_000, "incrementMs": 0 });
    let request = json!({ "game": "byte", "x": { "kind": "me" }, "o": { "kind": "friend" }, "clock": clock });
    let game = server.ask("/api/games", &request);
    let [id, token] = ["id", "token"].map(|key| game[key].as_str().expect("a game").to_string());
    let (game, review) = (format!("#/game/{id}/{token}"), reviewed(&server));
    for (route, ready) in [
        ("", ".card-picture .cell"),
        (&game, ".stage [data-cell]"),
        (&review, ".worst-list button"),
        ("#/puzzles/blockade", ".stage .cell.target"),
    ] {
        browser.go("about:blank");
        browser.go(&server.page(route));
        browser.find(ready);
        assert_eq!(browser.js(script, &[]), json!([]), "{route}");
    }
}

/// Serious findings of axe-core on the page, in a word each.
fn findings(browser: &Browser, axe: &str) -> Vec<String> {
    browser.js(axe, &[]);
    let script = "const { violations } = await axe.run(document, { resultTypes: ['violations'] });
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        const shown = (nodes) => nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ');
        return serious.map(({ id, nodes }) => `${id}: ${shown(nodes)}`)";
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
    let review = reviewed(&server);
    let mut found = Vec::new();
    for theme in ["light", "dark", "contrast"] {
        set(&browser, &json!({ "theme": theme }));
        for (name, route, ready) in PAGES.into_iter().chain([("review", review.as_str(), ".graph")]) {
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

/// Games that look like games: what the engine played against itself, X to move.
const GAMES: [(&str, &str); 3] = [
    ("blockade", "h4-h6/Gd5 d11-d9/Gg6 h6-i7/Gc6 d9-c8/Gh7 i7-g7/Bb7 c8-b9/Gf7 g7-e7/Ga6 b9-c8/Gd7"),
    ("havannah", "h8 c6 i7 b7 g6 d8 j9 c9 i9 j8 h5 d7 b6 c7"),
    ("byte", "b2-c3 c3-d4 f4-g5 a3-b4 d6-c7 c7-b6 h6-g7 g5-h4 d4-e5 a7-b6 h4-g3 a5-b6 f2-e3 e7-f6"),
];

#[test]
fn pictures_of_every_page_are_made() {
    for (screen, kind) in [(DESKTOP, "desktop"), (PHONE, "phone")] {
        let (server, browser) = opened(screen);
        let review = reviewed(&server);
        for theme in ["light", "dark", "contrast"] {
            set(&browser, &json!({ "theme": theme }));
            let file = |name: &str| pictures().join(format!("{kind}-{theme}-{name}.png"));
            for (name, route, ready) in PAGES.into_iter().chain([("review", review.as_str(), ".graph")]) {
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
            for (game, line) in GAMES {
                let moves: Vec<&str> = line.split(' ').collect();
                let engine = json!({ "kind": "engine", "bot": "potez:level=3" });
                let me = json!({ "kind": "me", "name": "Ana" });
                open_with(&server, &browser, &json!({ "game": game, "moves": moves, "x": me, "o": engine }));
                browser.find(".cell.target");
                browser.picture(&file(&format!("game-{game}")));
            }
        }
        play_any(&server, &browser, "byte", Hand::Click, &mut fastrand::Rng::with_seed(43));
        assert!(!moves(&browser).is_empty());
        assert_quiet(&browser);
    }
}

#[test]
fn the_steps_of_a_search_leave_its_board_in_sight_on_a_phone() {
    for screen in
        [ScreenSize { width: 320, height: 640, touch: true }, ScreenSize { width: 844, height: 390, touch: true }]
    {
        let (server, browser) = (TestServer::start(), Browser::open(screen));
        browser.go(&server.page("explain?game=byte&nodes=100&lang=en"));
        browser.find(".explain .outline .node");
        // How much of the height the steps take, and whether they end outside of the window.
        let script = "const { height, right } = document.querySelector('.transport .steps').getBoundingClientRect();
            return [height / innerHeight, right - innerWidth]";
        let taken = browser.js(script, &[]);
        let [share, outside] = [0, 1].map(|at| taken[at].as_f64().expect("a number"));
        assert!(share < 0.3 && outside <= 0.0, "{} × {}: {taken}", screen.width, screen.height);
        browser.find(".transport .finding select");
        assert_clean(&server, &browser);
    }
}
