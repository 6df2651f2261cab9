//! How much one client may ask for, and how much is kept in memory. Everything that comes from
//! outside meets one of these numbers.

use std::time::Duration;

use crate::unread::ReadingPace;

pub(crate) use potez_wire::limits::*;

/// Bytes of a request's body.
pub(crate) const BODY_BYTES: usize = 384 * 1024;
/// Bytes of a message on a WebSocket.
pub(crate) const MESSAGE_BYTES: usize = 64 * 1024;
/// The longest analysis that one request waits for.
pub(crate) const ANALYSIS_AT_ONCE: Duration = Duration::from_secs(10);
/// The time for the refutation of a wrong move of a puzzle.
pub(crate) const REFUTATION: Duration = Duration::from_secs(5);
/// Nodes of a recorded search, and the steps that are kept of it and of each that it is compared with.
pub(crate) const EXPLAIN_NODES: u64 = 20_000;
pub(crate) const EXPLAIN_STEPS: usize = 6_000;
pub(crate) const EXPLAIN_COMPARED_STEPS: usize = 400;
/// Bytes of the moves before a recorded search.
pub(crate) const EXPLAIN_MOVES_BYTES: usize = 8_000;
/// How long a request may take to arrive and be answered.
pub(crate) const REQUEST: Duration = Duration::from_mins(1);
/// How long the head of a request may take to arrive.
pub(crate) const REQUEST_HEAD: Duration = Duration::from_secs(10);
/// How long a message may take to leave through a WebSocket.
pub(crate) const SEND: Duration = Duration::from_secs(10);
/// How long a goodbye may take to leave through a WebSocket whose peer does not keep up.
pub(crate) const GOODBYE: Duration = Duration::from_secs(1);
/// How often a WebSocket is asked for a sign of life. Browsers answer by themselves, even where a
/// page sleeps.
pub(crate) const PING: Duration = Duration::from_secs(5);
/// How long a WebSocket may be silent: whoever was swallowed by the network is soon seen as away.
pub(crate) const SILENCE: Duration = Duration::from_secs(15);
/// Messages that may wait for a WebSocket.
pub(crate) const OUTBOX: usize = 64;
/// Games watched over one WebSocket.
pub(crate) const WATCHES: usize = 16;
/// Open invitations that are shown.
pub(crate) const LOBBY: usize = 100;
/// How long a player must wait between two phrases.
pub(crate) const BETWEEN_PHRASES: Duration = Duration::from_secs(3);
/// How long a code is good that carries a seat to another device.
pub(crate) const CARRY: Duration = Duration::from_mins(10);
/// Codes that wait to be used.
pub(crate) const CARRIED: usize = 4_096;
/// Engine jobs of one client that wait.
pub(crate) const CLIENT_JOBS: usize = 24;
/// Engine jobs that wait.
pub(crate) const JOBS: usize = 512;
/// Bots kept for the next move of their games. The strongest has a table of up to 64 MiB: half a
/// gigabyte at most.
pub(crate) const KEPT_BOTS: usize = 8;
/// Calculations of one client that wait.
pub(crate) const CLIENT_CALCULATIONS: usize = 128;
/// Calculations that wait.
pub(crate) const CALCULATIONS: usize = 4_096;
/// Reviews of one client that wait or run.
pub(crate) const CLIENT_REVIEWS_OPEN: usize = 4;
/// Reviews of one client that are kept.
pub(crate) const CLIENT_REVIEWS: usize = 20;
/// Reviews that are kept.
pub(crate) const REVIEWS: usize = 400;
/// Connections of all clients together.
pub(crate) const CONNECTIONS: usize = 4_096;
/// How fast the peer of a connection reads at least what was sent to it.
pub(crate) const UNREAD: ReadingPace = ReadingPace { patience: Duration::from_secs(15), bytes_per_second: 1024.0 };
/// Requests of one client that are carried out at the same time; more of them wait. What waits for
/// the engine is not counted.
pub(crate) const CLIENT_REQUESTS: usize = 8;
/// What a connection costs, measured in requests.
pub(crate) const CONNECTION_PRICE: f64 = 0.25;
/// Games between bots, left by an earlier run, that go on by themselves at the same time.
pub(crate) const UNATTENDED: usize = 64;
/// How long changes of who is here are gathered before they are told.
pub(crate) const PRESENCE: Duration = Duration::from_millis(300);
/// Days on which a server ran after which a game that nobody ever played is deleted.
pub(crate) const KEEP_UNPLAYED: u32 = 30;
/// Days on which a server ran after which it is forgotten who made a game.
pub(crate) const KEEP_MAKERS: u32 = 30;
/// How long to wait before it is tried again to learn what is on disk.
pub(crate) const RECONCILE: Duration = Duration::from_secs(1);
/// How long a game that nobody looks at stays in memory.
pub(crate) const IDLE_GAME: Duration = Duration::from_mins(10);
/// How long a player may take to come back after a restart before the clock runs.
pub(crate) const HOLD: Duration = Duration::from_secs(30);
/// What a player has left at least after a restart.
pub(crate) const LEAST_AFTER_RESTART: Duration = Duration::from_secs(5);

/// How far a bot of a league may exceed its time: the way of a move through the network.
pub(crate) const LEAGUE_LATE: Duration = Duration::from_millis(500);
/// How long a bot's question for its next move waits.
pub(crate) const LEAGUE_POLL: Duration = Duration::from_secs(20);
/// How long a bot that asks again and again may be silent between two questions.
pub(crate) const LEAGUE_SILENCE: Duration = Duration::from_secs(10);
/// Participants of a league.
pub(crate) const LEAGUE_BOTS: usize = 200;
/// Programs that a bot may hand in, one after the other: all of them are kept.
pub(crate) const LEAGUE_UPLOADS: u64 = 40;
/// Bytes of a request that hands in a program: it is written in base 64, and something is around it.
pub(crate) const LEAGUE_UPLOAD_BODY: usize = potez_arena::MOST_PACKED / 3 * 4 + (8 << 10);
/// Games of a league, those that are planned included.
pub(crate) const LEAGUE_GAMES: usize = 100_000;
/// Leagues on a server.
pub(crate) const LEAGUES: usize = 500;
/// Lost connections of a bot in one game; the next one costs the game.
pub(crate) const LEAGUE_LOST: u32 = 2;
/// Faults of a bot that are written down.
pub(crate) const LEAGUE_FAULTS: usize = 2_000;
/// Bytes of a line that are kept with a fault.
pub(crate) const LEAGUE_LINE: usize = 500;
/// Lines that are kept with a fault.
pub(crate) const LEAGUE_LINES: usize = 40;

/// What can be set by whoever runs the server.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClientLimits {
    /// Open games of one client.
    pub games: usize,
    /// `WebSocket`s of one client.
    pub sockets: usize,
    /// Requests per second of one client, messages on `WebSocket`s included.
    pub rate: f64,
    /// Connections of one client.
    pub connections: usize,
    /// Bytes of the games that one client has made within the last thirty days.
    pub bytes: u64,
}

impl Default for ClientLimits {
    fn default() -> Self {
        Self { games: 100, sockets: 50, rate: 50.0, connections: 128, bytes: 64 << 20 }
    }
}
