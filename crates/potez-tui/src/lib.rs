//! The terminal application.
//!
//! [`App::update`] is pure: an event changes the state and asks for effects. [`App::draw`] is pure as well. Files, threads
//! and the terminal itself are the business of [`run`], a thin shell around the two. No rule of any game is known here:
//! boards are drawn from a table's view, and moves are put together from the texts of the legal ones.

mod app;
mod board;
mod canvas;
mod clock;
mod commands;
mod draw;
mod game;
pub mod keep;
mod menu;
mod mouse;
mod panel;
mod shelf;
mod shell;
mod signals;
mod theme;

pub use app::{App, Begin, Effect, Event, Seats};
pub use clock::{Clocks, Pace};
pub use shelf::Shelved;
pub use shell::{run, state_folder};
pub use theme::Theme;
