//! JSON conversations: every line gets an answer that is JSON itself.

use crate::ears::Ears;
use potez_protocol::json;
use serde_json::Value;

pub(super) fn run(data: &[u8]) {
    let ears = Ears::default();
    let mut session = json::Session::new(ears.sink(), 1);
    let mut expected = 0;
    for line in String::from_utf8_lossy(data).lines() {
        // An analysis takes the time it was asked to take.
        let query = serde_json::from_str::<Value>(line).ok().and_then(|value| value.get("query").cloned());
        if query.is_some_and(|query| query == "analyze") {
            continue;
        }
        session.line(line);
        expected += usize::from(!line.trim().is_empty());
    }
    session.finish();
    let heard = ears.heard();
    assert_eq!(heard.len(), expected);
    for answer in &heard {
        let value: Value = serde_json::from_str(answer).expect("JSON");
        assert!(value.get("id").is_some(), "{answer}");
    }
}
