//! Bot specs and durations.
#![no_main]

use libfuzzer_sys::fuzz_target;
use potez_engine::{BotSpec, duration};

fuzz_target!(|text: &str| {
    let _ = duration(text);
    let Ok(spec) = text.parse::<BotSpec>() else { return };
    assert!((1..=256).contains(&spec.threads));
    if spec.threads > 2 {
        return;
    }
    for game in ["byte", "havannah:size=3", "blockade:rows=5,cols=6"] {
        let table = potez_engine::open(game, None).unwrap();
        if let Err(message) = table.bot(&spec) {
            assert!(!message.english.is_empty());
        }
    }
});
