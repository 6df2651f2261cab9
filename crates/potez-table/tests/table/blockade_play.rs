//! The Blockade player on boards of all sizes, and what its solver proves.

use potez_table::{BotSpec, Limits, Proof, Stop, open};

/// Plays a few turns of a bot against random moves; every move must be accepted.
fn plays_on(spec: &str, bot: &str, turns: usize) {
    let mut table = open(spec, None).unwrap();
    let mut player = table.bot(&bot.parse::<BotSpec>().unwrap()).unwrap();
    let mut random = table.bot(&"random:seed=5".parse::<BotSpec>().unwrap()).unwrap();
    for turn in 0..turns {
        if table.outcome().is_some() {
            return;
        }
        let thinker = if turn % 2 == 0 { &mut player } else { &mut random };
        let report = thinker.think(&*table, Limits::nodes(150), &Stop::new(), &mut |_| {}).expect("its own game");
        let best = report.best().expect("a move while the game goes on");
        table.play(&best.text).unwrap_or_else(|error| panic!("{bot} plays {best} on {spec}: {error:?}"));
    }
}

#[test]
fn the_player_plays_legal_moves_on_boards_of_all_sizes() {
    for board in ["rows=5,cols=5", "rows=11,cols=14", "rows=22,cols=28,walls=18", "rows=7,cols=9,walls=0"] {
        for turn in ["full", "either", "optional"] {
            plays_on(&format!("blockade:{board},turn={turn}"), "potez", 24);
        }
    }
    plays_on("blockade:goal=rank,step=one", "potez", 24);
    plays_on("blockade:goal=rank,step=upto,turn=either", "potez", 24);
}

#[test]
fn the_rivals_play_legal_moves() {
    for bot in ["bb4", "alphabeta", "mcts"] {
        plays_on("blockade:rows=6,cols=7,walls=3", bot, 20);
        plays_on("blockade:rows=6,cols=7,walls=3,turn=either", bot, 20);
    }
}

fn proof_of(game: &str, position: &str) -> (Option<Proof>, Option<u32>) {
    let table = open(game, Some(position)).unwrap();
    let solution = table.solve(Limits::depth(60), &Stop::new());
    (solution.proof, solution.plies)
}

#[test]
fn a_race_without_walls_is_proven() {
    assert_eq!(proof_of("blockade:walls=0", "d4+h4 d11+h11 - - 0.0 0.0 x"), (Some(Proof::Win), Some(7)));
    assert_eq!(proof_of("blockade:walls=0", "d4+h4 d6+h11 - - 0.0 0.0 x"), (Some(Proof::Loss), Some(2)));
}

#[test]
fn a_race_in_which_pawns_meet_is_proven() {
    let maze = "d3+e3 a14+i10 a1+a3+a9+a12+b2+b5+c3+c13+d1+f8+g2+h3+h9+h13+i5+i8+i13+j7 \
                a5+b3+b9+c7+c8+d9+d10+e8+g1+g6+g9+h2+h4+h7+j1+j5+j11+j12 0.0 0.0 x";
    assert_eq!(proof_of("blockade", maze).0, Some(Proof::Loss));
}

#[test]
fn a_win_at_once_is_played_whatever_walls_are_left() {
    let table = open("blockade", Some("d9+h4 d11+h11 - - 9.9 9.9 x")).unwrap();
    let mut bot = table.bot(&BotSpec::new("potez")).unwrap();
    let report = bot.think(&*table, Limits::nodes(1000), &Stop::new(), &mut |_| {}).expect("its own game");
    assert_eq!(report.best().expect("a move"), "d9-d11");
    assert_eq!(report.lines[0].proof, Some(Proof::Win));
}

/// A position that the solver calls lost in six plies, and a search over selected turns won.
const LOST: &str = "b2-b4/Gc8 f8-g9/Bf8 f2-f4/Ga2 b8-b6/Ge7 b4-b5/Gc2 b6-d6/Gb6 b5-a6/Ge2 g9-g7/Ga7 a6-b7/Ba6";

#[test]
fn a_win_over_selected_turns_is_not_called_certain() {
    let mut table = potez_table::open("blockade:rows=7,cols=9,walls=4", None).expect("a game");
    for mv in LOST.split(' ') {
        table.play(mv).expect("a legal move");
    }
    let mut bot = table.bot(&potez_table::BotSpec::new("potez")).expect("a bot");
    let limits = potez_table::Limits::nodes(60_000);
    let report = bot.think(table.as_ref(), limits, &potez_table::Stop::new(), &mut |_| {}).expect("a report");
    let best = &report.lines[0];
    assert_ne!(best.proof, Some(potez_table::Proof::Win), "{best:?}");
    assert!(best.win_chance <= 0.98, "{best:?}");
}
