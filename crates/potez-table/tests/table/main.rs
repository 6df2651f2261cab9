//! Games at the table: bots, levels, records, remarks and reviews.

mod blockade_play;
mod book;
mod bots;
mod byte_player;
mod contrast;
mod contrast_blockade;
mod contrast_byte;
mod contrast_havannah;
mod contrast_others;
mod endings;
mod explain;
mod havannah_strength;
mod learning;
mod levels;
#[cfg(unix)]
mod linear;
mod parts;
mod paths;
mod pattern;
mod puzzles;
mod records;
mod remarks;
mod review;
