//! Training Havannah's net: games of the player against itself, and gradient descent on what its
//! searches found.

pub mod adam;
pub mod checkpoint;
mod game_source;
pub mod gradient;
pub mod sample;
pub mod self_play;
pub mod training;
