//! Whatever comes over a WebSocket is understood or refused, and what is understood is a JSON
//! object that names itself.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|text: &str| {
    if potez_server::is_message(text) {
        let value: Value = serde_json::from_str(text).expect("what is understood is JSON");
        assert!(value["t"].is_string());
    }
});
