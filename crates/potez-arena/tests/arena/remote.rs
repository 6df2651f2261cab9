//! A player whose games are refereed elsewhere.

use std::time::Duration;

use potez_arena::{ChosenMove, Entrant, RemotePlayer, RemoteTurn};
use potez_table::Stop;

const ENGINE: &str = env!("CARGO_BIN_EXE_arena-test-engine");

#[test]
fn a_program_is_told_when_the_next_game_is_another_one() {
    let entrant: Entrant = format!("cmd:\"'{ENGINE}' honest\"").parse().unwrap();
    let mut player = RemotePlayer::new(&entrant, &Stop::new(), None);
    for (number, game) in ["byte", "havannah:size=4", "havannah:size=5", "havannah:size=4"].into_iter().enumerate() {
        let mut table = potez_table::open(game, None).unwrap();
        // The last of the legal moves is one that smaller boards do not have.
        table.play(table.legal().last().unwrap()).unwrap();
        let turn = RemoteTurn {
            game: &number.to_string(),
            table: table.as_ref(),
            seed: 1,
            left: [Duration::from_secs(30); 2],
            increment: Duration::ZERO,
            is_per_move: true,
        };
        let chosen = player.choose(&turn).unwrap_or_else(|failure| panic!("{game}: {failure:?}"));
        let ChosenMove::Move(mv) = chosen else { panic!("{game}: it gives up") };
        assert!(table.legal().contains(&mv), "{game}: {mv}");
    }
}
