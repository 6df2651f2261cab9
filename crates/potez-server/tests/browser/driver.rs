//! Chromium through `ChromeDriver`, by the `WebDriver` protocol.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The name by which `WebDriver` marks a reference to an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// Chromium without windows, a package of Debian's: it starts with a third of the processor's time. What `/usr/bin` has
/// is a script that starts it and waits: whoever kills that leaves the browser behind.
const SHELL: &str = "/usr/lib/chromium/chromium-headless-shell";
/// How long to wait for something that never comes. On a busy machine everything else may take
/// long, too.
const PATIENCE: Duration = Duration::from_mins(3);

/// A window to open.
#[derive(Clone, Copy)]
pub(crate) struct ScreenSize {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Whether fingers touch it.
    pub(crate) touch: bool,
}

pub(crate) const DESKTOP: ScreenSize = ScreenSize { width: 1280, height: 800, touch: false };
pub(crate) const PHONE: ScreenSize = ScreenSize { width: 360, height: 740, touch: true };

/// A browser with one window, closed when dropped.
pub(crate) struct Browser {
    driver: Child,
    client: reqwest::blocking::Client,
    session: String,
}

/// An element of the page.
#[derive(Clone)]
pub(crate) struct Element(Value);

impl Browser {
    pub(crate) fn open(screen: ScreenSize) -> Self {
        let (driver, port) = start_driver();
        let client = reqwest::blocking::Client::builder().timeout(2 * PATIENCE).build().expect("a client");
        let mut browser = Self { driver, client, session: String::new() };
        let answer = browser.send(&format!("http://127.0.0.1:{port}/session"), &capabilities(screen));
        let id = answer["sessionId"].as_str().expect("a session").to_string();
        browser.session = format!("http://127.0.0.1:{port}/session/{id}");
        if !screen.touch {
            // The size of a window includes its frame; what is meant here is the page.
            let metrics =
                json!({ "width": screen.width, "height": screen.height, "deviceScaleFactor": 1, "mobile": false });
            browser.devtools("Emulation.setDeviceMetricsOverride", &metrics);
        }
        browser
    }

    fn send(&self, address: &str, body: &Value) -> Value {
        self.attempt(address, body).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Asks for something that may fail.
    fn attempt(&self, address: &str, body: &Value) -> Result<Value, String> {
        let answer: Value = self
            .client
            .post(address)
            .json(body)
            .send()
            .and_then(reqwest::blocking::Response::json)
            .expect("an answer of ChromeDriver");
        let value = answer["value"].clone();
        match value.get("error").and_then(Value::as_str) {
            Some(error) => Err(format!("{error}: {}", value["message"].as_str().unwrap_or_default())),
            None => Ok(value),
        }
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.send(&format!("{}/{path}", self.session), body)
    }

    pub(crate) fn go(&self, address: &str) {
        self.post("url", &json!({ "url": address }));
    }

    pub(crate) fn reload(&self) {
        self.post("refresh", &json!({}));
    }

    /// Runs a script; `arguments` holds what it is given, and what it returns or promises comes
    /// back.
    pub(crate) fn js(&self, script: &str, arguments: &[Value]) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Waits until a script gives something that is neither false, null nor empty, and gives it.
    pub(crate) fn wait(&self, what: &str, script: &str, arguments: &[Value]) -> Value {
        let begun = Instant::now();
        loop {
            let value = self.js(script, arguments);
            let missing = value.is_null() || value == json!(false) || value == json!("") || value == json!([]);
            if !missing {
                return value;
            }
            if begun.elapsed() > PATIENCE {
                let page = self.js("return document.body.innerText", &[]);
                panic!("waited in vain for {what}; the page says:\n{}", page.as_str().unwrap_or_default());
            }
            std::thread::sleep(Duration::from_millis(25));
        }
    }

    /// The element of a selector, once it is there and can be seen.
    pub(crate) fn find(&self, selector: &str) -> Element {
        let script =
            "const e = document.querySelector(arguments[0]); return e && e.getClientRects().length > 0 ? e : null";
        Element(self.wait(selector, script, &[json!(selector)]))
    }

    /// The element that a script finds, once it does.
    pub(crate) fn element(&self, what: &str, script: &str) -> Element {
        Element(self.wait(what, script, &[]))
    }

    /// The button or link that says this.
    pub(crate) fn saying(&self, text: &str) -> Element {
        let script =
            "const seen = [...document.querySelectorAll('button, a')].filter((e) => e.getClientRects().length > 0);
            return seen.find((e) => e.textContent.trim() === arguments[0]) ?? null";
        Element(self.wait(text, script, &[json!(text)]))
    }

    pub(crate) fn click(&self, element: &Element) {
        let id = element.0[ELEMENT].as_str().expect("an element");
        self.post(&format!("element/{id}/click"), &json!({}));
    }

    /// Clicks what a selector names. Where the page draws it anew between finding and clicking, a
    /// person would click on the new one.
    pub(crate) fn press_button(&self, selector: &str) {
        let begun = Instant::now();
        loop {
            let element = self.find(selector);
            let id = element.0[ELEMENT].as_str().expect("an element");
            match self.attempt(&format!("{}/element/{id}/click", self.session), &json!({})) {
                Ok(_) => return,
                Err(error) if error.starts_with("stale element") && begun.elapsed() < PATIENCE => {}
                Err(error) => panic!("{selector}: {error}"),
            }
        }
    }

    /// Types into an element.
    pub(crate) fn fill_in(&self, selector: &str, text: &str) {
        let element = self.find(selector);
        let id = element.0[ELEMENT].as_str().expect("an element");
        self.post(&format!("element/{id}/clear"), &json!({}));
        self.post(&format!("element/{id}/value"), &json!({ "text": text }));
    }

    /// Chooses a file in a field for files, which need not be seen.
    pub(crate) fn choose_file(&self, selector: &str, file: &Path) {
        let script = "return document.querySelector(arguments[0])";
        let element = Element(self.wait(selector, script, &[json!(selector)]));
        let id = element.0[ELEMENT].as_str().expect("an element");
        self.post(&format!("element/{id}/value"), &json!({ "text": file.to_str().expect("a path") }));
    }

    /// Lets downloads go to a folder.
    pub(crate) fn download_to(&self, folder: &Path) {
        let allow = json!({ "behavior": "allow", "downloadPath": folder.to_str().expect("a path") });
        self.devtools("Browser.setDownloadBehavior", &allow);
    }

    /// Chooses an option of a list.
    pub(crate) fn choose(&self, selector: &str, value: &str) {
        self.find(selector);
        self.js(
            "const e = document.querySelector(arguments[0]);
                e.value = arguments[1];
                e.dispatchEvent(new Event('change', { bubbles: true }))",
            &[json!(selector), json!(value)],
        );
    }

    /// Presses keys one after the other, wherever the focus is. Special keys are single characters
    /// of the private area.
    pub(crate) fn keys(&self, keys: &str) {
        let presses: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                [
                    json!({ "type": "keyDown", "value": key.to_string() }),
                    json!({ "type": "keyUp", "value": key.to_string() }),
                ]
            })
            .collect();
        self.post("actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": presses }] }));
    }

    /// Goes through points of the window with the pointer and presses at the first, releases at the
    /// last.
    pub(crate) fn pointer(&self, points: &[(f64, f64)], touch: bool) {
        let (first, rest) = points.split_first().expect("a point");
        let mut steps = vec![pointer_move(*first), json!({ "type": "pointerDown", "button": 0 })];
        steps.extend(rest.iter().copied().map(pointer_move));
        steps.push(json!({ "type": "pointerUp", "button": 0 }));
        let kind = if touch { "touch" } else { "mouse" };
        self.act_with_pointer(kind, &steps);
    }

    /// Moves the mouse without pressing.
    pub(crate) fn hover(&self, point: (f64, f64)) {
        self.act_with_pointer("mouse", &[pointer_move(point)]);
    }

    fn act_with_pointer(&self, kind: &str, steps: &[Value]) {
        let parameters = json!({ "pointerType": kind });
        let source = json!({ "type": "pointer", "id": kind, "parameters": parameters, "actions": steps });
        self.post("actions", &json!({ "actions": [source] }));
    }

    /// What a script says as text.
    pub(crate) fn text(&self, selector: &str) -> String {
        self.js("return document.querySelector(arguments[0])?.textContent ?? ''", &[json!(selector)])
            .as_str()
            .unwrap_or_default()
            .to_string()
    }

    /// Entries of a log (`browser`, `performance`) since it was last asked for.
    pub(crate) fn log(&self, kind: &str) -> Vec<Value> {
        self.post("se/log", &json!({ "type": kind })).as_array().cloned().unwrap_or_default()
    }

    /// A command of the browser's own debugging protocol.
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Writes a picture of the window.
    pub(crate) fn picture(&self, file: &Path) {
        let answer = self.devtools("Page.captureScreenshot", &json!({ "format": "png" }));
        let data = decode(answer["data"].as_str().expect("a picture"));
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder for pictures");
        std::fs::write(file, data).expect("a picture on disk");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.client.delete(&self.session).send();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// A step of the pointer to a point of the window.
fn pointer_move((x, y): (f64, f64)) -> Value {
    json!({ "type": "pointerMove", "duration": 0, "origin": "viewport", "x": x.round(), "y": y.round() })
}

fn capabilities(screen: ScreenSize) -> Value {
    let shell = Path::new(SHELL).exists().then_some(SHELL);
    let headless = if shell.is_some() { "--headless" } else { "--headless=new" };
    let mut options = json!({
        "args": [headless, "--no-sandbox", "--disable-dev-shm-usage", "--force-device-scale-factor=1",
            "--hide-scrollbars", "--lang=en-US", "--disable-background-networking", "--disable-component-update",
            format!("--window-size={},{}", screen.width, screen.height)],
        "prefs": { "intl.accept_languages": "en-US,en" },
    });
    if let Some(shell) = shell {
        options["binary"] = json!(shell);
    }
    if screen.touch {
        let metrics = json!({ "width": screen.width, "height": screen.height, "pixelRatio": 1, "touch": true });
        options["mobileEmulation"] = json!({ "deviceMetrics": metrics });
    }
    json!({ "capabilities": { "alwaysMatch": {
        "browserName": "chrome",
        "goog:chromeOptions": options,
        "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
    } } })
}

/// A `ChromeDriver` and its port.
///
/// It takes a free port of IPv6 and then the same one of IPv4, and ends where that one is taken:
/// then another one is started.
fn start_driver() -> (Child, u16) {
    for _ in 0..10 {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver: `cargo xtask browser` installs it where it can");
        if let Some(port) = port_of(&mut driver) {
            return (driver, port);
        }
        driver.wait().expect("the end of chromedriver");
    }
    panic!("chromedriver finds no free port");
}

/// The port that a driver says it has taken; nothing if it ends without one.
fn port_of(driver: &mut Child) -> Option<u16> {
    let output = driver.stdout.take().expect("the output of chromedriver");
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let line = lines.find(|line| line.contains("started successfully on port"))?;
    let digits: String =
        line.chars().rev().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    // The rest of the output is read and forgotten, so that the pipe never fills.
    std::thread::spawn(move || lines.for_each(drop));
    Some(digits.chars().rev().collect::<String>().parse().expect("a port"))
}

/// Base64, as pictures come over the wire.
fn decode(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => u32::from(letter - b'A'),
        b'a'..=b'z' => u32::from(letter - b'a') + 26,
        b'0'..=b'9' => u32::from(letter - b'0') + 52,
        b'+' => 62,
        _ => 63,
    };
    let letters: Vec<u8> = text.bytes().filter(|letter| !letter.is_ascii_whitespace() && *letter != b'=').collect();
    letters
        .chunks(4)
        .flat_map(|chunk| {
            let bits = chunk.iter().fold(0, |bits, &letter| bits << 6 | value(letter)) << (6 * (4 - chunk.len()));
            bits.to_be_bytes()[1..].iter().copied().take(chunk.len() - 1).collect::<Vec<u8>>()
        })
        .collect()
}

/// Where pictures go: `target/pictures`, wherever the target is.
pub(crate) fn pictures() -> PathBuf {
    let program = std::env::current_exe().expect("the test program");
    program.ancestors().nth(3).expect("the target folder").join("pictures")
}
