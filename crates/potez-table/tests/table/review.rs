//! The review of recorded games: the blunders that were planted in them are found.

use potez_table::review::{Judgement, Progress, Review, Settings, review};
use potez_table::{Limits, Proof, Stop, Table, open, records};

/// Games in which one move was replaced by one that gives a won game away; it has a remark.
const PLANTED: [&str; 3] = [
    include_str!("../reviews/blockade.txt"),
    include_str!("../reviews/havannah.txt"),
    include_str!("../reviews/byte.txt"),
];

fn reviewed(table: &dyn Table) -> Review {
    let settings = Settings::new(Limits::nodes(20_000));
    review(table, &settings, &Stop::new(), &mut |_| {}).expect("a game").expect("nobody stopped it")
}

#[test]
fn planted_blunders_are_the_worst_moves_and_proven_to_be() {
    for record in PLANTED {
        let replayed = records::replay(&records::read(record).expect("a record")).expect("a game");
        let moves = &replayed.transcript.moves;
        let planted = 1 + moves.iter().position(|entry| entry.comment.as_deref() == Some("planted")).expect("a remark");
        let review = reviewed(replayed.table.as_ref());
        let found = &review.moves[planted - 1];
        assert_eq!(found.judgement, Judgement::Blunder, "{found:#?}");
        assert!(found.turning_point, "{found:#?}");
        assert_eq!((found.proven_before, found.proven_after), (Some(Proof::Win), Some(Proof::Loss)));
        assert!((found.loss - 1.0).abs() < 1e-9);
        assert_eq!(review.worst()[0].ply, planted, "{}", review.game);
        let better = found.better.as_ref().expect("something was better");
        assert_ne!(better.mv(), found.mv.text);
        assert!(!better.remarks.is_empty() && !found.remarks.is_empty(), "{found:#?}");
    }
}

#[test]
fn a_review_has_a_chance_for_every_position_and_a_judgement_for_every_move() {
    let mut table = open("havannah:size=4", None).expect("a game");
    for mv in ["d4", "a1", "c3", "g7", "e5", "a2"] {
        table.play(mv).expect("a legal move");
    }
    let review = reviewed(table.as_ref());
    assert_eq!((review.chances.len(), review.moves.len()), (7, 6));
    assert!(review.chances.iter().all(|chance| (0.0..=1.0).contains(chance)));
    assert!(review.moves.iter().all(|judged| judged.loss >= 0.0 && judged.reply.is_some()));
    let plies: Vec<usize> = review.moves.iter().map(|judged| judged.ply).collect();
    assert_eq!(plies, [1, 2, 3, 4, 5, 6]);
    let json = serde_json::to_value(&review).expect("plain data");
    assert_eq!(json["moves"][0]["move"], "d4");
    assert_eq!(json["outcome"], serde_json::Value::Null);
}

#[test]
fn a_game_that_begins_anywhere_and_ends_by_resignation_is_reviewed_too() {
    let mut table = open("havannah:size=3", Some("x../..o./x..../..../... o 3")).expect("a position");
    table.play("e5").expect("a legal move");
    table.end(potez_table::Ending::Resignation(potez_table::Player::X));
    let review = reviewed(table.as_ref());
    assert_eq!(review.reason.as_deref(), Some("resign"));
    assert_eq!(review.start.as_deref(), Some("x../..o./x..../..../... o 3"));
    assert_eq!(review.chances[1].total_cmp(&1.0), std::cmp::Ordering::Equal, "X could have won");
}

#[test]
fn a_review_that_is_stopped_is_none_and_tells_how_far_it_came() {
    let table = records::replay(&records::read(PLANTED[1]).expect("a record")).expect("a game").table;
    let (stop, mut seen) = (Stop::new(), Vec::new());
    let settings = Settings::new(Limits::nodes(100));
    let stopped = review(table.as_ref(), &settings, &stop, &mut |progress| {
        seen.push(progress);
        if progress.done == 3 {
            stop.raise();
        }
    });
    assert_eq!(stopped, Ok(None));
    let total = table.ply() + 1;
    assert_eq!(seen, (0..4).map(|done| Progress { done, total }).collect::<Vec<_>>());
}

#[test]
fn a_game_without_moves_has_nothing_to_judge() {
    let review = reviewed(open("byte", None).expect("a game").as_ref());
    assert!(review.moves.is_empty() && review.worst().is_empty());
    assert_eq!(review.chances.len(), 1);
}
