//! The targets, one file each.

mod bots;
mod clocks;
mod gtp;
mod journals;
mod json;
mod messages;
mod openings;
mod packages;
mod play;
mod positions;
mod records;
mod requests;
mod sessions;
mod setups;
mod specs;
mod terminal;
mod ugi;

use crate::FuzzTarget;

/// Every target, in alphabetical order.
pub const TARGETS: &[FuzzTarget] = &[
    FuzzTarget { name: "bots", about: "bot specs, programs of others, durations", run: bots::run },
    FuzzTarget { name: "clocks", about: "time controls and stored clocks read back", run: clocks::run },
    FuzzTarget { name: "gtp", about: "GTP conversations: every command is answered", run: gtp::run },
    FuzzTarget {
        name: "journals",
        about: "journals of matches; a file of others is never touched",
        run: journals::run,
    },
    FuzzTarget { name: "json", about: "JSON conversations: every line is answered in JSON", run: json::run },
    FuzzTarget { name: "messages", about: "messages of a WebSocket", run: messages::run },
    FuzzTarget { name: "openings", about: "files of openings, lists of moves", run: openings::run },
    FuzzTarget { name: "packages", about: "programs that are handed in to a league", run: packages::run },
    FuzzTarget { name: "play", about: "random play, checked by the conformance suite", run: play::run },
    FuzzTarget { name: "positions", about: "positions and moves as texts read back", run: positions::run },
    FuzzTarget { name: "records", about: "records of every format read back", run: records::run },
    FuzzTarget { name: "requests", about: "HTTP requests to a server: none breaks it", run: requests::run },
    FuzzTarget { name: "sessions", about: "events of a session: one result, honest clocks", run: sessions::run },
    FuzzTarget { name: "setups", about: "edited boards, and moves by their parts", run: setups::run },
    FuzzTarget { name: "specs", about: "game specs read back", run: specs::run },
    FuzzTarget { name: "terminal", about: "saved games and keys in the terminal application", run: terminal::run },
    FuzzTarget { name: "ugi", about: "UGI conversations: the engine stays ready", run: ugi::run },
];
