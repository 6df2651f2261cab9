//! UGI conversations with the random player.

use crate::choices::choose;
use crate::ears::Ears;
use potez_protocol::{Next, ugi};

pub(super) fn run(data: &[u8]) {
    let Some((game, rest)) = choose(data) else { return };
    let ears = Ears::default();
    let mut session = ugi::Session::new(ears.sink(), potez_table::open(game, None).expect("a game"), 1, None);
    let _ = session.line("setoption name Bot value random:seed=1");
    for line in String::from_utf8_lossy(rest).lines() {
        // Bots have a target of their own; a strong one would only be slow here.
        if line.to_ascii_lowercase().contains("bot") {
            continue;
        }
        if session.line(line) == Next::Finish {
            break;
        }
    }
    let _ = session.line("stop");
    let _ = session.line("isready");
    session.finish();
    let heard = ears.heard();
    assert_eq!(heard.last().map(String::as_str), Some("readyok"));
    assert!(heard.iter().all(|line| !line.contains(['\n', '\r'])));
}
