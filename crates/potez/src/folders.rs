//! The folders that programs keep a user's files in, by the habits of the system.

use std::env;
use std::path::PathBuf;

/// What must not be lost: games of the server.
pub(crate) fn data() -> Option<PathBuf> {
    folder("XDG_DATA_HOME", ".local/share")
}

/// What the program remembers from one run to the next: interrupted games.
pub(crate) fn state() -> Option<PathBuf> {
    folder("XDG_STATE_HOME", ".local/state")
}

/// Our folder where a variable names one, else where Windows keeps what belongs to this machine,
/// else below the home folder. The specification says that a relative path in a variable is to be
/// ignored.
fn folder(variable: &str, below_home: &str) -> Option<PathBuf> {
    let named = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let at_home = || named("HOME").map(|home| home.join(below_home));
    let base = named(variable).or_else(|| named("LOCALAPPDATA")).or_else(at_home)?;
    Some(base.join("potez"))
}
