//! The transposition table by itself.

use potez_search::{Bound, Entry, Score, Table};

fn entry(score: Score, depth: u32) -> Entry {
    Entry { score, bound: Bound::Exact, depth, settled: false, tag: 77 }
}

#[test]
fn every_field_comes_back_as_it_was_stored() {
    let table = Table::new(1);
    let scores =
        [Score::win_in(3), Score::loss_in(0), Score::win_in(0), -Score::MOST, Score::estimate(-1), Score::DRAW];
    let mut key = 1_u64;
    for score in scores {
        for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
            for (depth, settled, tag) in [(0, true, 0), (200, false, (1 << 26) - 1), (7, true, 5)] {
                key = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 1;
                let stored = Entry { score, bound, depth, settled, tag };
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
    let table = Table::with_slots(1);
    table.store(1, entry(Score::DRAW, 3));
    table.age();
    table.store(2, entry(Score::DRAW, 3));
    assert_eq!(table.probe(1), None);
    assert!(table.probe(2).is_some());
    assert_eq!(table.permille_used(), 1000);
}

#[test]
fn shallow_and_old_entries_make_room_first() {
    let table = Table::with_slots(4);
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
    let table = Table::with_slots(4);
    table.store(5, entry(Score::DRAW, 3));
    table.store(5, Entry { tag: 0, bound: Bound::Upper, ..entry(Score::estimate(4), 4) });
    assert_eq!(table.probe(5).map(|found| (found.depth, found.tag)), Some((4, 77)));
}

#[test]
fn certain_results_are_not_replaced_by_estimates_of_the_same_position() {
    let table = Table::with_slots(4);
    let certain = Entry { settled: true, ..entry(Score::win_in(4), 2) };
    table.store(5, certain);
    table.store(5, entry(Score::estimate(10), 9));
    assert_eq!(table.probe(5), Some(certain));
}

#[test]
fn threads_that_write_over_each_other_never_mix_up_entries() {
    let table = Table::with_slots(4);
    std::thread::scope(|scope| {
        for thread in 0..2_u64 {
            let table = &table;
            scope.spawn(move || {
                let mut rng = fastrand::Rng::with_seed(thread);
                for _ in 0..200_000 {
                    let key = rng.u64(1..20);
                    let value = Entry { tag: key as u32, ..entry(Score::estimate(key as i32), rng.u32(0..40)) };
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
