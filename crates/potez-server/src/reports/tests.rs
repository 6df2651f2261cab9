//! Reports of journals, whole and half written.

use super::*;

fn words() -> Words {
    Words::new(potez_words::Lang::SrLatn)
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("potez-reports-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

const JOURNAL: &str = concat!(
    r#"{"arena":1,"game":"byte","players":["potez","classic"],"seed":1}"#,
    "\n",
    r#"{"pair":0,"players":[0,1],"opening":0,"plies":4,"games":["#,
    r#"{"x":0,"o":1,"result":"x","reason":"majority","length":30,"moves":"b2-a3 a7-b8","#,
    r#""timeMs":[1,1],"longestMs":[1,1],"thinks":[1,1]},"#,
    r#"{"x":1,"o":0,"result":"o","reason":"majority","length":28,"#,
    r#""timeMs":[1,1],"longestMs":[1,1],"thinks":[1,1]}]}"#,
    "\n",
    r#"{"pair":1,"players"#
);

#[test]
fn a_journal_is_counted_and_its_half_written_line_left_out() {
    let folder = folder("journal");
    fs::write(folder.join("a.jsonl"), JOURNAL).unwrap();
    fs::write(folder.join("a.html"), "<p>").unwrap();
    let report = read(&folder, "a.jsonl", &words()).unwrap();
    assert_eq!((report.kind, report.total, report.html.as_deref()), ("match", 2, Some("/reports/a.html")));
    assert_eq!((report.players[0].name.as_str(), report.players[0].wins), ("potez", 2));
    assert_eq!(report.games[0].moves.as_ref().unwrap().len(), 2);
    assert_eq!(report.games[1].winner.as_deref(), Some("o"));
    assert_eq!(report.games[1].reason_words, "više od polovine kula");
    assert!(report.players[0].elo_low < report.players[0].elo);
    let names: Vec<String> = list(&folder).into_iter().map(|report| report.name).collect();
    assert!(names.contains(&"a.jsonl".to_string()) && names.contains(&"a.html".to_string()));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_page_shows_the_interval_of_the_match_runner() {
    let folder = folder("interval");
    fs::write(folder.join("a.jsonl"), JOURNAL).unwrap();
    let report = read(&folder, "a.jsonl", &words()).unwrap();
    let elo = JournalPage::read(JOURNAL).unwrap().summary().standings[0].elo();
    for (shown, own) in [(report.players[0].elo_low, elo.low), (report.players[0].elo_high, elo.high)] {
        assert!((shown - own).abs() <= 0.05 + 1e-9, "{shown} and {own}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn entrants_that_do_not_exist_are_not_counted() {
    let folder = folder("entrants");
    fs::write(folder.join("a.jsonl"), JOURNAL.replace("\"x\":0", "\"x\":7")).unwrap();
    assert_eq!(read(&folder, "a.jsonl", &words()).unwrap().total, 0);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn names_lead_nowhere_else() {
    let folder = folder("names");
    fs::write(folder.join("notes.txt"), "secret").unwrap();
    fs::write(folder.join("other.jsonl"), "{\"no\":\"journal\"}\n").unwrap();
    for name in ["../names.jsonl", "/etc/passwd", "notes.txt", "other.jsonl", ".hidden.html", "missing.html"] {
        assert_eq!(read(&folder, name, &words()).unwrap_err().code, "not-found", "{name}");
    }
    assert!(list(&folder).is_empty());
    fs::remove_dir_all(folder).unwrap();
}
