//! The transposition table by itself.

use potez_search::{Bound, Score, TableEntry, TranspositionTable};

fn entry(score: Score, depth: u32) -> TableEntry {
    TableEntry { score, bound: Bound::Exact, depth, proven: false, tag: 77 }
}

#[test]
fn every_field_comes_back_as_it_was_stored() {
    let table = TranspositionTable::new(1);
    let scores =
        [Score::win_in(3), Score::loss_in(0), Score::win_in(0), -Score::MAX_ESTIMATE, Score::estimate(-1), Score::DRAW];
    let mut key = 1_u64;
    for score in scores {
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            for (depth, proven, tag) in [(0, true, 0), (200, false, (1 << 26) - 1), (7, true, 5)] {
                key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 1;
                let stored = TableEntry { score, bound, depth, proven, tag };
                table.store(key, stored);
                assert_eq!(table.probe(key), Some(stored));
            }
        }
    }
    table.clear();
    assert_eq!(table.probe(key), None);
}

#[test]
fn a_table_of_one_slot_holds_one_position() {
    let table = TranspositionTable::with_slots(1);
    table.store(1, entry(Score::DRAW, 3));
    table.age();
    table.store(2, entry(Score::DRAW, 3));
    assert_eq!(table.probe(1), None);
    assert!(table.probe(2).is_some());
    assert_eq!(table.permille_used(), 1000);
}

#[test]
fn shallow_and_old_entries_make_room_first() {
    let table = TranspositionTable::with_slots(4);
    // Four slots are one bucket, so every key competes with every other.
    for key in 1..=4 {
        table.store(key, entry(Score::DRAW, key as u32 * 3));
    }
    table.store(9, entry(Score::DRAW, 1));
    assert_eq!(table.probe(1), None, "the shallowest goes");
    table.store(2, entry(Score::DRAW, 6));
    for _ in 0..5 {
        table.age();
    }
    table.store(10, entry(Score::DRAW, 1));
    table.store(11, entry(Score::DRAW, 2));
    assert!(table.probe(10).is_some() && table.probe(11).is_some(), "what is old goes before what is new");
}

#[test]
fn a_result_without_a_move_keeps_the_move_known_before() {
    let table = TranspositionTable::with_slots(4);
    table.store(5, entry(Score::DRAW, 3));
    table.store(5, TableEntry { tag: 0, bound: Bound::Upper, ..entry(Score::estimate(4), 4) });
    assert_eq!(table.probe(5).map(|found| (found.depth, found.tag)), Some((4, 77)));
}

#[test]
fn certain_results_are_not_replaced_by_estimates_of_the_same_position() {
    let table = TranspositionTable::with_slots(4);
    let certain = TableEntry { proven: true, ..entry(Score::win_in(4), 2) };
    table.store(5, certain);
    table.store(5, entry(Score::estimate(10), 9));
    assert_eq!(table.probe(5), Some(certain));
}

#[test]
fn threads_that_write_over_each_other_never_mix_up_entries() {
    let table = TranspositionTable::with_slots(4);
    std::thread::scope(|scope| {
        for thread in 0..2_u64 {
            let table = &table;
            scope.spawn(move || {
                let mut rng = fastrand::Rng::with_seed(thread);
                for _ in 0..200_000 {
                    // More keys than slots: the threads overwrite each other all the time. A torn
                    // entry would have the score of another key.
                    let key = rng.u64(1..20);
                    let value = TableEntry { tag: key as u32, ..entry(Score::estimate(key as i32), rng.u32(0..40)) };
                    table.store(key, value);
                    let key = rng.u64(1..20);
                    if let Some(found) = table.probe(key) {
                        assert_eq!((found.tag, found.score), (key as u32, Score::estimate(key as i32)));
                    }
                }
            });
        }
    });
}

#[test]
fn a_grown_table_holds_what_the_smaller_one_held() {
    let small = TranspositionTable::with_slots(64);
    let key = |number: u64| (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for number in 0..60 {
        if number % 20 == 0 {
            small.age();
        }
        small.store(key(number), entry(Score::estimate(number as i32), 1 + number as u32 % 9));
    }
    let large = small.grown_to(1024);
    assert_eq!((small.capacity(), large.capacity()), (64, 1024));
    let held: Vec<u64> = (0..60).filter(|&number| small.probe(key(number)).is_some()).collect();
    assert!(held.len() > 40, "{}", held.len());
    for number in 0..60 {
        assert_eq!(large.probe(key(number)), small.probe(key(number)));
    }
    // Ages went over too: what the last search stored is still the newest.
    let newest = held.iter().filter(|&&number| number >= 40).count() as u32;
    assert_eq!(large.permille_used(), newest * 1000 / 1024);
}
