//! What the terminal allows.

use std::io::{self, IsTerminal};

use potez_table::Ink;
use potez_words::Lang;

/// Colour when the output is a terminal that wants it.
pub(crate) fn ink() -> Ink {
    // https://no-color.org: only a value that is not empty counts.
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if io::stdout().is_terminal() && !unwanted { Ink::Colour } else { Ink::Plain }
}

/// The language of the user's locale.
pub(crate) fn lang() -> Lang {
    let set = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
    ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set).map_or(Lang::En, |locale| Lang::of_locale(&locale))
}
