//! What a page and whoever answers it say to each other: the JSON of requests and answers, and how
//! it is made of tables, sessions and words.
//!
//! A page has two homes: a server, which answers over the network, and the engine in the reader's own
//! browser, which answers from a worker. Both make their answers here, so that the page cannot tell
//! them apart. Nothing here waits, stores or knows who is connected: that is the home's.

pub mod analyses;
pub mod bots;
pub mod error;
pub mod games;
pub mod hints;
mod json;
pub mod judgements;
pub mod limits;
pub mod names;
pub mod phrases;
pub mod positions;
pub mod proofs;
pub mod puzzles;
pub mod records;
pub mod remarks;
pub mod replays;
pub mod reviews;
pub mod steps;
pub mod tables;
pub mod thinking;

pub use json::*;
