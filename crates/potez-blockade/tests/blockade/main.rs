//! The rules of Blockade: legality, notation, pictures, and a slow second implementation.

mod conformance;
mod legality;
mod notation;
mod perft;
mod pictures;
mod playthrough;
mod random;
mod reference;
mod slow;
