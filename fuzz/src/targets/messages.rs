//! Whatever comes over a WebSocket is understood or refused, and what is understood is a JSON
//! object that names itself.

use serde_json::Value;

pub(super) fn run(data: &[u8]) {
    let text = &*String::from_utf8_lossy(data);
    if potez_server::is_message(text) {
        let value: Value = serde_json::from_str(text).expect("what is understood is JSON");
        assert!(value["t"].is_string());
    }
}
