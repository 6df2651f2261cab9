//! The page as a screen reader has it: whole games read from the accessibility tree, and the way through pages.

use serde_json::{Value, json};

use crate::driver::{Browser, DESKTOP};
use crate::server::TestServer;
use crate::table::{Hand, is_over, moves, open_with, play_any, walk_to};
use crate::watch::assert_clean;

/// What an aid hears of an element.
struct Heard {
    role: String,
    name: String,
    focusable: bool,
    focused: bool,
}

/// Everything that is not hidden from aids.
fn tree(browser: &Browser) -> Vec<Heard> {
    browser.devtools("Accessibility.enable", &json!({}));
    let answer = browser.devtools("Accessibility.getFullAXTree", &json!({}));
    let text = |value: &Value| value["value"].as_str().unwrap_or_default().to_string();
    let nodes = answer["nodes"].as_array().expect("nodes").iter().filter(|node| node["ignored"] != json!(true));
    nodes
        .map(|node| {
            let has = |name: &str| {
                node["properties"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .any(|property| property["name"] == name && property["value"]["value"] == json!(true))
            };
            Heard {
                role: text(&node["role"]),
                name: text(&node["name"]),
                focusable: has("focusable"),
                focused: has("focused"),
            }
        })
        .collect()
}

/// The cells of the board agree with the position: every piece and all four sides of every wall are said.
fn check_board(server: &TestServer, browser: &Browser, game: &str) {
    let position = server.ask("/api/position", &json!({ "game": game, "moves": moves(browser) }));
    let view = &position["view"];
    let heard = tree(browser);
    let cells: Vec<&Heard> = heard.iter().filter(|each| each.role == "gridcell").collect();
    let shown = view["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), shown.len());
    for cell in shown {
        let name = cell["name"].as_str().expect("a name");
        let said = cells.iter().find(|each| each.name == name || each.name.starts_with(&format!("{name},")));
        let said = &said.unwrap_or_else(|| panic!("nothing is said of {name}")).name;
        for piece in cell["pieces"].as_array().expect("pieces") {
            let owner = piece["owner"].as_str().expect("an owner").to_uppercase();
            assert!(said.contains(&owner), "{owner} is not in {said:?}");
        }
    }
    let walls = view["walls"].as_array().map_or(0, Vec::len);
    let sides: usize = cells.iter().map(|each| each.name.matches(", wall ").count()).sum();
    assert_eq!(sides, 4 * walls, "each of {walls} walls is said on four cells");
}

/// A game of Byte without its end.
const BYTE: &str = "b6-c5 g3-f4 d2-e3 e3-f4 b4-c5 e7-f6 f2-g3 g5-f6 f6-g7 c7-d6 h4-g3 a5-b4 b2-c3 c5-d6 d4-e5 \
                    a3-b4 h2-g3 b4-c3 f4-e5 g7-h6";

#[test]
fn whole_games_can_be_heard_and_played_by_keys() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    // From the first move on, and to the last one.
    let games = [("blockade:rows=5,cols=5,walls=1", "", 200), ("havannah:size=3", "", 200), ("byte", "", 4)];
    for (game, begun, most) in games.into_iter().chain([("byte", BYTE, 200)]) {
        let line: Vec<&str> = begun.split_whitespace().collect();
        let me = json!({ "kind": "me" });
        open_with(&server, &browser, &json!({ "game": game, "moves": line, "x": me, "o": me, "clock": null }));
        let mut rng = fastrand::Rng::with_seed(11);
        for ply in 0..most {
            if is_over(&browser) {
                break;
            }
            if ply % 3 == 0 {
                // Where nothing else can be done, passing is a button.
                browser.find(".stage .cell.target, [data-word]");
                check_board(&server, &browser, game);
            }
            play_any(&server, &browser, game, Hand::Keys, &mut rng);
        }
        if most == 200 {
            assert!(is_over(&browser), "{game} has come to its end");
            let result = browser.text(".banner.result h2");
            let heard = tree(&browser);
            assert!(heard.iter().any(|each| each.role == "heading" && each.name == result), "{result} is a heading");
            browser.wait("the end", "return /wins|draw/i.test(document.querySelector('#live').textContent)", &[]);
        }
        assert_clean(&server, &browser);
    }
}

#[test]
fn what_is_near_and_where_walls_pieces_and_chains_are_can_be_asked_for() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let me = json!({ "kind": "me" });
    let request = |game: &str, moves: &[&str]| json!({ "game": game, "moves": moves, "x": me, "o": me });
    let ask = |key: &str| {
        let before = browser.text(".heard");
        browser.keys(key);
        let script = "const text = document.querySelector('.heard').textContent; return text !== arguments[0] && text";
        browser.wait("an answer", script, &[json!(before)]);
        browser.text("#live")
    };
    crate::table::open_with(&server, &browser, &request("blockade", &["d4-d6/Bd7"]));
    browser.find(".cell.target");
    walk_to(&browser, "e7");
    let heard = tree(&browser);
    let here = heard.iter().find(|each| each.focused && each.role == "gridcell").expect("a cell with the focus");
    assert!(here.name.contains("wall above"), "{}", here.name);
    assert!(ask("n").contains("up: wall, d7"), "{}", browser.text("#live"));
    assert_eq!(ask("w"), "Bd7, below d7 and d8");
    assert!(ask("p").contains("X 1: d6"));
    assert!(ask("g").contains("X1 to"), "{}", browser.text("#live"));
    crate::table::open_with(&server, &browser, &request("havannah:size=4", &["a1", "d4", "a2"]));
    browser.find(".cell.target");
    walk_to(&browser, "b2");
    assert!(ask("p").contains("X, a chain of 2: a1 a2, 1 corner, 1 edge cell"), "{}", browser.text("#live"));
    crate::table::open_with(&server, &browser, &request("byte", &["b2-c3"]));
    browser.find(".cell.target");
    walk_to(&browser, "b4");
    assert!(ask("n").contains("down right: c3 stack of 2"), "{}", browser.text("#live"));
    // The board can be turned and drawn on without losing the place.
    browser.keys("fm");
    browser.find(".sketch .ring");
    assert_eq!(browser.js("return document.activeElement.getAttribute('data-cell')", &[]), json!("b4"));
    browser.keys("\u{E00C}");
    browser.wait("a clean board", "return document.querySelector('.sketch .ring') === null", &[]);
    assert_clean(&server, &browser);
}

#[test]
fn a_page_that_changes_is_announced_and_every_stop_of_the_tab_key_has_a_name() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    browser.go(&server.page(""));
    browser.find(".card-picture .cell");
    for (link, title) in [("#/learn", "Learn"), ("#/arena", "Arena"), ("#/analysis", "Analyse"), ("#/", "")] {
        browser.press_button(&format!("header nav a[href='{link}']"));
        browser.wait("another page", "return document.activeElement?.id === 'main'", &[]);
        let told = browser.wait("an announcement", "return document.querySelector('#live').textContent", &[]);
        assert!(told.as_str().is_some_and(|told| !told.is_empty()), "{title}");
        let silent: Vec<String> = tree(&browser)
            .into_iter()
            .filter(|each| each.focusable && each.name.is_empty())
            .map(|each| each.role)
            .filter(|role| !matches!(role.as_str(), "RootWebArea" | "main" | "generic"))
            .collect();
        assert!(silent.is_empty(), "{link} has nameless stops: {silent:?}");
    }
    let pictures = "return document.querySelectorAll('.card-picture [tabindex]').length";
    assert_eq!(browser.js(pictures, &[]), json!(0), "pictures are no stops");
}

#[test]
fn the_board_is_one_stop_of_the_tab_key_and_a_click_beside_its_cells_none() {
    let (server, browser) = (TestServer::start(), Browser::open(DESKTOP));
    let me = json!({ "kind": "me" });
    open_with(&server, &browser, &json!({ "game": "blockade", "x": me, "o": me }));
    browser.find(".cell.target");
    let mut stops = Vec::new();
    for _ in 0..40 {
        browser.keys(&crate::table::TAB.to_string());
        stops.push(browser.js("return document.activeElement.closest('.board')?.matches('.board') ?? false", &[]));
    }
    let held: Vec<usize> = (0..40).filter(|&at| stops[at] == json!(true)).collect();
    let is_one = held.windows(2).all(|pair| pair[1] > pair[0] + 1);
    assert!(!held.is_empty() && is_one, "the board is entered at stops {held:?}");
    let (x, y) = crate::table::wall_point(&browser, "d7", true);
    browser.pointer(&[(x, y), (x, y)], false);
    assert_eq!(browser.js("return document.activeElement.matches('svg')", &[]), json!(false));
    assert_clean(&server, &browser);
}
