//! Random games look as the checked numbers of the rules say (section 6).

use potez_byte::{Board, Game};
use potez_core::{Game as _, Outcome, Position as _};

struct Totals {
    games: f64,
    plies: f64,
    branching: f64,
    passes: f64,
    draws: f64,
    shortest: usize,
    longest: usize,
    widest: u64,
}

fn play<B: Board>(spec: &str, games: usize) -> Totals {
    let game: Game<B> = spec.parse().expect(spec);
    let mut rng = fastrand::Rng::with_seed(2005);
    let [mut plies, mut branching, mut passes, mut draws] = [0.0; 4];
    let (mut shortest, mut longest, mut widest) = (usize::MAX, 0, 0);
    for _ in 0..games {
        let mut pos = game.start();
        let mut length = 0;
        while let Some(mv) = pos.random_move(&mut rng) {
            let count = pos.count_moves();
            branching += count as f64;
            widest = widest.max(count);
            passes += f64::from(u8::from(mv.is_pass()));
            length += 1;
            pos.play(mv);
        }
        plies += length as f64;
        draws += f64::from(u8::from(pos.outcome() == Some(Outcome::Draw)));
        (shortest, longest) = (shortest.min(length), longest.max(length));
    }
    Totals { games: games as f64, plies, branching, passes, draws, shortest, longest, widest }
}

#[test]
fn random_games_on_8_by_8_last_36_plies_and_offer_12_moves() {
    let totals = play::<potez_byte::Eight>("byte", 4_000);
    assert!((totals.plies / totals.games - 36.1).abs() < 0.6);
    assert!((totals.branching / totals.plies - 11.9).abs() < 0.2);
    assert!((totals.passes / totals.plies - 0.027).abs() < 0.004);
    assert!((14..=24).contains(&totals.shortest) && (52..=70).contains(&totals.longest));
    assert!((35..=37).contains(&totals.widest));
}

#[test]
fn random_games_on_10_by_10_last_61_plies_and_offer_20_moves() {
    let totals = play::<potez_byte::Ten>("byte:size=10", 2_000);
    assert!((totals.plies / totals.games - 60.7).abs() < 1.0);
    assert!((totals.branching / totals.plies - 19.9).abs() < 0.4);
}

#[test]
fn only_16_by_16_knows_draws() {
    assert!(play::<potez_byte::Eight>("byte:rules=merge-first", 500).draws < 0.5);
    assert!(play::<potez_byte::Ten>("byte:size=10", 500).draws < 0.5);
    let totals = play::<potez_byte::Sixteen>("byte:size=16", 300);
    assert!(totals.draws > 0.5 && totals.draws < totals.games / 2.0);
}
