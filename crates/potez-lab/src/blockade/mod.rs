//! Tuning the weights of Blockade's evaluation on games of the player against itself.

pub mod fit;
pub mod tuning;
