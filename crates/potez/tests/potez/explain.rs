//! Recorded searches as a user asks for them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{fail, succeed};

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn page(args: &[&str], name: &str) -> (String, String) {
    let file = file(name);
    let mut all = vec!["explain-search"];
    all.extend(args);
    all.extend(["--html", file.to_str().expect("a path")]);
    let said = succeed(&all, "");
    (said, fs::read_to_string(&file).expect("the page was written"))
}

#[test]
fn a_page_has_everything_inside() {
    let (said, page) = page(&["byte", "--nodes", "300", "--lang", "en"], "explain-byte.html");
    assert!(said.starts_with("potez ") && said.contains("without move ordering"), "{said}");
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
    for outside in ["src=\"", "<link", "@import", "url(http", "https://"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("data");
    let data: serde_json::Value = serde_json::from_str(data).expect("JSON");
    assert_eq!(data["gameName"], "Byte");
    assert_eq!(data["explanation"]["runs"][0]["kind"], "alphabeta");
    assert_eq!(page.matches("</script>").count(), 3, "nothing in the data ends its element");
}

#[test]
fn pages_and_lines_speak_serbian_in_both_scripts() {
    let (said, latin) = page(&["blockade", "--bot", "classic:depth=1", "--lang", "sr"], "explain-sr.html");
    assert!(said.contains("bez: alfa-beta odsecanje"), "{said}");
    assert!(latin.contains("<html lang=\"sr\"") && latin.contains("Koliko vredi koja tehnika"));
    let (_, cyrillic) = page(&["havannah:size=3", "--bot", "pns", "--lang", "sr-Cyrl"], "explain-cyrl.html");
    assert!(cyrillic.contains("<html lang=\"sr-Cyrl\"") && cyrillic.contains("Стабло"));
}

#[test]
fn a_short_trace_says_what_is_missing() {
    let args = ["explain-search", "byte", "--nodes", "500", "--steps", "20", "--without", "none", "--json"];
    let explanation: serde_json::Value = serde_json::from_str(&succeed(&args, "")).expect("JSON");
    let run = &explanation["runs"][0];
    assert_eq!((&run["kept"], &run["truncated"]), (&20.into(), &true.into()));
    assert_eq!(explanation["runs"].as_array().map(Vec::len), Some(1));
    let (said, _) = page(&["byte", "--nodes", "500", "--steps", "20", "--lang", "en"], "explain-short.html");
    assert!(said.lines().next().is_some_and(|line| line.contains("The first 20 of ")), "{said}");
}

#[test]
fn what_cannot_be_recorded_is_refused_in_one_line() {
    let out = file("explain-never.html");
    let out = out.to_str().expect("a path");
    let refused = |args: &[&str]| {
        let mut all = vec!["explain-search"];
        all.extend(args);
        all.extend(["--html", out]);
        fail(&all, "", 2)
    };
    assert!(refused(&["chess"]).contains("chess"));
    assert!(refused(&["byte", "--bot", "random"]).contains("does not search"));
    assert!(refused(&["byte", "--bot", "deep-blue"]).contains("no bot `deep-blue`"));
    assert!(refused(&["byte", "--bot", "potez:nodes=0"]).contains("nodes=0"));
    assert!(refused(&["byte", "--without", "magic"]).contains("`magic`"));
    assert!(refused(&["byte", "--moves", "z9"]).contains("z9"));
    assert!(refused(&["byte", "--position", "nonsense"]).contains("nonsense"));
    assert!(refused(&["havannah:size=3", "--moves", "a1 c3 a2 c4 a3"]).contains("over"));
    for bad in ["0", "-1", "1000001", "many"] {
        assert!(refused(&["byte", &format!("--nodes={bad}")]).contains(bad), "{bad}");
    }
    assert!(refused(&["byte", "--steps", "999999999"]).contains("100000"));
    assert!(!Path::new(out).exists(), "nothing is written where nothing was recorded");
    assert!(fail(&["explain-search", "byte"], "", 2).contains("--html"));
    let nowhere = fail(&["explain-search", "byte", "--nodes", "50", "--html", "/nowhere/at/all.html"], "", 1);
    assert!(nowhere.contains("/nowhere/at/all.html"), "{nowhere}");
}
