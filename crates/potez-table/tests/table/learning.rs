//! Moves as numbers and positions as planes, alone and many at once.

use potez_table::{Player, open};

/// A game, how many numbers it has, and the numbers of some of its moves.
type Numbered = (&'static str, u32, &'static [(&'static str, u32)]);

/// Moves with the numbers they were given when numbers were first given. They never change.
const GOLDEN: [Numbered; 8] = [
    ("havannah:size=3", 19, &[("a1", 0), ("c3", 9), ("e5", 18)]),
    ("havannah:size=8,swap=on", 170, &[("a1", 0), ("h8", 84), ("o15", 168), ("swap", 169)]),
    ("byte", 897, &[("a1-b2", 1), ("d2-c3", 20), ("d4:2-e3", 443), ("h8-g7", 126), ("pass", 896)]),
    ("byte:size=10", 1401, &[("j10-i9", 198), ("pass", 1400)]),
    ("blockade", 482_328, &[("d4-d6", 547), ("d4-d6/Bd7", 144_158), ("d4-d6/Gd7", 144_159)]),
    ("blockade:turn=either", 2108, &[("d4-d6", 547), ("Ba1", 1848), ("Gj13", 2107)]),
    ("blockade:turn=optional", 482_328, &[("d4-d6", 547), ("d4-d6/Bd7", 144_158)]),
    ("blockade:rows=5,cols=5", 9900, &[("b2-b4", 79), ("b2-b4/Ba1", 2828)]),
];

#[test]
fn the_numbers_of_moves_never_change() {
    for (spec, count, moves) in GOLDEN {
        let table = open(spec, None).expect("a game");
        assert_eq!(table.action_count(), count, "{spec}");
        for &(text, number) in moves {
            let mv = table.action_move(number).unwrap_or_else(|error| panic!("{spec} {number}: {error}"));
            assert_eq!(mv.text, text, "{spec} {number}");
            assert_eq!(table.action(&mv.parts), Some(number), "{spec} {text}");
        }
    }
}

#[test]
fn legal_numbers_are_the_legal_moves() {
    for spec in ["havannah:size=4,swap=on", "byte", "blockade:rows=7,cols=7,walls=2"] {
        let mut table = open(spec, None).expect("a game");
        let mut rng = fastrand::Rng::with_seed(26);
        while table.outcome().is_none() && table.ply() < 40 {
            let numbers = table.legal_actions();
            let mut texts: Vec<String> =
                numbers.iter().map(|&number| table.action_move(number).expect("a move").text).collect();
            texts.sort_unstable();
            assert_eq!(texts, table.legal(), "{spec}");
            table.play_action(rng.choice(numbers).expect("a move")).expect("legal");
        }
    }
}

#[test]
fn a_number_without_a_move_is_an_error_and_so_is_an_illegal_move() {
    let mut table = open("havannah:size=3", None).expect("a game");
    assert_eq!(table.play_action(19).expect_err("too large").code, "no-such-action");
    table.play_action(9).expect("legal");
    assert_eq!(table.play_action(9).expect_err("taken").code, "cell-taken");
    let byte = open("byte", None).expect("a game");
    assert_eq!(byte.action_move(0).expect_err("over the edge").code, "no-such-action");
}

#[test]
fn what_is_seen_is_seen_from_the_players_side() {
    for (spec, mv) in [("havannah:size=3", "c3"), ("byte", "d2-c3"), ("blockade:rows=7,cols=7", "b2-b4/Ba1")] {
        let mut table = open(spec, None).expect("a game");
        table.play(mv).unwrap_or_else(|error| panic!("{spec}: {error}"));
        let [planes, rows, cols] = table.observation_shape();
        let mut seen = Player::BOTH.map(|_| vec![7.0; planes * rows * cols]);
        for player in Player::BOTH {
            table.observe(player, &mut seen[player.index()]);
        }
        assert_ne!(seen[0], seen[1], "{spec}");
        let sums = seen.map(|planes| planes.iter().map(|&number| f64::from(number)).sum::<f64>());
        assert!(sums[1] > sums[0], "{spec}: only the player to move has a plane of ones for it: {sums:?}");
    }
}

#[test]
fn many_games_are_played_like_single_ones() {
    for spec in ["havannah:size=3", "byte", "blockade:rows=5,cols=5,walls=1,turn=optional"] {
        let table = open(spec, None).expect("a game");
        for threads in [1, 3] {
            let mut batch = table.batch(7, 1, threads);
            let mut tables: Vec<_> = (0..7).map(|_| table.fork()).collect();
            let (mut actions, mut returns, mut ended) = (vec![0; 7], vec![0.0; 14], vec![false; 7]);
            let mut masks = vec![false; 7 * batch.action_count()];
            let mut finished = 0;
            for _ in 0..200 {
                batch.masks(&mut masks);
                batch.random_actions(&mut actions);
                batch.step(&actions, &mut returns, &mut ended).expect("legal moves");
                for (game, table) in tables.iter_mut().enumerate() {
                    let mask = &masks[game * batch.action_count()..][..batch.action_count()];
                    assert_eq!(mask.iter().filter(|&&legal| legal).count() as u64, table.count_legal(), "{spec}");
                    assert!(mask[actions[game] as usize]);
                    table.play_action(actions[game] as u32).expect("legal");
                    assert_eq!(ended[game], table.ending().is_some(), "{spec} {}", table.position());
                    if ended[game] {
                        finished += 1;
                        let x = table.outcome().map_or(9.0, |outcome| match outcome {
                            potez_table::Outcome::Win(Player::X) => 1.0,
                            potez_table::Outcome::Win(Player::O) => -1.0,
                            potez_table::Outcome::Draw => 0.0,
                        });
                        assert_eq!(returns[2 * game..2 * game + 2], [x, -x], "{spec}");
                        *table = open(spec, None).expect("a game");
                    }
                }
            }
            assert_eq!(batch.positions(), tables.iter().map(|table| table.position()).collect::<Vec<_>>());
            assert!(finished > 7, "{spec}");
        }
    }
}

#[test]
fn a_batch_with_one_illegal_move_plays_none() {
    let mut batch = open("havannah:size=3", None).expect("a game").batch(2, 1, 1);
    let before = batch.positions();
    let error = batch.step(&[3, 19], &mut [0.0; 4], &mut [false; 2]).expect_err("no such move");
    assert_eq!((error.game, error.message.code), (1, "no-such-action"));
    assert_eq!(batch.positions(), before);
}
