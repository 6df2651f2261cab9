//! The client's side of a session: ears that hear every answer.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use potez_protocol::{Next, Sink, gtp, json, ugi};
use potez_table::Table;

/// A session of any protocol with its answers, line by line.
pub(crate) struct Talk {
    session: Session,
    heard: Receiver<String>,
}

enum Session {
    Ugi(ugi::Session),
    Gtp(gtp::Session),
    Json(json::Session),
}

fn table(game: &str) -> Box<dyn Table> {
    potez_table::open(game, None).expect("a game that exists")
}

impl Talk {
    /// A fresh session of this protocol: `ugi`, `gtp` or `json`.
    pub(crate) fn new(protocol: &str) -> Self {
        let (say, heard) = channel();
        let say = Mutex::new(say);
        let sink: Sink = Arc::new(move |text: String| {
            // A test that has failed already listens no more.
            let _ = say.lock().unwrap().send(text);
        });
        let movetime = Some(Duration::from_millis(20));
        let session = match protocol {
            "ugi" => Session::Ugi(ugi::Session::new(sink, table("byte"), 1, movetime)),
            "gtp" => Session::Gtp(gtp::Session::new(sink, table("havannah"), 1, movetime).expect("Havannah")),
            "json" => Session::Json(json::Session::new(sink, 1)),
            _ => panic!("no protocol {protocol}"),
        };
        Self { session, heard }
    }

    /// Says one line.
    pub(crate) fn say(&mut self, line: &str) -> Next {
        match &mut self.session {
            Session::Ugi(session) => session.line(line),
            Session::Gtp(session) => session.line(line),
            Session::Json(session) => {
                session.line(line);
                Next::Line
            }
        }
    }

    /// The next answer, as the sink got it.
    pub(crate) fn hear(&self) -> String {
        self.heard.recv_timeout(Duration::from_secs(120)).expect("an answer")
    }

    /// Every answer that is there already.
    pub(crate) fn overhear(&self) -> Vec<String> {
        self.heard.try_iter().collect()
    }

    /// Finishes the session and returns every answer that was not heard yet.
    pub(crate) fn finish(self) -> Vec<String> {
        match self.session {
            Session::Ugi(session) => session.finish(),
            Session::Gtp(session) => session.finish(),
            Session::Json(session) => session.finish(),
        }
        self.heard.iter().collect()
    }
}
