//! Books of openings: made in steps, looked up up to symmetry, worth what their searches say.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use potez_table::book::{Book, BookMaker, BookSettings, first_moves, moves_of};
use potez_table::{Proof, Stop, Table};

fn settings(seed: u64) -> BookSettings {
    BookSettings { book: "havannah:size=3".into(), nodes: 60, width: 4, game_nodes: 10, seed, batch: 1 }
}

/// Makes a book; every line that a file would keep.
fn make(maker: &mut BookMaker, positions: usize, games: u64) -> Vec<String> {
    let (mut lines, stop) = (Vec::new(), Stop::new());
    while maker.positions() < positions {
        lines.push(maker.search(positions - maker.positions(), &stop).unwrap().expect("another position"));
    }
    while maker.games() < games {
        lines.push(maker.play(games - maker.games(), &stop).unwrap().expect("a game"));
    }
    lines
}

#[test]
fn a_book_that_was_gone_on_with_is_the_one_made_in_one_go() {
    let mut whole = BookMaker::new(settings(1)).unwrap();
    let lines = make(&mut whole, 30, 6);
    for cut in [1, 20, 33] {
        let mut again = BookMaker::new(settings(1)).unwrap();
        for line in &lines[..cut] {
            again.restore(line).unwrap();
        }
        assert_eq!(make(&mut again, 30, 6), lines[cut..], "{cut}");
        assert!(again.pack() == whole.pack() && again.balanced() == whole.balanced(), "{cut}");
    }
    let mut other = BookMaker::new(settings(2)).unwrap();
    assert_ne!(make(&mut other, 30, 6), lines);
}

#[test]
fn positions_that_are_searched_beside_each_other_make_one_book_whoever_searches() {
    let beside = BookSettings { batch: 5, ..settings(1) };
    let mut whole = BookMaker::new(beside.clone()).unwrap();
    let lines = make(&mut whole, 30, 6);
    assert!(lines.len() < 12, "{lines:?}");
    assert_eq!((whole.positions(), whole.games()), (30, 6));
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    let mut elsewhere = BookMaker::new(beside).unwrap().with_bots(Arc::new(move |table, spec| {
        count.fetch_add(1, Ordering::Relaxed);
        table.bot(spec)
    }));
    elsewhere.restore(&lines[0]).unwrap();
    elsewhere.restore(&lines[1]).unwrap();
    assert_eq!(make(&mut elsewhere, 30, 6), lines[2..]);
    assert!(elsewhere.pack() == whole.pack() && asked.load(Ordering::Relaxed) > 30);
    assert!(make(&mut BookMaker::new(settings(1)).unwrap(), 30, 6).len() == 36);
}

#[test]
fn a_line_that_does_not_belong_to_the_book_is_refused() {
    let mut maker = BookMaker::new(settings(1)).unwrap();
    for wrong in ["", "{}", r#"{"line":["z9"],"nodes":5,"moves":[]}"#, r#"{"game":0,"moves":["a1","a1"]}"#] {
        assert!(maker.restore(wrong).is_err(), "{wrong}");
    }
    assert_eq!((maker.positions(), maker.games()), (0, 0));
}

/// The positions of a book from the start on, with what it knows of their moves.
fn walk(book: &Book, table: &dyn Table, visit: &mut dyn FnMut(&dyn Table)) {
    visit(table);
    for known in moves_of(book, table) {
        let mut after = table.fork();
        after.play_parts(&known.mv.parts).unwrap();
        walk(book, after.as_ref(), visit);
    }
}

#[test]
fn a_position_is_worth_what_its_best_move_is_worth() {
    let mut maker = BookMaker::new(settings(3)).unwrap();
    make(&mut maker, 25, 2);
    let bytes = maker.pack();
    let book = Book::read(&bytes).unwrap();
    book.check().unwrap();
    let start = potez_table::open("havannah:size=3", None).unwrap();
    let mut compared = 0;
    walk(&book, start.as_ref(), &mut |table| {
        let entry = book.entry(table.canonical_key()).expect("a position of the book");
        if let (Some(best), None) = (moves_of(&book, table).first(), entry.proven) {
            assert!((best.win_chance - entry.chance(table.turn())).abs() < 1e-9, "{:?}", table.moves());
            assert!(entry.visits >= best.visits, "{:?}", table.moves());
            compared += 1;
        }
    });
    assert!(compared >= 20, "{compared}");
}

#[test]
fn images_of_a_position_have_one_entry() {
    let mut maker = BookMaker::new(settings(4)).unwrap();
    make(&mut maker, 25, 4);
    let bytes = maker.pack();
    let book = Book::read(&bytes).unwrap();
    let start = potez_table::open("havannah:size=3", None).unwrap();
    let first = moves_of(&book, start.as_ref());
    // Four kinds of cells: corners, edges, those around the middle, the middle.
    assert!((1..=4).contains(&first.len()));
    let known = first.iter().find(|mv| mv.is_searched && !mv.images.is_empty()).expect("a move with images");
    let chances = |mv: &str| {
        let mut table = start.fork();
        table.play(mv).unwrap();
        moves_of(&book, table.as_ref()).iter().map(|mv| (mv.win_chance.to_bits(), mv.visits)).collect::<Vec<_>>()
    };
    let of_first = chances(&known.mv.text);
    assert!(!of_first.is_empty());
    assert!(known.images.iter().all(|image| chances(image) == of_first));
    // Another board has no place in it.
    assert_eq!(moves_of(&book, potez_table::open("havannah:size=4", None).unwrap().as_ref()), []);
}

#[test]
fn only_the_corners_of_the_smallest_board_win() {
    let start = potez_table::open("havannah:size=3", None).unwrap();
    let moves = first_moves(start.as_ref(), 300_000, 1, &Stop::new()).unwrap();
    let found: Vec<_> = moves.iter().map(|first| (first.moves.len(), first.proven)).collect();
    assert_eq!(moves.iter().map(|first| first.moves.len()).sum::<usize>(), 19);
    assert_eq!(found[0], (6, Some(Proof::Win)), "{found:?}");
    assert!(found[1..].iter().all(|&(_, proven)| proven.is_some_and(|proof| proof != Proof::Win)), "{found:?}");
}
