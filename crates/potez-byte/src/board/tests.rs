//! Steps on bits against the plain arithmetic of files and ranks.

use super::*;

/// Compares every square, bit and step with the plain arithmetic of files and ranks.
fn compare<B: Board>() {
    let mut squares = 0;
    for (file, rank) in (0..B::SIZE).flat_map(|file| (0..B::SIZE).map(move |rank| (file, rank))) {
        let square = Square::new(file, rank).expect("on the board");
        if !square.is_dark() {
            continue;
        }
        squares += 1;
        let index = B::index(square);
        assert!(B::DARK.has(index));
        assert_eq!(B::square(index), square);
        assert_eq!(B::twice(index), u32::from(square.number()) * 0x0101);
        for direction in Direction::ALL {
            let (files, ranks) = match direction {
                Direction::NorthEast => (1, 1),
                Direction::NorthWest => (-1, 1),
                Direction::SouthEast => (1, -1),
                Direction::SouthWest => (-1, -1),
            };
            let target = file.checked_add_signed(files).zip(rank.checked_add_signed(ranks));
            let target = target.and_then(|(file, rank)| Square::new(file, rank)).filter(|to| to.is_on(B::SIZE));
            // A square sees its neighbour, and sees nothing over the edge even when all squares
            // are set.
            assert_eq!(B::look(direction, B::DARK).has(index), target.is_some(), "{square} {direction:?}");
            let back = B::look(direction.opposite(), B::Word::bit(index)) & B::DARK;
            assert_eq!(back.indices().map(B::square).collect::<Vec<_>>(), target.into_iter().collect::<Vec<_>>());
            if let Some(target) = target {
                assert_eq!(i32::from(target.number()) - i32::from(square.number()), direction.offset());
            }
        }
    }
    assert_eq!(B::DARK.count(), squares);
    assert_eq!(squares as usize, B::SIZE * B::SIZE / 2);
}

#[test]
fn steps_on_bits_are_steps_on_the_board() {
    compare::<Eight>();
    compare::<Ten>();
    compare::<Sixteen>();
}

/// The table of approaches against the waves, which other boards use.
fn compare_approaches<B: Board<Word = u64>>() {
    let mut rng = fastrand::Rng::with_seed(2);
    for _ in 0..20_000 {
        let index = rng.choice(B::DARK.indices().collect::<Vec<_>>()).expect("a square");
        let near = B::touching(u64::bit(index)) | u64::bit(index);
        let others = B::DARK & !near & rng.u64(..) & rng.u64(..) & rng.u64(..) & rng.u64(..);
        let expected = (2..B::SIZE).find_map(|distance| {
            let at = |from: Square| others.indices().filter(move |&to| from.distance(B::square(to)) < distance);
            let nearest: Vec<u32> =
                others.indices().filter(|&to| B::square(index).distance(B::square(to)) == distance).collect();
            let hits = Direction::ALL.map(|direction| {
                let next = B::look(direction.opposite(), u64::bit(index)) & B::DARK;
                next.indices().any(|next| at(B::square(next)).any(|to| nearest.contains(&to)))
            });
            (!nearest.is_empty()).then_some((distance, hits))
        });
        assert_eq!(B::approach(index, others), expected.unwrap_or((B::SIZE, [false; 4])));
    }
}

#[test]
fn steps_lead_closer_to_the_nearest_stacks() {
    compare_approaches::<Eight>();
    compare_approaches::<Ten>();
}

#[test]
fn there_are_3_5_or_14_stacks_to_win() {
    assert_eq!([Eight::STACKS, Ten::STACKS, Sixteen::STACKS], [3, 5, 14]);
    assert_eq!([Eight::MAJORITY, Ten::MAJORITY, Sixteen::MAJORITY], [2, 3, 8]);
    assert_eq!([Eight::CHECKERS, Ten::CHECKERS, Sixteen::CHECKERS], [12, 20, 56]);
}
