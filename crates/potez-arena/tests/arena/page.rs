//! The page of an event stands on its own.

use potez_arena::{Control, Entrant, Event, Openings, Pairing, report, runner};
use potez_table::{Limits, Stop};

fn page(bots: &[&str], games: usize) -> String {
    let entrants = bots.iter().map(|spec| spec.parse().unwrap_or_else(|error| panic!("{error}")));
    page_of(entrants.collect(), games)
}

fn page_of(entrants: Vec<Entrant>, games: usize) -> String {
    let event = Event {
        game: "havannah:size=4".into(),
        entrants,
        pairing: Pairing::RoundRobin,
        games,
        openings: Openings::random("havannah:size=4", 2, 1),
        control: Control::new(Limits::nodes(50)),
        seed: 1,
        sprt: None,
    };
    let stop = Stop::new();
    let options = runner::Options { concurrency: 1, journal: None, done: Vec::new(), keep_moves: true, stop };
    let results = runner::run(&event, options, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
    report::html::page(&event, &results.pairs, results.verdict)
}

/// Every tag that is opened is closed, in order.
fn assert_balanced(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in page.split('<').skip(1) {
        let tag = part.split('>').next().unwrap_or_default();
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "in {}", &part[..part.len().min(200)]);
        } else if !tag.ends_with('/') && !["!DOCTYPE", "meta"].contains(&name) {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new());
}

#[test]
fn the_page_of_a_match_is_whole_and_needs_nothing_else() {
    let bot = format!("cmd:\"'{}' illegal\",name=<b>Ana & Co</b>", env!("CARGO_BIN_EXE_arena-test-engine"));
    let page = page(&["random", &bot], 6);
    assert_balanced(&page);
    for needed in
        ["Score over time", "By colour", "By opening", "Length of games", "How games ended", "Faults", "Games"]
    {
        assert!(page.contains(&format!("<h2>{needed}</h2>")), "{needed}");
    }
    assert_eq!(page.matches("<svg").count(), 5);
    assert!(page.contains("&lt;b&gt;Ana &amp; Co&lt;/b&gt;") && !page.contains("<b>Ana"));
    assert!(page.contains("prefers-color-scheme: dark"));
    for foreign in ["http:", "https:", "src=", "<script", "<link", "@import", "NaN", "inf"] {
        assert!(!page.replace("info", "").contains(foreign), "{foreign}");
    }
}

#[test]
fn the_page_of_a_tournament_has_a_table_and_every_game() {
    let page = page(&["random", "random:seed=2", "potez"], 4);
    assert_balanced(&page);
    assert!(page.contains("Who beat whom") && page.contains("Ratings"));
    assert_eq!(page.matches("<p class=\"moves\">").count(), 12);
}

#[test]
fn a_page_without_a_whole_pair_is_a_page() {
    assert_balanced(&page(&["random", "random:seed=2"], 1));
}

#[test]
fn no_name_of_a_bot_is_taken_for_a_tag() {
    for count in [2, 3] {
        let mut entrants = vec!["random".parse::<Entrant>().expect("a bot"); count];
        for (number, entrant) in (1..).zip(&mut entrants) {
            entrant.name = format!("<script>alert({number})</script>&\"'");
        }
        let page = page_of(entrants, 2);
        assert_balanced(&page);
        for number in 1..=count {
            assert!(page.contains(&format!("&lt;script&gt;alert({number})&lt;/script&gt;&amp;&quot;'")), "{page}");
        }
        assert!(!page.contains("<script") && !page.contains("</script"), "{page}");
    }
}
