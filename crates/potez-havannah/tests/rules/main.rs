//! The ends of games: golden games, perft, and the fast win tests against slow references.

mod golden;
mod reference;
mod rings;
