//! Time controls and what is stored of a session: what is read is written in a form that reads back.

use potez_session::{SessionState, TimeControl};

pub(super) fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for line in text.lines() {
        for control in [line.parse::<TimeControl>(), TimeControl::read_durations(line)].into_iter().flatten() {
            let written = control.to_string();
            assert_eq!(written.parse::<TimeControl>().as_ref(), Ok(&control), "`{line}` is written `{written}`");
            let _ = control.is_sound();
        }
        if let Ok(state) = serde_json::from_str::<SessionState>(line) {
            let written = serde_json::to_string(&state).expect("plain data");
            let again: SessionState = serde_json::from_str(&written).expect("what was written is read");
            assert_eq!(again, state, "{written}");
        }
    }
}
