//! The census of small boards, and the exhaustive searches that confirm it.

use potez_blockade::{Game, SMALL};
use potez_core::{Game as _, Position as _};
use potez_lab::census::exhaustive::{PlainValue, by_depth, by_listing};
use potez_lab::census::{self, CensusArgs};
use potez_lab::openings::{self, OpeningsArgs};

use crate::scratch;
use crate::studies::output;

#[test]
fn a_census_goes_on_where_it_was_and_agrees_with_exhaustive_search() {
    let file = scratch("census");
    let run = |time: &str| {
        let args = format!("--rows 5 --cols 5 --walls 0 --time {time} --confirm 400000 --resume {}", file.display());
        output::<CensusArgs>(&args, census::run)
    };
    let first = run("60s");
    assert!(first.contains("2 of 2 boards decided, 2 confirmed by exhaustive search"), "{first}");
    let lines = || std::fs::read_to_string(&file).expect("a file").lines().count();
    assert_eq!(lines(), 3);
    // What is decided is not done again, however much time there is.
    assert_eq!(run("120s"), first);
    assert_eq!(lines(), 3);
}

#[test]
fn a_board_that_was_not_decided_is_tried_again_with_more_time() {
    let file = scratch("census-again");
    let entry = |limit: f64| {
        format!(
            "{{\"game\":\"blockade:rows=5,cols=5,walls=0,turn=full\",\"winner\":null,\"plies\":null,\"nodes\":7,\
             \"limit\":{limit:?},\"confirmed\":null,\"shortest\":null}}"
        )
    };
    for (limit, is_done_again) in [(5.0, true), (500.0, false)] {
        std::fs::write(&file, format!("# census of blockade\n{}\n", entry(limit))).expect("written");
        let args = format!("--rows 5 --cols 5 --walls 0 --time 60s --confirm 400000 --resume {}", file.display());
        let text = output::<CensusArgs>(&args, census::run);
        assert_eq!(text.contains("2 of 2 boards decided"), is_done_again, "{text}");
    }
}

#[test]
fn both_exhaustive_searches_find_the_same_shortest_wins() {
    let mut rng = fastrand::Rng::with_seed(11);
    let game: Game<SMALL> = "blockade:rows=5,cols=5,walls=1".parse().expect("a spec");
    let (mut wins, mut draws) = (0, 0);
    for _ in 0..16 {
        let mut pos = game.start();
        while pos.outcome().is_none() && !pos.to_string().contains(" 0.0 0.0 ") {
            pos.play(pos.random_move(&mut rng).expect("a running game has moves"));
        }
        if pos.outcome().is_some() {
            continue;
        }
        match by_listing(&pos, 1_000_000).expect("a small race") {
            PlainValue::Won(player, plies) => {
                wins += 1;
                assert_eq!(by_depth(&pos, plies + 2, u64::MAX), Some((player, plies)), "{pos}");
                assert_eq!(by_listing(&pos, 1), None);
            }
            PlainValue::Drawn => {
                draws += 1;
                assert_eq!(by_depth(&pos, 6, u64::MAX), None, "{pos}");
            }
        }
    }
    assert!(wins > 4, "{wins} wins, {draws} draws");
}

#[test]
fn openings_are_proven_once_for_all_their_images_and_nothing_is_asked_twice() {
    let file = scratch("openings");
    let run = |nodes: &str| {
        let args = format!("havannah:size=3 --nodes {nodes} --plies 3 --resume {}", file.display());
        output::<OpeningsArgs>(&args, openings::run)
    };
    let lines = || std::fs::read_to_string(&file).expect("a file").lines().count();
    // The six corners win; the others are the rest of the rim, the ring inside and the middle.
    run("20");
    let asked = lines();
    let text = run("1000000");
    assert!(text.contains("a1 (and 5 like it): x wins"), "{text}");
    assert_eq!(text.matches("x does not win").count(), 3, "{text}");
    assert!(lines() > asked);
    let asked = lines();
    let again = run("1000000");
    assert_eq!(lines(), asked);
    assert_eq!(again.matches("; 0 nodes").count(), 4, "{again}");
    let other = format!("havannah:size=4 --resume {}", file.display());
    let words = ["openings"].into_iter().chain(other.split_whitespace());
    assert!(
        !std::process::Command::new(env!("CARGO_BIN_EXE_potez-lab"))
            .args(words)
            .output()
            .expect("runs")
            .status
            .success()
    );
}
