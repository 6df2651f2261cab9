//! Scripts without what only their readers need.

/// A script without comments, indentation and empty lines. Lines stay lines: where a statement ends
/// may depend on them.
pub(in crate::assets) fn compact(source: &str) -> String {
    let mut scanner = Scanner { bytes: source.as_bytes(), at: 0, out: Vec::with_capacity(source.len()) };
    scanner.code();
    scanner.line_end();
    String::from_utf8_lossy(&scanner.out).into_owned()
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    out: Vec<u8>,
}

impl Scanner<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or_default()
    }

    /// Copies as many bytes.
    fn copy(&mut self, count: usize) {
        let end = (self.at + count).min(self.bytes.len());
        self.out.extend_from_slice(&self.bytes[self.at..end]);
        self.at = end;
    }

    /// Copies up to the end, or to the brace that closes what began before.
    fn code(&mut self) {
        let mut depth = 0;
        while self.at < self.bytes.len() {
            match (self.peek(0), self.peek(1)) {
                (b'/', b'/') => self.skip_to(b"\n", 0),
                (b'/', b'*') => self.skip_to(b"*/", 2),
                (b'/', _) if self.may_begin_regex() => self.quoted(b'/'),
                (quote @ (b'"' | b'\''), _) => self.quoted(quote),
                (b'`', _) => self.template(),
                (b'\n', _) => {
                    self.line_end();
                    self.at += 1;
                    while matches!(self.peek(0), b' ' | b'\t' | b'\r') {
                        self.at += 1;
                    }
                }
                (b' ' | b'\t', _) if self.out.last().is_none_or(|last| *last == b'\n') => self.at += 1,
                (b'{', _) => {
                    depth += 1;
                    self.copy(1);
                }
                (b'}', _) if depth == 0 => return,
                (b'}', _) => {
                    depth -= 1;
                    self.copy(1);
                }
                _ => self.copy(1),
            }
        }
    }

    fn skip_to(&mut self, end: &[u8], beyond: usize) {
        let rest = &self.bytes[self.at..];
        let found = rest.windows(end.len()).position(|window| window == end);
        self.at += found.map_or(rest.len(), |found| found + beyond);
    }

    /// Copies what stands between two signs: a string, or a regular expression with its classes.
    fn quoted(&mut self, quote: u8) {
        let mut in_class = false;
        self.copy(1);
        while self.at < self.bytes.len() {
            match self.peek(0) {
                b'\\' => self.copy(2),
                b'[' if quote == b'/' => {
                    in_class = true;
                    self.copy(1);
                }
                b']' if in_class => {
                    in_class = false;
                    self.copy(1);
                }
                sign if sign == quote && !in_class => return self.copy(1),
                _ => self.copy(1),
            }
        }
    }

    /// Copies a template; what is filled in is code again.
    fn template(&mut self) {
        self.copy(1);
        while self.at < self.bytes.len() {
            match (self.peek(0), self.peek(1)) {
                (b'\\', _) => self.copy(2),
                (b'`', _) => return self.copy(1),
                (b'$', b'{') => {
                    self.copy(2);
                    self.code();
                    self.copy(1);
                }
                _ => self.copy(1),
            }
        }
    }

    /// Whether a slash here begins a regular expression: after what can end no value.
    fn may_begin_regex(&self) -> bool {
        let before = self.out.trim_ascii_end();
        let word = before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let word = &before[before.len() - word..];
        let is_keyword = [&b"return"[..], b"typeof", b"case"].contains(&word);
        is_keyword || before.last().is_none_or(|last| b"(,=:[!&|?{};+-*%<>~^".contains(last))
    }

    /// Ends a line, unless there is nothing in it.
    fn line_end(&mut self) {
        self.out.truncate(self.out.trim_ascii_end().len());
        if !self.out.is_empty() {
            self.out.push(b'\n');
        }
    }
}
