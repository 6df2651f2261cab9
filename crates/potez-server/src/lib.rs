//! The web application: live games, analysis and review over HTTP and WebSocket, and the browser
//! client.
//!
//! Nothing here knows a rule, a notation or the name of a game. Positions, what can come next in a
//! move, and reasons come from the table of `potez-table`, what becomes of a game from
//! `potez-session`, sentences from `potez-words`; the client draws what it is told. A change to a
//! game is on disk before anybody hears of it.

mod analyses;
mod api;
mod app;
mod assets;
mod bound_task;
mod calculations;
mod carried_seats;
mod chores;
mod clients;
mod connections;
mod database;
mod engine_jobs;
mod engine_queue;
mod explanations;
mod explorer;
mod fleet_link;
mod fleet_page;
mod games;
mod hints;
mod i18n;
mod invitations;
mod judgements;
mod kept_bots;
mod league;
pub mod league_client;
mod lessons;
mod limits;
mod live_game;
mod messages;
mod metadata;
mod metrics;
mod middleware;
mod nats_channel;
mod nodes;
mod opponents;
mod play;
mod puzzles;
mod reports;
mod requests;
mod reviews;
mod seats;
mod server;
#[cfg(test)]
mod simulation;
mod socket;
mod steps;
pub mod storage;
#[cfg(feature = "testing")]
pub mod testing;
mod time;
mod turns;
mod unattended;
mod unread;

use potez_wire::{self as wire, bots, error, names, positions, replays, tables};

pub use app::{LeagueMakers, ServerSettings};
pub use assets::{ExplainPageError, SiteError, explain_page, site_files};
pub use database::{Database, DatabaseNameError, PostgresUrl};
pub use fleet_link::{FleetLink, FleetSettings};
pub use limits::ClientLimits;
pub use server::{ServeError, Server};

/// Reads a message of a WebSocket and says whether it makes sense: for the fuzzer.
pub fn is_message(text: &str) -> bool {
    messages::read(text).request.is_ok()
}

/// The description of the HTTP interface, as `/api/openapi.json` has it.
pub fn openapi() -> String {
    api::description().to_pretty_json().unwrap_or_default()
}
