//! The conformance suite on every board and variant, with the symmetries of the game.

use std::collections::HashMap;

use potez_byte::{Board, Eight, Game, Move, Position, Square, Symmetry};
use potez_core::testing::{check_symmetry, conform};
use potez_core::{Game as _, Player, Position as _};

use crate::refusals::text;
use crate::{SPECS, full, on_board};

/// The start of a spec's game.
fn start<B: Board>(spec: &str) -> Position<B> {
    spec.parse::<Game<B>>().expect(spec).start()
}

/// Every lift between squares that are at most two files and ranks apart, on and just off the
/// board; and the pass.
fn candidates<B: Board>() -> Vec<Move> {
    let squares = || (0..=u8::MAX).map(Square::from_number).filter(|square| square.is_on(B::SIZE + 1));
    let mut moves = vec![Move::PASS];
    for from in squares() {
        for to in squares().filter(|&to| from.distance(to) <= 2) {
            moves.extend([0, 1, 2, 4, 6, 7, 255].map(|level| Move::new(from, to, level)));
        }
    }
    moves
}

fn conforms<B: Board>(spec: &str, seed: u64) {
    let game: Game<B> = spec.parse().expect(spec);
    let all = candidates::<B>();
    // All candidates at every ply would take minutes: each position gets another fifteenth of them.
    let turn = std::cell::Cell::new(0);
    let some = |_: &Position<B>| {
        turn.set(turn.get() + 1);
        all.iter().copied().skip(turn.get() % 15).step_by(15).collect()
    };
    let games = match (B::SIZE, full()) {
        (16, false) => 1,
        (_, false) => 8,
        (16, true) => 10,
        (_, true) => 300,
    };
    let visited = conform(&game, seed, games, 400, some, |pos| {
        let mobile = Player::BOTH.into_iter().any(|player| pos.count_moves_for(player) > 0);
        assert!(mobile || pos.outcome().is_some(), "nobody can move in {pos}");
        for symmetry in Symmetry::ALL {
            check_symmetry(pos, |pos| symmetry.position(pos), |_, mv| symmetry.mv::<B>(mv), false);
        }
        check_symmetry(pos, Position::sides_swapped, |_, mv| mv, true);
        let images = game.images(pos);
        assert!(images.len() == 4 && images[0] == *pos);
    });
    assert!(visited > games * 10);
}

#[test]
fn every_board_and_variant_conforms_and_is_symmetric() {
    for (seed, spec) in SPECS.into_iter().enumerate() {
        on_board!(spec, conforms(seed as u64));
    }
}

#[test]
fn the_start_becomes_itself_when_the_sides_are_swapped_and_the_board_is_turned() {
    fn check<B: Board>(spec: &str) {
        let start = start::<B>(spec);
        let turned = Symmetry::HalfTurn.position(&start.sides_swapped());
        assert_eq!(turned.to_string(), start.to_string().replace(" x ", " o "));
        let mut images: Vec<u64> = Symmetry::ALL.iter().map(|symmetry| symmetry.position(&start).key()).collect();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 4);
    }
    for spec in SPECS {
        on_board!(spec, check());
    }
}

#[test]
fn the_key_knows_the_turn_the_scores_and_the_variant() {
    let game = Game::<Eight>::default();
    let read = |rest: &str| game.read_position(&text(&[("a1", "xox"), ("d4", "ooxxo")], rest)).expect(rest).key();
    let mut keys = vec![read("x 1-1"), read("o 1-1"), read("x 2-0"), read("x 0-2")];
    keys.extend([start::<Eight>("byte").key(), start::<Eight>("byte:rules=merge-first").key()]);
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 6);
}

#[test]
fn different_positions_have_different_keys() {
    fn collect<B: Board>(spec: &str, games: usize) -> Vec<u64> {
        let game: Game<B> = spec.parse().expect(spec);
        let mut rng = fastrand::Rng::with_seed(11);
        let (mut keys, mut high_halves) = (HashMap::<u64, Position<B>>::new(), HashMap::new());
        for _ in 0..games {
            let mut pos = game.start();
            loop {
                let mut moves = Vec::new();
                pos.legal_moves(&mut moves);
                for &mv in &moves {
                    let mut child = pos;
                    child.play(mv);
                    assert_eq!(*keys.entry(child.key()).or_insert(child), child);
                    // The halves of the wide key: the key, and another that is as good.
                    assert_eq!(child.wide_key() as u64, child.key());
                    let high = (child.wide_key() >> 64) as u64;
                    assert_eq!(*high_halves.entry(high).or_insert(child), child);
                }
                let Some(mv) = rng.choice(moves) else { break };
                pos.play(mv);
            }
        }
        assert_eq!(high_halves.len(), keys.len());
        // Both are to be spread evenly.
        keys.into_keys().chain(high_halves.into_keys()).collect()
    }
    let mut keys = collect::<Eight>("byte", 150);
    keys.extend(collect::<potez_byte::Ten>("byte:size=10", 30));
    keys.extend(collect::<potez_byte::Sixteen>("byte:size=16", 5));
    assert!(keys.len() > 200_000);
    // Tables take slots from either end of the key: both ends must be spread evenly.
    for shift in [0, 48] {
        let mut slots = vec![0_u32; 1 << 10];
        for key in &keys {
            slots[(key >> shift & 0x3ff) as usize] += 1;
        }
        let mean = keys.len() as f64 / slots.len() as f64;
        let spread = slots.iter().map(|&slot| (f64::from(slot) - mean).powi(2)).sum::<f64>() / mean;
        // Chi squared with 1023 degrees of freedom: 1023 expected, standard deviation 45.
        assert!((750.0..1300.0).contains(&spread), "{spread}");
    }
}
