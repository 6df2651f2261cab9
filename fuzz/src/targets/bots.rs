//! Bot specs, the programs of others, and durations.

use potez_arena::{Entrant, Kind};
use potez_table::{BotSpec, duration};

pub(super) fn run(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    let _ = duration(text);
    if let Ok(Entrant { spec, kind: Kind::External(program), .. }) = text.parse::<Entrant>() {
        assert!(!program.command.is_empty(), "{spec}");
    }
    let Ok(spec) = text.parse::<BotSpec>() else { return };
    assert!((1..=256).contains(&spec.thread_count()));
    for game in ["byte", "havannah:size=3", "blockade:rows=5,cols=6"] {
        let table = potez_table::open(game, None).expect("a game");
        if let Err(message) = table.check_bot(&spec) {
            assert!(!message.english.is_empty());
        }
    }
}
