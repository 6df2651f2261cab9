//! Two browsers that have never heard of each other: lobby, links, phrases, rematches with spectators.

use serde_json::json;

use crate::driver::{Browser, DESKTOP, PHONE};
use crate::server::TestServer;
use crate::table::{Hand, middle, moves, open_with, play_any, wait_for_ply};
use crate::watch::assert_clean;

const GAME: &str = "havannah:size=4";

fn start(server: &TestServer, browser: &Browser, kept: &serde_json::Value) {
    browser.go(&server.page(""));
    browser.find("[data-id='begin']");
    browser.js("localStorage.setItem('potez', JSON.stringify(arguments[0]))", std::slice::from_ref(kept));
    browser.reload();
    browser.find("[data-id='begin']");
}

#[test]
fn strangers_meet_in_the_lobby_speak_play_and_are_watched_into_the_rematch() {
    let server = TestServer::start();
    let (ana, bora, guest) = (Browser::open(DESKTOP), Browser::open(DESKTOP), Browser::open(DESKTOP));
    let last = json!({
        "game": "havannah", "spec-havannah": GAME, "opponent": "friend", "side": "x", "open": "yes", "clock": "3d"
    });
    start(&server, &ana, &json!({ "lang": "en", "name": "Ana", "last": last }));
    ana.press_button("[data-id='begin']");
    ana.find("[data-id='friend-link']");
    assert!(ana.text(".invite .warning").contains("this machine only"));
    ana.press_button("[data-id='qr']");
    ana.find(".qr svg path");
    assert!(ana.text(".seat .clock").contains("3 d"), "{}", ana.text(".seat .clock"));
    // Somebody else sees the invitation, in another language, and comes.
    start(&server, &bora, &json!({ "lang": "sr", "name": "Bora" }));
    bora.find(".open-game");
    for words in ["3 dana po potezu", "polja po strani: "] {
        assert!(bora.text(".open-game").contains(words), "{}", bora.text(".open-game"));
    }
    bora.press_button(".open-game .primary");
    bora.find(".stage [data-cell]");
    ana.wait("Bora", "return document.querySelector('.stage').textContent.includes('Bora')", &[]);
    let here = ana.js("return location.href", &[]);
    guest.go(here.as_str().expect("an address"));
    guest.find(".stage [data-cell]");
    // A phrase is heard in the listener's language.
    ana.press_button(".phrases summary");
    ana.press_button("[data-id='phrase-good-luck']");
    bora.wait("the phrase", "return document.querySelector('.phrase-heard').textContent === 'Ana: Srećno!'", &[]);
    let mut rng = fastrand::Rng::with_seed(3);
    play_any(&server, &ana, GAME, Hand::Click, &mut rng);
    wait_for_ply(&bora, 1);
    bora.wait("the title", "return document.title.includes('Ti si na potezu')", &[]);
    bora.press_button("[data-id='resign']");
    bora.press_button("dialog [data-id='yes']");
    ana.find(".banner.result.won");
    assert!(ana.text(".banner.result h2").starts_with("You won: Bora"), "{}", ana.text(".banner.result h2"));
    bora.wait(
        "the loss",
        "return document.querySelector('.banner.result.lost h2')?.textContent.startsWith('Poraz')",
        &[],
    );
    ana.press_button("[data-id='rematch']");
    bora.click(&bora.saying("Prihvati"));
    for browser in [&ana, &bora, &guest] {
        let next = "return location.href !== arguments[0] && document.querySelector('.banner.result') === null
            && document.querySelector('.stage [data-cell]') !== null";
        browser.wait("the next game", next, std::slice::from_ref(&here));
    }
    // One's games say whose turn it is.
    bora.go(&server.page(""));
    bora.find(".recent-game.waits");
    bora.wait("the count in the title", "return document.title.startsWith('(1)')", &[]);
    assert_clean(&server, &ana);
}

#[test]
fn a_seat_goes_to_another_device_by_a_link_that_is_good_once() {
    let server = TestServer::start();
    let (desk, phone) = (Browser::open(DESKTOP), Browser::open(PHONE));
    open_with(&server, &desk, &json!({ "game": GAME, "x": { "kind": "me" }, "o": { "kind": "friend" } }));
    desk.press_button("[data-id='carry']");
    let link = desk.wait("the link", "return document.querySelector('[data-id=carry-link]')?.value ?? null", &[]);
    phone.go(link.as_str().expect("a link"));
    phone.find(".stage .cell.target");
    // The same finger that plays there must confirm a cell that is too small for it.
    let request = json!({ "game": "havannah:size=8", "x": { "kind": "me" }, "o": { "kind": "me" } });
    open_with(&server, &phone, &request);
    phone.find(".cell.target");
    phone.pointer(&[middle(&phone, "h8")], true);
    phone.find(".cell.touched[data-cell='h8']");
    assert!(moves(&phone).is_empty());
    phone.pointer(&[middle(&phone, "h8")], true);
    wait_for_ply(&phone, 1);
    desk.go("about:blank");
    desk.go(link.as_str().expect("a link"));
    desk.wait(
        "the refusal",
        "return document.querySelector('.plain')?.textContent.includes('been used') ?? false",
        &[],
    );
}

#[test]
fn a_move_can_be_planned_before_it_is_ones_turn_and_the_next_step_after_a_game_is_offered() {
    let server = TestServer::start();
    let (ana, bora) = (Browser::open(DESKTOP), Browser::open(DESKTOP));
    let game = server.ask("/api/games", &json!({ "game": GAME, "x": { "kind": "me" }, "o": { "kind": "friend" } }));
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_string();
    let id = text(&game["id"]);
    ana.go(&server.page(&format!("#/game/{id}/{}", text(&game["token"]))));
    bora.go(&server.page(&format!("#/game/{id}/{}", text(&game["friend"]["token"]))));
    ana.find(".cell.target");
    ana.pointer(&[middle(&ana, "a1")], false);
    wait_for_ply(&bora, 1);
    ana.wait("the other's turn", "return document.querySelector('.cell.target') === null", &[]);
    ana.pointer(&[middle(&ana, "b2")], false);
    ana.find(".cell.planned[data-cell='b2']");
    bora.find(".cell.target");
    bora.pointer(&[middle(&bora, "d4")], false);
    wait_for_ply(&bora, 3);
    assert_eq!(moves(&bora), ["a1", "d4", "b2"]);
    // What the other has taken cannot be played: the plan is given up, and said so.
    ana.wait("the other's turn", "return document.querySelector('.cell.target') === null", &[]);
    ana.pointer(&[middle(&ana, "c3")], false);
    ana.find(".cell.planned");
    bora.find(".cell.target");
    bora.pointer(&[middle(&bora, "c3")], false);
    ana.wait(
        "the word about it",
        "return document.querySelector('.help').textContent.includes('not possible any more')",
        &[],
    );
    assert_eq!(moves(&ana).len(), 4);
    assert_clean(&server, &ana);
    let engine = json!({ "kind": "engine", "bot": "potez:level=3" });
    open_with(&server, &ana, &json!({ "game": "byte", "x": { "kind": "me" }, "o": engine }));
    ana.press_button("[data-id='resign']");
    ana.press_button("dialog [data-id='yes']");
    ana.find(".banner.result.lost");
    ana.press_button("[data-id='level']");
    ana.wait("an easier engine", "return document.querySelector('.stage').textContent.includes('level 2')", &[]);
}

#[test]
fn whose_turn_it_is_is_told_in_the_title_on_the_icon_and_by_a_notification_when_nobody_looks() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    // What the system would show, and what the application's icon would.
    let told = "globalThis.told = [];
        class Notice { static permission = 'granted'; constructor(title, { body }) { told.push(`${title}: ${body}`); } }
        Object.defineProperty(globalThis, 'Notification', { value: Notice });
        navigator.setAppBadge = async (count) => void told.push(`badge ${count}`);
        navigator.clearAppBadge = async () => void told.push('no badge')";
    browser.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": told }));
    start(&server, &browser, &json!({ "lang": "en", "notices": true }));
    let game = server.ask("/api/games", &json!({ "game": GAME, "x": { "kind": "me" }, "o": { "kind": "friend" } }));
    let [id, token] = ["id", "token"].map(|key| game[key].as_str().expect("a game").to_string());
    let friend = game["friend"]["token"].as_str().expect("a token for the friend");
    browser.go(&server.page(&format!("#/game/{id}/{token}")));
    browser.find(".cell.target");
    browser.pointer(&[middle(&browser, "d4")], false);
    wait_for_ply(&browser, 1);
    let answer = |mv: &str, ply: usize| {
        server.ask_as(friend, &format!("/api/games/{id}/move"), &json!({ "move": mv, "ply": ply }));
        wait_for_ply(&browser, ply + 1);
    };
    let notices = "return told.filter((each) => !each.includes('badge'))";
    answer("c3", 1);
    assert_eq!(browser.js(notices, &[]), json!([]), "whoever looks needs no notification");
    browser.find(".cell.target");
    browser.pointer(&[middle(&browser, "e5")], false);
    wait_for_ply(&browser, 3);
    browser.js("Object.defineProperty(document, 'hidden', { get: () => true, configurable: true })", &[]);
    answer("c4", 3);
    browser.wait("the title", "return document.title.includes('Your turn')", &[]);
    assert_eq!(browser.wait("a notification", notices, &[]), json!(["Your turn: Havannah"]));
    browser.js("delete document.hidden; location.hash = '#/'", &[]);
    browser.wait("the icon", "return told.at(-1) === 'badge 1'", &[]);
    assert_clean(&server, &browser);
}

#[test]
fn boards_take_the_room_of_every_window_and_a_code_of_a_text_is_the_known_one() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    open_with(&server, &browser, &json!({ "game": "byte", "x": { "kind": "me" }, "o": { "kind": "me" } }));
    for (width, height, least) in
        [(1280, 800, 0.85_f64), (2560, 1440, 0.9), (740, 360, 0.8), (640, 320, 0.75), (390, 844, 0.9)]
    {
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        browser.devtools("Emulation.setDeviceMetricsOverride", &metrics);
        let size = browser.js(
            "const r = document.querySelector('.board').getBoundingClientRect();
            return [r.width, r.height, document.documentElement.scrollWidth]",
            &[],
        );
        let [wide, high, all] = [0, 1, 2].map(|place| size[place].as_f64().expect("a number"));
        let room = (high / f64::from(height)).max(wide / f64::from(width));
        assert!(room >= least && all <= f64::from(width), "{width} × {height}: {wide} × {high}");
    }
    let moves = ["a1", "g4", "a2", "g5", "a3", "g6", "d4", "g7"];
    let record = json!({ "game": "havannah:size=4", "position": null, "moves": moves });
    let review = server.ask("/api/reviews", &json!({ "record": record, "timeMs": 20 }));
    let review = format!("#/review/{}", review["id"].as_str().expect("a review"));
    for (route, ready) in
        [("#/analysis?game=byte", ".eval-bar"), ("#/editor?game=byte", ".verdict"), (&review, ".graph")]
    {
        for (width, height) in [(1280, 800), (2560, 1440), (740, 360)] {
            let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
            browser.devtools("Emulation.setDeviceMetricsOverride", &metrics);
            browser.go(&server.page(route));
            browser.find(ready);
            // How much of the height the board takes, how far it is from its side, and where a graph ends.
            let script = "const box = (name) => document.querySelector(name)?.getBoundingClientRect();
                const [board, side, graph] = ['.board', '.table > .side', '.graph'].map(box);
                const end = innerHeight > 500 ? graph?.bottom ?? 0 : 0;
                return [board.height / innerHeight, side.left - board.right, Math.max(end, board.bottom) - innerHeight]";
            let found = browser.js(script, &[]);
            let [room, gap, below] = [0, 1, 2].map(|place| found[place].as_f64().expect("a number"));
            assert!(room > 0.65 && (0.0..60.0).contains(&gap) && below < 0.0, "{route} {width} × {height}: {found}");
        }
    }
    // As another encoder writes it: bytes, error correction M, mask 0.
    let code = browser.js(
        "return import('/qr.js').then(({ qrCode }) => qrCode('hello').map((row) =>
        row.map((dark) => (dark ? '#' : '.')).join('')))",
        &[],
    );
    let known = include_str!("hello.qr");
    assert_eq!(code, json!(known.lines().collect::<Vec<_>>()));
}
