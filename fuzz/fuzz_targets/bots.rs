//! Bot specs and durations.
#![no_main]

use libfuzzer_sys::fuzz_target;
use potez_table::{BotSpec, duration};

fuzz_target!(|text: &str| {
    let _ = duration(text);
    let Ok(spec) = text.parse::<BotSpec>() else { return };
    assert!((1..=256).contains(&spec.thread_count()));
    for game in ["byte", "havannah:size=3", "blockade:rows=5,cols=6"] {
        let table = potez_table::open(game, None).unwrap();
        if let Err(message) = table.check_bot(&spec) {
            assert!(!message.english.is_empty());
        }
    }
});
