//! Puzzles: what is shipped is what it says, and an attempt is judged by what is proven.

use std::collections::HashSet;

use potez_table::puzzles::{self, Attempt, CheckError, Goal, Miner, MiningSettings, Puzzle, Verdict};
use potez_table::{Limits, Proof, Stop};

/// Nodes of a proof that no shipped puzzle of the sample needs.
const NODES: u64 = 5_000_000;

fn games() -> impl Iterator<Item = (&'static str, &'static [Puzzle])> {
    potez_table::games().iter().map(|game| {
        let id = game.description.id;
        (id, puzzles::of(id).expect("readable puzzles"))
    })
}

#[test]
fn every_game_comes_with_puzzles_of_many_kinds_and_none_twice() {
    for (game, all) in games() {
        assert!(all.len() >= 300, "{game}: {}", all.len());
        let ids: HashSet<&str> = all.iter().map(|puzzle| puzzle.id.as_str()).collect();
        assert_eq!(ids.len(), all.len(), "{game}");
        let boards: HashSet<&str> = all.iter().map(|puzzle| puzzle.game.as_str()).collect();
        assert!(boards.len() >= 2 && boards.contains(game), "{game}: {boards:?}");
        let themes: HashSet<&String> = all.iter().flat_map(|puzzle| &puzzle.themes).collect();
        assert!(themes.len() >= 5, "{game}: {themes:?}");
        assert!(all.iter().filter(|puzzle| puzzle.plies() >= 3).count() * 10 >= all.len() * 9, "{game}");
        let difficulties: HashSet<u8> = all.iter().map(|puzzle| puzzle.difficulty).collect();
        assert!(difficulties.len() >= 6, "{game}: {difficulties:?}");
    }
}

#[test]
fn every_line_can_be_played_and_ends_as_it_should() {
    for (game, all) in games() {
        for puzzle in all {
            let mut table = puzzle.table().expect("a position");
            let solver = table.turn();
            for mv in &puzzle.solution {
                assert_eq!(table.play(mv).as_ref(), Ok(mv), "{}", puzzle.id);
            }
            let winner = table.outcome().and_then(potez_table::Outcome::winner);
            // Who holds out loses in the end.
            assert_eq!(winner == Some(!solver), puzzle.goal == Goal::Hold, "{game} {}", puzzle.id);
            assert_eq!(puzzle.to_string().parse(), Ok(puzzle.clone()), "{}", puzzle.id);
        }
    }
}

#[test]
fn a_sample_is_proven_again() {
    let mut rng = fastrand::Rng::with_seed(27);
    for (_, all) in games() {
        // The cheapest half of what is drawn: `potez puzzles GAME --check all` proves the rest.
        let mut drawn: Vec<&Puzzle> = (0..8).map(|_| &all[rng.usize(..all.len())]).collect();
        drawn.sort_by_key(|puzzle| puzzle.table().expect("a position").count_legal() * puzzle.plies() as u64);
        for puzzle in drawn.into_iter().take(3) {
            assert_eq!(puzzles::check(puzzle, Limits::nodes(NODES), &Stop::new()), Ok(()));
        }
    }
}

/// A puzzle with few legal moves and several to find.
fn small() -> Puzzle {
    let all = puzzles::of("havannah").expect("puzzles");
    let small = all.iter().filter(|puzzle| puzzle.asked >= 2 && puzzle.game == "havannah:size=4");
    small.min_by_key(|puzzle| puzzle.table().expect("a position").count_legal()).expect("a small one").clone()
}

#[test]
fn a_false_puzzle_is_found_out() {
    let puzzle = small();
    let check = |puzzle: &Puzzle| puzzles::check(puzzle, Limits::nodes(NODES), &Stop::new());
    let table = puzzle.table().expect("a position");
    let other = table.legal().into_iter().find(|mv| *mv != puzzle.solution[0]).expect("another move");
    let wrong = Puzzle { solution: vec![other.clone()], asked: 1, ..puzzle.clone() };
    assert!(matches!(check(&wrong), Err(CheckError::NotKept { mv, .. }) if mv == other));
    let renamed = Puzzle { id: "h00000000".into(), ..puzzle.clone() };
    assert!(matches!(check(&renamed), Err(CheckError::WrongId { expected, .. }) if expected == puzzle.id));
    // Where the moves to find end, others win as well.
    let is_longer = |puzzle: &&Puzzle| puzzle.plies() > 2 * puzzle.asked && puzzle.game == "havannah:size=4";
    let longer = puzzles::of("havannah").expect("puzzles").iter().find(is_longer).expect("a longer line");
    let mut table = longer.table().expect("a position");
    for mv in &longer.solution[..2 * longer.asked] {
        table.play(mv).expect("a legal line");
    }
    let solution = longer.solution[2 * longer.asked..].to_vec();
    let mut later = Puzzle { position: table.position(), solution, asked: 1, ..longer.clone() };
    let Err(CheckError::WrongId { expected, .. }) = check(&later) else { panic!("another position has another id") };
    later.id = expected;
    assert!(matches!(check(&later), Err(CheckError::NotOnly { .. })), "{later}");
    assert!("h1\tbyte\t-".parse::<Puzzle>().is_err());
}

#[test]
fn right_moves_are_answered_and_wrong_ones_refuted() {
    let puzzle = small();
    let limits = Limits::nodes(NODES);
    let mut attempt = Attempt::new(puzzle.clone()).expect("a position");
    let wrong = attempt.table().legal().into_iter().find(|mv| *mv != puzzle.solution[0]).expect("another move");
    let wrong = attempt.table().read_move(&wrong).expect("legal");
    let before = attempt.table().position();
    let Ok(Verdict::Wrong { refutation, result }) = attempt.play(&wrong, limits, &Stop::new()) else {
        panic!("{} is wrong", wrong.text)
    };
    assert_eq!((refutation.first(), result), (Some(&wrong), Some("loss")), "{}", puzzle.id);
    // The refutation is play that wins, from the wrong move to its end.
    assert!(refutation.len() >= 2, "{refutation:?}");
    assert_eq!((attempt.table().position(), attempt.found()), (before, 0));
    for (number, text) in puzzle.asked_line().iter().enumerate().step_by(2) {
        let mv = attempt.table().read_move(text).expect("legal");
        match attempt.play(&mv, limits, &Stop::new()).expect("legal") {
            Verdict::Right { answer } => assert_eq!(answer.text, puzzle.solution[number + 1]),
            Verdict::Solved { rest } => {
                assert_eq!(number + 1, puzzle.asked_line().len());
                assert_eq!(rest.len(), puzzle.plies() - number - 1);
            }
            Verdict::Wrong { .. } => panic!("{text} is right"),
        }
    }
    assert!(attempt.is_solved());
    let again = Attempt::after(puzzle, 99).expect("a position");
    assert!(again.is_solved() && again.table().position() == attempt.table().position());
}

#[test]
fn the_same_seed_finds_the_same_puzzles() {
    let stop = Stop::new();
    let game = "havannah:size=3".to_string();
    let miner = Miner::new(MiningSettings { game, seed: 5, nodes: 2000, per_game: 2, holds: false }, &stop);
    let found: Vec<_> = (0..3).map(|number| miner.mine(number).expect("a game")).collect();
    assert_eq!(miner.mine(1).as_ref(), Ok(&found[1]));
    for puzzle in found.iter().flat_map(|mined| &mined.puzzles) {
        assert_eq!(puzzles::check(puzzle, Limits::nodes(NODES), &stop), Ok(()), "{puzzle}");
    }
}

/// A lost position of a small board in which one move holds out longest.
fn held() -> Puzzle {
    let stop = Stop::new();
    let game = "havannah:size=3".to_string();
    let miner = Miner::new(MiningSettings { game, seed: 1, nodes: 20_000, per_game: 4, holds: true }, &stop);
    let mut found = (0..40).flat_map(|number| miner.mine(number).expect("a game").puzzles);
    found.find(|puzzle| puzzle.plies() >= 6).expect("a puzzle")
}

#[test]
fn of_a_lost_position_the_move_that_holds_out_longest_is_the_only_one() {
    let (puzzle, limits, stop) = (held(), Limits::nodes(NODES), Stop::new());
    assert_eq!((puzzle.goal, &puzzle.themes[..]), (Goal::Hold, &["hold".to_string()][..]));
    assert_eq!(puzzles::check(&puzzle, limits, &stop), Ok(()), "{puzzle}");
    assert_eq!(puzzle.to_string().parse(), Ok(puzzle.clone()));
    let table = puzzle.table().expect("a position");
    assert_eq!(table.solve(limits, &stop).proof, Some(Proof::Loss));
    // After every other move the opponent wins sooner, and that is what refutes it.
    for other in table.legal().into_iter().filter(|mv| *mv != puzzle.solution[0]) {
        let mut attempt = Attempt::new(puzzle.clone()).expect("a position");
        let mv = attempt.table().read_move(&other).expect("legal");
        let Ok(Verdict::Wrong { refutation, result }) = attempt.play(&mv, limits, &stop) else {
            panic!("{other} is wrong")
        };
        assert_eq!(result, Some("sooner"), "{other}");
        assert!(refutation.len() < puzzle.plies(), "{other}: {refutation:?}");
        let mut end = table.fork();
        for mv in &refutation {
            end.play_parts(&mv.parts).expect("legal");
        }
        assert_eq!(end.outcome().and_then(potez_table::Outcome::winner), Some(!table.turn()), "{other}");
        let first =
            Puzzle { solution: refutation.iter().map(|mv| mv.text.clone()).collect(), asked: 1, ..puzzle.clone() };
        let error = puzzles::check(&first, limits, &stop).expect_err("another move");
        assert!(matches!(error, CheckError::NotKept { .. } | CheckError::NotOnly { .. }), "{error}");
    }
    // A line in which somebody hurries or dawdles is not the proven one.
    let short = Puzzle { solution: puzzle.solution[..puzzle.plies() - 2].to_vec(), asked: 1, ..puzzle.clone() };
    assert!(matches!(puzzles::check(&short, limits, &stop), Err(CheckError::NotKept { .. })));
    let mut attempt = Attempt::new(puzzle.clone()).expect("a position");
    let only = attempt.table().read_move(&puzzle.solution[0]).expect("legal");
    let verdict = attempt.play(&only, limits, &stop).expect("legal");
    assert!(!matches!(verdict, Verdict::Wrong { .. }), "{verdict:?}");
}

#[test]
fn a_day_has_one_puzzle_and_another_day_another() {
    for (game, all) in games() {
        let days: HashSet<&str> =
            (0..all.len() as u64).filter_map(|day| puzzles::daily(all, day)).map(|puzzle| puzzle.id.as_str()).collect();
        assert_eq!(days.len(), all.len(), "{game}");
        assert_eq!(puzzles::daily(all, 3), puzzles::daily(all, 3 + all.len() as u64));
    }
    assert_eq!(puzzles::daily(&[], 3), None);
}
