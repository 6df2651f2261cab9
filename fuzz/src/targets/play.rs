//! Random play: two bytes choose a move, and every position is checked by the conformance suite.

use crate::choices::choose;
use potez_core::testing::check_position;
use potez_core::{Game, Position};

fn drive<G: Game>(spec: &str, data: &[u8]) {
    let game: G = spec.parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
    let mut pos = game.start();
    let mut earlier = Vec::new();
    for choice in data.chunks(2) {
        // The moves of the position before are a fine set of candidates: some are still legal, some
        // no more.
        check_position(&game, &pos, &earlier);
        earlier.clear();
        pos.legal_moves(&mut earlier);
        if earlier.is_empty() {
            break;
        }
        let index = choice.iter().fold(0, |index, &byte| index << 8 | usize::from(byte));
        let mv = earlier[index % earlier.len()];
        let text = mv.to_string();
        assert!(game.read_move(&pos, &text).is_ok_and(|read| read == mv), "`{text}` in {pos}");
        pos.play(mv);
    }
    check_position(&game, &pos, &earlier);
    assert!(game.images(&pos)[0] == pos);
}

pub(super) fn run(data: &[u8]) {
    let Some((spec, rest)) = choose(data) else { return };
    match spec.split_once(':').unwrap_or((spec, "")) {
        ("blockade", options) if options.starts_with("rows=16") => {
            drive::<potez_blockade::Game<{ potez_blockade::LARGE }>>(spec, rest);
        }
        ("blockade", _) => drive::<potez_blockade::Game<{ potez_blockade::SMALL }>>(spec, rest),
        ("havannah", "size=15") => drive::<potez_havannah::Game<potez_havannah::Upto15>>(spec, rest),
        ("havannah", "size=6") => drive::<potez_havannah::Game<potez_havannah::Upto8>>(spec, rest),
        ("havannah", _) => drive::<potez_havannah::Game<potez_havannah::Upto5>>(spec, rest),
        ("byte", "size=16") => drive::<potez_byte::Game<potez_byte::Sixteen>>(spec, rest),
        ("byte", options) if options.starts_with("size=10") => drive::<potez_byte::Game<potez_byte::Ten>>(spec, rest),
        _ => drive::<potez_byte::Game<potez_byte::Eight>>(spec, rest),
    }
}
