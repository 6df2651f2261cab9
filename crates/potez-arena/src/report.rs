//! What is told about an event: lines for people, records of games, a page to send to somebody.

pub mod html;
pub mod league;
pub mod records;
mod svg;
pub mod text;
