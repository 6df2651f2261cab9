//! The conformance suite over sizes and variants, and the symmetries of the board.

use std::collections::HashSet;

use potez_blockade::{Axis, Game, LARGE, Move, Position, Rules, SMALL, Square, Turn, Wall};
use potez_core::testing::{check_symmetry, conform};
use potez_core::{Game as _, Player, Position as _};

const SPECS: [(&str, usize, usize); 14] = [
    ("blockade:rows=5,cols=5", 6, 30),
    ("blockade:rows=5,cols=5,walls=2", 6, 60),
    ("blockade:rows=5,cols=5,turn=either", 6, 60),
    ("blockade:rows=5,cols=5,turn=optional", 6, 40),
    ("blockade:rows=5,cols=5,step=upto", 6, 40),
    ("blockade:rows=5,cols=5,step=one", 6, 40),
    ("blockade:rows=5,cols=5,goal=rank", 6, 40),
    ("blockade:rows=6,cols=7,turn=either,step=one,goal=rank", 6, 60),
    ("blockade:rows=6,cols=6,turn=optional,step=upto,goal=rank", 4, 40),
    ("blockade:rows=5,cols=5,walls=3,x=c1+c5,o=a3+e3", 6, 40),
    ("blockade:rows=12,cols=15", 1, 12),
    ("blockade", 1, 40),
    ("blockade:turn=either", 2, 60),
    ("blockade:rows=22,cols=28,walls=18,turn=either", 1, 40),
];

/// Every pawn and an empty square to every square and beyond the edge, every slot and beyond the
/// edge, with and without the other half of the turn.
fn candidates<const N: usize>(pos: &Position<N>) -> Vec<Move> {
    let (rows, cols) = (pos.rules().rows(), pos.rules().cols());
    let squares = || (0..=rows).flat_map(move |row| (0..=cols).map(move |col| Square::new(row, col)));
    let walls = || squares().flat_map(|at| Axis::BOTH.map(|axis| Wall { at, axis }));
    let some_wall = walls().nth(pos.key() as usize % (rows * cols));
    let starts = Player::BOTH.map(|player| pos.pawns(player));
    let starts = starts.into_iter().flatten().chain([Square::new(0, 0), Square::new(rows, cols)]);
    let mut moves: Vec<Move> = walls().map(Move::wall_only).collect();
    for from in starts {
        moves.extend(squares().map(|to| Move::pawn_to(from, to, None)));
        moves.extend(squares().map(|to| Move::pawn_to(from, to, some_wall)));
    }
    if let Some((from, to)) = pos.pawn_moves().nth(2) {
        moves.extend(walls().map(|wall| Move::pawn_to(from, to, Some(wall))));
    }
    moves.sort_unstable_by_key(|mv| mv.to_bits());
    moves.dedup();
    moves
}

/// Every symmetry of the rules maps moves to moves and successors to successors.
fn check_symmetries<const N: usize>(pos: &Position<N>) {
    let rules = *pos.rules();
    for symmetry in rules.symmetries() {
        check_symmetry(pos, |pos| pos.image(symmetry), |_, mv| symmetry.mv(&rules, mv), symmetry.swap);
        assert!(pos.image(symmetry).image(symmetry) == *pos);
    }
}

/// The walls listed for each pawn move, or for none, are those of the list of moves.
fn check_walls<const N: usize>(pos: &Position<N>) {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let alone = (pos.rules().turn() == Turn::Either && pos.outcome().is_none()).then_some(None);
    let quiet = pos.pawn_moves().filter(|&(_, to)| !pos.rules().is_goal(pos.turn(), to)).map(Some);
    let steps: Vec<_> = if alone.is_some() { alone.into_iter().collect() } else { quiet.collect() };
    for step in steps {
        let with_step = moves.iter().filter(|mv| mv.pawn() == step);
        let listed = with_step.filter_map(|mv| mv.wall()).collect::<HashSet<Wall>>();
        let walls = pos.legal_walls(step);
        let found =
            Axis::BOTH.into_iter().flat_map(|axis| walls[axis.index()].squares().map(move |at| Wall { at, axis }));
        assert_eq!(found.collect::<HashSet<Wall>>(), listed, "{step:?} in {pos}");
        for &wall in listed.iter().take(4) {
            assert!(pos.is_wall_legal(step, wall));
        }
    }
}

fn conforms<const N: usize>(rules: Rules, games: usize, plies: usize) -> usize {
    let game = Game::<N>::new(rules).expect("the board fits");
    conform(&game, 11, games, plies, candidates, |pos| {
        check_symmetries(pos);
        check_walls(pos);
    })
}

#[test]
fn every_variant_conforms() {
    for (spec, games, plies) in SPECS {
        let rules: Rules = spec.parse().unwrap();
        let visited = if rules.is_small() {
            conforms::<SMALL>(rules, games, plies)
        } else {
            conforms::<LARGE>(rules, games, plies)
        };
        assert!(visited > games, "{spec}");
    }
}

#[test]
fn small_boards_conform_in_the_large_class() {
    for (spec, ..) in SPECS.into_iter().take(9) {
        assert!(conforms::<LARGE>(spec.parse().unwrap(), 1, 30) > 1, "{spec}");
    }
}

#[test]
fn the_default_board_has_two_mirrors_that_keep_the_players_and_two_that_swap_them() {
    let game = Game::<SMALL>::new(Rules::default()).unwrap();
    assert_eq!(game.rules().symmetries().len(), 4);
    let mut pos = game.start();
    pos.try_play(game.read_move(&pos, "d4-d6/Bd7").unwrap()).unwrap();
    let images: Vec<String> = game.images(&pos).iter().map(ToString::to_string).collect();
    assert_eq!(images, ["d6+h4 d11+h11 d7 - 8.9 9.9 o", "h6+d4 h11+d11 g7 - 8.9 9.9 o"]);
}

#[test]
fn homes_that_do_not_mirror_leave_the_identity_alone() {
    let rules: Rules = "blockade:rows=5,cols=5,x=a1+b3,o=d4+e2".parse().unwrap();
    let game = Game::<SMALL>::new(rules).unwrap();
    assert_eq!(game.images(&game.start()), [game.start()]);
    let crossed: Rules = "blockade:rows=5,cols=5,x=c1+c5,o=a3+e3".parse().unwrap();
    let game = Game::<SMALL>::new(crossed).unwrap();
    assert_eq!(game.images(&game.start()).len(), 4);
}
