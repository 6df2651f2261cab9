//! Sessions of every protocol, from the client's side.

mod ears;
mod endings;
mod junk;
mod transcripts;
