//! The rules of Havannah: structures, notation, records, pictures, and a slow second
//! implementation.

mod conformance;
mod golden;
mod pictures;
mod positions;
mod properties;
mod records;
mod reference;
mod rings;
mod statistics;
