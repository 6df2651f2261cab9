//! Every reason for which a move can be refused, and the special cases of sections 2 to 5.

use potez_blockade::{Game, Illegal, Move, Position, SMALL, Square};
use potez_core::{Explain, Game as _, MoveError, Outcome, Player, Position as _, Record};

fn game(spec: &str) -> Game<SMALL> {
    spec.parse().unwrap()
}

fn at(spec: &str, position: &str) -> (Game<SMALL>, Position<SMALL>) {
    let game = game(spec);
    let pos = game.read_position(position).unwrap_or_else(|error| panic!("{position}: {error}"));
    (game, pos)
}

const START: &str = "d4+h4 d11+h11 - - 9.9 9.9 x";

/// The code, the sentence and the arguments with which a move is refused.
fn refusal(spec: &str, position: &str, text: &str) -> (&'static str, String, String) {
    let (game, pos) = at(spec, position);
    let error = match game.read_move(&pos, text) {
        Err(MoveError::Illegal(error)) => error,
        Err(MoveError::Syntax(error)) => panic!("{error}"),
        Ok(mv) => pos.check(mv).expect_err(text),
    };
    let args: Vec<String> = error.args().into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    (error.code(), error.to_string(), args.join(" "))
}

fn refuses(spec: &str, position: &str, text: &str, expected: (&str, &str, &str)) {
    let (code, sentence, args) = refusal(spec, position, text);
    assert_eq!((code, sentence.as_str(), args.as_str()), expected, "{text} in {position}");
}

fn allows(spec: &str, position: &str, text: &str) {
    let (game, pos) = at(spec, position);
    let mv = game.read_move(&pos, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(pos.check(mv), Ok(()), "{text} in {position}");
}

fn landings(spec: &str, position: &str, from: &str) -> String {
    let (_, pos) = at(spec, position);
    let squares: Vec<String> =
        pos.pawn_moves().filter(|(start, _)| start.to_string() == from).map(|(_, to)| to.to_string()).collect();
    squares.join(" ")
}

#[test]
fn a_finished_game_refuses_moves() {
    refuses("blockade", "d11+h4 d11+h11 - - 9.9 9.9 o", "h11-h9/Bd7", ("game-over", "the game is over", ""));
}

#[test]
fn the_letter_of_the_other_player_is_refused() {
    let sentence = "it is not O's turn: X is to move";
    refuses("blockade", START, "O 1 4 9 B 4 7", ("not-your-turn", sentence, "player=O turn=X"));
}

#[test]
fn there_are_only_two_pawns() {
    let sentence = "X has no pawn 3: the pawns are 1 and 2";
    refuses("blockade", START, "X 3 4 6 B 4 7", ("no-such-pawn", sentence, "player=X number=3"));
    refuses("blockade", START, "e5-e7/Bd7", ("no-pawn", "X has no pawn on `e5`", "player=X square=e5"));
    refuses("blockade", START, "d11-d9/Bd7", ("no-pawn", "X has no pawn on `d11`", "player=X square=d11"));
}

#[test]
fn squares_off_the_board_are_refused_by_row_or_column() {
    let sentence = "`l4` is off the board: there are 11 rows";
    refuses("blockade", START, "d4-l4/Bd7", ("row-off-board", sentence, "square=l4 rows=11"));
    let sentence = "`d15` is off the board: there are 14 columns";
    refuses("blockade", START, "d4-d15/Bd7", ("column-off-board", sentence, "square=d15 cols=14"));
    let sentence = "`4 0` is off the board: there are 14 columns";
    refuses("blockade", START, "X1 4 0 B 4 7", ("column-off-board", sentence, "square=4 0 cols=14"));
    let (_, pos) = at("blockade", START);
    let beyond = Move::pawn_to(Square::new(3, 3), Square::new(11, 3), None);
    assert_eq!(pos.check(beyond), Err(Illegal::RowOffBoard { square: "l4".into(), rows: 11 }));
}

#[test]
fn a_pawn_must_move_and_own_pawns_block() {
    let sentence = "the pawn stands on `d4` already";
    refuses("blockade", START, "d4-d4/Bd7", ("already-there", sentence, "square=d4"));
    let sentence = "`h4` is taken by X's own pawn";
    refuses("blockade", START, "d4-h4/Bd7", ("own-pawn", sentence, "player=X square=h4"));
}

#[test]
fn enemy_pawns_block_landing_except_on_goals() {
    let position = "d4+h4 d6+h11 - - 9.9 9.9 x";
    let sentence = "`d6` is taken by a pawn of O";
    refuses("blockade", position, "d4-d6/Bh7", ("enemy-pawn", sentence, "enemy=O square=d6"));
    // Rule 3.4 (a): then one square straight is allowed.
    allows("blockade", position, "d4-d5/Bh7");
    // Rule 3.5: O's pawn still stands on its home, X's goal.
    allows("blockade", "d9+h4 d11+h11 - - 9.9 9.9 x", "d9-d11");
    allows("blockade", "d10+h4 d11+h11 - - 9.9 9.9 x", "d10-d11");
}

#[test]
fn each_way_of_moving_names_itself_when_broken() {
    let two = "`d4` to `d5` is not a pawn move: a pawn moves two squares straight or one diagonally";
    refuses("blockade", START, "d4-d5/Bd7", ("not-a-step-two", two, "from=d4 to=d5"));
    let upto = "`d4` to `d7` is not a pawn move: a pawn moves one or two squares straight or one diagonally";
    refuses("blockade:step=upto", START, "d4-d7/Bd7", ("not-a-step-upto", upto, "from=d4 to=d7"));
    let one = "`d4` to `d6` is not a pawn move: a pawn moves one square straight, or jumps over a pawn next to it";
    refuses("blockade:step=one", START, "d4-d6/Bd7", ("not-a-step-one", one, "from=d4 to=d6"));
    assert_eq!(refusal("blockade:step=one", START, "d4-e5/Bd7").0, "not-a-step-one");
}

#[test]
fn a_wall_in_the_way_is_named() {
    let position = "d4+h4 d11+h11 d4+e2 c5+d3 8.8 8.8 x";
    let sentence = "the way from `d4` to `d6` is blocked by wall `Gc5`";
    refuses("blockade", position, "d4-d6/Bh7", ("blocked", sentence, "from=d4 to=d6 wall=Gc5"));
    assert_eq!(refusal("blockade", position, "d4-f4/Bh7").2, "from=d4 to=f4 wall=Bd4");
    assert_eq!(refusal("blockade", position, "d4-d2/Bh7").2, "from=d4 to=d2 wall=Gd3");
    // Both ways around the corner are closed.
    assert_eq!(refusal("blockade", position, "d4-e3/Bh7").2, "from=d4 to=e3 wall=Bd4");
    // Rule 3.3: one way around the corner is enough.
    allows("blockade", "d4+h4 d11+h11 d4 - 8.9 9.9 x", "d4-e3/Bh7");
    assert_eq!(refusal("blockade:step=upto", position, "d4-e4/Bh7").2, "from=d4 to=e4 wall=Bd4");
}

#[test]
fn a_wall_is_required_while_one_can_be_placed() {
    let sentence = "a wall is required after the pawn move";
    refuses("blockade", START, "d4-d6", ("wall-required", sentence, ""));
    allows("blockade:turn=optional", START, "d4-d6");
    allows("blockade:turn=optional", START, "d4-d6/Bd7");
    allows("blockade:walls=0", "d4+h4 d11+h11 - - 0.0 0.0 x", "d4-d6");
}

#[test]
fn no_wall_goes_with_a_winning_move() {
    let position = "d9+h4 d10+h11 - - 9.9 9.9 x";
    let sentence = "no wall goes with `d11`: the move wins";
    refuses("blockade", position, "d9-d11/Bd7", ("no-wall-with-win", sentence, "to=d11"));
    let (game, mut pos) = at("blockade", position);
    pos.try_play(game.read_move(&pos, "d9-d11").unwrap()).unwrap();
    assert_eq!(pos.outcome(), Some(Outcome::Win(Player::X)));
    assert_eq!(game.reason(&pos).as_deref(), Some("goal"));
}

#[test]
fn a_wall_alone_is_a_turn_only_where_the_rules_say_so() {
    refuses("blockade", START, "Bd7", ("pawn-required", "a pawn move is required before the wall", ""));
    assert_eq!(refusal("blockade:turn=optional", START, "Bd7").0, "pawn-required");
    allows("blockade:turn=either", START, "Bd7");
    allows("blockade:turn=either", START, "d4-d6");
    let sentence = "a turn is a pawn move or a wall, one of the two";
    refuses("blockade:turn=either", START, "d4-d6/Bd7", ("pawn-or-wall", sentence, ""));
}

#[test]
fn an_empty_stock_of_one_colour_leaves_the_other() {
    let position = "d4+h4 d11+h11 a1 e5 0.1 1.0 x";
    let spec = "blockade:walls=1";
    refuses(spec, position, "d4-d6/Bh7", ("no-blue-walls", "X has no blue walls left", "player=X"));
    allows(spec, position, "d4-d6/Gh7");
    let position = "d4+h4 d11+h11 a1 e5 0.1 1.0 o";
    refuses(spec, position, "d11-d9/Gh7", ("no-green-walls", "O has no green walls left", "player=O"));
    allows(spec, position, "d11-d9/Bh7");
}

#[test]
fn walls_need_four_squares_around_them() {
    let sentence = "wall `Bk3` is off the board: walls lie in rows `a` to `j` and columns 1 to 13";
    refuses("blockade", START, "d4-d6/Bk3", ("wall-off-board", sentence, "wall=Bk3 rows=j cols=13"));
    assert_eq!(refusal("blockade", START, "d4-d6/Gc14").2, "wall=Gc14 rows=j cols=13");
    assert_eq!(refusal("blockade", START, "d4-d6/Gc99").0, "wall-off-board");
    allows("blockade", START, "d4-d6/Gj13");
}

#[test]
fn walls_may_touch_but_neither_overlap_nor_cross() {
    let position = "d4+h4 d11+h11 e7 g9 8.9 9.8 x";
    refuses("blockade", position, "d4-d6/Be8", ("wall-overlaps", "wall `Be8` overlaps `Be7`", "wall=Be8 other=Be7"));
    assert_eq!(refusal("blockade", position, "d4-d6/Be6").2, "wall=Be6 other=Be7");
    assert_eq!(refusal("blockade", position, "d4-d6/Be7").2, "wall=Be7 other=Be7");
    assert_eq!(refusal("blockade", position, "d4-d6/Gh9").2, "wall=Gh9 other=Gg9");
    assert_eq!(refusal("blockade", position, "d4-d6/Gf9").2, "wall=Gf9 other=Gg9");
    refuses("blockade", position, "d4-d6/Ge7", ("wall-crosses", "wall `Ge7` crosses `Be7`", "wall=Ge7 other=Be7"));
    assert_eq!(refusal("blockade", position, "d4-d6/Bg9").2, "wall=Bg9 other=Gg9");
    allows("blockade", position, "d4-d6/Be9");
    allows("blockade", position, "d4-d6/Gi9");
}

#[test]
fn a_wall_may_pass_between_two_that_meet_end_to_end() {
    allows("blockade", "d4+h4 d11+h11 e7+e9 - 8.9 8.9 x", "d4-d6/Ge8");
}

/// O's first home d11 is walled in on three sides.
const ALCOVE: &str = "d4+h4 b11+h11 c11+d11 c10 8.8 8.9 x";

#[test]
fn a_wall_may_not_cut_a_pawn_off_from_a_home() {
    let sentence = "wall `Gc12` would cut off X1 from `d11`, X2 from `d11`";
    let expected = ("wall-cuts-off", sentence, "wall=Gc12 cuts=X1 from `d11`, X2 from `d11`");
    refuses("blockade", ALCOVE, "d4-d6/Gc12", expected);
    // The wall closes nothing one square further down.
    allows("blockade", ALCOVE, "d4-d6/Ge12");
}

#[test]
fn a_wall_that_cuts_off_pawns_of_both_players_names_them_all() {
    let spec = "blockade:rows=5,cols=5,walls=4,turn=either,x=a1+e1,o=a5+e5";
    let cuts = "X1 from `a5`, X2 from `a5`, O1 from `a1`, O1 from `e1`";
    let sentence = format!("wall `Bb4` would cut off {cuts}");
    let args = format!("wall=Bb4 cuts={cuts}");
    refuses(spec, "a1+e1 a5+e5 - a4 4.3 4.4 x", "Bb4", ("wall-cuts-off", sentence.as_str(), args.as_str()));
}

#[test]
fn with_far_columns_as_goals_a_home_may_be_closed() {
    allows("blockade:goal=rank", ALCOVE, "d4-d6/Gc12");
    let position = "d4+h4 d10+b11 c10+d10 c9 8.8 8.9 x";
    let sentence = "wall `Gc11` would cut off O1 from every goal";
    let expected = ("wall-cuts-off", sentence, "wall=Gc11 cuts=O1 from every goal");
    refuses("blockade:goal=rank", position, "d4-d6/Gc11", expected);
}

#[test]
fn the_mover_counts_on_the_new_square() {
    // X2 stands in the mouth of an alcove: stepping inside, it may not be closed in; staying out,
    // the alcove may.
    let position = "d4+h7 d11+h11 g5+h5 g4 8.8 8.9 x";
    assert_eq!(refusal("blockade", position, "h7-h5/Gg6").0, "wall-cuts-off");
    allows("blockade", position, "h7-h9/Gg6");
    // Rule 2.4: the new wall may lie across the way just taken.
    allows("blockade", START, "d4-d6/Gd4");
    allows("blockade", START, "d4-d6/Gd5");
}

#[test]
fn pawns_jump_and_stop_short_as_the_steps_say() {
    // Away from everything: four straight, four diagonal.
    assert_eq!(landings("blockade", START, "d4"), "b4 c3 c5 d2 d6 e3 e5 f4");
    // Rule 3.2: over a neighbour, whoever owns it.
    assert_eq!(landings("blockade", "d4+d5 e4+h11 - - 9.9 9.9 x", "d4"), "b4 c3 c5 d2 d6 e3 e5 f4");
    // Rule 3.4 (a): one square when the second is taken.
    assert_eq!(landings("blockade", "d4+d6 f4+h11 - - 9.9 9.9 x", "d4"), "b4 c3 c5 d2 d5 e3 e4 e5");
    // Rule 3.4 (b): one square onto a goal, even over an enemy pawn.
    assert_eq!(landings("blockade", "d10+h4 d11+h11 - - 9.9 9.9 x", "d10"), "b10 c9 c11 d8 d11 d12 e9 e11 f10");
    // Rule 3.6.
    let spec = "blockade:step=upto";
    assert_eq!(landings(spec, "d4+h4 d6+h11 - - 9.9 9.9 x", "d4"), "b4 c3 c4 c5 d2 d3 d5 e3 e4 e5 f4");
    // Rule 3.7: one step, a jump over a neighbour, and onto an enemy on a goal as well as over it.
    let spec = "blockade:step=one";
    assert_eq!(landings(spec, "d4+h4 d5+h11 - - 9.9 9.9 x", "d4"), "c4 d3 d6 e4");
    assert_eq!(landings(spec, "d10+h4 d11+h11 - - 9.9 9.9 x", "d10"), "c10 d9 d11 d12 e10");
}

#[test]
fn a_player_who_cannot_move_loses() {
    let cases = [
        ("blockade:rows=5,cols=5,walls=3,step=one", "b1+b2 b3+b4 a1+b1+c1 a3+b4+c2+d3+d4 1.1 2.0 x", Player::O),
        ("blockade:rows=5,cols=5", "b3+e2 b5+c4 a1+a3+b2+c4+d3 a4+c2+c3+d1 6.8 7.6 o", Player::X),
    ];
    for (spec, position, winner) in cases {
        let (game, pos) = at(spec, position);
        assert_eq!(pos.outcome(), Some(Outcome::Win(winner)));
        assert_eq!(game.reason(&pos).as_deref(), Some("no-move"));
        assert_eq!(pos.random_move(&mut fastrand::Rng::with_seed(1)), None);
    }
    // A wall is a move of its own: the same pawns are not lost while one can be placed.
    let position = "a1+b1 a2+c1 c1 a2+b1 9.8 8.8 x";
    assert!(at("blockade:rows=5,cols=5,step=one", position).1.outcome().is_some());
    let (_, pos) = at("blockade:rows=5,cols=5,step=one,turn=either", position);
    assert_eq!(pos.outcome(), None);
    assert_eq!(pos.pawn_moves().count(), 0);
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let mut record = Record::new(game("blockade:walls=0"));
    let round = ["d4-d6", "d11-d9", "d6-d4", "d9-d11"];
    for mv in round.iter().chain(&round) {
        assert_eq!(record.outcome(), None);
        record.play_text(mv).unwrap();
    }
    assert_eq!(record.outcome(), Some(Outcome::Draw));
    assert_eq!(record.reason().as_deref(), Some("repetition"));
}

#[test]
fn pawns_that_change_places_make_the_same_position() {
    let (_, one) = at("blockade", START);
    let (_, other) = at("blockade", "h4+d4 d11+h11 - - 9.9 9.9 x");
    assert!(one == other && one.key() == other.key());
    assert_ne!(one.to_string(), other.to_string());
}
