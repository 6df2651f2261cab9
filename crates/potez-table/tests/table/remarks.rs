//! What is said about moves: hand-made positions with every remark there is, and random play with
//! the numbers counted again.

use std::collections::{BTreeSet, VecDeque};

use potez_core::Player;
use potez_havannah::{Board, Cell, Geometry, Upto5};
use potez_table::{Message, Remark, Shape, Table, View, WallAxis, open};

/// Blocks of `game`, `position` or `moves`, `move`, then the sentences that must be said, in their
/// order.
const SAID: &str = include_str!("../remarks.txt");

/// The sources in which the remarks are written.
const SOURCES: [&str; 3] = [
    include_str!("../../../potez-engine/src/blockade/remarks.rs"),
    include_str!("../../../potez-engine/src/havannah/remarks.rs"),
    include_str!("../../../potez-engine/src/byte/remarks.rs"),
];

struct Case<'a> {
    table: Box<dyn Table>,
    mv: &'a str,
    sentences: Vec<&'a str>,
}

fn cases() -> Vec<Case<'static>> {
    let mut cases = Vec::new();
    for block in SAID.split("\n\n") {
        let lines: Vec<&str> = block.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        let value = |key: &str| lines.iter().find_map(|line| line.strip_prefix(key)?.strip_prefix(": "));
        let Some(mv) = value("move") else { continue };
        let mut table = open(value("game").expect("a game"), value("position")).expect("a position");
        for mv in value("moves").unwrap_or_default().split_whitespace() {
            table.play(mv).expect("a legal move");
        }
        let sentences = lines.into_iter().filter_map(|line| line.strip_prefix("- ")).collect();
        cases.push(Case { table, mv, sentences });
    }
    cases
}

/// The remarks on a move that is given as a text.
fn remarks(table: &dyn Table, mv: &str) -> Result<Vec<Remark>, Message> {
    table.remarks(&table.read_move(mv)?.parts)
}

#[test]
fn hand_made_positions_are_remarked_on_as_written_down() {
    for Case { table, mv, sentences } in cases() {
        let remarks = remarks(table.as_ref(), mv).expect("a legal move");
        let said: Vec<&str> = remarks.iter().map(|remark| remark.english.as_str()).collect();
        assert_eq!(said, sentences, "{mv} in {} of {}", table.position(), table.game());
    }
}

#[test]
fn every_remark_has_a_position_in_which_it_is_made() {
    let made: BTreeSet<&str> = cases()
        .iter()
        .flat_map(|case| remarks(case.table.as_ref(), case.mv).expect("a legal move"))
        .map(|remark| remark.code)
        .collect();
    let written: BTreeSet<&str> = SOURCES
        .iter()
        .flat_map(|source| source.split("remark!(").skip(1))
        .filter_map(|call| call.split('"').nth(1))
        .collect();
    let missing: Vec<_> = written.difference(&made).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn remarks_need_a_legal_move_of_a_running_game() {
    let mut table = open("havannah:size=3", None).expect("a game");
    assert_eq!(remarks(table.as_ref(), "swap").map_err(|message| message.code), Err("swap-off"));
    assert_eq!(remarks(table.as_ref(), "?").map_err(|message| message.code), Err("cannot-read"));
    for mv in ["a1", "c3", "a2", "d3", "a3"] {
        table.play(mv).expect("a legal move");
    }
    let line = table.played();
    let start = open("havannah:size=3", None).expect("a game");
    let on_line = start.remarks_line(&line).expect("a legal line");
    assert_eq!(on_line.len(), 5);
    assert_eq!(on_line[4][0].code, "havannah-bridge");
    assert_eq!(start.ply(), 0, "the table itself stays where it is");
    assert_eq!(remarks(table.as_ref(), "b1").map_err(|message| message.code), Err("game-over"));
}

/// Plays random games and shows every move with its remarks.
fn random_games(spec: &str, games: u64, mut each: impl FnMut(&dyn Table, &str, &[Remark])) {
    for seed in 0..games {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut table = open(spec, None).expect("a game");
        while table.outcome().is_none() && table.ply() < 80 {
            let mv = rng.choice(table.legal()).expect("a running game has moves");
            let remarks = remarks(table.as_ref(), &mv).expect("a legal move");
            assert!(remarks.len() <= 4, "{remarks:?}");
            each(table.as_ref(), &mv, &remarks);
            table.play(&mv).expect("a legal move");
        }
    }
}

fn arg<T: std::str::FromStr>(remark: &Remark, name: &str) -> T {
    let value = remark.args.iter().find(|(known, _)| *known == name).map(|(_, value)| value.parse().ok());
    value.flatten().unwrap_or_else(|| panic!("no {name} in {remark:?}"))
}

/// The moves of a player's shortest way, found by walking over the view square by square.
fn shortest_way(view: &View, player: Player) -> usize {
    let Shape::Squares { rows, cols } = view.shape else { panic!("a board of squares") };
    let blocked = |(row, col): (usize, usize), (to_row, to_col): (usize, usize)| {
        view.walls.iter().map(|wall| wall.wall).any(|wall| {
            let at = (usize::from(wall.at.row), usize::from(wall.at.col));
            let (top, left) = (row.min(to_row), col.min(to_col));
            if row == to_row {
                wall.axis == WallAxis::Vertical && at.1 == left && (at.0 == row || at.0 + 1 == row)
            } else {
                wall.axis == WallAxis::Horizontal && at.0 == top && (at.1 == col || at.1 + 1 == col)
            }
        })
    };
    let goal = if player == Player::X { potez_table::Mark::HomeO } else { potez_table::Mark::HomeX };
    let mut steps = vec![vec![usize::MAX; cols]; rows];
    let mut waiting = VecDeque::new();
    for cell in view.cells.iter().filter(|cell| cell.marks.contains(&goal)) {
        steps[cell.row][cell.col] = 0;
        waiting.push_back((cell.row, cell.col));
    }
    while let Some((row, col)) = waiting.pop_front() {
        let around = [(row.wrapping_sub(1), col), (row + 1, col), (row, col.wrapping_sub(1)), (row, col + 1)];
        for next in around.into_iter().filter(|next| next.0 < rows && next.1 < cols) {
            if steps[next.0][next.1] == usize::MAX && !blocked((row, col), next) {
                steps[next.0][next.1] = steps[row][col] + 1;
                waiting.push_back(next);
            }
        }
    }
    let own = view.cells.iter().filter(|cell| cell.pieces.iter().any(|piece| piece.owner == player));
    own.map(|cell| steps[cell.row][cell.col]).min().expect("pawns").div_ceil(2)
}

#[test]
fn the_ways_that_are_named_are_those_that_a_plain_walk_finds() {
    let mut seen = 0;
    for spec in ["blockade", "blockade:turn=either", "blockade:rows=5,cols=6,walls=4", "blockade:rows=22,cols=28"] {
        random_games(spec, 3, |table, mv, remarks| {
            let mover = table.turn();
            let mut after = table.fork();
            after.play(mv).expect("a legal move");
            for remark in remarks.iter().filter(|remark| remark.code == "blockade-ways") {
                let ways = [table.view(), after.view()].map(|view| [mover, !mover].map(|p| shortest_way(&view, p)));
                assert_eq!([arg::<usize>(remark, "from"), arg(remark, "to")], [ways[0][0], ways[1][0]], "{remark:?}");
                assert_eq!(
                    [arg::<usize>(remark, "enemyfrom"), arg(remark, "enemyto")],
                    [ways[0][1], ways[1][1]],
                    "{remark:?}"
                );
                seen += 1;
            }
        });
    }
    assert!(seen > 300, "{seen}");
}

#[test]
fn blockade_of_other_rules_is_remarked_on_too() {
    let mut said = 0;
    for spec in ["blockade:goal=rank,turn=optional", "blockade:step=one,rows=5,cols=5,walls=2", "blockade:step=upto"] {
        random_games(spec, 2, |_, _, remarks| said += remarks.len());
    }
    assert!(said > 100, "{said}");
}

#[test]
fn the_moves_that_byte_takes_and_gives_are_counted_right() {
    let mut seen = 0;
    for spec in ["byte", "byte:size=10", "byte:rules=merge-first"] {
        random_games(spec, 6, |table, mv, remarks| {
            let mover = table.turn();
            let mut after = table.fork();
            after.play(mv).expect("a legal move");
            for remark in remarks.iter().filter(|remark| remark.code == "byte-mobility") {
                let left = after.legal().iter().filter(|mv| *mv != "pass").count();
                assert_eq!(arg::<usize>(remark, "left"), left, "{remark:?}");
                assert_eq!(arg::<usize>(remark, "from"), table.legal().len(), "{remark:?}");
                let own = on_turn(after.as_ref(), mover);
                assert_eq!(arg::<usize>(remark, "to"), own.iter().filter(|mv| *mv != "pass").count(), "{remark:?}");
                seen += 1;
            }
        });
    }
    assert!(seen > 200, "{seen}");
}

/// The legal moves of a player, were it that player's turn.
fn on_turn(table: &dyn Table, player: Player) -> Vec<String> {
    let position = table.position();
    let words: Vec<&str> = position.split(' ').collect();
    let text = format!("{} {} {}", words[0], player.letter(), words[2]);
    open(&table.game(), Some(&text)).expect("a position").legal()
}

/// Whether a player completes such a structure with this many stones or fewer, the enemy standing
/// still.
fn completes(board: &Board<Upto5>, player: Player, structure: &str, stones: usize) -> bool {
    let empties: Vec<Cell> = board.empties().collect();
    empties.into_iter().any(|cell| {
        let mut next = *board;
        let marks = next.join(cell, player);
        let structures = marks.structures().to_string();
        structures.contains(structure) || stones > 1 && completes(&next, player, structure, stones - 1)
    })
}

#[test]
fn the_stones_that_a_structure_needs_are_counted_right() {
    let mut seen = 0;
    random_games("havannah:size=3", 30, |table, mv, remarks| {
        let mover = table.turn();
        let mut after = table.fork();
        after.play(mv).expect("a legal move");
        for remark in remarks.iter().filter(|remark| remark.code == "havannah-nears") {
            let stones: usize = arg(remark, "count");
            if stones > 3 {
                continue;
            }
            let mut board = Board::<Upto5>::new(Geometry::of(3));
            for cell in &after.view().cells {
                for piece in &cell.pieces {
                    board.place(Cell::new(cell.col, cell.row), piece.owner);
                }
            }
            let structure: String = arg(remark, "structure");
            assert!(completes(&board, mover, &structure, stones), "{} {remark:?}", after.position());
            assert!(!completes(&board, mover, &structure, stones - 1), "{} {remark:?}", after.position());
            seen += 1;
        }
    });
    assert!(seen > 20, "{seen}");
}

#[test]
fn threats_of_havannah_are_wins_with_the_next_stone() {
    let mut seen = 0;
    for spec in ["havannah:size=4", "havannah:size=5,swap=on", "havannah:size=8"] {
        random_games(spec, 8, |table, mv, remarks| {
            let mut after = table.fork();
            after.play(mv).expect("a legal move");
            for remark in remarks.iter().filter(|remark| remark.code == "havannah-leaves-win") {
                let cells: String = arg(remark, "cells");
                for cell in cells.split(", ") {
                    let mut next = after.fork();
                    next.play(cell).expect("an empty cell");
                    assert_eq!(next.outcome().and_then(potez_table::Outcome::winner), Some(after.turn()), "{remark:?}");
                    seen += 1;
                }
            }
        });
    }
    assert!(seen > 10, "{seen}");
}
