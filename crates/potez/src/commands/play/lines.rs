//! Lines in and out.

use std::io::{self, BufRead, IsTerminal, Write};

/// Writes a line, or several.
pub(in crate::commands) fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}

/// Asks for a line; `None` at the end of input.
pub(in crate::commands) fn read(prompt: &str) -> io::Result<Option<String>> {
    let mut out = io::stdout().lock();
    write!(out, "{prompt}")?;
    out.flush()?;
    let mut bytes = Vec::new();
    let mut input = io::stdin().lock();
    let count = input.read_until(b'\n', &mut bytes)?;
    // What was typed is not on the screen when it comes from a pipe: end the prompt's line.
    if count == 0 || !io::stdin().is_terminal() {
        writeln!(out)?;
    }
    Ok((count > 0).then(|| String::from_utf8_lossy(&bytes).trim().to_string()))
}
