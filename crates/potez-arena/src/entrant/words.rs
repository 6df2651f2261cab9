//! Quoting: parts between commas.

/// What stands before the first key, and the keys with their values, as written.
pub(super) struct Parts {
    pub(super) head: String,
    pub(super) pairs: Vec<(&'static str, String)>,
}

/// Splits at the commas outside quotes that a known key and `=` follow; `None` when a quote is not
/// closed.
pub(super) fn parts(text: &str, keys: &[&'static str]) -> Option<Parts> {
    let key_of =
        |rest: &str| keys.iter().copied().find(|key| rest.strip_prefix(key).is_some_and(|rest| rest.starts_with('=')));
    let mut parts = Parts { head: String::new(), pairs: Vec::new() };
    let mut quote = Quote::default();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        if c == ',' && quote.is_outside() {
            let next = after.trim_start();
            if let Some(key) = key_of(next) {
                parts.pairs.push((key, String::new()));
                rest = &next[key.len() + 1..];
                continue;
            }
        }
        quote.step(c);
        match parts.pairs.last_mut() {
            Some((_, value)) => value.push(c),
            None => parts.head.push(c),
        }
        rest = after;
    }
    quote.is_outside().then_some(parts)
}

/// The text without the quotes around it, where one pair of quotes holds all of it.
pub(super) fn unquoted(text: &str) -> &str {
    let text = text.trim();
    for quote in ['"', '\''] {
        let inner = text.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
        if let Some(inner) = inner.filter(|inner| !inner.contains(quote)) {
            return inner;
        }
    }
    text
}

/// Whether we are inside quotes, as the characters go by.
#[derive(Default)]
struct Quote {
    open: Option<char>,
    escaped: bool,
}

impl Quote {
    fn step(&mut self, c: char) {
        if self.escaped {
            self.escaped = false;
            return;
        }
        match (self.open, c) {
            (open, '\\') if open != Some('\'') => self.escaped = true,
            (None, '"' | '\'') => self.open = Some(c),
            (Some(open), _) if open == c => self.open = None,
            _ => {}
        }
    }

    fn is_outside(&self) -> bool {
        self.open.is_none() && !self.escaped
    }
}
