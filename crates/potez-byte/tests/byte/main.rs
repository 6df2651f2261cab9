//! The tests of Byte that need more than one module.

mod conformance;
mod notation;
mod perft;
mod pictures;
mod playthroughs;
mod reference;
mod refusals;
mod statistics;
mod views;

/// Whether everything is asked for, however long it takes: `POTEZ_FULL=1`.
fn full() -> bool {
    std::env::var_os("POTEZ_FULL").is_some()
}

/// Calls a generic function with the board type of a spec.
macro_rules! on_board {
    ($spec:expr, $function:ident($($argument:expr),*)) => {
        match $spec.parse::<potez_byte::Rules>().expect($spec).size {
            8 => $function::<potez_byte::Eight>($spec, $($argument),*),
            10 => $function::<potez_byte::Ten>($spec, $($argument),*),
            _ => $function::<potez_byte::Sixteen>($spec, $($argument),*),
        }
    };
}
use on_board;

/// Every board size with every variant.
const SPECS: [&str; 6] = [
    "byte",
    "byte:size=10",
    "byte:size=16",
    "byte:rules=merge-first",
    "byte:size=10,rules=merge-first",
    "byte:size=16,rules=merge-first",
];
