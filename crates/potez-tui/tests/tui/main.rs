//! The application without a terminal.

mod screens;
mod test_app;
mod updates;
