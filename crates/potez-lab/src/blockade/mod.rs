//! What Blockade's evaluation learns from games of the player against itself: the net, with its games, its
//! training and its gate, and the weights of the sum before it.

pub mod fit;
pub mod games;
pub mod gate;
pub mod model;
pub mod training;
pub mod tuning;
