//! Code, comments and documentation of a text, told apart character by character.

use super::source::{FileLanguage, LineKind};

/// Goes through a text character by character and knows when it is inside a comment or a literal.
pub(super) struct Scanner {
    text: Vec<char>,
    at: usize,
    language: FileLanguage,
    code: String,
    kinds: Vec<LineKind>,
}

impl Scanner {
    pub(super) fn new(text: &str, language: FileLanguage) -> Self {
        Self { text: text.chars().collect(), at: 0, language, code: String::new(), kinds: vec![LineKind::default()] }
    }

    pub(super) fn scan(mut self) -> (String, Vec<LineKind>) {
        while let Some(here) = self.peek(0) {
            let next = self.peek(1);
            match (here, next) {
                ('/', Some('/')) if self.language != FileLanguage::Css => self.line_comment(),
                ('/', Some('*')) => self.block_comment(),
                ('"', _) => self.quoted('"'),
                ('r', Some('#' | '"')) if self.language == FileLanguage::Rust && self.begins_raw() => self.raw(),
                ('\'', _) if self.language == FileLanguage::Rust => self.character_or_lifetime(),
                ('\'' | '`', _) => self.quoted(here),
                _ => self.keep(),
            }
        }
        (self.code, self.kinds)
    }

    fn peek(&self, ahead: usize) -> Option<char> {
        self.text.get(self.at + ahead).copied()
    }

    /// Takes a character over as code.
    fn keep(&mut self) {
        let here = self.text[self.at];
        self.push(if here.is_ascii() { here } else { '?' });
    }

    /// Takes a character over as a blank.
    fn blank(&mut self) {
        self.push(' ');
    }

    fn push(&mut self, shown: char) {
        if self.text[self.at] == '\n' {
            self.code.push('\n');
            self.kinds.push(LineKind::default());
        } else {
            self.code.push(shown);
        }
        self.at += 1;
    }

    fn mark(&mut self, is_doc: bool) {
        if let Some(line) = self.kinds.last_mut() {
            if is_doc { line.is_doc = true } else { line.is_comment = true }
        }
    }

    fn line_comment(&mut self) {
        let is_doc = match self.language {
            // `////` is a rule across the page, not documentation.
            FileLanguage::Rust => self.peek(2) == Some('!') || self.peek(2) == Some('/') && self.peek(3) != Some('/'),
            _ => false,
        };
        self.mark(is_doc);
        while self.peek(0).is_some_and(|here| here != '\n') {
            self.blank();
        }
    }

    fn block_comment(&mut self) {
        let is_doc = self.peek(2) == Some('*') && self.peek(3) != Some('/') || self.peek(2) == Some('!');
        let nests = self.language == FileLanguage::Rust;
        let mut depth = 0;
        self.mark(is_doc);
        while let Some(here) = self.peek(0) {
            match (here, self.peek(1)) {
                ('/', Some('*')) if nests || depth == 0 => depth += 1,
                ('*', Some('/')) => depth -= 1,
                _ => {
                    self.blank();
                    if here == '\n' {
                        self.mark(is_doc);
                    }
                    continue;
                }
            }
            self.blank();
            self.blank();
            if depth == 0 {
                return;
            }
        }
    }

    /// A literal with escapes; the quotes stay, so that a line with nothing else is code.
    fn quoted(&mut self, quote: char) {
        // A quote in a regular expression of JavaScript is no literal: it must not swallow more
        // than its line.
        let may_wrap = self.language == FileLanguage::Rust || quote == '`';
        self.keep();
        while let Some(here) = self.peek(0) {
            if here == quote || here == '\n' && !may_wrap {
                return self.keep();
            }
            self.blank();
            if here == '\\' && self.peek(0).is_some() {
                self.blank();
            }
        }
    }

    /// Whether `r` begins a raw literal: neither the end of a name nor a raw identifier.
    fn begins_raw(&self) -> bool {
        let hashes = self.text[self.at + 1..].iter().take_while(|&&here| here == '#').count();
        let ends_name = |prefix: usize| self.at > prefix && is_name(self.text[self.at - 1 - prefix]);
        let before = self.at.checked_sub(1).map(|before| self.text[before]);
        // `br` and `cr` are raw literals too.
        let is_prefixed = matches!(before, Some('b' | 'c')) && !ends_name(1);
        self.peek(1 + hashes) == Some('"') && (is_prefixed || !ends_name(0))
    }

    fn raw(&mut self) {
        self.keep();
        let mut hashes = 0;
        while self.peek(0) == Some('#') {
            self.blank();
            hashes += 1;
        }
        self.keep();
        while let Some(here) = self.peek(0) {
            let closes = here == '"' && (1..=hashes).all(|ahead| self.peek(ahead) == Some('#'));
            if closes {
                self.keep();
                (0..hashes).for_each(|_| self.blank());
                return;
            }
            self.blank();
        }
    }

    /// `'x'` and `'\n'` are literals, `'x` alone is a lifetime.
    fn character_or_lifetime(&mut self) {
        if self.peek(1) == Some('\\') || self.peek(2) == Some('\'') {
            return self.quoted('\'');
        }
        self.keep();
    }
}

/// Whether a character can stand in a name.
pub(super) fn is_name(here: char) -> bool {
    here.is_alphanumeric() || here == '_'
}
