//! Records as text, JSON and SGF: what is read can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use potez_table::records;

fuzz_target!(|text: &str| {
    let Ok(transcript) = records::read(text) else { return };
    let Ok(replayed) = records::replay(&transcript) else { return };
    let moves = replayed.table.moves();
    for format in records::formats() {
        let name = format.id;
        let Ok(written) = records::write(&replayed.transcript, &format) else { continue };
        let again = records::read(&written).unwrap_or_else(|error| panic!("{name}: {error}\n{written}"));
        let again = records::replay(&again).unwrap_or_else(|error| panic!("{name}: {error}\n{written}"));
        assert_eq!(again.table.moves(), moves, "{name}\n{written}");
        assert_eq!(again.table.outcome(), replayed.table.outcome(), "{name}\n{written}");
    }
});
