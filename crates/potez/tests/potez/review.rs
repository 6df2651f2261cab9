//! The review of games as a user asks for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::run::{fail, potez, succeed};

/// A game with a planted blunder.
fn record(game: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../potez-table/tests/reviews");
    fs::read_to_string(folder.join(format!("{game}.txt"))).expect("a record")
}

/// An empty folder for one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn the_example_of_the_help_does_what_it_says() {
    let help = succeed(&["review", "--help"], "");
    let example = help.lines().find_map(|line| line.strip_prefix("Example: potez ")).expect("an example");
    let folder = folder("review-example");
    fs::write(folder.join("game.txt"), record("blockade")).expect("a file");
    let run = Command::new(env!("CARGO_BIN_EXE_potez"))
        .args(example.split_whitespace())
        .current_dir(&folder)
        .output()
        .expect("the binary starts");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let text = String::from_utf8(run.stdout).expect("text");
    assert!(!text.contains('\u{1b}'), "no colour in a pipe");
    let page = fs::read_to_string(folder.join("review.html")).expect("the page was written");
    assert_well_formed(&page);
}

#[test]
fn the_worst_move_comes_first_with_what_would_have_been_better() {
    let text = succeed(&["review", "-", "--nodes", "5000", "--lang", "en"], &record("blockade"));
    let (_, worst) = text.split_once("The worst moves\n").expect("a part on the worst moves");
    let (worst, every) = worst.split_once("\nEvery move, with X's chance to win\n").expect("a part on every move");
    let first = worst.lines().find(|line| !line.is_empty()).expect("a move");
    assert_eq!(first.split(": blunder").next(), Some("?? move 15, X: f8-g7/Ge5"), "{worst}");
    let better =
        "   better: f8-f7 (proven: won)\n     - wins by force in 1 ply\n     - X2 reaches f7 in 1 turn, and X wins\n";
    assert!(worst.contains(better), "{worst}");
    assert!(worst.contains("     - loses by force"), "{worst}");
    assert_eq!(every.lines().count(), 18);
    assert!(text.contains("100 % │") && text.contains("  0 % │"), "{text}");
}

#[test]
fn a_review_speaks_serbian() {
    let latin = succeed(&["review", "-", "--nodes", "1000", "--lang", "sr"], &record("byte"));
    assert!(latin.contains("Najgori potezi") && latin.contains("gruba greška"), "{latin}");
    let cyrillic = succeed(&["review", "-", "--nodes", "1000", "--lang", "sr-Cyrl"], &record("byte"));
    assert!(cyrillic.contains("Најгори потези") && cyrillic.contains("груба грешка"), "{cyrillic}");
}

#[test]
fn a_review_as_json_has_every_move() {
    let text = succeed(&["review", "-", "--nodes", "1000", "--json", "--lang", "sr"], &record("havannah"));
    let review: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let moves = review["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 21);
    assert_eq!(review["chances"].as_array().map(Vec::len), Some(22));
    assert_eq!(review["reason"], "bridge");
    let last = &moves[20];
    assert_eq!((&last["move"], &last["player"], &last["ply"]), (&"g5".into(), &"x".into(), &21.into()));
    let said = last["remarks"][0]["text"].as_str().expect("a sentence");
    assert!(said.starts_with("završava most"), "{said}");
}

#[test]
fn a_page_is_one_file_that_asks_for_nothing_else_and_takes_names_for_names() {
    for game in ["blockade", "havannah", "byte"] {
        let file = folder(&format!("review-{game}")).join("out.html");
        let named = format!("[X \"<b>Ana & \\\"co\\\"</b>\"]\n{}", record(game));
        succeed(&["review", "-", "--nodes", "300", "--lang", "en", "--html", file.to_str().expect("a path")], &named);
        let page = fs::read_to_string(file).expect("the page was written");
        assert_well_formed(&page);
        assert!(!page.contains("<b>Ana") && page.contains("&lt;b&gt;Ana &amp;"), "the name is escaped");
        for outside in ["http", "<script", "<link", "<img", "src=", "url(", "@import"] {
            assert!(!page.contains(outside), "{outside} in the page of {game}");
        }
        let moves = page.matches("<div id=\"move-").count();
        assert_eq!(page.matches("<a href=\"#move-").count() - page.matches("<h3><a").count(), moves);
        for part in page.split("href=\"#").skip(1) {
            let id = part.split('"').next().expect("an address");
            assert!(page.contains(&format!("id=\"{id}\"")), "nothing is called {id}");
        }
    }
}

#[test]
fn no_name_of_a_player_is_taken_for_a_tag() {
    let file = folder("review-names").join("out.html");
    let named = "[Game \"byte\"][X \"<script>alert(1)</script>&\\\"'\"] d2-c3";
    succeed(&["review", "-", "--nodes", "300", "--lang", "en", "--html", file.to_str().expect("a path")], named);
    let page = fs::read_to_string(file).expect("the page was written");
    assert_well_formed(&page);
    assert!(page.contains("<dt class=\"x\">X (&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;')</dt>"), "{page}");
    assert!(!page.contains("<script") && !page.contains("</script"), "{page}");
}

#[test]
fn what_cannot_be_reviewed_is_told_in_one_line() {
    let error = fail(&["review", "no-such-file.txt"], "", 1);
    assert!(error.contains("cannot read no-such-file.txt"), "{error}");
    let error = fail(&["review", "-"], "[Game \"byte\"] d2-c3 z9-z9", 1);
    assert!(error.contains("move 2 `z9-z9`"), "{error}");
    let error =
        fail(&["review", "-", "--nodes", "300", "--html", "no/such/folder/out.html"], "[Game \"byte\"] d2-c3", 1);
    assert!(error.contains("cannot write no/such/folder/out.html"), "{error}");
    let empty = potez(&["review", "-", "--nodes", "300", "--lang", "en"], "[Game \"byte\"] *");
    assert!(empty.code == 0 && empty.out.contains("no move lost anything"), "{}", empty.out);
}

/// Every element is closed in its order, every attribute is quoted, every ampersand begins a
/// reference.
fn assert_well_formed(page: &str) {
    let body = page.strip_prefix("<!DOCTYPE html>\n").expect("a document type");
    let (head, rest) = body.split_once("<style>").expect("a style sheet");
    let (_, tail) = rest.split_once("</style>").expect("the end of the style sheet");
    let mut open: Vec<&str> = Vec::new();
    let text = format!("{head}{tail}");
    for piece in text.split('<').skip(1) {
        let (tag, after) = piece.split_once('>').unwrap_or_else(|| panic!("no end of <{piece}"));
        assert!(!after.contains('>'), "a bare > after <{tag}>");
        assert!(tag.matches('"').count().is_multiple_of(2), "quotes of <{tag}>");
        for reference in piece.split('&').skip(1) {
            let name = reference.split(';').next().unwrap_or_default();
            assert!(["amp", "lt", "gt", "quot"].contains(&name), "&{name} in <{tag}>");
        }
        let name = tag.split_whitespace().next().expect("a name").trim_end_matches('/');
        if let Some(closed) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "</{closed}> closes something else");
        } else if !tag.ends_with('/') && !["meta", "input"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} are never closed");
}
