//! What the terminal allows.

use std::io::{self, IsTerminal};

use potez_engine::Ink;

/// Colour when the output is a terminal that wants it.
pub(crate) fn ink() -> Ink {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if io::stdout().is_terminal() && !unwanted { Ink::Colour } else { Ink::Plain }
}
