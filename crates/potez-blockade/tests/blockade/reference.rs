//! Move generation against the slow second implementation, over random play.

use crate::slow::{Board, Mv, Sq};
use potez_blockade::{Axis, Bits, Game, LARGE, Move, Position, Rules, SMALL, Square, UNREACHABLE, Wall};
use potez_core::{Game as _, Outcome, Player, Position as _};

/// Specs, and how many positions of each to compare; thirty times as many with `POTEZ_FULL=1`.
const SPECS: [(&str, usize); 16] = [
    ("blockade", 60),
    ("blockade:turn=either", 60),
    ("blockade:rows=5,cols=5,walls=3", 600),
    ("blockade:rows=5,cols=5,walls=18", 400),
    ("blockade:rows=5,cols=6,walls=4,turn=either", 400),
    ("blockade:rows=6,cols=5,walls=4,turn=optional", 400),
    ("blockade:rows=5,cols=5,walls=4,step=one", 400),
    ("blockade:rows=6,cols=6,walls=5,step=upto", 300),
    ("blockade:rows=5,cols=7,walls=5,goal=rank", 300),
    ("blockade:rows=6,cols=6,walls=6,step=one,goal=rank,turn=optional", 200),
    ("blockade:rows=5,cols=5,walls=5,step=upto,goal=rank,turn=either", 200),
    ("blockade:rows=5,cols=5,walls=3,x=c1+c5,o=a3+e3", 300),
    ("blockade:rows=5,cols=6,walls=4,x=c3+c4,o=b3+d4,turn=optional", 200),
    ("blockade:rows=12,cols=15,walls=18", 20),
    ("blockade:rows=7,cols=9,walls=0", 40),
    ("blockade:rows=22,cols=28,walls=18", 4),
];

fn positions(base: usize) -> usize {
    base * if std::env::var_os("POTEZ_FULL").is_some_and(|value| value == "1") { 30 } else { 1 }
}

fn sq(square: Square) -> Sq {
    (square.row() as i32, square.col() as i32)
}

fn plain(mv: Move) -> Mv {
    let wall = mv.wall().map(|wall| (wall.axis == Axis::Blue, sq(wall.at)));
    (mv.pawn().map(|(from, to)| (sq(from), sq(to))), wall)
}

/// Plays seeded random games and calls `visit` with that many positions, the last ones of games
/// included.
fn over_random_play<const N: usize>(rules: Rules, count: usize, mut visit: impl FnMut(&Position<N>)) {
    let game = Game::<N>::new(rules).expect("the board fits");
    let mut rng = fastrand::Rng::with_seed(rules.rows() as u64 * 100 + rules.cols() as u64);
    let mut left = count;
    while left > 0 {
        let mut pos = game.start();
        for _ in 0..120 {
            visit(&pos);
            left -= 1;
            match pos.random_move(&mut rng) {
                Some(mv) if left > 0 => pos.play(mv),
                _ => break,
            }
        }
    }
}

fn compare_moves<const N: usize>(pos: &Position<N>) {
    let mut board = Board::new(pos.rules(), &pos.to_string());
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    let mut found: Vec<Mv> = moves.into_iter().map(plain).collect();
    found.sort_unstable();
    let expected = board.moves();
    assert!(found == expected, "{} {pos}: {} moves, expected {}", pos.rules(), found.len(), expected.len());
    let winner = board.goal_reached().or(expected.is_empty().then_some(1 - board.mover));
    assert_eq!(pos.outcome(), winner.map(|player| Outcome::Win(Player::BOTH[player])), "{} {pos}", pos.rules());
}

fn compare_distances<const N: usize>(pos: &Position<N>) {
    let board = Board::new(pos.rules(), &pos.to_string());
    let distances = pos.distances();
    let map = pos.edges().distance_map(pos.goals(Player::X));
    for player in Player::BOTH {
        for (pawn, from) in pos.pawns(player).into_iter().enumerate() {
            let steps = board.distances(sq(from));
            let to = |square: Square| steps[square.row()][square.col()];
            let nearest = pos.goals(player).squares().filter_map(to).min();
            if player == Player::X {
                assert_eq!(map.get(from), nearest.unwrap_or(UNREACHABLE), "{pos}");
            }
            assert_eq!(pos.edges().distance(from, &pos.goals(player)), nearest);
            for (goal, found) in distances[player.index()][pawn].into_iter().enumerate() {
                let expected = match pos.rules().goal() {
                    potez_blockade::Goal::Home => to(pos.rules().homes(!player)[goal]),
                    potez_blockade::Goal::Rank => nearest,
                };
                assert_eq!(Some(found), expected, "{player}{pawn} goal {goal} in {pos}");
                let way = pos.shortest_path(player, pawn, goal).expect("Rule 4.5 leaves a way");
                assert_eq!(way.len(), usize::from(expected.unwrap_or(0)) + 1);
                assert_eq!(way[0], from);
                for pair in way.windows(2) {
                    assert_eq!(pair[0].row().abs_diff(pair[1].row()) + pair[0].col().abs_diff(pair[1].col()), 1);
                    assert_eq!(pos.wall_between(pair[0], pair[1]), None, "{pos}");
                }
            }
        }
    }
}

#[test]
fn moves_and_outcomes_agree_with_the_slow_reference() {
    for (spec, base) in SPECS {
        let rules: Rules = spec.parse().unwrap();
        if rules.is_small() {
            over_random_play::<SMALL>(rules, positions(base), compare_moves);
        } else {
            over_random_play::<LARGE>(rules, positions(base), compare_moves);
        }
    }
}

#[test]
fn the_large_class_plays_small_boards_alike() {
    for (spec, base) in SPECS.into_iter().skip(2) {
        over_random_play::<LARGE>(spec.parse().unwrap(), positions(base / 8 + 1), compare_moves);
    }
}

#[test]
fn distances_and_ways_agree_with_breadth_first_search() {
    for (spec, base) in SPECS {
        let rules: Rules = spec.parse().unwrap();
        if rules.is_small() {
            over_random_play::<SMALL>(rules, positions(base / 2 + 1), compare_distances);
        }
        over_random_play::<LARGE>(rules, positions(base / 8 + 1), compare_distances);
    }
}

/// A wall guards against another if it is legal and the other, legal before, is not any more though
/// it still has room.
fn compare_guards(pos: &Position<SMALL>, guards: &mut usize) {
    let legal = pos.legal_walls(None);
    let walls = |slots: [Bits<SMALL>; 2]| -> Vec<Wall> {
        let walls = |axis: Axis| slots[axis.index()].squares().map(move |at| Wall { at, axis });
        Axis::BOTH.into_iter().flat_map(walls).collect()
    };
    for threat in walls(legal) {
        let found = walls(pos.guarding_slots(threat));
        let expected = walls(legal).into_iter().filter(|&guard| {
            let mut after = pos.clone();
            after.play(Move::wall_only(guard));
            let (still_free, in_stock) =
                (after.free_slots(threat.axis).contains(threat.at), after.stock(after.turn(), threat.axis) > 0);
            in_stock && still_free && !after.is_wall_legal(None, threat)
        });
        if pos.stock(!pos.turn(), threat.axis) > 0 {
            assert_eq!(found, expected.collect::<Vec<_>>(), "against {threat} in {pos}");
            *guards += found.len();
        }
    }
}

#[test]
fn guards_are_the_walls_after_which_another_would_cut_something_off() {
    let mut guards = 0;
    for spec in ["blockade:rows=5,cols=6,walls=6,turn=either", "blockade:rows=6,cols=6,walls=5,turn=either,goal=rank"] {
        over_random_play::<SMALL>(spec.parse().unwrap(), positions(60), |pos| {
            if pos.outcome().is_none() {
                compare_guards(pos, &mut guards);
            }
        });
    }
    assert!(guards > 100, "{guards} guards");
}

#[test]
fn the_slow_reference_confirms_the_perft_table() {
    let mut confirmed = 0;
    for line in include_str!("../perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('|').map(str::trim);
        let rules: Rules = fields.next().unwrap().parse().unwrap();
        let start = Game::<LARGE>::new(rules).unwrap().start();
        let mut board = Board::new(&rules, &start.to_string());
        for (depth, count) in (1..).zip(fields) {
            let count: u64 = count.parse().unwrap();
            // What would take the slow reference too long is left to the table alone.
            if count <= positions(50_000) as u64 || depth == 1 {
                assert_eq!(board.perft(depth), count, "{rules} at depth {depth}");
                confirmed += 1;
            }
        }
    }
    assert!(confirmed > 20);
}
