//! The application without a terminal.

mod menus;
mod mouse;
mod paths;
mod reviews;
mod screens;
mod test_app;
mod updates;
