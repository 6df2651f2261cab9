//! What must hold after every visit: no errors in the console, no request off the machine.

use serde_json::Value;

use crate::driver::Browser;
use crate::server::TestServer;

/// Fails if the page complained or asked anybody but its own server.
pub(crate) fn assert_clean(server: &TestServer, browser: &Browser) {
    assert_quiet(browser);
    let strangers: Vec<String> = requests(browser)
        .into_iter()
        .filter(|url| !url.starts_with(&server.address) && !url.starts_with("data:") && !url.starts_with("blob:"))
        .filter(|url| !url.starts_with(&server.address.replacen("http", "ws", 1)) && !url.starts_with("about:"))
        .collect();
    assert!(strangers.is_empty(), "requests off the machine: {strangers:?}");
}

/// Fails if the console shows an error or a warning.
pub(crate) fn assert_quiet(browser: &Browser) {
    let complaints: Vec<Value> = browser
        .log("browser")
        .into_iter()
        .filter(|entry| matches!(entry["level"].as_str(), Some("SEVERE" | "WARNING")))
        // The server's answer "this move is not legal" is an answer, not a fault of the page.
        .filter(|entry| !entry["message"].as_str().unwrap_or_default().contains("status of 422"))
        .collect();
    assert!(complaints.is_empty(), "the console says {complaints:?}");
}

fn requests(browser: &Browser) -> Vec<String> {
    let url = |entry: Value| {
        let message: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
        let message = &message["message"];
        match message["method"].as_str()? {
            "Network.requestWillBeSent" => message["params"]["request"]["url"].as_str().map(str::to_string),
            "Network.webSocketCreated" => message["params"]["url"].as_str().map(str::to_string),
            _ => None,
        }
    };
    browser.log("performance").into_iter().filter_map(url).collect()
}
