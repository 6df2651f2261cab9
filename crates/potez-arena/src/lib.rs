//! Matches and tournaments between bots: schedules, openings, referee, Elo and SPRT, reports.
//!
//! An [`Event`] says who plays what how often; [`run`](runner::run) plays it, pair by pair, and
//! hands out every finished [`Pair`]; a [`Summary`] counts them. The referee is the rules' own
//! table: what an engine says about the end of a game, the legality of a move or the time is never
//! believed.

mod audit;
pub mod confinement;
mod control;
mod entrant;
mod event;
mod external;
mod fault;
mod folder;
pub mod guardian;
mod journal;
pub mod league;
mod match_player;
mod openings;
mod package;
mod pair;
mod pair_player;
mod referee;
mod remote_player;
pub mod report;
pub mod runner;
mod schedule;
pub mod starter;
pub mod stats;
mod summary;
mod terms;

pub use confinement::{Confinement, Enforcement};
pub use control::{Control, Proofs};
pub use entrant::{Colour, Entrant, EntrantError, Kind, Program, Protocol};
pub use event::{Event, EventError, Pairing};
pub use fault::{Fault, FaultKind};
pub use folder::{Folder, FolderError};
pub use journal::{Journal, JournalError, JournalPage};
pub use match_player::BotSource;
pub use openings::{Openings, OpeningsError};
pub use package::{BotPackage, MOST_PACKED, PackageError};
pub use pair::{Pair, Played};
pub use pair_player::PairPlayer;
pub use remote_player::{ChosenMove, PlayerFailure, RemotePlayer, RemoteTurn};
pub use schedule::{Receipt, Schedule};
pub use summary::{Score, Standing, Summary};
pub use terms::{Terms, TermsError};
