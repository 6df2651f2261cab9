//! Random games against the checked numbers of section 5 of the rules, and the fairness of the
//! draw.

use potez_core::{Game as _, Outcome, Player, Position as _};
use potez_havannah::{Cell, Class, Game, Playout, Rules, Upto5, Upto8};

struct Sample {
    plies: f64,
    first: f64,
    draws: f64,
}

/// Playouts on the board, which know only stones.
fn playouts<C: Class>(size: usize, games: u32) -> Sample {
    let game = Game::<C>::new(Rules { size, swap: false }).expect("a size of the class");
    let start = Playout::new(game.start().board());
    let mut rng = fastrand::Rng::with_seed(size as u64);
    let (mut plies, mut first, mut draws) = (0, 0, 0);
    for _ in 0..games {
        let mut playout = start;
        let outcome = playout.run(Player::X, &mut rng);
        plies += playout.taken().len();
        first += u32::from(outcome == Outcome::Win(Player::X));
        draws += u32::from(outcome == Outcome::Draw);
    }
    let share = |count: u32| f64::from(count) / f64::from(games);
    Sample { plies: plies as f64 / f64::from(games), first: share(first), draws: share(draws) }
}

#[test]
fn the_lengths_and_winners_of_random_games_are_as_checked() {
    for (sample, plies, first) in [
        (playouts::<Upto5>(4, 40_000), 28.0, 0.550),
        (playouts::<Upto5>(5, 20_000), 46.2, 0.548),
        (playouts::<Upto8>(6, 10_000), 68.6, 0.523),
        (playouts::<Upto8>(8, 10_000), 120.2, 0.503),
    ] {
        assert!((sample.plies - plies).abs() < 0.015 * plies, "{} plies, not {plies}", sample.plies);
        assert!((sample.first - first).abs() < 0.025, "{} won by X, not {first}", sample.first);
        assert!(sample.draws < 0.004, "{} drawn", sample.draws);
    }
}

#[test]
fn one_in_ten_random_games_of_size_4_ends_by_several_structures() {
    let game = Game::<Upto5>::new(Rules { size: 4, swap: false }).expect("a size of the class");
    let mut rng = fastrand::Rng::with_seed(4);
    let (games, mut several) = (10_000, 0);
    for _ in 0..games {
        let mut pos = game.start();
        while let Some(mv) = pos.random_move(&mut rng) {
            pos.play(mv);
        }
        several += u32::from(game.reason(&pos).is_some_and(|reason| reason.contains('+')));
    }
    assert!((700..1300).contains(&several), "{several} of {games}");
}

#[test]
fn a_playout_takes_every_cell_once_and_gives_each_the_same_chance() {
    let game = Game::<Upto5>::new(Rules { size: 3, swap: false }).expect("a size of the class");
    let start = game.start();
    let mut rng = fastrand::Rng::with_seed(19);
    let mut first_drawn = [0_u32; 19];
    for _ in 0..19_000 {
        let mut playout = Playout::new(start.board());
        playout.run(Player::X, &mut rng);
        let taken: Vec<_> = playout.taken().collect();
        for (ply, &cell) in taken.iter().enumerate() {
            let owner = if ply % 2 == 0 { Player::X } else { Player::O };
            assert_eq!(playout.board().stone(cell), Some(owner));
        }
        assert_eq!(taken.len() + playout.empties().len(), 19);
        assert!(playout.empties().all(|cell| playout.board().stone(cell).is_none()));
        first_drawn[start.geometry().number(taken[0])] += 1;
    }
    assert!(first_drawn.iter().all(|count| (850..1150).contains(count)), "{first_drawn:?}");
}

#[test]
fn a_cell_can_be_taken_once_by_choice() {
    let game = Game::<Upto5>::new(Rules { size: 3, swap: false }).expect("a size of the class");
    let mut playout = Playout::new(game.start().board());
    let middle = Cell::new(2, 2);
    assert!(playout.take(middle) && !playout.take(middle));
    assert!(!playout.place(middle, Player::X));
    playout.run(Player::O, &mut fastrand::Rng::with_seed(2));
    assert_eq!(playout.taken().next(), Some(middle));
    assert_eq!(playout.taken().filter(|&cell| cell == middle).count(), 1);
}

#[test]
fn a_random_playout_goes_on_from_where_the_position_stands() {
    let game: Game<Upto5> = "havannah:size=3,swap=on".parse().expect("a spec");
    let mut rng = fastrand::Rng::with_seed(1);
    let won = game.read_position("xxx/..../.oo../..../... o 5").expect("a won position");
    assert_eq!(won.random_playout(&mut rng), Outcome::Win(Player::X));
    let outcomes: Vec<Outcome> = (0..200).map(|_| game.start().random_playout(&mut rng)).collect();
    for player in Player::BOTH {
        assert!(outcomes.contains(&Outcome::Win(player)));
    }
}
