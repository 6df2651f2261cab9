//! Classes of board sizes that share a type.

use std::fmt::Debug;

/// The capacity of a board, fixed at compile time: small boards stay small in memory and copy fast.
pub trait Class: Copy + Eq + Debug + Send + Sync + 'static {
    /// The longest side that fits.
    const LARGEST: usize;
    /// Rows of stones, one spare row above and one below.
    type Rows: Copy + Eq + Debug + AsRef<[u32]> + AsMut<[u32]> + Send + Sync + 'static;
    /// One entry a cell.
    type Cells: Copy + Debug + AsRef<[u16]> + AsMut<[u16]> + Send + Sync + 'static;
    /// Rows without a stone.
    const NO_ROWS: Self::Rows;
    /// Entries that are all 0.
    const NO_CELLS: Self::Cells;
}

/// The classes by name, to choose one at run time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sizes {
    /// [`Upto5`].
    Upto5,
    /// [`Upto8`].
    Upto8,
    /// [`Upto10`].
    Upto10,
    /// [`Upto15`].
    Upto15,
}

impl Sizes {
    /// The smallest class that holds boards of this side.
    pub const fn holding(size: usize) -> Self {
        match size {
            0..=Upto5::LARGEST => Self::Upto5,
            6..=Upto8::LARGEST => Self::Upto8,
            9..=Upto10::LARGEST => Self::Upto10,
            _ => Self::Upto15,
        }
    }
}

macro_rules! class {
    ($name:ident, $largest:literal) => {
        #[doc = concat!("Boards of up to ", $largest, " cells a side.")]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $name;

        impl Class for $name {
            const LARGEST: usize = $largest;
            type Rows = [u32; 2 * $largest + 1];
            type Cells = [u16; 3 * $largest * ($largest - 1) + 1];
            const NO_ROWS: Self::Rows = [0; 2 * $largest + 1];
            const NO_CELLS: Self::Cells = [0; 3 * $largest * ($largest - 1) + 1];
        }
    };
}

class!(Upto5, 5);
class!(Upto8, 8);
class!(Upto10, 10);
class!(Upto15, 15);
