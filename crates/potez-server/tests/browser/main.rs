//! The client in a real browser, against a real `potez serve`.
//!
//! `cargo xtask browser` builds the program, installs what is missing where it can, and runs this.

mod budget;
mod company;
mod details;
mod driver;
mod explorer;
mod friends;
mod games;
mod guide;
mod league;
mod looks;
mod network;
mod puzzles;
mod senses;
mod server;
mod site;
mod study;
mod table;
mod watch;
