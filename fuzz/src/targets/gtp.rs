//! GTP conversations with the random player.

use crate::ears::Ears;
use potez_protocol::{Next, gtp};

pub(super) fn run(data: &[u8]) {
    let ears = Ears::default();
    let mut session =
        gtp::Session::new(ears.sink(), potez_table::open("havannah:size=4", None).expect("a game"), 1, None)
            .expect("a game");
    let _ = session.line("bot random:seed=1");
    let mut next = Next::Line;
    for line in String::from_utf8_lossy(data).lines() {
        // Bots have a target of their own; a strong one would only be slow here.
        if line.contains("bot") {
            continue;
        }
        next = session.line(line);
        if next == Next::Finish {
            break;
        }
    }
    if next == Next::Line {
        let _ = session.line("quit");
    }
    session.finish();
    let heard = ears.heard();
    for answer in &heard {
        assert!(answer.starts_with(['=', '?']), "{answer:?}");
        assert!(answer.ends_with('\n') && !answer.contains("\n\n"), "{answer:?}");
    }
    assert!(heard.last().is_some_and(|answer| answer.starts_with('=')), "quit is answered");
}
