//! Steps and colours against rows and columns, on both boards.

use super::*;

fn steps_agree_with_rows_and_columns<const N: usize>() {
    let (rows, cols) = (Bits::<N>::ROWS, Bits::<N>::COLS);
    let board = Bits::<N>::rectangle(rows, cols);
    assert_eq!(board.count() as usize, rows * cols);
    for square in board.squares() {
        let one = Bits::<N>::one(square);
        let (row, col) = (square.row(), square.col());
        let near = |bits: Bits<N>| (bits & board).squares().next().map(|to| (to.row(), to.col()));
        assert_eq!(near(one.up()), row.checked_sub(1).map(|row| (row, col)));
        assert_eq!(near(one.down()), (row + 1 < rows).then_some((row + 1, col)));
        assert_eq!(near(one.left()), col.checked_sub(1).map(|col| (row, col)));
        assert_eq!(near(one.right()), (col + 1 < cols).then_some((row, col + 1)));
    }
}

fn colours_alternate_like_those_of_a_chessboard<const N: usize>() {
    let squares = || (0..Bits::<N>::ROWS).flat_map(|row| (0..Bits::<N>::COLS).map(move |col| Square::new(row, col)));
    for one in squares().step_by(7) {
        for other in squares() {
            let same = (one.row() + one.col()) % 2 == (other.row() + other.col()) % 2;
            assert_eq!(Bits::<N>::like(one).contains(other), same, "{one} {other}");
        }
    }
}

#[test]
fn colours_alternate_on_both_boards() {
    colours_alternate_like_those_of_a_chessboard::<SMALL>();
    colours_alternate_like_those_of_a_chessboard::<LARGE>();
}

#[test]
fn steps_on_the_small_board_stay_on_it() {
    steps_agree_with_rows_and_columns::<SMALL>();
}

#[test]
fn steps_on_the_large_board_stay_on_it() {
    steps_agree_with_rows_and_columns::<LARGE>();
}

#[test]
fn the_nth_square_is_the_nth_in_board_order() {
    let set = Bits::<SMALL>::rectangle(7, 3);
    for (rank, square) in set.squares().enumerate() {
        assert_eq!(set.nth(rank as u32), Some(square));
    }
    assert_eq!(set.nth(21), None);
}
