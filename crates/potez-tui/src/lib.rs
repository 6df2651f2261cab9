//! The terminal application.
//!
//! [`App::update`] is pure: an event changes the state and asks for effects. [`App::draw`] is pure
//! as well. Files, threads and the terminal itself are the business of [`run`], a thin shell around
//! the two. No rule of any game is known here: boards are drawn from a table's view, moves are made
//! of the parts that the table offers, and the game itself, with its seats, clocks, hints and
//! endings, is a [`Session`](potez_session::Session).

mod advice;
mod app;
mod board;
mod canvas;
mod commands;
mod draft;
mod draw;
mod evaluation;
mod game_rules;
mod game_screen;
mod graph;
mod layout;
mod menu;
mod mouse;
mod pager;
mod panel;
mod paths;
mod puzzle_run;
mod review_panel;
mod review_screen;
mod saved_games;
mod shell;
mod signals;
mod theme;
mod titles;

pub use app::{App, AppEffect, AppEvent, Begin};
pub use saved_games::SavedGame;
pub use shell::run;
pub use theme::Theme;
