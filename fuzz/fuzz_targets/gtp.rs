//! GTP conversations with the random player.
#![no_main]

use libfuzzer_sys::fuzz_target;
use potez_fuzz::ears;
use potez_protocol::{Next, gtp};

fuzz_target!(|data: &[u8]| {
    let (sink, heard) = ears();
    let mut session = gtp::Session::new(sink, potez_table::open("havannah:size=4", None).unwrap(), 1, None).unwrap();
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
    let heard = heard.lock().unwrap();
    for answer in heard.iter() {
        assert!(answer.starts_with(['=', '?']), "{answer:?}");
        assert!(answer.ends_with('\n') && !answer.contains("\n\n"), "{answer:?}");
    }
    assert!(heard.last().is_some_and(|answer| answer.starts_with('=')), "quit is answered");
});
