//! The form of what is said to a client.

/// One line of bearable length, whatever the client sent: control characters become blanks.
pub(crate) fn one_line(text: &str) -> String {
    const MOST: usize = 400;
    let mut line: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        line.push('…');
    }
    line
}

/// The name under which the program introduces itself.
pub(crate) const NAME: &str = "Potez";

/// The version of the program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn a_megabyte_becomes_a_line_and_line_breaks_become_blanks() {
        assert_eq!(one_line("a\r\nb\u{7}č"), "a  b č");
        let long = one_line(&"ž".repeat(1 << 20));
        assert_eq!(long.chars().count(), 401);
        assert!(long.ends_with('…'));
    }
}
