//! UGI conversations with the random player.
#![no_main]

use libfuzzer_sys::fuzz_target;
use potez_fuzz::{choose, ears};
use potez_protocol::{Next, ugi};

fuzz_target!(|data: &[u8]| {
    let Some((game, rest)) = choose(data) else { return };
    let (sink, heard) = ears();
    let mut session = ugi::Session::new(sink, potez_table::open(game, None).unwrap(), 1, None);
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
    let heard = heard.lock().unwrap();
    assert_eq!(heard.last().map(String::as_str), Some("readyok"));
    assert!(heard.iter().all(|line| !line.contains(['\n', '\r'])));
});
