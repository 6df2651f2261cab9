//! The application without a terminal.

mod desk;
mod screens;
mod updates;
