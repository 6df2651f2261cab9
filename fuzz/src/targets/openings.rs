//! Files of openings and lists of moves as a command line has them.

use potez_arena::Openings;

use crate::choices::choose;

pub(super) fn run(data: &[u8]) {
    let Some((game, rest)) = choose(data) else { return };
    let text = String::from_utf8_lossy(rest);
    if let Ok(openings) = Openings::read(game, &text) {
        let mut table = potez_table::open(game, None).expect("a game");
        for mv in openings.nth(0) {
            table.play(&mv).expect("an opening can be played");
        }
        assert!(table.outcome().is_none(), "the game goes on after an opening");
        assert_eq!(openings.describe(), Openings::read(game, &text).expect("the same file").describe());
    }
    // Cutting a list into moves may try many ways; a few words are enough to go wrong with.
    let few: String = text.split_whitespace().take(12).collect::<Vec<_>>().join(" ");
    let mut table = potez_table::open(game, None).expect("a game");
    if potez_table::play_list(table.as_mut(), &few).is_ok() {
        let moves = table.moves().join(" ");
        let mut again = potez_table::open(game, None).expect("a game");
        potez_table::play_list(again.as_mut(), &moves).unwrap_or_else(|error| panic!("{game}, `{moves}`: {error}"));
        assert_eq!(again.position(), table.position(), "{game}, `{moves}`");
    }
}
