//! The web application: live games, analysis and review over HTTP and WebSocket, and the browser client.
//!
//! Nothing here knows a rule. Positions, legal moves and reasons come from the table of `potez-engine`, sentences from
//! `potez-words`; the client draws what it is told. A change to a game is on disk before anybody hears of it.

mod analyses;
mod api;
mod app;
mod assets;
mod bots;
mod bounds;
mod choices;
mod clients;
mod clocks;
mod editor;
mod engine_queue;
mod failure;
mod games;
mod guard;
mod heads;
mod hints;
mod invitations;
mod judgements;
mod lessons;
mod live;
mod messages;
mod metrics;
mod opponents;
mod play;
mod positions;
mod remarks;
mod reports;
mod requests;
mod reviews;
mod sayings;
mod seats;
mod server;
mod socket;
pub mod storage;
mod tables;
mod thoughts;
mod time;
mod tongues;
mod wire;

pub use app::Settings;
pub use bounds::Bounds;
pub use server::{Database, ServeError, Server};

/// Reads a message of a WebSocket and says whether it makes sense: for the fuzzer.
pub fn is_message(text: &str) -> bool {
    messages::read(text).request.is_ok()
}

/// The description of the HTTP interface, as `/api/openapi.json` has it.
pub fn openapi() -> String {
    api::description().to_pretty_json().unwrap_or_default()
}
