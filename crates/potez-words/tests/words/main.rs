//! The sentences: complete, in every language, and taken from what the program can say.

mod codes;
mod languages;
mod phrases;
