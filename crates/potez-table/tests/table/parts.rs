//! Moves at the table part by part, edited boards, and bots at the wrong table.

use potez_table::{
    BotSpec, CellRef, Limits, MovePart, Setup, Stop, Table, WallAxis, WallColour, WallRef, open, set_up,
};

fn table(game: &str, moves: &[&str]) -> Box<dyn Table> {
    let mut table = open(game, None).expect("a game");
    for mv in moves {
        table.play(mv).unwrap_or_else(|message| panic!("{mv}: {message}"));
    }
    table
}

fn piece(row: usize, col: usize) -> MovePart {
    MovePart::Piece(CellRef::new(row, col))
}

fn target(row: usize, col: usize) -> MovePart {
    MovePart::Target(CellRef::new(row, col))
}

fn blue(row: usize, col: usize) -> MovePart {
    MovePart::Wall(WallRef { at: CellRef::new(row, col), axis: WallAxis::Horizontal, colour: WallColour::Blue })
}

#[test]
fn a_turn_of_blockade_is_a_pawn_then_a_square_then_a_wall() {
    let mut table = table("blockade", &[]);
    let first = table.step(&[]);
    assert_eq!(first.choices.iter().map(|choice| choice.part).collect::<Vec<_>>(), [piece(3, 3), piece(7, 3)]);
    let walls = table.step(&[piece(3, 3), target(3, 5)]);
    assert_eq!((walls.text.as_str(), walls.choices.len(), &walls.complete), ("d4-d6", 260, &None));
    let wall = walls.choice(blue(3, 6)).expect("this wall is free");
    assert!(wall.is_final && wall.text == "d4-d6/Bd7");
    assert_eq!(table.play_parts(&[piece(3, 3), target(3, 5), blue(3, 6)]).expect("a legal turn"), "d4-d6/Bd7");
    assert_eq!(table.played()[0].parts.to_vec(), [piece(3, 3), target(3, 5), blue(3, 6)]);
}

#[test]
fn a_wall_that_may_not_be_placed_comes_with_the_reason() {
    let table = table("blockade", &["d4-d6/Bd7", "d11-d9/Gb3"]);
    let step = table.step(&[piece(3, 5), target(3, 7)]);
    let blocked = table.blocked(&step);
    let reason = blocked.iter().find(|blocked| blocked.part == blue(3, 7)).expect("Bd8 overlaps Bd7");
    assert_eq!(reason.message.code, "wall-overlaps");
    assert_eq!(blocked.len() + step.choices.len(), 260);
    assert!(table.blocked(&table.step(&[])).is_empty(), "it is not time for a wall yet");
}

#[test]
fn parts_that_fit_no_legal_move_are_dropped() {
    let table = table("blockade", &[]);
    assert_eq!(table.step(&[piece(3, 3), target(9, 9), blue(3, 6)]).text, "d4");
    assert_eq!(table.step(&[MovePart::Pass]).text, "");
}

#[test]
fn what_is_typed_is_taken_as_far_as_whole_parts_go() {
    let table = table("blockade:x=d1+h4", &[]);
    assert_eq!(table.step_typed("D1-d3/bd").text, "d1-d3");
    assert_eq!(table.step_typed("d1-d3/bd7").complete.as_deref(), Some("d1-d3/Bd7"));
    assert_eq!(table.step_typed("d11").text, "", "d11 is not d1");
    assert_eq!(table.step_typed("nonsense").text, "");
}

#[test]
fn a_stack_is_moved_whole_or_from_a_level() {
    let mut table = table("byte", &[]);
    let lift = loop {
        let legal = table.legal();
        if let Some(lift) = legal.iter().find(|mv| mv.contains(':')) {
            break table.read_move(lift).expect("a legal move");
        }
        table.play(&legal[legal.len() / 2]).expect("a legal move");
    };
    let step = table.step(&lift.parts[..1]);
    let level = step.choice(lift.parts[1]).expect("the level is offered");
    assert!(matches!(level.part, MovePart::Level { level } if level > 1) && !level.completes);
    assert_eq!(step.cell(level), lift.parts[0].cell(), "a level is chosen where the stack stands");
    assert_eq!(table.play_parts(&lift.parts).expect("a legal move"), lift.text);
}

#[test]
fn a_swap_is_a_part_of_its_own_and_half_a_move_is_refused() {
    let mut swap = table("havannah:size=4,swap=on", &["d4"]);
    assert!(swap.step(&[]).choice(MovePart::Swap).is_some_and(|choice| choice.is_final));
    assert_eq!(swap.play_parts(&[MovePart::Swap]).expect("a legal move"), "swap");
    let mut half = table("byte", &[]);
    assert_eq!(half.play_parts(&[piece(0, 0)]).expect_err("no target").code, "not-a-whole-move");
    assert_eq!(half.play_parts(&[piece(0, 0), target(200, 200)]).expect_err("no cell").code, "not-a-whole-move");
}

#[test]
fn an_edited_board_becomes_a_position_or_a_named_error() {
    for (game, moves) in [
        ("blockade", &["d4-d6/Bd7", "d11-d9/Gb3"][..]),
        ("havannah:size=4", &["d4", "a1", "b2"]),
        ("havannah:size=4,swap=on", &["d4", "swap", "b2"]),
        ("byte", &["d2-c3", "a3-b2"]),
    ] {
        let table = table(game, moves);
        let setup = Setup::of(&table.view(), table.turn());
        assert_eq!(set_up(game, &setup).expect(game).position(), table.position());
        let mut broken = setup.clone();
        broken.cells[0].at = CellRef::new(255, 255);
        assert!(set_up(game, &broken).is_err(), "{game}");
        let mut twice = setup;
        twice.cells.push(twice.cells[0].clone());
        assert!(set_up(game, &twice).is_err(), "{game}");
    }
    let mut setup = Setup::of(&table("blockade", &["d4-d6/Bd7"]).view(), potez_table::Player::O);
    setup.walls.push(setup.walls[0]);
    assert_eq!(set_up("blockade", &setup).err().expect("two walls in one place").code, "walls-overlap");
}

#[test]
fn a_bot_at_the_wrong_table_is_an_error() {
    let mut bot = table("byte", &[]).bot(&BotSpec::new("random")).expect("a bot");
    let other = table("havannah:size=4", &[]);
    let error = bot.think(other.as_ref(), Limits::default(), &Stop::new(), &mut |_| {}).expect_err("not its game");
    assert_eq!(error.code, "bot-wrong-table");
}
