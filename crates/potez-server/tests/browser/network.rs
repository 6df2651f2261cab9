//! A network between browser and server that can swallow everything without closing anything.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use crate::server::TestServer;

/// The way to a server, on a port of its own.
pub(crate) struct Network {
    address: String,
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    swallows: AtomicBool,
    /// What was asked for, in order.
    requests: Mutex<Vec<Travelled>>,
}

/// A request, and how much came back.
#[derive(Clone, Debug)]
pub(crate) struct Travelled {
    /// Method and address, such as `GET /`.
    pub(crate) what: String,
    /// Bytes of the answer, its head included.
    pub(crate) bytes: usize,
}

impl Network {
    pub(crate) fn to(server: &TestServer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}", listener.local_addr().expect("its address"));
        let server = server.address.trim_start_matches("http://").to_string();
        let state = Arc::new(State::default());
        let shared = state.clone();
        // Ends with the test program; a connection ends with its two sides.
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                connect(client, &server, &shared);
            }
        });
        Self { address, state }
    }

    /// From now on nothing comes through, or everything does again that is sent over new connections.
    pub(crate) fn swallow(&self, all: bool) {
        self.state.swallows.store(all, Ordering::SeqCst);
    }

    /// What has travelled since this was last asked.
    pub(crate) fn travelled(&self) -> Vec<Travelled> {
        std::mem::take(&mut *self.state.requests.lock().expect("the list"))
    }

    /// The address of a page, by this way.
    pub(crate) fn page(&self, route: &str) -> String {
        format!("{}/{route}", self.address)
    }
}

fn connect(client: TcpStream, server: &str, state: &Arc<State>) {
    let Ok(upstream) = TcpStream::connect(server) else { return };
    // What has lost a byte is never whole again.
    let line = Arc::new(Line { lost: AtomicBool::new(state.swallows.load(Ordering::SeqCst)), ..Line::default() });
    let ends = (client.try_clone().expect("a second hand"), upstream.try_clone().expect("a second hand"));
    for (from, to, is_asking) in [(client, ends.1, true), (upstream, ends.0, false)] {
        let (state, line) = (state.clone(), line.clone());
        std::thread::spawn(move || forward(from, to, &state, &line, is_asking));
    }
}

/// One connection.
#[derive(Default)]
struct Line {
    lost: AtomicBool,
    /// What was asked for last: the answers are to that.
    asked: Mutex<String>,
}

impl State {
    /// Browsers ask one thing after the other, so a request begins what they send, and an answer is
    /// to the last one.
    fn note(&self, line: &Line, sent: &[u8], is_asking: bool) {
        let mut asked = line.asked.lock().expect("the last request");
        let mut requests = self.requests.lock().expect("the list");
        if is_asking && (sent.starts_with(b"GET ") || sent.starts_with(b"POST ")) {
            let words: Vec<_> = sent.split(|&byte| byte == b' ').take(2).map(String::from_utf8_lossy).collect();
            *asked = words.join(" ");
            requests.push(Travelled { what: asked.clone(), bytes: 0 });
        } else if let (false, Some(open)) = (is_asking, requests.iter_mut().rfind(|open| open.what == *asked)) {
            open.bytes += sent.len();
        }
    }
}

fn forward(mut from: TcpStream, mut to: TcpStream, state: &State, line: &Line, is_asking: bool) {
    let (swallows, lost) = (&state.swallows, &line.lost);
    let mut buffer = [0; 16 * 1024];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        state.note(line, &buffer[..count], is_asking);
        if swallows.load(Ordering::SeqCst) {
            lost.store(true, Ordering::SeqCst);
        }
        if !lost.load(Ordering::SeqCst) && to.write_all(&buffer[..count]).is_err() {
            break;
        }
    }
    // The goodbye is lost as well.
    if !lost.load(Ordering::SeqCst) && !swallows.load(Ordering::SeqCst) {
        let _ = to.shutdown(Shutdown::Write);
    }
}
