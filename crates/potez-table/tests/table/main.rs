//! Games at the table: bots, levels, remarks and reviews.

mod blockade_play;
mod bots;
mod byte_player;
mod endings;
mod havannah_strength;
mod levels;
mod parts;
mod paths;
mod remarks;
mod review;
