//! What the Havannah player sees and proves, whatever its strength.

use potez_table::{BotSpec, DynBot, Limits, Outcome, Player, Proof, Report, Stop, Table, TableMove, open};

fn table(game: &str, moves: &str) -> Box<dyn Table> {
    let mut table = open(game, None).expect(game);
    for mv in moves.split_whitespace() {
        table.play(mv).expect(mv);
    }
    table
}

fn bot(table: &dyn Table, spec: &str) -> Box<dyn DynBot> {
    let spec: BotSpec = spec.parse().expect(spec);
    table.bot(&spec).expect("a bot of this game")
}

fn think(table: &dyn Table, spec: &str) -> Report<TableMove> {
    bot(table, spec).think(table, Limits::nodes(300), &Stop::new(), &mut |_| {}).expect("its own game")
}

/// X has five of the six stones around e5; the sixth cell is e6.
const RING: &str = "d4 a1 d5 a3 f6 a5 f5 i9 e4 i7";

#[test]
fn a_win_with_the_next_stone_is_played_and_proven() {
    let table = table("havannah:size=5", RING);
    let report = think(&*table, "potez");
    assert_eq!(report.best().expect("a move"), "e6");
    assert_eq!(report.lines[0].proof, Some(Proof::Win));
    assert_eq!(table.solve(Limits::default(), &Stop::new()).pv, ["e6"]);
}

#[test]
fn a_single_threat_is_answered_on_the_spot() {
    let table = table("havannah:size=5", "d4 a1 d5 a3 f6 a5 f5 i9 e4");
    let report = think(&*table, "potez");
    assert_eq!(report.best().expect("a move"), "e6");
}

#[test]
fn two_threats_are_a_proven_loss() {
    // X threatens e6, and d3 with e2 and f4 close a second ring around e3.
    let table = table("havannah:size=5", "d4 a1 d5 a3 f6 a5 f5 i9 e4 i7 d2 i5 e2 g3 f3 h5 f4");
    let solution = table.solve(Limits::default(), &Stop::new());
    assert_eq!(solution.proof, Some(Proof::Loss), "{}", table.position());
    assert_eq!(think(&*table, "potez").lines[0].proof, Some(Proof::Loss));
}

#[test]
fn only_the_corners_win_on_the_smallest_board() {
    let start = open("havannah:size=3", None).expect("a small board");
    assert_eq!(start.solve(Limits::default(), &Stop::new()).proof, Some(Proof::Win));
    for mv in start.legal() {
        let after = table("havannah:size=3", &mv);
        let is_corner = ["a1", "a3", "c1", "c5", "e3", "e5"].contains(&mv.as_str());
        let expected = if is_corner { Proof::Loss } else { Proof::Win };
        assert_eq!(after.solve(Limits::default(), &Stop::new()).proof, Some(expected), "{mv}");
    }
}

#[test]
fn with_the_swap_every_opening_of_the_smallest_board_loses() {
    // O takes a winning corner, and refutes the other openings by play.
    let start = open("havannah:size=3,swap=on", None).expect("a small board");
    assert_eq!(start.solve(Limits::default(), &Stop::new()).proof, Some(Proof::Loss));
    let after = table("havannah:size=3,swap=on", "a1");
    let solution = after.solve(Limits::default(), &Stop::new());
    assert_eq!(solution.proof, Some(Proof::Win));
    assert_eq!(solution.pv[0], "swap");
}

#[test]
fn proofs_of_the_tree_and_of_the_solver_agree() {
    let mut proven = 0;
    for seed in 0..40 {
        let mut table = open("havannah:size=4", None).expect("a small board");
        let mut random = bot(&*table, &format!("random:seed={seed}"));
        for _ in 0..14 {
            let mv = random.think(&*table, Limits::default(), &Stop::new(), &mut |_| {}).expect("its own game").best();
            let Some(mv) = mv else { break };
            table.play(&mv.text).expect("a legal move");
        }
        if table.outcome().is_some() {
            continue;
        }
        let report =
            bot(&*table, "potez").think(&*table, Limits::nodes(3000), &Stop::new(), &mut |_| {}).expect("its own game");
        if let Some(proof) = report.lines[0].proof {
            let solution = table.solve(Limits::nodes(200_000), &Stop::new());
            assert!(solution.proof.is_none_or(|other| other == proof), "{}", table.position());
            proven += u32::from(solution.proof.is_some());
        }
    }
    assert!(proven > 10, "{proven}");
}

#[test]
fn every_part_can_be_left_out_and_the_rest_still_beats_chance() {
    let of_the_net = ["look-ahead", "prior", "memory", "look-ahead+prior+memory"];
    let of_the_playouts = ["net", "net+rave", "net+look-ahead", "net+prior", "net+saves", "rings+net"];
    for part in of_the_net.into_iter().chain(of_the_playouts).chain(["net+rave+look-ahead+prior+saves+rings"]) {
        let mut table = open("havannah:size=4", None).expect("a small board");
        let mut players = [bot(&*table, &format!("potez:without={part},nodes=300")), bot(&*table, "random:seed=3")];
        while table.outcome().is_none() {
            let player = &mut players[table.turn().index()];
            let mv = player
                .think(&*table, Limits::default(), &Stop::new(), &mut |_| {})
                .expect("its own game")
                .best()
                .expect("a move");
            table.play(&mv.text).expect("a legal move");
        }
        assert_eq!(table.outcome(), Some(Outcome::Win(Player::X)), "without {part}");
    }
}

#[test]
fn an_unknown_part_is_an_error_that_lists_the_parts() {
    let table = open("havannah", None).expect("a board");
    let spec: BotSpec = "potez:without=luck".parse().expect("a spec");
    let Err(error) = table.bot(&spec) else { panic!("`luck` is no part") };
    assert!(error.to_string().contains("`without=luck` is not allowed"), "{error}");
    assert!(error.to_string().contains("look-ahead"), "{error}");
}

#[test]
fn a_part_that_the_player_does_not_have_cannot_be_left_out() {
    let table = open("havannah", None).expect("a board");
    for part in ["rave", "saves", "rings", "net+memory"] {
        let spec: BotSpec = format!("potez:without={part}").parse().expect("a spec");
        assert!(table.bot(&spec).is_err(), "{part}");
    }
}

#[test]
fn games_on_every_board_end_without_an_illegal_move() {
    for size in 3..=11 {
        for swap in ["on", "off"] {
            let mut table = open(&format!("havannah:size={size},swap={swap}"), None).expect("a board");
            let mut player = bot(&*table, "potez:nodes=40");
            while table.outcome().is_none() {
                let mv = player
                    .think(&*table, Limits::default(), &Stop::new(), &mut |_| {})
                    .expect("its own game")
                    .best()
                    .expect("a move");
                table.play(&mv.text).expect("a legal move");
            }
        }
    }
}
