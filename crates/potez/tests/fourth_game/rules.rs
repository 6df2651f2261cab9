//! The rules themselves, and what the table makes of them.

use potez_table::{Limits, Proof, Stop, open};

use crate::Test;
use crate::hex::{Hex, HexPosition, Stone};

pub(crate) const TESTS: &[Test] = &[
    ("the_fourth_game_conforms", the_fourth_game_conforms),
    ("the_first_player_wins_the_small_board", the_first_player_wins_the_small_board),
];

fn the_fourth_game_conforms() {
    let all = |pos: &HexPosition| -> Vec<Stone> {
        let mut moves = Vec::new();
        potez_core::Position::legal_moves(pos, &mut moves);
        moves
    };
    for spec in ["hex", "hex:size=3"] {
        let game: Hex = spec.parse().expect("a game");
        assert!(potez_core::testing::conform(&game, 1, 20, 40, all, |_| {}) > 100);
    }
}

fn the_first_player_wins_the_small_board() {
    let table = open("hex:size=3", None).expect("a game");
    assert_eq!(table.solve(Limits::default(), &Stop::new()).proof, Some(Proof::Win));
    assert_eq!(table.perft(3, 1), 9 * 8 * 7);
}
