//! Game specs: whatever is accepted is written in a form that reads back to the same game.

pub(super) fn run(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    match potez_table::open(text, None) {
        Ok(table) => {
            let spec = table.game();
            let again = potez_table::open(&spec, None).unwrap_or_else(|error| panic!("`{spec}`: {error}"));
            assert_eq!(again.game(), spec);
            assert_eq!(again.position(), table.position());
            assert_eq!(table.outcome().is_some(), table.count_legal() == 0);
        }
        Err(message) => assert!(!message.english.is_empty()),
    }
}
