//! The review of recorded games: the blunders that were planted in them are found.

use potez_table::review::{Judgement, Progress, Review, Settings, review, review_so_far};
use potez_table::{Limits, Player, Proof, Stop, Table, open, records};

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

#[test]
fn a_review_that_is_stopped_has_judged_the_last_moves() {
    let table = records::replay(&records::read(PLANTED[1]).expect("a record")).expect("a game").table;
    let (stop, settings) = (Stop::new(), Settings::new(Limits::nodes(100)));
    let so_far = review_so_far(table.as_ref(), &settings, &stop, &mut |progress| {
        if progress.done == 5 {
            stop.raise();
        }
    });
    let so_far = so_far.expect("a game");
    let (review, plies) = (so_far.review, table.ply());
    assert!(!so_far.is_whole);
    // Five positions are known, the last one included, and so the four moves between them; a search
    // that was cut short counts where it proves something.
    let judged: Vec<usize> = review.moves.iter().map(|judged| judged.ply).collect();
    assert!(judged == (plies - 3..=plies).collect::<Vec<_>>() || judged == (plies - 4..=plies).collect::<Vec<_>>());
    assert_eq!(review.chances.len(), plies + 1);
    for (ply, chance) in review.chances.iter().enumerate() {
        assert_eq!(chance.is_nan(), ply + 1 < judged[0], "{ply}: {chance}");
    }
}

/// X's chance in every position, each searched once, the last one first, as a review does it.
fn searched(table: &dyn Table, settings: &Settings) -> Vec<f64> {
    let mut tables = vec![open(&table.game(), None).expect("a game")];
    for mv in table.played() {
        let mut next = tables[tables.len() - 1].fork();
        next.play_parts(&mv.parts).expect("a legal move");
        tables.push(next);
    }
    let mut bot = table.bot(&settings.bot).expect("a bot");
    let mut chances: Vec<f64> = Vec::new();
    for table in tables.iter().rev() {
        let report = bot.think(table.as_ref(), settings.limits, &Stop::new(), &mut |_| {}).expect("a report");
        let chance = report.lines[0].win_chance;
        chances.push(if table.turn() == Player::X { chance } else { 1.0 - chance });
    }
    chances.reverse();
    chances
}

#[test]
fn the_chance_of_a_position_is_its_own_and_not_that_of_a_later_one() {
    let mut table = open("havannah:size=6", None).expect("a game");
    let mut bot = table.bot(&"potez:seed=1,nodes=60".parse().expect("a bot")).expect("a bot");
    for _ in 0..12 {
        let report = bot.think(table.as_ref(), Limits::default(), &Stop::new(), &mut |_| {}).expect("a report");
        let best = report.best().expect("a move").parts;
        table.play_parts(&best).expect("a legal move");
    }
    let mut settings = Settings::new(Limits::nodes(60));
    settings.bot.seed = Some(1);
    let own = searched(table.as_ref(), &settings);
    let review = review(table.as_ref(), &settings, &Stop::new(), &mut |_| {}).expect("a game").expect("a review");
    let mut kept = 0;
    for judged in &review.moves {
        let before = judged.ply - 1;
        let hoped = (own[before] - own[judged.ply]) * if judged.player == Player::X { 1.0 } else { -1.0 };
        if judged.judgement == Judgement::Best
            && hoped < settings.thresholds.inaccuracy
            && judged.proven_before.is_none()
        {
            assert!((review.chances[before] - own[before]).abs() < 1e-9, "{}: {judged:#?}", own[before]);
            kept += usize::from((own[before] - own[judged.ply]).abs() > 1e-6);
        }
    }
    assert!(kept > 2, "{own:?}");
}

/// X's certain result after every move, where it is known.
fn certain_for_x(review: &Review) -> Vec<Option<Proof>> {
    let seen = |judged: &potez_table::review::Judged| {
        judged.proven_after.map(|proof| if judged.player == Player::X { proof } else { proof.reversed() })
    };
    review.moves.iter().map(seen).collect()
}

#[test]
fn between_two_proofs_of_the_same_result_nothing_else_is_believed() {
    let mut stretches = 0;
    for (spec, seed) in [("byte", 1), ("byte", 2), ("havannah:size=4", 1), ("havannah:size=4", 2), ("byte", 3)] {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut table = open(spec, None).expect("a game");
        while table.outcome().is_none() {
            let mv = rng.choice(table.legal()).expect("a running game has moves");
            table.play(&mv).expect("a legal move");
        }
        let settings = Settings::new(Limits::nodes(60));
        let review = review(table.as_ref(), &settings, &Stop::new(), &mut |_| {}).expect("a game").expect("a review");
        let certain = certain_for_x(&review);
        for (from, known) in certain.iter().enumerate().filter(|(_, proof)| proof.is_some()) {
            let Some(next) = (from + 1..certain.len()).find(|&at| certain[at].is_some()) else { continue };
            if certain[next] != *known || *known == Some(Proof::Draw) {
                continue;
            }
            let sure = if *known == Some(Proof::Win) { 1.0 } else { 0.0 };
            for judged in &review.moves[from + 1..=next] {
                assert!((review.chances[judged.ply] - sure).abs() < 0.01, "{spec} {seed}: {judged:#?}");
                assert!(judged.judgement < Judgement::Inaccuracy, "{spec} {seed}: {judged:#?}");
            }
            stretches += usize::from(next > from + 1);
        }
    }
    assert!(stretches > 3, "{stretches}");
}

#[test]
fn every_criticised_move_is_answered_and_never_praised() {
    let mut criticised = 0;
    for record in PLANTED {
        let table = records::replay(&records::read(record).expect("a record")).expect("a game").table;
        let review = review(table.as_ref(), &Settings::new(Limits::nodes(1000)), &Stop::new(), &mut |_| {});
        for judged in review.expect("a game").expect("a review").moves {
            assert_eq!(judged.why.is_some(), judged.judgement >= Judgement::Inaccuracy, "{judged:#?}");
            let Some(why) = &judged.why else { continue };
            criticised += 1;
            assert_eq!(judged.about(), why.punished, "what it does well is not said");
            // The answer is there to be played through.
            let mut line = table.fork();
            while line.ply() > judged.ply {
                line.undo();
            }
            for mv in judged.reply.iter().flat_map(|reply| &reply.line) {
                line.play_parts(&mv.parts).expect("a legal line");
            }
            assert!(line.ply() > judged.ply || line.outcome().is_some(), "{judged:#?}");
        }
    }
    assert!(criticised > 6, "{criticised}");
}
